#include <gtest/gtest.h>

#include "foreign_gltf.h"
#include "support/losses.h"

/// Nodes that no scene of a glTF has.
namespace mw::exchange {
namespace {

using Lines = std::vector<std::string>;

scene::Scene scene_of(const std::string& members) {
  auto scene = read_gltf(bytes_of(R"({"asset":{"version":"2.0"},)" + members + "}"));
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *std::move(scene) : scene::Scene();
}

Lines names_of(const scene::Scene& scene) {
  Lines names;
  for (const scene::Node& node : scene.nodes) names.push_back(node.name);
  return names;
}

TEST(OutsideGltf, NodesInNoSceneAreLeftOut) {
  const scene::Scene scene =
      scene_of(R"("nodes":[{"name":"out","children":[1]},{"name":"below"},{"name":"in","children":[3]},)"
               R"({"name":"leaf"}],"scenes":[{"nodes":[2]}])");
  EXPECT_EQ(names_of(scene), (Lines{"in", "leaf"}));
  EXPECT_EQ(scene.roots, std::vector<scene::Index>{0});
  EXPECT_EQ(scene.nodes[0].children, std::vector<scene::Index>{1});
  EXPECT_EQ(scene.losses, Lines{"2 nodes are in no scene; they are left out"});
  EXPECT_EQ(scene_of(R"("nodes":[{},{}],"scenes":[{"nodes":[0]}])").losses,
            Lines{"1 node is in no scene; it is left out"});
}

TEST(OutsideGltf, AllScenesCount) {
  const scene::Scene scene = scene_of(
      R"("nodes":[{"name":"a"},{"name":"b"},{"name":"c"}],"scene":1,"scenes":[{"nodes":[0]},{"nodes":[2]}])");
  EXPECT_EQ(names_of(scene), (Lines{"a", "c"}));
  EXPECT_EQ(scene.roots, (std::vector<scene::Index>{1, 0}));
  EXPECT_EQ(scene.losses, (Lines{"more than one scene: all nodes are kept in one",
                                 "1 node is in no scene; it is left out"}));
}

/// Libraries of meshes have no scene, or an empty one.
TEST(OutsideGltf, WithoutASceneEverythingStays) {
  for (const char* scenes : {"", R"(,"scenes":[])", R"(,"scenes":[{}])", R"(,"scenes":[{"nodes":[]}])"}) {
    const scene::Scene scene = scene_of(std::string(R"("nodes":[{"name":"a"},{"name":"b"}])") + scenes);
    EXPECT_EQ(names_of(scene), (Lines{"a", "b"})) << scenes;
    EXPECT_EQ(scene.losses, Lines()) << scenes;
  }
}

constexpr const char* kMeshes =
    R"("meshes":[{"primitives":[{"attributes":{}}]}],"accessors":[],"bufferViews":[],)";

/// Some programs put the skeleton of a mesh beside the scene. What bends nothing that stays goes.
TEST(OutsideGltf, SkeletonsStayWithWhatTheyBend) {
  const scene::Scene scene =
      scene_of(std::string(kMeshes) +
               R"("nodes":[{"name":"gone","skin":0,"mesh":0},{"name":"lost bone"},)"
               R"({"name":"coat","skin":1,"mesh":0},{"name":"armature","children":[4]},{"name":"bone"}],)"
               R"("skins":[{"name":"first","joints":[1],"skeleton":1},)"
               R"({"name":"second","joints":[4],"skeleton":3}],"scenes":[{"nodes":[2]}])");
  EXPECT_EQ(names_of(scene), (Lines{"coat", "armature", "bone"}));
  EXPECT_EQ(scene.roots, (std::vector<scene::Index>{0, 1}));
  ASSERT_EQ(scene.skins.size(), 1U);
  EXPECT_EQ(scene.skins[0].name, "second");
  EXPECT_EQ(scene.skins[0].joints, std::vector<scene::Index>{2});
  EXPECT_EQ(scene.skins[0].root, scene::Index(1));
  EXPECT_EQ(scene.nodes[0].skin, scene::Index(0));
}

TEST(OutsideGltf, ChannelsGoWithTheirNodes) {
  const std::string channel = R"({"node":0,"name":"alpha","times":[0],"values":[1]})";
  const std::string other = R"({"node":1,"name":"alpha","times":[0],"values":[2]})";
  const scene::Scene scene = scene_of(
      R"("nodes":[{"name":"out"},{"name":"in"}],"scenes":[{"nodes":[1]}],"animations":[)"
      R"({"name":"both","channels":[],"samplers":[],"extras":{"channels":[)" +
      channel + "," + other + R"(]}},{"name":"gone","channels":[],"samplers":[],"extras":{"channels":[)" +
      channel + R"(]}},{"name":"still","channels":[],"samplers":[]}])");
  ASSERT_EQ(scene.animations.size(), 2U);
  EXPECT_EQ(scene.animations[0].name, "both");
  EXPECT_EQ(scene.animations[1].name, "still");
  ASSERT_EQ(scene.animations[0].channels.size(), 1U);
  EXPECT_EQ(scene.animations[0].channels[0].node, 0U);
  EXPECT_EQ(scene.animations[0].channels[0].values, std::vector<float>{2});
}

/// Nodes that are below themselves are told, in a scene or not.
TEST(OutsideGltf, RingsAreStillErrors) {
  const auto scene = read_gltf(bytes_of(
      R"({"asset":{"version":"2.0"},"nodes":[{},{"children":[2]},{"children":[1]}],"scenes":[{"nodes":[0]}]})"));
  EXPECT_FALSE(scene);
}

}  // namespace
}  // namespace mw::exchange
