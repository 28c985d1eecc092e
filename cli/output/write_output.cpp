#include "write_output.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>

#include "cli/opened.h"

namespace mw::cli {

PendingOutput::PendingOutput(const Arguments& arguments, std::function<std::vector<FileIdentity>()> inputs,
                             Session& session)
    : arguments_(arguments), find_inputs_(std::move(inputs)), session_(session) {}

bool PendingOutput::is_free() {
  if (arguments_.output == "-") return true;
  const auto inputs = find_inputs_();
  return ok_or_report(session_, arguments_.output,
                      check_output(arguments_.output, {arguments_.force, inputs, "--force replaces it"}));
}

bool PendingOutput::open() {
  if (!file_) {
    inputs_ = find_inputs_();
    file_ = OutputFile::open(arguments_.output, {arguments_.force, inputs_, "--force replaces it"});
  }
  return file_->has_value();
}

void PendingOutput::append(ByteSpan bytes) {
  if (arguments_.output == "-") return session_.print(text_of(bytes));
  if (open()) (*file_)->append(bytes);
}

/// Before the file itself is put in its place, so that an existing file at either place leaves both
/// unchanged.
bool PendingOutput::write_companion(const Output& output) {
  if (!output.companion) return true;
  const std::string path = replace_extension(arguments_.output, output.companion_extension);
  if (path == arguments_.output) {
    session_.report_error(path,
                          {.message = fmt::format("files that end in {} are written beside this one; choose "
                                                  "another name",
                                                  output.companion_extension)});
    return false;
  }
  const auto written =
      write_file(path, *output.companion, {arguments_.force, inputs_, "--force replaces it"});
  return ok_or_report(session_, path, written);
}

bool PendingOutput::commit(const Output& output) {
  if (arguments_.output == "-") {
    if (output.companion) session_.note("meshwright: stdout has no place for the companion; it is left out");
    return true;
  }
  open();
  if (!ok_or_report(session_, arguments_.output, *file_) || !write_companion(output)) return false;
  return ok_or_report(session_, arguments_.output, (*file_)->commit());
}

void print_summary(const Arguments& arguments, const std::string& line, Session& session) {
  if (arguments.output != "-") return session.print(line + "\n");
  if (!arguments.quiet) session.note(line);
}

}  // namespace mw::cli
