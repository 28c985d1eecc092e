#include "archives.h"

#include <gtest/gtest.h>

#include "view_fixtures.h"

/// Files that hold other files say what they are.
namespace mw::view {
namespace {

/// The sentence about a file that begins so.
std::string told(std::string_view name, std::string_view magic, std::size_t count_at = 0,
                 std::uint32_t count = 0) {
  Bytes head(64);
  std::ranges::copy(bytes_of(magic), head.begin());
  if (count_at != 0) std::memcpy(head.data() + count_at, &count, sizeof(count));
  const auto found = told_as_archive(head, name);
  return found ? found->message : "no archive";
}

TEST(Archives, AreNamedWithWhatToDo) {
  EXPECT_EQ(told("m01.mod", "MOD V1.0", 16, 421),
            "is a module of Knights of the Old Republic with 421 files in it. This page does not open it "
            "yet: unpack it with "
            "KOTOR Tool, or with unerf of xoreos-tools, and drop the folder with what was in it");
  EXPECT_EQ(told("a.sav", "MOD V1.0", 16, 1),
            "is a saved game of Knights of the Old Republic with 1 file in it. This page does not open it "
            "yet: unpack it with "
            "KOTOR Tool, or with unerf of xoreos-tools, and drop the folder with what was in it");
  EXPECT_TRUE(told("m01.rim", "RIM V1.0", 12, 7)
                  .starts_with("is a module of Knights of the Old Republic with 7 files in it."));
  EXPECT_TRUE(told("released.mod", "ERF V1.0", 16, 2).starts_with("is a module"))
      << "one mod was released so";
  EXPECT_TRUE(
      told("a.bif", "BIFFV1  ", 8, 9)
          .starts_with(
              "is an archive of Knights of the Old Republic, whose names are in chitin.key with 9 files"));
  EXPECT_TRUE(told("A.BZF", "BIFFV1  ", 8, 9).starts_with("is a packed archive"));
  EXPECT_TRUE(told("chitin.key", "KEY V1  ").starts_with("is the list of names"));
  EXPECT_TRUE(
      told("a.idx", "ISFP").starts_with("is a list of what is in a package of World of Warships (.pkg). "));
  EXPECT_TRUE(told("a_0001.PKG", "").starts_with("is a package of World of Warships"));
  EXPECT_TRUE(told("Everything.stuff", "").starts_with("is an archive of Black & White 2. "));
  for (const std::string_view magic : {"PK\x03\x04", "Rar!", "7z\xBC\xAF\x27\x1C"})
    EXPECT_NE(told("mod.zip", magic).find("unpack it with your system or its own program"),
              std::string::npos);
}

TEST(Archives, OthersAreNone) {
  EXPECT_EQ(told("a.mdl", ""), "no archive");
  EXPECT_EQ(told("a.mod", "MOD V2.0"), "no archive");
  EXPECT_FALSE(told_as_archive({}, "a.mod"));
  EXPECT_FALSE(recognised_archive({}, "a.mod"));
  EXPECT_EQ(recognised_archive({}, "a.pkg")->json.find("{\"archive\":\"is a package"), 0U);
  const Bytes short_head(9, std::byte{'x'});
  EXPECT_FALSE(told_as_archive(short_head, "a.bif"));
}

TEST(Archives, AreNoErrorsOfModels) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("m01.mod", blob_of("MOD V1.0 and so on"));
  files->add("hero.mdx", blob_of("PK\x03\x04"));
  OpenedFile file(files, "m01.mod");
  const JsonValue about = asked(file, "about");
  EXPECT_EQ(*about.find("is_archive")->get_if<bool>(), true);
  EXPECT_EQ(*about.find("is_part")->get_if<bool>(), false);
  OpenedFile part(files, "hero.mdx");
  EXPECT_EQ(*asked(part, "about").find("is_archive")->get_if<bool>(), false) << "its name says more";
}

}  // namespace
}  // namespace mw::view
