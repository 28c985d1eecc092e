#pragma once

#include <meshwright/files/folder_neighbours.h>
#include <meshwright/formats/document.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// An input file, and its neighbours.
struct Opened {
  Document document;
  std::shared_ptr<FolderNeighbours> files;

  const std::string& path() const { return document.source().name; }
  std::uint64_t size() const { return document.source().blob.bytes().size(); }
};

/// The files and folders that the command line names, by the kinds of neighbours they are.
std::vector<std::pair<std::string, std::string>> named_neighbours(const OptionValues& options);

/// Opens a file with its neighbours. Reports an error if it cannot, and if an option has no meaning for this
/// verb and the file's format (conversions check both ends, so convert checks by itself). `unreadable` is
/// called for a file whose content was refused.
std::optional<Opened> open_input(Session& session, const std::string& path, const Arguments& arguments,
                                 const std::function<void(const Source&)>& unreadable = {});

/// Whether no file was truncated while it was used; reports an error otherwise.
bool check_not_truncated(Session& session, const Opened& input);

/// Complains unless there is a result.
bool ok_or_report(Session& session, const std::string& path, const auto& result) {
  if (result) return true;
  session.report_error(path, result.error());
  return false;
}

/// Prints the findings of a file, as `validate` does. `how` does the validating.
ExitCode validate_input(const Opened& input, const Arguments& arguments, Session& session,
                        const std::function<Result<void>(const Document&, Findings&)>& how);

/// The last line of validating a folder.
void print_folder_counts(Session& session, const std::string& folder, const FindingCounts& counts);

/// Runs a verb on each file and gives the worst answer. Of a folder, all files below it that are of a known
/// format, on several threads (folders.cpp).
ExitCode for_each_input(const Arguments& arguments, Session& session,
                        ExitCode (*run)(const Opened& input, const Arguments& arguments, Session& session));

/// The part of it for a folder.
ExitCode for_each_below(const std::string& folder, const Arguments& arguments, Session& session,
                        ExitCode (*run)(const Opened& input, const Arguments& arguments, Session& session));

}  // namespace mw::cli
