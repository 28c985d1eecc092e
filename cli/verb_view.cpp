#include <fcntl.h>
#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/listing.h>
#include <meshwright/files/output.h>
#include <spawn.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>

#include "verbs.h"
#include "view_files.h"
#include "view_server.h"
#include "viewer_page.h"

extern char** environ;

namespace mw::cli {
namespace {

/// Where there is no browser, the printed address does it. What the browser says is not ours to print, and
/// nobody waits for its end.
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

/// All opened files with what they need, each once.
Result<std::vector<PageFile>> everything(ViewFiles& files) {
  std::vector<PageFile> all;
  for (const std::string& name : std::vector<std::string>(files.names())) {
    const auto names = files.needed_for(name);
    if (!names) return fail(names.error());
    for (const std::string& each : *names) {
      if (std::ranges::find(all, each, &PageFile::path) != all.end()) continue;
      auto bytes = files.read(each);
      if (!bytes) return fail({.message = fmt::format("{} {}", each, to_string(bytes.error()))});
      all.push_back({each, *std::move(bytes)});
    }
  }
  return all;
}

Result<void> write_page(const Arguments& arguments, const std::string& page,
                        const std::vector<PageFile>& inside) {
  const std::string text = with_data(page, "inside", files_as_json(inside));
  auto output = OutputFile::open(arguments.html, {.force = arguments.force, .advice = "--force replaces it"});
  if (!output) return fail(output.error());
  output->append(bytes_of(text));
  return output->commit();
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

Answer serve(const Arguments& arguments, const std::string& page, ViewFiles& files, Session& session) {
  const auto done = serve_viewer(page, files, arguments.port, [&](const std::string& address) {
    print_address(arguments, address, session);
  });
  if (done) return Answer::yes;
  session.complain("", done.error());
  return Answer::failed;
}

Answer write_html(const Arguments& arguments, const std::string& page, ViewFiles& files, Session& session) {
  const auto inside = everything(files);
  if (!inside) {
    session.complain("", inside.error());
    return Answer::failed;
  }
  const auto done = write_page(arguments, page, *inside);
  if (done) return Answer::yes;
  session.complain_of_output(arguments.html, done.error());
  return Answer::failed;
}

}  // namespace

Answer run_view(const Arguments& arguments, Session& session) {
  const auto page = load_viewer_page();
  if (!page) {
    session.complain("", page.error());
    return Answer::failed;
  }
  ViewFiles files;
  for (const std::string& path : arguments.files) {
    if (const auto added = files.add(path); !added) {
      session.complain(path, added.error());
      return Answer::failed;
    }
  }
  if (files.is_cut_short())
    session.note(fmt::format("meshwright: there are more than {} files; the others are left out",
                             ViewFiles::kMostFiles));
  if (files.links() > 0)
    session.note(
        fmt::format("meshwright: {} left out: a link may lead out of the folder; name a file to open it",
                    counted(files.links(), "symbolic link is", "symbolic links are")));
  return arguments.html.empty() ? serve(arguments, *page, files, session)
                                : write_html(arguments, *page, files, session);
}

}  // namespace mw::cli
