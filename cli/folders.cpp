#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/batch/detail/for_each.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/formats/registry.h>

#include "opened.h"

namespace mw::cli {
namespace {

using Run = ExitCode (*)(const Opened& input, const Arguments& arguments, Session& session);

struct FileOutcome {
  ExitCode answer = ExitCode::yes;
  bool is_suitable = true;  // for the verb
};

/// Texts and scenes (GLB, glTF, OBJ) are written in a form of our own; only files that are kept byte for byte
/// can be compared.
bool is_suitable(const Document& document, std::string_view verb) {
  return verb != "roundtrip" || &document.stored_as() != &document.format() ||
         (document.format().write != nullptr && document.format().keeps_bytes);
}

FileOutcome process_file(const batch::FolderFile& file, Arguments arguments, Session& session, Run run) {
  if (file.problem) {
    session.report_error(file.path, *file.problem);
    return {ExitCode::failed};
  }
  arguments.options = file.options;
  const auto input = open_input(session, file.path, arguments);
  if (!input) return {ExitCode::failed};
  if (!is_suitable(input->document, arguments.verb)) return {ExitCode::yes, false};
  return {run(*input, arguments, session)};
}

void note_files(Session& session, const std::string& folder, std::size_t count, std::string_view what) {
  if (count > 0)
    session.note(fmt::format("meshwright: {}: {} {}", display_name(folder),
                             counted(count, "file is", "files are"), what));
}

/// The totals of all files.
ExitCode tell(const std::string& folder, const batch::FolderTotals& totals, std::size_t unsuitable,
              const Arguments& arguments, Session& session) {
  ExitCode answer = ExitCode::yes;
  const auto refuse = [&](std::string message) {
    session.report_error(folder, {.message = std::move(message)});
    answer = ExitCode::failed;
  };
  if (!arguments.quiet) {
    note_files(session, folder, totals.unknown, "of no known format");
    note_files(session, folder, unsuitable, "of a format that is not written again byte for byte");
  }
  if (totals.known == 0)
    refuse("has no file of a known format");
  else if (unsuitable == totals.known)
    refuse("has no file of a format that is written again byte for byte");
  for (const std::string& name : totals.idle_options)
    refuse(fmt::format("--{} has no meaning for any of the files", name));
  return answer;
}

}  // namespace

ExitCode for_each_below(const std::string& folder, const Arguments& arguments, Session& session, Run run) {
  ExitCode answer = ExitCode::yes;
  std::size_t unsuitable = 0;
  const FindingCounts before = std::exchange(session.found, {});
  const auto work = [&](const batch::FolderFile& file) {
    const std::shared_ptr<Session> own(new Session(session.recording()));
    const FileOutcome outcome = process_file(file, arguments, *own, run);
    return [&, own, outcome] {
      session.replay(*own);
      answer = worst(answer, outcome.answer);
      unsuitable += outcome.is_suitable ? 0 : 1;
    };
  };
  const auto totals = batch::for_each_file({.path = folder,
                                            .threads = batch::thread_count(arguments.threads),
                                            .options = arguments.options,
                                            .uses = find_verb(arguments.verb)->uses},
                                           work);
  const FindingCounts found = std::exchange(session.found, before);
  if (!ok_or_report(session, folder, totals)) return ExitCode::failed;
  if (found.files > 0) print_folder_counts(session, folder, found);
  return worst(answer, tell(folder, *totals, unsuitable, arguments, session));
}

}  // namespace mw::cli
