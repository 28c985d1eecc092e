#include <gtest/gtest.h>
#include <meshwright/batch/open_file.h>
#include <meshwright/formats/registry.h>

#include <string>

#include "support/command.h"
#include "support/documents.h"
#include "support/losses.h"

namespace mw {
namespace {

std::string as_text(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(OpenFile, FindsWhatLiesBeside) {
  const test::TemporaryFolder folder;
  const Output sample = test::written_sample(*find_format("kotor-mdl"), "a.mdl");
  test::write_text(folder / "a.mdl", as_text(sample.bytes));
  test::write_text(folder / "A.MDX", as_text(*sample.companion));
  const auto model = open_file(folder / "a.mdl");
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->format().id, "kotor-mdl");
  EXPECT_TRUE(model->companion);
  EXPECT_EQ(model->losses, std::vector<std::string>());
}

TEST(OpenFile, SaysWhyItCannot) {
  const test::TemporaryFolder folder;
  const auto missing = open_file(folder / "b.mdl");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "cannot open: No such file or directory");
  EXPECT_EQ(missing.error().code, ErrorCode::file);
  test::write_text(folder / "c.mdl", "?");
  EXPECT_EQ(open_file(folder / "c.mdl").error().message, "not a known format: it starts with the text \"?\"");
}

TEST(OpenFile, OptionsThatCannotBeAreRefused) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a.bwm", as_text(test::written_sample(*find_format("bw2-bwm"), "a.bwm").bytes));
  const Document document = open_file(folder / "a.bwm").value();
  OptionValues options;
  options.set("lod", "banana");
  const auto scene = to_scene(document, options);
  ASSERT_FALSE(scene);
  EXPECT_EQ(to_string(scene.error()).substr(0, 4), "lod:");
  EXPECT_EQ(scene.error().code, ErrorCode::option);
}

}  // namespace
}  // namespace mw
