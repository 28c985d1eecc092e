#include <gtest/gtest.h>
#include <meshwright/formats/document.h>

#include "walkmesh_documents.h"

namespace mw::test {
namespace {

TEST(Rebuild, ASoundDocumentStaysAsItIs) {
  const Document room = opened(walkmesh::sample(walkmesh::Sample::room));
  const auto made = rebuild(room);
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->changes.empty());
  const OptionValues none;
  EXPECT_EQ(write(made->document, {.options = none})->bytes, write(room, {.options = none})->bytes);
}

TEST(Rebuild, OptionsReachTheFormat) {
  walkmesh::File file = room_of(floor(2));
  std::swap(file.faces[3][1], file.faces[3][2]);
  const Document room = opened(file);
  OptionValues options;
  const auto turned = [&] {
    const auto made = rebuild(room, options);
    return std::ranges::count(made.value().changes, "face-turned", &Change::what);
  };
  EXPECT_EQ(turned(), 0);
  options.set("fix");
  EXPECT_EQ(turned(), 1);
  options.set("tolerance", "100");
  EXPECT_TRUE(
      walkmesh::read(write(rebuild(room, options)->document, {.options = options})->bytes)->faces.empty())
      << "all corners are one";
}

TEST(Rebuild, OtherFormatsHaveNoSuchTables) {
  const Document layout = find_format("kotor-layout")->sample("sample.lyt", {}).value();
  EXPECT_EQ(to_string(rebuild(layout).error()), "is a kotor-layout, which has no tables to build anew");
}

}  // namespace
}  // namespace mw::test
