#include <algorithm>
#include <deque>

#include "cli/opened.h"
#include "cli/output/query_print.h"
#include "cli/rooms.h"

namespace mw::cli {
namespace {

Answer ask_path(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const WalkSurface ground(surface, query.ground);
  const PathAnswer way = find_path(ground, query.from, query.to, query.way);
  printer.path(way, ground.sources());
  return way.path && !way.partial ? Answer::yes : Answer::no;
}

Answer ask_sight(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const WalkSurface ground(surface, query.ground);
  const SightAnswer looked = query.eyes ? find_sight_over(ground, surface, query.from, query.to, *query.eyes)
                                        : find_sight(ground, query.from, query.to);
  printer.sight(looked);
  return looked.sight.visible ? Answer::yes : Answer::no;
}

Result<Answer> ask_ray(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const auto hit = first_hit(surface, query.ray);
  if (!hit) return fail(hit.error());
  printer.ray(query.ray, *hit);
  return *hit ? Answer::yes : Answer::no;
}

Answer ask_place(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const auto place = locate(surface, query.to);
  printer.place(place);
  return place ? Answer::yes : Answer::no;
}

Answer ask_nearest(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const WalkSurface ground(surface, query.ground);
  const auto nearest = ground.nearest(query.to);
  printer.nearest(nearest, ground.sources());
  return nearest ? Answer::yes : Answer::no;
}

Result<Answer> ask(const Arguments& arguments, const Query& query, const Surface& surface, Session& session) {
  AnswerPrinter printer(session, arguments, surface);
  if (arguments.question == "ray") return ask_ray(query, surface, printer);
  if (arguments.question == "locate") return ask_place(query, surface, printer);
  if (arguments.question == "nearest") return ask_nearest(query, surface, printer);
  if (arguments.question == "path") return ask_path(query, surface, printer);
  return ask_sight(query, surface, printer);
}

}  // namespace

Answer run_query(const Arguments& given, Session& session) {
  const auto query = read_query(given);
  if (!query) {
    session.complain("", query.error());
    return Answer::failed;
  }
  Arguments arguments = given;
  const auto files = open_rooms(arguments, session);
  if (!files) return Answer::failed;
  std::vector<Document> rooms;
  for (const Opened& input : *files) rooms.push_back(input.document);
  std::deque<Opened> standing;
  std::vector<Obstacle> obstacles;
  for (const ObstaclePlace& place : query->obstacles) {
    auto input = open_input(session, place.file, arguments);
    if (!input) return Answer::failed;
    standing.push_back(*std::move(input));
    obstacles.push_back({&standing.back().document, place.position, place.degrees});
  }
  const auto surface = join_surfaces(rooms, obstacles);
  const std::string name = arguments.files.size() == 1 ? arguments.files[0] : "";
  if (!succeeded(session, name, surface)) return Answer::failed;
  const auto whole = [&](const Opened& input) { return still_whole(session, input); };
  if (!std::ranges::all_of(*files, whole) || !std::ranges::all_of(standing, whole)) return Answer::failed;
  const auto answer = ask(arguments, *query, *surface, session);
  return succeeded(session, name, answer) ? *answer : Answer::failed;
}

}  // namespace mw::cli
