#pragma once

#include <meshwright/files/output.h>
#include <meshwright/formats/document.h>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// What a verb writes: to the file that the command line names, which appears whole or not at all, or to
/// stdout for "-". A companion goes beside the file under its extension; stdout has no place for one.
class PendingOutput {
 public:
  /// `inputs` tells the files that must not be replaced; it is asked when the first byte comes, since more of
  /// them may be opened until then.
  PendingOutput(const Arguments& arguments, std::function<std::vector<FileIdentity>()> inputs,
                Session& session);

  /// Whether nothing is in the way, as far as can be told before there are any bytes. Complains otherwise.
  bool is_free();
  void append(ByteSpan bytes);
  /// Writes the companion, if there is one, and puts both in their places. Complains when it cannot.
  bool commit(const Output& output);

 private:
  bool open();
  bool write_companion(const Output& output);

  const Arguments& arguments_;
  std::function<std::vector<FileIdentity>()> find_inputs_;
  Session& session_;
  std::vector<FileIdentity> inputs_;
  std::optional<Result<OutputFile>> file_;  // from the first byte on
};

/// Where a summary goes when stdout may hold the data itself: to stdout, or to stderr.
void print_summary(const Arguments& arguments, const std::string& line, Session& session);

}  // namespace mw::cli
