#include <cli/arguments/arguments.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/read_count.h>
#include <meshwright/files/folder_neighbours.h>
#include <meshwright/formats/document.h>

#include "support/command.h"

/// The verbs in this process, so that what they read can be counted.
namespace mw::cli {
namespace {

using test::TemporaryFolder;

/// Runs a verb and gives how many files and texts were parsed for it.
std::uint64_t reads_of(const std::vector<std::string>& words) {
  const auto parsed = parse_arguments(words);
  const auto* arguments = std::get_if<Arguments>(&parsed);
  EXPECT_NE(arguments, nullptr) << words[0];
  if (arguments == nullptr) return 0;
  const std::uint64_t before = reads_on_this_thread();
  testing::internal::CaptureStdout();
  {
    Session session(false, Colour::never);
    EXPECT_NE(find_verb(arguments->verb)->run(*arguments, session), ExitCode::failed) << words[0];
    session.flush();
  }
  testing::internal::GetCapturedStdout();
  return reads_on_this_thread() - before;
}

/// How often opening a file, and nothing else, parses: its content is recognised, and an MDL and its MDX are
/// two files.
std::uint64_t reads_of_opening(const std::string& path) {
  const auto files = std::make_shared<FolderNeighbours>(FolderNeighbours::Options{.file = path});
  const std::uint64_t before = reads_on_this_thread();
  EXPECT_TRUE(open({.blob = files->open(path).value(), .name = path, .neighbours = files}));
  const std::uint64_t reads = reads_on_this_thread() - before;
  EXPECT_GT(reads, 0U);
  return reads;
}

struct Case {
  const char* format;
  const char* file;
};

constexpr Case kCases[] = {{"kotor-walkmesh", "a.wok"},     {"kotor-mdl", "a.mdl"},
                           {"wows-geometry", "a.geometry"}, {"wows-primitives", "a.primitives"},
                           {"wows-splash", "a.splash"},     {"bw2-bwm", "a.bwm"}};

/// A file is opened once by every command, whatever it then asks of it.
TEST(Reads, OnePerFileAndCommand) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.format);
    const TemporaryFolder folder;
    const std::string file = folder / c.file;
    EXPECT_EQ(reads_of({"sample", c.format, file}), 0U);
    const std::uint64_t once = reads_of_opening(file);
    for (const char* verb : {"info", "validate", "dump", "roundtrip"})
      EXPECT_EQ(reads_of({verb, file}), once) << verb;
    EXPECT_EQ(reads_of({"info", file, file}), 2 * once);
    EXPECT_EQ(reads_of({"diff", file, file}), 2 * once);
    for (const char* output : {"b.json", "b.glb", "b.gltf", "b.obj"})
      EXPECT_EQ(reads_of({"convert", file, folder / output}), once) << output;
    EXPECT_EQ(reads_of({"convert", file, folder / ("copy_" + std::string(c.file))}), once);
  }
}

TEST(Reads, OnePerJsonAndCommand) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.format);
    const TemporaryFolder folder;
    const std::string json = folder / "a.json";
    reads_of({"sample", c.format, folder / c.file});
    reads_of({"convert", folder / c.file, json});
    const std::uint64_t once = reads_of_opening(json);
    for (const char* verb : {"info", "validate", "dump", "roundtrip"})
      EXPECT_EQ(reads_of({verb, json}), once) << verb;
    EXPECT_EQ(reads_of({"diff", json, folder / c.file}), once + reads_of_opening(folder / c.file));
    EXPECT_EQ(reads_of({"convert", json, folder / "b.glb"}), once);
    EXPECT_EQ(reads_of({"convert", json, folder / ("copy_" + std::string(c.file))}), once);
  }
}

}  // namespace
}  // namespace mw::cli
