#include <fmt/format.h>
#include <meshwright/files/output.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "cli/serve/view_open.h"
#include "cli/serve/viewer_page.h"
#include "verbs.h"

namespace mw::cli {
namespace {

/// All opened files with what they need, each once.
Result<std::vector<PageFile>> everything(ViewFiles& files) {
  std::vector<PageFile> all;
  std::set<std::string> taken;
  for (const std::string& name : std::vector<std::string>(files.names())) {
    const auto names = files.needed_for(name);
    if (!names) return fail(names.error());
    for (const std::string& each : *names) {
      if (!taken.insert(each).second) continue;
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

Answer write_html(const Arguments& arguments, Session& session) {
  const auto viewed = open_for_view(arguments, session);
  if (!viewed) return Answer::failed;
  const auto inside = everything(viewed->files);
  if (!inside) {
    session.complain("", inside.error());
    return Answer::failed;
  }
  const auto done = write_page(arguments, viewed->page, *inside);
  if (done) return Answer::yes;
  session.complain_of_output(arguments.html, done.error());
  return Answer::failed;
}

/// Beside the program where it was built, and where it is installed.
std::vector<std::string> places_of_server() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return {(folder / "meshwright-serve").string(),
          (folder.parent_path() / MESHWRIGHT_LIBEXEC / "meshwright-serve").string()};
}

/// Becomes the program that serves, with the same words.
Answer become_server(const Arguments& arguments, Session& session) {
  session.flush();
  std::vector<std::string> copies = arguments.words;
  std::string name = "meshwright";
  std::vector<char*> words = {name.data()};
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  for (const std::string& place : places_of_server()) ::execv(place.c_str(), words.data());
  session.complain(
      "", {.message = fmt::format("cannot start meshwright-serve at {}: {}; --html writes a page instead",
                                  fmt::join(places_of_server(), " or "), std::strerror(errno))});
  return Answer::failed;
}

}  // namespace

// The server is a program of its own: the library that it is made with brings those of TLS and of
// compression, and loading them would take longer than most of what the other verbs do.
Answer run_view(const Arguments& arguments, Session& session) {
  return arguments.html.empty() ? become_server(arguments, session) : write_html(arguments, session);
}

}  // namespace mw::cli
