#include "write_output.h"

#include <meshwright/files/output.h>
#include <filesystem>

namespace mw::cli {

namespace {

bool write_one(const std::string& path, ByteSpan bytes, const WriteOptions& options, Session& session) {
  const auto written = write_file(path, bytes, options);
  if (!written) session.complain(path, written.error());
  return written.has_value();
}

}  // namespace

bool write_output(const Arguments& arguments, const Output& output, std::span<const FileIdentity> inputs,
                  Session& session) {
  if (arguments.output == "-") {
    if (output.companion) session.note("meshwright: stdout has no place for the companion; it is left out");
    session.print(text_of(output.bytes));
    return true;
  }
  const WriteOptions options{arguments.force, inputs, "--force replaces it"};
  if (!output.companion) return write_one(arguments.output, output.bytes, options, session);
  const std::string companion =
      std::filesystem::path(arguments.output).replace_extension(output.companion_extension).string();
  // Looked at first, so that a file in the way of one does not leave the other behind alone.
  std::error_code ignored;
  if (!arguments.force && std::filesystem::exists(arguments.output, ignored))
    return write_one(arguments.output, output.bytes, options, session);
  return write_one(companion, *output.companion, options, session) &&
         write_one(arguments.output, output.bytes, options, session);
}

void print_summary(const Arguments& arguments, const std::string& line, Session& session) {
  if (arguments.output != "-") return session.print(line + "\n");
  if (!arguments.quiet) session.note(line);
}

}  // namespace mw::cli
