#include "program.h"

#include <fcntl.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <csignal>

#include "cli/arguments/arguments.h"

namespace mw::cli {
namespace {

/// A closed standard stream would be the number of the next opened file, and all prints would go into it. A
/// replacement fails as a closed one does.
void reserve_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int say(const Message& message) {
  write_all(message.is_error ? STDERR_FILENO : STDOUT_FILENO, bytes_of(message.text));
  return int(message.is_error ? ExitCode::failed : ExitCode::yes);
}

}  // namespace

int run_program(int count, char** words, ExitCode (*run)(const Arguments&, Session&)) {
  reserve_standard_streams();
  // A closed pipe and a file grown past its user's limit must be errors of write(), not signals.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  remove_temporary_files_on_signals();
  const auto parsed = parse_arguments({words + 1, words + count});
  if (const auto* message = std::get_if<Message>(&parsed)) return say(*message);
  const auto& arguments = std::get<Arguments>(parsed);
  Session session(arguments.json, arguments.colour, arguments.output == "-");
  const ExitCode answer = run(arguments, session);
  session.flush();
  return int(answer);
}

}  // namespace mw::cli
