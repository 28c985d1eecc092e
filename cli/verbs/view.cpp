#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "verbs.h"

namespace mw::cli {
namespace {

/// Beside the program in the build tree, and where it is installed.
std::vector<std::string> places_of_server() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return {(folder / "meshwright-serve").string(),
          (folder.parent_path() / MESHWRIGHT_LIBEXEC / "meshwright-serve").string()};
}

}  // namespace

// Replaces this program by the one that serves (serve/), with the same words: its library links those of TLS
// and of compression, and loading them would take longer than most work of the other verbs.
ExitCode run_view(const Arguments& arguments, Session& session) {
  std::vector<std::string> copies = arguments.words;
  std::string name = "meshwright";
  std::vector<char*> words = {name.data()};
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  for (const std::string& place : places_of_server()) ::execv(place.c_str(), words.data());
  session.report_error("",
                       {.message = fmt::format("cannot start meshwright-serve at {}: {}",
                                               fmt::join(places_of_server(), " or "), std::strerror(errno))});
  return ExitCode::failed;
}

}  // namespace mw::cli
