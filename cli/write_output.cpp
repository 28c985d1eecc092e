#include "write_output.h"

#include <meshwright/files/output.h>

namespace mw::cli {

bool write_output(const Arguments& arguments, ByteSpan bytes, std::span<const FileIdentity> inputs,
                  Session& session) {
  if (arguments.output == "-") {
    session.print(text_of(bytes));
    return true;
  }
  const auto written = write_file(arguments.output, bytes, {arguments.force, inputs});
  if (!written) session.complain(arguments.output, written.error());
  return written.has_value();
}

void print_summary(const Arguments& arguments, const std::string& line, Session& session) {
  if (arguments.output != "-") return session.print(line + "\n");
  if (!arguments.quiet) session.note(line);
}

}  // namespace mw::cli
