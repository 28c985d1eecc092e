#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/files/output.h>
#include <spawn.h>
#include <algorithm>

#include "verbs.h"
#include "view_files.h"
#include "view_server.h"
#include "viewer_page.h"

extern char** environ;

namespace mw::cli {
namespace {

/// Where there is no browser, the printed address does it.
void open_browser(std::string address) {
  for (const char* program : {"xdg-open", "open"}) {
    std::string name = program;
    char* const words[] = {name.data(), address.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program, nullptr, nullptr, words, environ) == 0) return;
  }
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

Result<void> write_page(const Arguments& arguments, const std::string& page, ViewFiles& files) {
  const auto inside = everything(files);
  if (!inside) return fail(inside.error());
  const std::string text = with_data(page, "inside", files_as_json(*inside));
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
  const bool write = !arguments.html.empty();
  const auto done = write ? write_page(arguments, *page, files)
                          : serve_viewer(*page, files, arguments.port, [&](const std::string& address) {
                              print_address(arguments, address, session);
                            });
  if (!done) {
    session.complain_of_output(write ? arguments.html : "", done.error());
    return Answer::failed;
  }
  return Answer::yes;
}

}  // namespace mw::cli
