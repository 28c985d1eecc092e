#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "recorded.h"
#include "support/command.h"

namespace mw {
namespace {

using test::Recorded;
using test::TemporaryFolder;

std::vector<std::string> commands() {
  std::vector<std::string> all;
  std::ifstream stream(MESHWRIGHT_ROOT "/tests/golden/commands.txt");
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && !line.starts_with("#")) all.push_back(line);
  return all;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at))
    text.replace(at, part.size(), "DIR");
  return text;
}

/// How long something took is another number every time.
std::string without_times(const std::string& text) {
  static const std::regex kSeconds(R"("seconds":[^,}]*)");
  return std::regex_replace(text, kSeconds, R"("seconds":0)");
}

void record_files(Recorded& recorded, const TemporaryFolder& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files)
    recorded.add("file " + std::filesystem::relative(file, folder.path()).string(),
                 test::read_text(file.string()));
}

TEST(GoldenCommands, SayAndWrite) {
  const TemporaryFolder folder;
  Recorded recorded("commands");
  std::size_t number = 0;
  for (const std::string& line : commands()) {
    const test::Outcome outcome = test::shell(
        fmt::format("cd '{}' && set -f && exec \"$MESHWRIGHT\" {} </dev/null", folder.path().string(), line));
    const std::string name = fmt::format("{:03} {}", ++number, line);
    recorded.add(name, {{"exit code", std::to_string(outcome.code)},
                        {"stdout", without_times(without(outcome.out, folder.path().string()))},
                        {"stderr", without(outcome.err, folder.path().string())}});
  }
  record_files(recorded, folder);
  recorded.expect_same();
}

}  // namespace
}  // namespace mw
