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

/// A mesh without normals gets those of its faces; with the option, sharp edges stay sharp.
TEST(ConvertNormals, ACreaseDividesSharpEdges) {
  constexpr std::string_view kText =
      "v 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 0\nv 0 1 1\nv 0 0 1\nf 4 1 2 3\nf 4 3 5 6\n";
  const auto obj = open({.blob = Blob::borrowed(std::as_bytes(std::span(kText))), .name = "a.obj"});
  ASSERT_TRUE(obj);
  const auto vertices = [&](const char* degrees) {
    Target target{.format = find_format("gltf"), .name = "a.glb"};
    target.options.set("crease", degrees);
    const auto made = convert(*obj, target);
    EXPECT_TRUE(made) << to_string(made.error());
    const Document glb = open({.blob = Blob(made->output.bytes)}).value();
    const scene::Scene scene = to_scene(glb).value();
    EXPECT_EQ(scene.meshes[0].primitives[0].normals.size(), scene.meshes[0].primitives[0].positions.size());
    return scene.meshes[0].primitives[0].positions.size();
  };
  EXPECT_EQ(vertices("60"), 8U);
  EXPECT_EQ(vertices("120"), 6U);
  Target wrong{.format = find_format("gltf"), .name = "a.glb"};
  wrong.options.set("crease", "sharp");
  EXPECT_EQ(to_string(convert(*obj, wrong).error()), "crease: expected degrees from 0 to 180, got sharp");
}

}  // namespace
}  // namespace mw
