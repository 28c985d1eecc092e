#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>

#include <utility>

namespace mw {
namespace {

/// An OBJ that was made with the file's numbers comes back with them.
TEST(ConvertAxes, RawAxesOfAnObj) {
  const auto bounds_of = [](const Document& document) {
    return document.format().info(document)->bounds.value();
  };
  for (const auto& [format, name] : {std::pair("kotor-walkmesh", "a.wok"), std::pair("bw2-bwm", "a.bwm")}) {
    const Document original = find_format(format)->sample("", {}).value();
    OptionValues raw;
    raw.set("raw-axes");
    const auto obj = convert(original, {.format = find_format("obj"), .name = "-", .options = raw});
    ASSERT_TRUE(obj) << to_string(obj.error());
    const auto edited = open({.blob = Blob(obj->output.bytes), .name = "a.obj"});
    ASSERT_TRUE(edited);
    const auto made = convert(*edited, {.format = find_format(format), .name = name, .options = raw});
    ASSERT_TRUE(made) << to_string(made.error());
    const Document back = open({.blob = Blob(made->output.bytes), .name = name}).value();
    EXPECT_EQ(bounds_of(back).min, bounds_of(original).min) << format;
    EXPECT_EQ(bounds_of(back).max, bounds_of(original).max) << format;
    // Nothing is inside out.
    Findings findings;
    ASSERT_TRUE(validate(back, findings));
    EXPECT_EQ(findings.count(Severity::error), 0U) << format;
    if (std::string_view(format) == "bw2-bwm") continue;  // the same on both sides
    const auto turned = convert(*edited, {.format = find_format(format), .name = name});
    ASSERT_TRUE(turned) << to_string(turned.error());
    EXPECT_NE(bounds_of(open({.blob = Blob(turned->output.bytes), .name = name}).value()).min,
              bounds_of(original).min);
  }
}

}  // namespace
}  // namespace mw
