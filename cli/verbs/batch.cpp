#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/batch/report.h>
#include <meshwright/batch/tree.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/core/version.h>
#include <meshwright/files/input.h>
#include <meshwright/files/output.h>
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/arguments/batch_options.h"
#include "cli/opened.h"
#include "cli/output/progress.h"

namespace mw::cli {
namespace {

using batch::Outcome;

/// The extension of the outputs: the one that --to says, or the usual one of the format it says.
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
          .shard = *parse_shard(arguments.shard),
          .threads = thread_count(arguments.threads),
          .allow_outside = arguments.allow_outside,
          .force = arguments.force,
          .skip_existing = arguments.skip_existing,
          .dry_run = arguments.dry_run,
          .validate = !arguments.report.empty(),
          .made_by = "meshwright " MESHWRIGHT_VERSION};
}

void print_json(Session& session, const batch::FileResult& result) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("input", result.input);
  json.key("output");
  result.output.empty() ? json.value(nullptr) : json.value(result.output);
  json.member("ok", result.outcome != Outcome::failed);
  json.key("error");
  result.error.empty() ? json.value(nullptr) : json.value(result.error);
  json.member("seconds", result.seconds);
  json.member("outcome", to_string(result.outcome));
  json.key("format");
  result.format.empty() ? json.value(nullptr) : json.value(result.format);
  json.member("bytes_in", result.bytes_in);
  json.member("bytes_out", result.bytes_out);
  json.key("losses");
  json.begin_array();
  for (const std::string& loss : result.losses) json.value(loss);
  json.end_array();
  if (!result.notes.empty()) {
    json.key("notes");
    json.begin_array();
    for (const std::string& note : result.notes) json.value(note);
    json.end_array();
  }
  json.end_object();
  session.print(json.take() + "\n");
}

void print_totals(Session& session, const batch::Report& report, std::size_t companions, double seconds) {
  if (!session.json()) return session.print(report.verdict() + "\n");
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("totals");
  json.begin_object();
  json.member("files", std::uint64_t(report.files()));
  for (const Outcome outcome : {Outcome::converted, Outcome::kept, Outcome::planned, Outcome::failed,
                                Outcome::unsuitable, Outcome::unrecognised})
    json.member(to_string(outcome), std::uint64_t(report.count(outcome)));
  json.member("companions", std::uint64_t(companions));
  json.member("bytes_in", report.bytes_in());
  json.member("bytes_out", report.bytes_out());
  json.member("seconds", seconds);
  json.end_object();
  json.end_object();
  session.print(json.take() + "\n");
}

void tell_failure(Session& session, const batch::FileResult& result) {
  session.note(fmt::format("meshwright: {}: {}", escape_text(result.input), result.error));
}

/// What people see of a file beside that.
void print_text(Session& session, const batch::FileResult& result) {
  if (result.outcome == Outcome::planned)
    session.print(fmt::format("{} -> {}\n", escape_text(result.input), escape_text(result.output)));
}

/// A report may take the place of an earlier one, and of nothing else.
Result<void> check_report(const Arguments& arguments) {
  if (arguments.report.empty()) return {};
  const std::string extension = extension_of(arguments.report);
  if (extension != ".html" && extension != ".json")
    return fail({.message = "a report is called .html or .json"});
  const auto earlier = InputFile::open(arguments.report);
  const bool replaces = arguments.force || !earlier || batch::is_report(text_of(earlier->bytes()));
  std::error_code ignored;
  if (const auto folder = std::filesystem::path(arguments.report).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, ignored))
    return fail({.message = "there is no such folder for the report"});
  const auto format = batch::recognise_file(arguments.report);
  if (earlier && (!format || *format != nullptr))
    return fail({.message = "is a file to convert, which a report does not replace"});
  if (replaces) return {};
  return fail({.message = "exists already and is no report; --force replaces it"});
}

bool write_report(Session& session, const Arguments& arguments, const batch::Report& report) {
  if (arguments.report.empty()) return true;
  // An output may have come to lie there meanwhile.
  if (!succeeded(session, arguments.report, check_report(arguments))) return false;
  const bool html = extension_of(arguments.report) == ".html";
  const std::string text = html ? report.as_html(arguments.files[0]) : report.as_json();
  return succeeded(session, arguments.report, write_file(arguments.report, bytes_of(text), {.force = true}));
}

/// A companion is the second file of one, not of all.
std::string companion_named(const OptionValues& options) {
  for (const Format* format : formats())
    for (const NeighbourUse& use : format->neighbours)
      if (use.kind.search == Search::beside && options.has(use.kind.name)) return std::string(use.kind.name);
  return {};
}

/// What can be said before any file is opened.
const Format* checked_target(Session& session, const Arguments& arguments) {
  const Format* target = find_target(arguments.to);
  std::error_code ignored;
  const std::string& folder = arguments.files[0];
  if (target == nullptr)
    session.complain("",
                     {.field = "--to", .message = fmt::format("{} is no format", quote_word(arguments.to))});
  else if (const std::string companion = companion_named(arguments.options); !companion.empty())
    session.complain(
        "", {.field = "--" + companion, .message = "is for one file; in a folder each finds its own"});
  else if (!std::filesystem::exists(folder, ignored))
    session.complain(folder, {.message = "No such file or directory"});
  else if (!std::filesystem::is_directory(folder, ignored))
    session.complain(folder, {.message = "is no folder; convert takes single files"});
  else if (succeeded(session, arguments.report, check_report(arguments)))
    return target;
  return nullptr;
}

}  // namespace

Answer run_batch(const Arguments& arguments, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const Format* target = checked_target(session, arguments);
  if (target == nullptr) return Answer::failed;
  session.go_on_without_reader();
  if (!arguments.dry_run)
    tell_on_signals("\nmeshwright: stopped; the same command with --skip-existing makes what is missing\n");
  batch::Report report;
  Progress progress(Progress::form(arguments.quiet));
  const auto told = [&](const batch::FileResult& result) {
    report.add(result);
    if (result.outcome == Outcome::failed) progress.clear();
    if (result.outcome == Outcome::failed) tell_failure(session, result);
    session.json() ? print_json(session, result) : print_text(session, result);
  };
  const auto done = batch::run(request_of(arguments, *target), told, [&](const batch::Progress& at) {
    progress.show(at.done, at.files, at.bytes_done, at.bytes);
  });
  progress.clear();
  tell_on_signals(nullptr);
  if (!succeeded(session, arguments.files[0], done)) return Answer::failed;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_totals(session, report, done->companions, seconds.count());
  if (report.lossy() > 0 && !session.json())
    session.note(fmt::format("meshwright: {} {} lost something on the way; --json and --report tell what",
                             batch::with_commas(report.lossy()), report.lossy() == 1 ? "file" : "files"));
  if (done->files == 0) session.complain(arguments.files[0], {.message = "there is nothing to convert"});
  for (const std::string& option : done->idle_options)
    session.complain("", {.message = fmt::format("--{} has no meaning for any of the files", option)});
  const bool written = write_report(session, arguments, report);
  const bool whole = done->files > 0 && report.count(Outcome::failed) == 0 && done->idle_options.empty();
  return written && whole ? Answer::yes : Answer::failed;
}

}  // namespace mw::cli
