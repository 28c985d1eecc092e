#include "plain_words.h"

#include <gtest/gtest.h>

namespace mw::view {
namespace {

TEST(PlainWords, LeaveOutWhatIsSaidOfOptions) {
  const std::pair<std::string_view, std::string_view> sentences[] = {
      {"no MDX: vertices have positions only (--mdx names it)", "no MDX: vertices have positions only"},
      {"2 images were not found; --textures DIR tells where to look for images", "2 images were not found"},
      {"2 images were not found; --textures a/b and all folders below it were searched",
       "2 images were not found"},
      {"assets: a.model shows this file too; --model chooses", "assets: a.model shows this file too"},
      {"is no room of an area; name it with --obstacle", "is no room of an area"},
      {"numbers of 3 nodes: compile it with --supermodel", "numbers of 3 nodes"},
      {"lights in extras only; --lights writes them; nothing else is lost",
       "lights in extras only; nothing else is lost"},
      {"no surface materials: a (b); their faces become c (--default-surface)",
       "no surface materials: a (b); their faces become c"},
      {"one (--a), two (--b)", "one, two"},
  };
  for (const auto& [whole, plain] : sentences) EXPECT_EQ(without_options(whole), plain);
}

TEST(PlainWords, LeaveNamesOfOthers) {
  for (const std::string_view sentence :
       {"4 textures are names only: brick, wall--old.dds, roof",
        "node arm--left has no parent; it is left out", "a--b (c--d): e",
        "node \"--x\" is twice there; it is left out", "there is no \"a; --b\"; nothing else is lost"})
    EXPECT_EQ(without_options(sentence), sentence);
  const std::pair<std::string_view, std::string_view> sentences[] = {
      {"2 images were not found: wall--old.dds; --textures DIR tells where to look for images",
       "2 images were not found: wall--old.dds"},
      {"no surface materials: a--b; their faces become c (--default-surface)",
       "no surface materials: a--b; their faces become c"},
  };
  for (const auto& [whole, plain] : sentences) EXPECT_EQ(without_options(whole), plain);
}

TEST(PlainWords, LeaveEverythingElse) {
  for (const std::string_view sentence :
       {"", "is fine", "a (b); c: d", "2 -- 3", "a --", "node \"--\" is twice there",
        "--stored-tree needs one file that has a tree of boxes"})
    EXPECT_EQ(without_options(sentence), sentence);
}

}  // namespace
}  // namespace mw::view
