#include <gtest/gtest.h>
#include <meshwright/files/folder_neighbours.h>

#include <filesystem>

#include "neighbour_kinds.h"
#include "support/command.h"

namespace mw {
namespace {

using test::write_text;

constexpr NeighbourKind kTable{.name = "surfaces", .operand = "2DA", .help = {}, .search = Search::file};

class FolderNeighboursTest : public ::testing::Test {
 protected:
  /// The path that is found, below the test's folder; "none" when there is none.
  std::string found(FolderNeighbours& neighbours, const NeighbourKind& kind, const std::string& name = {}) {
    const auto result = neighbours.find(kind, name);
    if (!result) return to_string(result.error());
    if (!*result) return "none";
    return std::filesystem::path((*result)->file).lexically_relative(folder.path()).generic_string();
  }

  void put(const std::string& name, const std::string& text = "x") {
    std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
    write_text(folder / name, text);
  }

  test::TemporaryFolder folder;
};

TEST_F(FolderNeighboursTest, ACompanionLiesBesideInAnyCase) {
  put("a.mdl");
  FolderNeighbours alone({.file = folder / "a.mdl"});
  EXPECT_EQ(found(alone, kCompanion), "none");
  put("A.MDX");
  FolderNeighbours with({.file = folder / "a.mdl"});
  EXPECT_EQ(found(with, kCompanion), "A.MDX");
  put("a.mdx");
  EXPECT_EQ(found(with, kCompanion), "a.mdx");
  put("other.bin");
  FolderNeighbours named({.file = folder / "a.mdl", .named = {{"mdx", folder / "other.bin"}}});
  EXPECT_EQ(found(named, kCompanion), "other.bin");
  FolderNeighbours standard_input({.file = "-"});
  EXPECT_EQ(found(standard_input, kCompanion), "none");
}

TEST_F(FolderNeighboursTest, OnlyWhatTheUserNamesIsLookedFor) {
  put("a.mdl");
  put("surfacemat.2da");
  FolderNeighbours none({.file = folder / "a.mdl"});
  EXPECT_EQ(found(none, kTable), "none");
  EXPECT_EQ(found(none, kTextures, "a"), "none");
  EXPECT_EQ(found(none, kSupermodel, "a"), "none");
  EXPECT_EQ(none.place(kTextures), "");
  EXPECT_EQ(none.place(kSupermodel), "");
  FolderNeighbours named({.file = folder / "a.mdl", .named = {{"surfaces", folder / "surfacemat.2da"}}});
  EXPECT_EQ(found(named, kTable), "surfacemat.2da");
}

TEST_F(FolderNeighboursTest, AFolderIsSearchedToItsDepthTheBestExtensionFirst) {
  put("images/deep/Wall.TGA");
  put("images/z/wall.tga");
  FolderNeighbours neighbours({.file = folder / "a.mdl", .named = {{"textures", folder / "images"}}});
  EXPECT_EQ(found(neighbours, kTextures, "wall"), "images/deep/Wall.TGA");
  EXPECT_EQ(found(neighbours, kTextures, "Art\\Land\\WALL.dds"), "images/deep/Wall.TGA");
  EXPECT_EQ(found(neighbours, kTextures, "floor"), "none");
  put("images/z/wall.png");
  FolderNeighbours again({.file = folder / "a.mdl", .named = {{"textures", folder / "images"}}});
  EXPECT_EQ(found(again, kTextures, "wall"), "images/z/wall.png");
}

TEST_F(FolderNeighboursTest, AFileStandsForTheFirstAndItsFolderForTheRest) {
  put("models/renamed.mdl");
  put("models/Second.MDL");
  put("models/deep/third.mdl");
  FolderNeighbours file({.file = folder / "a.mdl", .named = {{"supermodel", folder / "models/renamed.mdl"}}});
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(found(file, kSupermodel, "first"), "models/renamed.mdl");
    EXPECT_EQ(found(file, kUpper, "second"), "models/Second.MDL");
    EXPECT_EQ(found(file, kUpper, "third"), "none");
  }
  EXPECT_EQ(file.place(kSupermodel), folder / "models");
  FolderNeighbours whole({.file = folder / "a.mdl", .named = {{"supermodel", folder / "models"}}});
  EXPECT_EQ(found(whole, kSupermodel, "renamed"), "models/renamed.mdl");
  EXPECT_EQ(found(whole, kUpper, "second"), "models/Second.MDL");
  EXPECT_EQ(found(whole, kUpper, "third"), "models/deep/third.mdl") << "a folder is named with what is in it";
}

/// A folder of thousands of models is listed once, not once for each of them.
TEST_F(FolderNeighboursTest, FilesThatShareAnIndexListAFolderOnce) {
  put("A.MDX");
  const auto index = std::make_shared<FolderIndex>();
  FolderNeighbours first({.file = folder / "a.mdl", .index = index});
  EXPECT_EQ(found(first, kCompanion), "A.MDX");
  put("B.MDX");
  FolderNeighbours second({.file = folder / "b.mdl", .index = index});
  EXPECT_EQ(found(second, kCompanion), "none") << "it came after the folder was listed";
  FolderNeighbours alone({.file = folder / "b.mdl"});
  EXPECT_EQ(found(alone, kCompanion), "B.MDX");
}

TEST_F(FolderNeighboursTest, TellsTheBytesOfEveryFileAsItIsOpened) {
  put("a.mdl", "model");
  put("a.mdx", "rows");
  std::map<std::string, std::string> heard;
  FolderNeighbours files({.file = folder / "a.mdl", .opened = [&](const std::string& path, ByteSpan bytes) {
                            heard[path] = text_of(bytes);
                          }});
  ASSERT_TRUE(files.open(folder / "a.mdl"));
  ASSERT_TRUE((*files.find(kCompanion, {}))->load());
  EXPECT_EQ(heard,
            (std::map<std::string, std::string>{{folder / "a.mdl", "model"}, {folder / "a.mdx", "rows"}}));
}

/// A .gltf out of a pipe has nothing beside it, and a file called - is not the pipe.
TEST_F(FolderNeighboursTest, APipeHasNoNeighbours) {
  FolderNeighbours neighbours({.file = "-"});
  EXPECT_EQ(found(neighbours, kLinked, "a.bin"), "none");
  FolderNeighbours here({.file = "a.gltf"});
  EXPECT_EQ((*here.find(kLinked, "-"))->file, "./-");
}

/// The bytes go with the last that holds them; that they were cut short before is not forgotten.
TEST_F(FolderNeighboursTest, RemembersAFileThatShrankBeforeItWasClosed) {
  put("a.bin", "12345");
  FolderNeighbours neighbours({.file = folder / "a.bin"});
  {
    const Blob blob = neighbours.open(folder / "a.bin").value();
    std::filesystem::resize_file(folder / "a.bin", 0);
    EXPECT_EQ(std::to_integer<int>(blob.bytes()[0]), 0);
  }
  EXPECT_EQ(neighbours.shrunk(), folder / "a.bin");
  EXPECT_EQ(neighbours.identities().size(), 1U);
}

TEST_F(FolderNeighboursTest, LinksAreRelativeToTheOutput) {
  put("images/wall.png");
  FolderNeighbours neighbours({.file = folder / "a.mdl",
                               .named = {{"textures", folder / "images"}},
                               .output = folder / "out/a.gltf"});
  EXPECT_EQ((*neighbours.find(kTextures, "wall"))->link, "../images/wall.png");
  FolderNeighbours to_stdout(
      {.file = folder / "a.mdl", .named = {{"textures", folder / "images"}}, .output = "-"});
  EXPECT_EQ((*to_stdout.find(kTextures, "wall"))->link, "");
}

TEST_F(FolderNeighboursTest, KeepsAccountOfWhatWasOpened) {
  put("a.gltf");
  put("a.bin", "12345");
  FolderNeighbours neighbours({.file = folder / "a.gltf"});
  ASSERT_TRUE(neighbours.open(folder / "a.gltf"));
  const auto bytes = load_neighbour(&neighbours, kLinked, "a.bin");
  ASSERT_TRUE(bytes);
  EXPECT_EQ(text_of((*bytes)->bytes()), "12345");
  EXPECT_EQ(neighbours.identities().size(), 2U);
  EXPECT_EQ(neighbours.shrunk(), std::nullopt);
  std::filesystem::resize_file(folder / "a.bin", 0);
  EXPECT_EQ(std::to_integer<int>((*bytes)->bytes()[0]), 0);  // the page is gone
  EXPECT_EQ(neighbours.shrunk(), folder / "a.bin");
}

TEST_F(FolderNeighboursTest, WhatCannotBeLoadedIsNamed) {
  FolderNeighbours neighbours({.file = folder / "a.gltf", .named = {{"surfaces", folder / "none.2da"}}});
  const auto bytes = load_neighbour(&neighbours, kTable);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(to_string(bytes.error()),
            "surfaces " + (folder / "none.2da") + ": cannot open: No such file or directory");
}

/// The bytes stay as long as somebody holds them.
TEST_F(FolderNeighboursTest, BlobsOutliveTheNeighbours) {
  put("a.bin", "12345");
  Blob blob;
  {
    FolderNeighbours neighbours({.file = folder / "a.bin"});
    blob = neighbours.open(folder / "a.bin").value();
  }
  EXPECT_EQ(text_of(blob.bytes()), "12345");
}

}  // namespace
}  // namespace mw
