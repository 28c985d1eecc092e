#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/opened_file.h>
#include <algorithm>

#include "support/bytes.h"
#include "view_fixtures.h"

// What is left of a file whose end is missing, and what is only damaged.
namespace mw::view {
namespace {

/// A count or an offset that is wrong in a whole file leads behind its end, too.
TEST(Rest, DamagedFilesAreNotCalledShorterThanTheySay) {
  constexpr std::size_t kLastCount = 128;  // of the WOK's last table: it says that the file is longer
  constexpr std::uint32_t kWords[] = {0x7F, 0x10000, 0x7FFFFFFF};
  for (const auto& [format, name] :
       {std::pair("kotor-walkmesh", "a.wok"), std::pair("wows-geometry", "a.geometry")}) {
    DroppedFiles sample;
    ASSERT_TRUE(add_sample(sample, format, name));
    const ByteSpan whole = sample.find(name)->blob()->bytes();
    std::size_t refused = 0;
    for (std::size_t at = 0; at + 4 <= std::min<std::size_t>(whole.size(), 200); at += 4) {
      if (at == kLastCount && name == std::string_view("a.wok")) continue;
      for (const std::uint32_t word : kWords) {
        Bytes damaged(whole.begin(), whole.end());
        test::put(damaged, at, word);
        auto files = std::make_shared<DroppedFiles>();
        files->add(name, Blob(std::move(damaged)));
        OpenedFile file(files, name);
        const JsonValue about = asked(file, "about");
        refused += about.find("error")->get_if<JsonObject>() != nullptr ? 1 : 0;
        EXPECT_FALSE(*about.find("is_cut")->get_if<bool>()) << name << ": " << word << " at " << at;
      }
    }
    EXPECT_GT(refused, 0U) << name;
  }
}

TEST(Rest, EveryCutOfAWalkmeshIsCalledOne) {
  DroppedFiles sample;
  ASSERT_TRUE(add_sample(sample, "kotor-walkmesh", "a.wok"));
  const ByteSpan whole = sample.find("a.wok")->blob()->bytes();
  for (std::size_t end = 8; end < whole.size(); end += 997) {
    auto files = std::make_shared<DroppedFiles>();
    files->add("a.wok", Blob(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(end))));
    OpenedFile file(files, "a.wok");
    EXPECT_TRUE(*asked(file, "about").find("is_cut")->get_if<bool>()) << "cut at " << end;
  }
}

}  // namespace
}  // namespace mw::view
