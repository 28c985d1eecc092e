#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include "cli/opened.h"
#include "cli/output/print_json.h"

namespace mw::cli {
namespace {

/// The request, and the two files.
struct Question {
  Session& session;
  const Opened& a;
  const Opened& b;
  DiffOptions options;
};

void print_group(Session& session, const DifferenceGroups::Group& group) {
  const Difference& first = group.first;
  const std::string values = fmt::format("{} | {}", escape_text(first.a), escape_text(first.b));
  if (group.rows == 1)
    return session.print(fmt::format("{}: {}\n", session.bold(escape_text(first.where)), values));
  const std::string most = group.deviation > 0 ? fmt::format(" by at most {}", float(group.deviation)) : "";
  session.print(fmt::format("{}: {} rows differ{}, the first: {}\n", session.bold(escape_text(first.group)),
                            group.rows, most, values));
}

Result<DiffSummary> print_brief(const Question& question) {
  DifferenceGroups groups;
  const auto summary = diff(question.a.document, question.b.document, question.options,
                            [&](const Difference& difference) { groups.add(difference); });
  if (!summary) return summary;
  Session& session = question.session;
  session.print(to_text(*summary));
  std::uint64_t told = 0;
  bool has_many = false;
  for (const DifferenceGroups::Group& group : groups.first()) {
    told += group.rows;
    has_many = has_many || group.rows > 1;
    print_group(session, group);
  }
  if (summary->differences > told)
    session.print(fmt::format("and {} more: --all tells them\n", summary->differences - told));
  else if (has_many)
    session.print("--all tells every row\n");
  return summary;
}

Result<DiffSummary> print_all(const Question& question) {
  DifferencesAfterSummary all(question.a.document, question.b.document, question.options);
  if (!all.summary()) return all.summary();
  Session& session = question.session;
  session.print(to_text(*all.summary()));
  all.each([&](const Difference& difference) {
    session.print(fmt::format("{}: {} | {}\n", session.bold(escape_text(difference.where)),
                              escape_text(difference.a), escape_text(difference.b)));
  });
  return all.summary();
}

struct DiffAnswer {
  const Question& question;
  DiffSummary summary;
  Produced<Difference> differences;
};

void fields(auto& io, const DiffAnswer& answer) {
  io.field("a", answer.question.a.path());
  io.field("b", answer.question.b.path());
  io.field("identical", answer.summary.differences == 0);
  io.field("summary", answer.summary);
  io.field("differences", answer.differences);
}

Result<DiffSummary> print_json(const Question& question) {
  DifferencesAfterSummary all(question.a.document, question.b.document, question.options);
  if (!all.summary()) return all.summary();
  Session& session = question.session;
  JsonWriter json(JsonWriter::Style::compact, [&session](std::string_view text) { session.print(text); });
  AnswerWriter(json).write(
      DiffAnswer{question, *all.summary(), {[&](const DifferenceSink& use) { all.each(use); }}});
  json.finish();
  session.print("\n");
  return all.summary();
}

ExitCode answer(const Question& question, bool all) {
  Session& session = question.session;
  const auto summary = session.json() ? print_json(question)
                       : all          ? print_all(question)
                                      : print_brief(question);
  if (!check_not_truncated(session, question.a) || !check_not_truncated(session, question.b))
    return ExitCode::failed;
  if (!ok_or_report(session, question.a.path() + " and " + question.b.path(), summary))
    return ExitCode::failed;
  return summary->differences == 0 ? ExitCode::yes : ExitCode::no;
}

DiffOptions diff_options(const Arguments& arguments) {
  return {.scene = arguments.scene,
          .ignore_layout = arguments.ignore == "layout",
          .tolerance = arguments.tolerance};
}

/// A file as git passes it: its neighbours are missing.
std::optional<Opened> open_alone(Session& session, const std::string& path) {
  auto files = std::make_shared<FolderNeighbours>(FolderNeighbours::Options{.file = path});
  const auto blob = files->open(path);
  if (!ok_or_report(session, path, blob)) return std::nullopt;
  auto document = open({.blob = *blob, .name = path});
  if (!ok_or_report(session, path, document)) return std::nullopt;
  return Opened{*std::move(document), std::move(files)};
}

constexpr std::string_view kNoFile = "/dev/null";

/// What git shows for a file that came or went.
ExitCode tell_one_side(Session& session, const std::string& path, std::string_view what) {
  const auto input = open_alone(session, path);
  if (input)
    session.print(fmt::format("{}: a {} of {} bytes\n", what, input->document.format().id, input->size()));
  return ExitCode::yes;
}

/// git takes any other exit code for a failure of the driver, and skips the other files.
ExitCode run_for_git(const Arguments& arguments, Session& session) {
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
  return ExitCode::yes;
}

}  // namespace

ExitCode run_diff(const Arguments& arguments, Session& session) {
  if (!arguments.git.empty()) return run_for_git(arguments, session);
  const auto a = open_input(session, arguments.files[0], arguments);
  const auto b = open_input(session, arguments.files[1], arguments);
  if (!a || !b) return ExitCode::failed;
  const Question question{session, *a, *b, diff_options(arguments)};
  if (question.options.ignore_layout && is_through_scene(a->document, b->document, question.options)) {
    session.report_error(a->path() + " and " + b->path(),
                         {.message = "--ignore layout has no meaning through the scene, which has none"});
    return ExitCode::failed;
  }
  return answer(question, arguments.all);
}

}  // namespace mw::cli
