#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>

#include "cli/opened.h"

namespace mw::cli {
namespace {

/// What was asked for, and the two files.
struct Question {
  Session& session;
  const Opened& a;
  const Opened& b;
  DiffOptions options;

  Result<DiffSummary> ask(const DifferenceSink& sink) const {
    return diff(a.document, b.document, options, sink);
  }
};

/// Lines for people: rows of one table that differ make one line, and only the first lines are kept.
class Brief {
 public:
  void add(const Difference& difference) {
    std::vector<Line>& lines = lines_[std::size_t(difference.kind)];
    const auto known = difference.group.empty() ? groups_.end() : groups_.find(difference.group);
    if (known != groups_.end()) {
      Line& line = lines_[known->second.first][known->second.second];
      ++line.rows;
      line.deviation = std::max(line.deviation, difference.deviation);
      return;
    }
    if (lines.size() == kMostLines) return;
    if (!difference.group.empty())
      groups_.emplace(difference.group, std::pair(std::size_t(difference.kind), lines.size()));
    lines.push_back({difference, 1, difference.deviation});
  }

  /// What has gone or come first, then what changed; the layout only when there is nothing else.
  void print(Session& session, const DiffSummary& summary) const {
    std::uint64_t told = 0;
    std::size_t printed = 0;
    for (const auto& lines : lines_) {
      if (&lines == &lines_.back() && printed > 0) break;
      for (const Line& line : lines) {
        if (printed++ == kMostLines) break;
        told += line.rows;
        print_line(session, line);
      }
    }
    if (summary.differences > told)
      session.print(fmt::format("and {} more: --all tells them\n", summary.differences - told));
    else if (std::ranges::any_of(lines_, [](const auto& lines) { return has_many(lines); }))
      session.print("--all tells every row\n");
  }

 private:
  static constexpr std::size_t kMostLines = 40;

  struct Line {
    Difference first;
    std::uint64_t rows = 0;
    double deviation = 0;
  };

  static bool has_many(const std::vector<Line>& lines) {
    return std::ranges::any_of(lines, [](const Line& line) { return line.rows > 1; });
  }

  static void print_line(Session& session, const Line& line) {
    const Difference& first = line.first;
    const std::string values = fmt::format("{} | {}", escape_text(first.a), escape_text(first.b));
    if (line.rows == 1)
      return session.print(fmt::format("{}: {}\n", session.bold(escape_text(first.where)), values));
    const std::string most = line.deviation > 0 ? fmt::format(" by at most {}", float(line.deviation)) : "";
    session.print(fmt::format("{}: {} rows differ{}, the first: {}\n", session.bold(escape_text(first.group)),
                              line.rows, most, values));
  }

