#include <meshwright/core/detail/answer.h>
#include <algorithm>
#include <deque>
#include <iterator>

#include "cli/arguments/query_options.h"
#include "cli/opened.h"
#include "cli/rooms.h"

namespace mw::cli {
namespace {

/// Prints answers, for people or as one line of JSON that begins with the files.
class AnswerPrinter {
 public:
  AnswerPrinter(Session& session, const std::vector<std::string>& files, const Surface& surface)
      : session_(session), files_(files), names_{.materials = surface.material_names} {
    std::ranges::transform(files, std::back_inserter(names_.files), display_name);
  }

  template <class T>
  ExitCode print(const T& answer, bool yes) {
    session_.print(session_.json() ? as_json(InFiles<T>{files_, answer}) + "\n" : to_text(answer, names_));
    return yes ? ExitCode::yes : ExitCode::no;
  }

 private:
  template <class T>
  struct InFiles {
    const std::vector<std::string>& files;
    const T& answer;

    friend void fields(auto& io, const InFiles& line) {
      const bool is_one = line.files.size() == 1;
      io.field("file", present(is_one, line.files[0]));
      io.field("files", present(!is_one, line.files));
      io.members_of(line.answer);
    }
  };

  Session& session_;
  const std::vector<std::string>& files_;
  SurfaceNames names_;
};

Result<ExitCode> ask(const Arguments& arguments, const Query& query, const Surface& surface,
                     Session& session) {
  AnswerPrinter printer(session, arguments.files, surface);
  if (arguments.question == "locate") {
    const auto place = locate(surface, query.to);
    return printer.print(place ? LocateRecord{floor_place(surface, *place)} : LocateRecord(),
                         place.has_value());
  }
  if (arguments.question == "ray")
    return first_hit(surface, query.ray).map([&](const std::optional<nav::RayHit>& hit) {
      return printer.print(record_of(surface, query.ray, hit), hit.has_value());
    });
  const WalkSurface ground(surface, query.ground);
  if (arguments.question == "nearest") {
    const auto nearest = ground.nearest(query.to);
    return printer.print(record_of(surface, ground, nearest), nearest.has_value());
  }
  if (arguments.question == "path") {
    const PathAnswer way = find_path(ground, query.from, query.to, query.way);
    return printer.print(record_of(surface, ground, way), way.path && !way.partial);
  }
  const SightAnswer looked = query.eyes ? find_sight_over(ground, surface, query.from, query.to, *query.eyes)
                                        : find_sight(ground, query.from, query.to);
  return printer.print(record_of(surface, looked), looked.sight.visible);
}

}  // namespace

ExitCode run_query(const Arguments& given, Session& session) {
  const auto query = read_query(given);
  if (!query) {
    session.report_error("", query.error());
    return ExitCode::failed;
  }
  Arguments arguments = given;
  const auto files = open_rooms(arguments, session);
  if (!files) return ExitCode::failed;
  std::vector<Document> rooms;
  for (const Opened& input : *files) rooms.push_back(input.document);
  std::deque<Opened> standing;
  std::vector<Obstacle> obstacles;
  for (const ObstaclePlace& place : query->obstacles) {
    auto input = open_input(session, place.file, arguments);
    if (!input) return ExitCode::failed;
    standing.push_back(*std::move(input));
    obstacles.push_back({&standing.back().document, place.position, place.degrees});
  }
  const auto surface = join_surfaces(rooms, obstacles);
  const std::string name = arguments.files.size() == 1 ? arguments.files[0] : "";
  if (!ok_or_report(session, name, surface)) return ExitCode::failed;
  const auto whole = [&](const Opened& input) { return check_not_truncated(session, input); };
  if (!std::ranges::all_of(*files, whole) || !std::ranges::all_of(standing, whole)) return ExitCode::failed;
  const auto answer = ask(arguments, *query, *surface, session);
  return ok_or_report(session, name, answer) ? *answer : ExitCode::failed;
}

}  // namespace mw::cli
