// meshwright-serve: `meshwright view` runs it.
#include <fcntl.h>
#include <meshwright/core/json_writer.h>
#include <spawn.h>
#include <unistd.h>
#include <csignal>

#include "cli/program.h"
#include "view_open.h"
#include "view_server.h"

extern char** environ;

namespace mw::serve {
namespace {

/// Without a browser, the user opens the printed address. The browser's messages are not printed, and nothing
/// waits for its end.
void open_browser(std::string address) {
  std::signal(SIGCHLD, SIG_IGN);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  for (const char* program : {"xdg-open", "open"}) {
    std::string name = program;
    char* const words[] = {name.data(), address.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program, &quiet, nullptr, words, environ) == 0) break;
  }
  posix_spawn_file_actions_destroy(&quiet);
}

void print_address(const Arguments& arguments, const std::string& address, Session& session) {
  if (!session.json()) {
    session.print(fmt::format("{}\nCtrl-C stops it.\n", address));
  } else {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("address", address);
    json.end_object();
    session.print(json.take() + "\n");
  }
  session.flush();
  if (!arguments.no_open) open_browser(address);
}

/// `meshwright view` without --html.
ExitCode run_server(const Arguments& arguments, Session& session) {
  const auto viewed = open_for_view(arguments, session);
  if (!viewed) return ExitCode::failed;
  const auto done =
      serve_viewer(viewed->page, viewed->files, arguments.port,
                   [&](const std::string& address) { print_address(arguments, address, session); });
  if (done) return ExitCode::yes;
  session.report_error("", done.error());
  return ExitCode::failed;
}

}  // namespace
}  // namespace mw::serve

int main(int count, char** words) {
  using namespace mw::serve;
  return mw::cli::run_program(count, words, [](const Arguments& arguments, Session& session) {
    return arguments.html.empty() ? run_server(arguments, session) : write_html(arguments, session);
  });
}
