#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include <glm/geometric.hpp>

#include "fixtures.h"
#include "support/losses.h"

namespace mw::kotor::walkmesh {
namespace {

TEST(WalkmeshScene, HasAPrimitiveAMaterial) {
  const scene::Scene s = to_scene(two_triangles_and_a_wall());
  ASSERT_FALSE(find_contradiction(s));
  const scene::Mesh& surface = s.meshes[0];
  ASSERT_EQ(surface.primitives.size(), 2U);
  EXPECT_EQ(s.materials[*surface.primitives[0].material].name, "Dirt");
  EXPECT_EQ(s.materials[*surface.primitives[1].material].name, "NonWalk");
  EXPECT_EQ(surface.primitives[0].indices, (std::vector<scene::Index>{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(surface.primitives[0].positions.size(), 4U);
}

TEST(WalkmeshScene, UpIsYAndFloorsLookUp) {
  const scene::Scene s = to_scene(sample(Sample::room));
  const scene::Scene raw = to_scene(sample(Sample::room), {.raw_axes = true});
  for (std::size_t k = 0; k < s.meshes[0].primitives.size(); ++k) {
    const scene::Primitive& p = s.meshes[0].primitives[k];
    const scene::Primitive& q = raw.meshes[0].primitives[k];
    for (std::size_t i = 0; i < p.positions.size(); ++i)
      EXPECT_EQ(p.positions[i], Vec3(q.positions[i].x, q.positions[i].z, -q.positions[i].y));
    if (s.materials[*p.material].name == "NonWalk") continue;
    for (std::size_t i = 0; i < p.indices.size(); i += 3) {
      const auto at = [&](std::size_t c) { return p.positions[p.indices[i + c]]; };
      EXPECT_GT(glm::cross(at(1) - at(0), at(2) - at(0)).y, 0);
    }
  }
}

TEST(WalkmeshScene, BoundaryTransitionsAndHooksHaveNodes) {
  const scene::Scene s = to_scene(sample(Sample::room));
  std::vector<std::string> names;
  for (const scene::Node& node : s.nodes) names.push_back(node.name);
  EXPECT_EQ(names, (std::vector<std::string>{"walkmesh", "surface", "perimeter", "transition_1"}));
  EXPECT_EQ(s.meshes[1].primitives[0].topology, scene::Topology::lines);
  EXPECT_EQ(s.meshes[1].primitives[0].indices.size(), 2 * 39U);
  EXPECT_EQ(s.meshes[2].primitives[0].indices.size(), 2U);
  const scene::Scene crate = to_scene(sample(Sample::placeable));
  EXPECT_EQ(crate.nodes[2].name, "relative_use_1");
  EXPECT_EQ(crate.nodes[2].transform.translation, Vec3(0, 0, 1));  // (0, -1, 0) in the file
}

TEST(WalkmeshScene, IsTheSameFromAView) {
  for (const Sample which : {Sample::room, Sample::placeable, Sample::door}) {
    const File file = sample(which);
    const Bytes bytes = write(file).value();
    EXPECT_EQ(hash(to_scene(view(bytes).value())), hash(to_scene(file)));
  }
}

TEST(WalkmeshScene, LeavesOutFacesThatCannotBeDrawn) {
  File file = two_triangles_and_a_wall();
  file.faces[1][2] = 99;
  file.edges[0].edge = 999;
  const scene::Scene s = to_scene(file);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(totals(s).triangles, 2U);
  EXPECT_EQ(s.losses,
            (std::vector<std::string>{"1 faces have a corner that does not exist; they are left out"}));
}

/// Recorded, so that a change to the scenes of the samples is seen and meant.
TEST(WalkmeshScene, HashesOfTheSamples) {
  EXPECT_EQ(hash(to_scene(sample(Sample::room))), 11046608859407523400U);
  EXPECT_EQ(hash(to_scene(sample(Sample::placeable))), 17409163444065808536U);
  EXPECT_EQ(hash(to_scene(sample(Sample::door))), 10066668980031207592U);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
