#pragma once

#include <meshwright/files/output.h>
#include <meshwright/formats/document.h>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// The output of a verb: to the file that the command line names, which appears whole or not at all, or to
/// stdout for "-". A companion goes beside the file under its extension; stdout has no place for one.
class PendingOutput {
 public:
  /// `inputs` returns the files that must not be replaced; it is called at the first byte, since more of them
  /// may be opened until then.
  PendingOutput(const Arguments& arguments, std::function<std::vector<FileIdentity>()> inputs,
                Session& session);

  /// Whether no existing file prevents the output, as far as known before there are any bytes. Reports an
  /// error otherwise.
  bool is_free();
  void append(ByteSpan bytes);
  /// Writes the companion, if there is one, and puts both in their places. Reports an error if it cannot.
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

/// The stream of a summary if stdout may hold the data itself: stdout, or stderr.
void print_summary(const Arguments& arguments, const std::string& line, Session& session);

}  // namespace mw::cli
