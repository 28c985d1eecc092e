#include "dropped_files.h"
#include "state.h"

#include <gtest/gtest.h>

/// Which of the files that were dropped together is meant by what one of them asks for.
namespace mw::view {
namespace {

constexpr std::string_view kLayouts[] = {".lyt"};
constexpr std::string_view kPictures[] = {".png", ".tga"};
constexpr NeighbourKind kLayout = {.name = "layout", .operand = "LYT", .help = {}, .extensions = kLayouts};
constexpr NeighbourKind kTable = {.name = "surfaces", .operand = "2DA", .help = {}};
constexpr NeighbourKind kRoom = {.name = "wok", .operand = "WOK", .help = {}};
constexpr NeighbourKind kAssets = {.name = "assets", .operand = "FILE", .help = {}};
constexpr NeighbourKind kTexture = {
    .name = "textures", .operand = "DIR", .help = {}, .search = Search::folder, .extensions = kPictures};
constexpr NeighbourKind kBeside = {
    .name = "beside", .operand = {}, .help = {}, .search = Search::beside, .extensions = kPictures};
constexpr NeighbourKind kLinked = {.name = "linked", .operand = {}, .help = {}, .search = Search::linked};

/// Of "x/room.wok", dropped together with these.
std::string found(const NeighbourKind& kind, const std::vector<std::string>& paths,
                  const std::string& name = {}) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("x/room.wok", Blob(Bytes(1)));
  for (const std::string& path : paths) files->add(path, Blob(Bytes(1)));
  const auto neighbour = DroppedNeighbours(files, "x/room.wok").find(kind, name);
  return neighbour && *neighbour ? (*neighbour)->file : "none";
}

TEST(DroppedFiles, OneOfItsKindIsMeantWhereverItIs) {
  EXPECT_EQ(found(kLayout, {"x/area.lyt"}), "x/area.lyt");
  EXPECT_EQ(found(kLayout, {"y/area.LYT"}), "y/area.LYT");
  EXPECT_EQ(found(kLayout, {"y/area.lyt", "x/area.lyt", "z/area.lyt"}), "x/area.lyt")
      << "its own folder comes first";
  EXPECT_EQ(found(kLayout, {"y/area.lyt", "z/other.lyt"}), "none") << "there is no telling";
  EXPECT_EQ(found(kLayout, {"x/area.lyt", "x/other.lyt"}), "none");
  EXPECT_EQ(found(kLayout, {"x/area.lyt", "x/ROOM.lyt"}), "x/ROOM.lyt") << "called as the file is";
  EXPECT_EQ(found(kLayout, {"x/area.lyx"}), "none");
}

TEST(DroppedFiles, WhatTheHelpNamesIsMeant) {
  EXPECT_EQ(found(kTable, {"y/some.2da"}), "y/some.2da");
  EXPECT_EQ(found(kAssets, {"y/Assets.bin", "y/room.bin"}), "y/Assets.bin");
  EXPECT_EQ(found(kAssets, {"y/other.bin"}), "none");
  // What is opened itself is meant only by the same name.
  EXPECT_EQ(found(kRoom, {"y/other.wok"}), "none");
}

TEST(DroppedFiles, NamesMayLackTheirExtension) {
  EXPECT_EQ(found(kTexture, {"y/wall.tga", "z/wall.png"}, "wall"), "z/wall.png")
      << "the best extension first";
  EXPECT_EQ(found(kTexture, {"y/wall.png", "x/wall.png"}, "WALL"), "x/wall.png") << "its own folder first";
  EXPECT_EQ(found(kTexture, {"y/wall.tga"}, "wall.dds"), "y/wall.tga");
  EXPECT_EQ(found(kTexture, {"y/wall.tga", "z/wall.png"}, "wall.tga"), "y/wall.tga") << "the very name first";
  EXPECT_EQ(found(kTexture, {"y/wall.txt"}, "wall"), "none");
  EXPECT_EQ(found(kBeside, {"y/room.tga", "y/wall.png"}), "y/room.tga");
}

TEST(DroppedFiles, ALinkIsRelativeToTheFile) {
  EXPECT_EQ(found(kLinked, {"y/a.bin", "x/a.bin"}, "a.bin"), "x/a.bin");
  EXPECT_EQ(found(kLinked, {"y/a.bin", "x/s/A.bin"}, "s/a.bin"), "x/s/A.bin");
  EXPECT_EQ(found(kLinked, {"y/a.bin"}, "a.bin"), "y/a.bin") << "elsewhere is better than nowhere";
  EXPECT_EQ(found(kLinked, {}, "a.bin"), "none");
  EXPECT_EQ(found(kLinked, {}, "room.wok"), "none") << "no file is its own neighbour";
}

TEST(DroppedFiles, WhatCameTogetherIsNearer) {
  const auto found_in = [](const NeighbourKind& kind,
                           const std::vector<std::pair<std::string, unsigned>>& others) {
    auto files = std::make_shared<DroppedFiles>();
    const auto nothing = [] { return Result<Blob>(); };
    files->add("room.wok", nothing, 1);
    for (const auto& [path, drop] : others) files->add(path, nothing, drop);
    const auto neighbour = DroppedNeighbours(files, "room.wok").find(kind, {});
    return neighbour && *neighbour ? (*neighbour)->file : "none";
  };
  EXPECT_EQ(found_in(kLayout, {{"a.lyt", 1}, {"b.lyt", 2}}), "a.lyt");
  EXPECT_EQ(found_in(kLayout, {{"x/a.lyt", 1}, {"b.lyt", 2}}), "b.lyt") << "its own folder comes first";
  EXPECT_EQ(found_in(kLayout, {{"x/a.lyt", 1}, {"y/b.lyt", 2}}), "x/a.lyt");
  EXPECT_EQ(found_in(kLayout, {{"a.lyt", 1}, {"b.lyt", 1}, {"c.lyt", 2}}), "none");
  EXPECT_EQ(found_in(kLayout, {{"c.lyt", 2}}), "c.lyt");
  EXPECT_EQ(found_in(kTable, {{"some.2da", 2}}), "some.2da");
  EXPECT_EQ(found_in(kTable, {{"some.2da", 2}, {"other.2da", 2}}), "none") << "a folder of tables";
  EXPECT_EQ(found_in(kTable, {{"some.2da", 2}, {"other.2da", 2}, {"third.2da", 3}}), "third.2da");
  EXPECT_EQ(found_in(kTable, {{"some.2da", 1}, {"other.2da", 1}}), "some.2da");
  EXPECT_EQ(found_in(kAssets, {{"assets.bin", 2}}), "assets.bin");
}

TEST(DroppedFiles, BytesAreAskedForOnceAndWhenTheyAreNeeded) {
  int asked_for = 0;
  DroppedFiles files;
  files.add("a.wok", [&] {
    ++asked_for;
    return Result<Blob>(Blob(Bytes(3)));
  });
  EXPECT_EQ(asked_for, 0);
  EXPECT_EQ(files.find("a.wok")->blob()->bytes().size(), 3U);
  EXPECT_EQ(files.find("a.wok")->blob()->bytes().size(), 3U);
  EXPECT_EQ(asked_for, 1);
  files.add("b.wok", [&]() -> Result<Blob> {
    ++asked_for;
    return fail({.message = "is gone"});
  });
  const auto shared = std::make_shared<const DroppedFiles>(files);
  EXPECT_EQ(to_string(source_in(shared, "b.wok").error()), "is gone");
  EXPECT_EQ(to_string(open_dropped(shared, "b.wok").error()), "is gone");
  EXPECT_EQ(asked_for, 3) << "it may be back";
  OpenedFile file(shared, "b.wok");
  EXPECT_EQ(to_string(file.ask("scene", {}).error()), "is gone");
}

}  // namespace
}  // namespace mw::view
