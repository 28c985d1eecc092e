#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>

#include <algorithm>
#include <functional>

#include "fixtures.h"

/// What a material of the scene takes from a mesh, and which meshes share one.
namespace mw::kotor::mdl {
namespace {

constexpr std::uint32_t kSelfIllumination = 100;
constexpr std::uint32_t kAlpha = 132;

/// Gives a node one key of a controller, in place of what it had.
void give(Node& node, std::uint32_t type, const std::vector<float>& values) {
  std::erase_if(node.controllers, [&](const Controller& each) { return each.type == type; });
  const auto time = std::uint16_t(node.data.size());
  node.controllers.push_back({.type = type,
                              .rows = 1,
                              .time_index = time,
                              .data_index = std::uint16_t(time + 1),
                              .columns = std::uint8_t(values.size())});
  node.data.push_back(0);
  node.data.insert(node.data.end(), values.begin(), values.end());
}

/// Two meshes of the same texture, the second changed.
scene::Scene two_meshes(const std::function<void(Node&)>& change) {
  File file = sample({});
  file.nodes[kTail].mesh->header.texture_1 = file.nodes[kBody].mesh->header.texture_1;
  change(file.nodes[kTail]);
  return to_scene(file);
}

TEST(MdlMaterials, MeshesShareOneWhereAllIsAlike) {
  using Change = std::function<void(Node&)>;
  const std::size_t alike = two_meshes([](Node&) {}).materials.size();
  const Change changes[] = {
      [](Node& node) { node.mesh->header.texture_1 = FixedText<32>("other"); },
      [](Node& node) { give(node, kAlpha, {0.5F}); },
      [](Node& node) { give(node, kSelfIllumination, {1, 0, 0}); },
      [](Node& node) { give(node, kSelfIllumination, {0, 1, 0}); },
      [](Node& node) { give(node, kSelfIllumination, {0, 0, 1}); },
  };
  for (std::size_t i = 0; i < std::size(changes); ++i)
    EXPECT_EQ(two_meshes(changes[i]).materials.size(), alike + 1) << i;
  // What says the same as nothing.
  EXPECT_EQ(two_meshes([](Node& node) { give(node, kAlpha, {1}); }).materials.size(), alike);
  EXPECT_EQ(two_meshes([](Node& node) { give(node, kSelfIllumination, {0, 0, 0}); }).materials.size(), alike);
}

TEST(MdlMaterials, GlowAndAlphaAreTakenWithinTheirBounds) {
  const auto last = [](const Vec3& glow, float alpha) {
    const scene::Scene s = two_meshes([&](Node& node) {
      give(node, kSelfIllumination, {glow.x, glow.y, glow.z});
      give(node, kAlpha, {alpha});
    });
    for (const scene::Material& m : s.materials)
      if (m.emissive != Vec3(0)) return m;
    return scene::Material();
  };
  const scene::Material within = last({0.25F, 0.5F, 0.75F}, 0.5F);
  EXPECT_EQ(within.emissive, Vec3(0.25F, 0.5F, 0.75F));
  EXPECT_EQ(within.base_color, Vec4(1, 1, 1, 0.5F));
  EXPECT_EQ(within.alpha, scene::Alpha::blend);
  const scene::Material beyond = last({2, -1, 0.5F}, 7);
  EXPECT_EQ(beyond.emissive, Vec3(1, 0, 0.5F));
  EXPECT_EQ(beyond.base_color, Vec4(1));
  EXPECT_EQ(beyond.alpha, scene::Alpha::opaque);
}

/// Three numbers make a colour; a controller with fewer is none.
TEST(MdlMaterials, AColourOfTwoNumbersIsNone) {
  const auto glows = [](const scene::Scene& s) {
    return std::ranges::any_of(s.materials, [](const auto& m) { return m.emissive != Vec3(0); });
  };
  EXPECT_TRUE(glows(two_meshes([](Node& node) { give(node, kSelfIllumination, {1, 1, 1}); })));
  EXPECT_FALSE(glows(two_meshes([](Node& node) { give(node, kSelfIllumination, {1, 1}); })));
}

}  // namespace
}  // namespace mw::kotor::mdl
