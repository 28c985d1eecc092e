#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "support/command.h"

/// The worked examples of docs/authoring.md, as they are printed there.
namespace mw {
namespace {

using test::read_text;
using test::shell;
using test::TemporaryFolder;

/// The lines of the first block of code below a heading.
std::vector<std::string> example(const std::string& heading) {
  const std::string page = read_text(MESHWRIGHT_ROOT "/docs/authoring.md");
  const auto section = page.find("\n## " + heading + "\n");
  if (section == page.npos) return {};
  const auto begin = page.find("```\n", section);
  const auto end = page.find("```\n", begin + 4);
  std::istringstream block(page.substr(begin + 4, end - begin - 4));
  std::vector<std::string> lines;
  for (std::string line; std::getline(block, line);) lines.push_back(line);
  return lines;
}

/// Lines that are no commands are printed by the one before them.
void expect_example_works(const std::string& heading) {
  constexpr std::string_view kCommand = "meshwright ";
  const std::vector<std::string> lines = example(heading);
  ASSERT_FALSE(lines.empty()) << heading;
  const TemporaryFolder folder;
  std::string printed;
  for (const std::string& line : lines) {
    if (!line.starts_with(kCommand)) {
      EXPECT_NE(printed.find(line), printed.npos) << line << "\nis not in\n" << printed;
      continue;
    }
    const auto outcome = shell(
        fmt::format("cd '{}' && \"$MESHWRIGHT\" {}", folder.path().string(), line.substr(kCommand.size())));
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
    printed = outcome.out + outcome.err;
  }
}

TEST(Authoring, ANewGeometry) {
  expect_example_works("A new .geometry");
}

TEST(Authoring, ANewPrimitives) {
  expect_example_works("A new .primitives");
}

TEST(Authoring, ANewBwm) {
  expect_example_works("A new .bwm");
}

}  // namespace
}  // namespace mw
