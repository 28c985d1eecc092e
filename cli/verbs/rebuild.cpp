#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/document.h>
#include <map>

#include "cli/opened.h"
#include "cli/output/write_output.h"

namespace mw::cli {
namespace {

/// For people, of each kind only the first few: a seam has many vertices.
void print_changes(const std::vector<Change>& changes, bool all, Session& session) {
  constexpr std::size_t kFirst = 5;
  std::map<std::string_view, std::size_t> counts;
  for (const Change& change : changes) {
    if (++counts[change.what] > kFirst && !all) continue;
    session.print(fmt::format("{}: {}: {}\n", change.what, change.where, escape_text(change.message)));
  }
  for (const auto& [what, count] : counts)
    if (count > kFirst && !all)
      session.print(fmt::format("{}: … and {} more (--all shows them)\n", what, count - kFirst));
}

std::string summary(const Arguments& arguments, const std::vector<Change>& changes) {
  if (!arguments.json) {
    const std::string what =
        changes.empty() ? "nothing changes" : counted(changes.size(), "change", "changes");
    const std::string input = display_name(arguments.files[0]);
    return arguments.dry_run ? fmt::format("{}: {}", input, what)
                             : fmt::format("{} -> {}: {}", input, display_output(arguments.output), what);
  }
  const auto output = arguments.dry_run ? std::nullopt : std::optional(arguments.output);
  return json_line("input", arguments.files[0], "output", output, "changes", changes);
}

Result<Rebuilt> rebuilt(const Arguments& arguments, const Document& document) {
  if (arguments.options.has("tolerance") && !arguments.options.has("fix"))
    return fail({.message = "--tolerance has no meaning without --fix"});
  return rebuild(document, arguments.options);
}

}  // namespace

ExitCode run_rebuild(const Arguments& arguments, Session& session) {
  if (arguments.output.empty() && !arguments.dry_run) {
    session.report_error("", {.message = "rebuild needs OUT, or --dry-run to tell what would change"});
    return ExitCode::failed;
  }
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return ExitCode::failed;
  PendingOutput output(arguments, [&] { return input->files->identities(); }, session);
  if (!arguments.dry_run && !output.is_free()) return ExitCode::failed;
  const auto made = rebuilt(arguments, input->document);
  if (!check_not_truncated(session, *input) || !ok_or_report(session, input->path(), made))
    return ExitCode::failed;
  if (!arguments.dry_run) {
    const auto written = write(made->document);
    if (!ok_or_report(session, input->path(), written)) return ExitCode::failed;
    output.append(written->bytes);
    if (!output.commit(*written)) return ExitCode::failed;
  }
  if (!arguments.json && arguments.output != "-") print_changes(made->changes, arguments.all, session);
  print_summary(arguments, summary(arguments, made->changes), session);
  return ExitCode::yes;
}

}  // namespace mw::cli
