#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/batch/detail/tree.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/version.h>
#include <meshwright/files/output.h>
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/opened.h"
#include "cli/output/print_json.h"
#include "cli/output/progress.h"

namespace mw::cli {
namespace {

using batch::Outcome;

/// The extension of the outputs: that of --to, or the usual one of its format.
std::string extension_for(const Format& target, const std::string& word) {
  const std::string extension = (word.starts_with('.') ? "" : ".") + lower_case(word);
  const auto& own = target.extensions;
  return std::ranges::find(own, extension) != own.end() ? extension : std::string(own.front());
}

batch::Request request_of(const Arguments& arguments, const Format& target) {
  return {.input = arguments.files[0],
          .output = arguments.output,
          .target = &target,
          .extension = extension_for(target, arguments.to),
          .options = arguments.options,
          .named = named_neighbours(arguments.options),
          .include = arguments.include,
          .exclude = arguments.exclude,
          .shard = *batch::parse_shard(arguments.shard),
          .threads = batch::thread_count(arguments.threads),
          .allow_outside = arguments.allow_outside,
          .force = arguments.force,
          .skip_existing = arguments.skip_existing,
          .dry_run = arguments.dry_run,
          .validate = !arguments.report.empty(),
          .made_by = "meshwright " MESHWRIGHT_VERSION};
}

struct BatchTotals {
  const batch::Report& report;
  std::size_t companions;
  double seconds;
};

void fields(auto& io, const BatchTotals& totals) {
  io.field("files", totals.report.files());
  for (const Outcome outcome : {Outcome::converted, Outcome::kept, Outcome::planned, Outcome::failed,
                                Outcome::unsuitable, Outcome::unrecognised})
    io.field(to_string(outcome), totals.report.count(outcome));
  io.field("companions", totals.companions);
  io.field("bytes_in", totals.report.bytes_in());
  io.field("bytes_out", totals.report.bytes_out());
  io.field("seconds", totals.seconds);
}

void tell(Session& session, Progress& progress, const batch::FileResult& result) {
  if (result.outcome == Outcome::failed) {
    progress.clear();
    session.note(fmt::format("meshwright: {}: {}", escape_text(result.input), result.error));
  }
  if (session.json())
    session.print(as_json(result) + "\n");
  else if (result.outcome == Outcome::planned)
    session.print(fmt::format("{} -> {}\n", escape_text(result.input), escape_text(result.output)));
}

/// A companion is the second file of one, not of all.
std::string companion_named(const OptionValues& options) {
  for (const Format* format : formats())
    for (const NeighbourUse& use : format->neighbours)
      if (use.kind.search == Search::beside && options.has(use.kind.name)) return std::string(use.kind.name);
  return {};
}

/// Checks before any file is opened.
const Format* checked_target(Session& session, const Arguments& arguments) {
  const Format* target = find_target(arguments.to);
  std::error_code ignored;
  const std::string& folder = arguments.files[0];
  if (target == nullptr)
    session.report_error(
        "", {.field = "--to", .message = fmt::format("{} is no format", quote_word(arguments.to))});
  else if (const std::string companion = companion_named(arguments.options); !companion.empty())
    session.report_error(
        "", {.field = "--" + companion, .message = "is for one file; in a folder each finds its own"});
  else if (!std::filesystem::exists(folder, ignored))
    session.report_error(folder, {.message = "No such file or directory"});
  else if (!std::filesystem::is_directory(folder, ignored))
    session.report_error(folder, {.message = "is no folder; convert takes single files"});
  else if (arguments.report.empty() ||
           ok_or_report(session, arguments.report, batch::check_report(arguments.report, arguments.force)))
    return target;
  return nullptr;
}

}  // namespace

ExitCode run_batch(const Arguments& arguments, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const Format* target = checked_target(session, arguments);
  if (target == nullptr) return ExitCode::failed;
  session.ignore_closed_stdout();
  if (!arguments.dry_run)
    tell_on_signals("\nmeshwright: stopped; the same command with --skip-existing makes what is missing\n");
  batch::Report report;
  Progress progress(Progress::form(arguments.quiet));
  const auto told = [&](const batch::FileResult& result) {
    report.add(result);
    tell(session, progress, result);
  };
  const auto done =
      batch::run(request_of(arguments, *target), told, [&](const batch::Progress& at) { progress.show(at); });
  progress.clear();
  tell_on_signals(nullptr);
  if (!ok_or_report(session, arguments.files[0], done)) return ExitCode::failed;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (session.json())
    session.print_json("totals", BatchTotals{report, done->companions, seconds.count()});
  else
    session.print(report.verdict() + "\n");
  if (report.lossy() > 0 && !session.json())
    session.note(fmt::format("meshwright: {} {} lost something on the way; --json and --report tell what",
                             batch::with_commas(report.lossy()), report.lossy() == 1 ? "file" : "files"));
  if (done->files == 0) session.report_error(arguments.files[0], {.message = "there is nothing to convert"});
  for (const std::string& option : done->idle_options)
    session.report_error("", {.message = fmt::format("--{} has no meaning for any of the files", option)});
  const bool written = arguments.report.empty() ||
                       ok_or_report(session, arguments.report,
                                    report.write(arguments.report, arguments.files[0], arguments.force));
  const bool whole = done->files > 0 && report.count(Outcome::failed) == 0 && done->idle_options.empty();
  return written && whole ? ExitCode::yes : ExitCode::failed;
}

}  // namespace mw::cli