  std::array<std::vector<Line>, 3> lines_;  // by kind
  std::unordered_map<std::string, std::pair<std::size_t, std::size_t>> groups_;
};

/// "1 removed, 2 changed, 31 same"
std::string in_words(const scene::Changes& changes) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(changes.added, "added");
  add(changes.removed, "removed");
  add(changes.changed, "changed");
  add(changes.same, "same");
  return text;
}

void print_summary(Session& session, const DiffSummary& summary) {
  if (summary.differences == 0) return session.print("identical\n");
  const std::string layout =
      summary.layout > 0 ? fmt::format(", {} of them in the layout", summary.layout) : "";
  session.print(
      fmt::format("{} difference{}{}\n", summary.differences, summary.differences == 1 ? "" : "s", layout));
  for (const scene::Changes& changes : summary.changes)
    if (changes.added + changes.removed + changes.changed > 0)
      session.print(fmt::format("  {:<20} {}\n", changes.what, in_words(changes)));
}

Result<DiffSummary> print_brief(const Question& question) {
  Brief brief;
  return question.ask([&](const Difference& difference) { brief.add(difference); })
      .map([&](const DiffSummary& summary) {
        print_summary(question.session, summary);
        brief.print(question.session, summary);
        return summary;
      });
}

/// Calls `begin` with the summary, then `use` with every difference. Few are kept; of many the question is
/// asked again, so that no memory is needed for them.
Result<DiffSummary> tell_all(const Question& question, const std::function<void(const DiffSummary&)>& begin,
                             const DifferenceSink& use) {
  constexpr std::size_t kKept = 10000;
  std::vector<Difference> kept;
  const auto summary = question.ask([&](const Difference& difference) {
    if (kept.size() < kKept) kept.push_back(difference);
  });
  if (!summary) return summary;
  begin(*summary);
  if (summary->differences > kept.size()) return question.ask(use);
  for (const Difference& difference : kept) use(difference);
  return summary;
}

Result<DiffSummary> print_all(const Question& question) {
  Session& session = question.session;
  return tell_all(
      question, [&](const DiffSummary& summary) { print_summary(session, summary); },
      [&](const Difference& difference) {
        session.print(fmt::format("{}: {} | {}\n", session.bold(escape_text(difference.where)),
                                  escape_text(difference.a), escape_text(difference.b)));
      });
}

void write_summary(JsonWriter& json, const DiffSummary& summary) {
  json.begin_object();
  json.member("through_scene", summary.through_scene);
  json.member("differences", summary.differences);
  json.member("layout", summary.layout);
  json.key("changes");
  json.begin_array();
  for (const scene::Changes& changes : summary.changes) {
    json.begin_object();
    json.member("what", changes.what);
    json.member("added", changes.added);
    json.member("removed", changes.removed);
    json.member("changed", changes.changed);
    json.member("same", changes.same);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_difference(JsonWriter& json, const Difference& difference) {
  json.begin_object();
  json.member("where", difference.where);
  json.member("a", difference.a);
  json.member("b", difference.b);
  json.end_object();
}

Result<DiffSummary> print_json(const Question& question) {
  Session& session = question.session;
  JsonWriter json(JsonWriter::Style::compact, [&session](std::string_view text) { session.print(text); });
  const auto begin = [&](const DiffSummary& summary) {
    json.begin_object();
    json.member("a", question.a.path());
    json.member("b", question.b.path());
    json.member("identical", summary.differences == 0);
    json.key("summary");
    write_summary(json, summary);
    json.key("differences");
    json.begin_array();
  };
  auto summary =
      tell_all(question, begin, [&](const Difference& difference) { write_difference(json, difference); });
  if (!summary) return summary;
  json.end_array();
  json.end_object();
  json.finish();
  session.print("\n");
  return summary;
}

Answer answer(const Question& question, bool all) {
  Session& session = question.session;
  const auto summary = session.json() ? print_json(question)
                       : all          ? print_all(question)
                                      : print_brief(question);
  if (!still_whole(session, question.a) || !still_whole(session, question.b)) return Answer::failed;
  if (!succeeded(session, question.a.path() + " and " + question.b.path(), summary)) return Answer::failed;
  return summary->differences == 0 ? Answer::yes : Answer::no;
}

DiffOptions diff_options(const Arguments& arguments) {
  return {.scene = arguments.scene,
          .ignore_layout = arguments.ignore == "layout",
          .tolerance = arguments.tolerance};
}

/// A file as git hands it over: what belongs beside it is not there.
std::optional<Opened> open_alone(Session& session, const std::string& path) {
  auto files = std::make_shared<FolderNeighbours>(FolderNeighbours::Options{.file = path});
  const auto blob = files->open(path);
  if (!succeeded(session, path, blob)) return std::nullopt;
  auto document = open({.blob = *blob, .name = path});
  if (!succeeded(session, path, document)) return std::nullopt;
  return Opened{*std::move(document), std::move(files)};
}

constexpr std::string_view kNoFile = "/dev/null";

/// What git shows for a file that came or went.
Answer tell_one_side(Session& session, const std::string& path, std::string_view what) {
  const auto input = open_alone(session, path);
  if (input)
    session.print(fmt::format("{}: a {} of {} bytes\n", what, input->document.format().id, input->size()));
  return Answer::yes;
}

/// git takes any other answer than yes for a failure of the driver, and shows nothing of the other files.
Answer run_for_git(const Arguments& arguments, Session& session) {
  const std::string& old_file = arguments.files[0];
  const std::string& new_file = arguments.files[1];
  session.print(fmt::format("{}\n", session.bold("meshwright diff " + escape_text(arguments.git))));
  if (old_file == kNoFile) return tell_one_side(session, new_file, "added");
  if (new_file == kNoFile) return tell_one_side(session, old_file, "removed");
  const auto a = open_alone(session, old_file);
  const auto b = open_alone(session, new_file);
  if (!a || !b)
    session.print("the files differ\n");
  else
    (void)answer({session, *a, *b, diff_options(arguments)}, arguments.all);
  return Answer::yes;
}

}  // namespace

Answer run_diff(const Arguments& arguments, Session& session) {
  if (!arguments.git.empty()) return run_for_git(arguments, session);
  const auto a = open_input(session, arguments.files[0], arguments);
  const auto b = open_input(session, arguments.files[1], arguments);
  if (!a || !b) return Answer::failed;
  const Question question{session, *a, *b, diff_options(arguments)};
  if (question.options.ignore_layout && is_through_scene(a->document, b->document, question.options)) {
    session.complain(a->path() + " and " + b->path(),
                     {.message = "--ignore layout has no meaning through the scene, which has none"});
    return Answer::failed;
  }
  return answer(question, arguments.all);
}

}  // namespace mw::cli
