#include <meshwright/core/text.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

#include "arguments.h"

namespace {

using namespace mw::cli;

int say(const Message& message) {
  mw::write_all(message.is_error ? STDERR_FILENO : STDOUT_FILENO, mw::bytes_of(message.text));
  return int(message.is_error ? Answer::failed : Answer::yes);
}

int run(const Arguments& arguments) {
  Session session(arguments.json, arguments.colour);
  try {
    const Answer answer = find_verb(arguments.verb)->run(arguments, session);
    session.flush();
    return int(answer);
  } catch (const ClosedPipe&) {
    // Whoever read the answer had enough of it: that is no failure.
    return int(Answer::yes);
  } catch (const StdoutFailed& failure) {
    return say({"meshwright: cannot write to stdout: " + std::generic_category().message(failure.code) + "\n", true});
  }
}

}  // namespace

int main(int count, char** words) {
  // A closed pipe must be an error of write(), not a signal, so that files being written are cleaned up.
  std::signal(SIGPIPE, SIG_IGN);
  // So must a file grown past the limit of its user.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto parsed = parse_arguments({words + 1, words + count});
  if (const auto* message = std::get_if<Message>(&parsed)) return say(*message);
  return run(std::get<Arguments>(parsed));
}
