#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/geometry.h>

#include <cmath>
#include <glm/common.hpp>

#include "support/documents.h"
#include "support/losses.h"

namespace mw {
namespace {

/// One bone, turned a quarter about x from where it was bound: the square of the skin stands upright in rest.
TEST(Convert, SkinsComeInRestWhereTheTargetHasNoSkeletons) {
  scene::Scene s;
  const float half = std::sqrt(0.5F);
  add_node(s, {.name = "bone", .transform = {.rotation = Quat(half, half, 0, 0)}});
  s.skins.push_back({.joints = {0}, .inverse_binds = {Mat4(1)}});
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 2, 0}},
                                      .normals = std::vector<Vec3>(4, Vec3(0, 0, 1)),
                                      .joints = std::vector<scene::U16Vec4>(4, scene::U16Vec4(0)),
                                      .weights = std::vector<Vec4>(4, Vec4(1, 0, 0, 0)),
                                      .indices = {0, 1, 2, 0, 2, 3}}}});
  s.meshes[0].primitives[0].uvs[0] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  add_node(s, {.name = "skin", .transform = {.translation = {50, 0, 0}}, .mesh = 0, .skin = 0});
  const Document document(*find_format("gltf"), s);
  for (const auto& [id, name] :
       {std::pair("bw2-bwm", "a.bwm"), std::pair("obj", "a.obj"), std::pair("wows-geometry", "a.geometry"),
        std::pair("wows-primitives", "a.primitives")}) {
    const auto made = convert(document, {.format = find_format(id), .name = name});
    ASSERT_TRUE(made) << id << ": " << to_string(made.error());
    const auto again = open({.blob = Blob(made->output.bytes), .name = name});
    ASSERT_TRUE(again) << id << ": " << to_string(again.error());
    scene::Scene shown = to_scene(*again).value();
    for (scene::Node& node : shown.nodes)  // a footprint is larger than what stands on it
      if (node.name.find("footprint") != std::string::npos) node.mesh.reset();
    const auto box = scene::bounds(shown);
    ASSERT_TRUE(box) << id;
    EXPECT_NEAR(box->max.x - box->min.x, 4, 1e-3F) << id;
    EXPECT_NEAR(box->max.y - box->min.y, 0, 1e-3F) << id;
    EXPECT_NEAR(box->max.z - box->min.z, 2, 1e-3F) << id;
    EXPECT_NEAR(box->min.x, 0, 1e-3F) << id;
  }
}

/// The same turned about z instead, so that it can be walked on still: a quarter, from x to y.
TEST(Convert, SkinsComeInRestInAWalkmeshToo) {
  scene::Scene s;
  const float half = std::sqrt(0.5F);
  add_node(s, {.name = "bone", .transform = {.rotation = Quat(half, 0, half, 0)}});
  s.skins.push_back({.joints = {0}, .inverse_binds = {Mat4(1)}});
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {4, 0, 0}, {4, 0, -2}, {0, 0, -2}},
                                      .normals = std::vector<Vec3>(4, Vec3(0, 1, 0)),
                                      .joints = std::vector<scene::U16Vec4>(4, scene::U16Vec4(0)),
                                      .weights = std::vector<Vec4>(4, Vec4(1, 0, 0, 0)),
                                      .indices = {0, 1, 2, 0, 2, 3}}}});
  add_node(s, {.name = "skin", .transform = {.translation = {50, 0, 0}}, .mesh = 0, .skin = 0});
  const auto wok =
      convert(Document(*find_format("gltf"), s), {.format = find_format("kotor-walkmesh"), .name = "a.wok"});
  ASSERT_TRUE(wok) << to_string(wok.error());
  const auto file = kotor::walkmesh::read(wok->output.bytes);
  ASSERT_TRUE(file);
  Vec3 least(1e9F);
  Vec3 most(-1e9F);
  for (const Vec3& v : file->vertices) {
    least = glm::min(least, v);
    most = glm::max(most, v);
  }
  // Up is z there; the bone turns x of the scene to -z, which is y of the file.
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(least[k], Vec3(-2, 0, 0)[k], 1e-3F) << k;
    EXPECT_NEAR(most[k], Vec3(0, 4, 0)[k], 1e-3F) << k;
  }
}

/// It is there, and cannot be shown.
TEST(Convert, ArmorThatCannotBeReadIsNotSaidToBeMissing) {
  wows::geometry::File file = wows::geometry::sample(wows::geometry::SampleData::plain);
  const auto notes = [&] {
    Target target{.format = find_format("gltf"), .name = "a.glb"};
    target.options.set("armor");
    const auto document = test::opened({.bytes = write(file).value()}, "a.geometry");
    return test::lines_of(convert(document.value(), target).value().notes);
  };
  const std::vector<std::string> whole = notes();
  wows::geometry::ArmorModel& armor = file.armor_models.at(0);
  armor.plates.clear();
  armor.unreadable = true;
  armor.rest = Bytes(31);
  lay_out(file);
  std::vector<std::string> expected = {"--armor adds nothing: the armor cannot be read"};
  expected.insert(expected.end(), whole.begin(), whole.end());
  EXPECT_EQ(notes(), expected);
}

}  // namespace
}  // namespace mw
