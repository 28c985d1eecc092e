#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>
#include <meshwright/scene/diff.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <glm/geometric.hpp>

#include "support/bytes.h"
#include "support/corpus.h"

namespace mw::wows::geometry {
namespace {

constexpr scene::Options kEverything{.selection = {.all_lods = true, .collision = true, .armor = true}};

/// Triangles that look where their normals do, and those that look the other way.
struct Sides {
  std::size_t front = 0;
  std::size_t back = 0;
};

Sides sides_of(const scene::Primitive& p) {
  Sides sides;
  const auto corner = [&](std::size_t i) { return p.indices.empty() ? i : p.indices[i]; };
  const std::size_t count = p.indices.empty() ? p.positions.size() : p.indices.size();
  for (std::size_t i = 0; i < count; i += 3) {
    const std::size_t at[] = {corner(i), corner(i + 1), corner(i + 2)};
    const Vec3 face =
        glm::cross(p.positions[at[1]] - p.positions[at[0]], p.positions[at[2]] - p.positions[at[0]]);
    const float side = glm::dot(face, p.normals[at[0]] + p.normals[at[1]] + p.normals[at[2]]);
    sides.front += side > 0 ? 1 : 0;
    sides.back += side < 0 ? 1 : 0;
  }
  return sides;
}

TEST(GeometrySceneCorpus, FrontFacesAgreeWithTheNormals) {
  const auto files = test::corpus_files("wows", ".geometry");
  SKIP_WITHOUT_CORPUS(files);
  Sides drawn;
  Sides armor;
  for (const auto& path : files) {
    const scene::Scene s = to_scene(read(test::read_bytes(path)).value(), kEverything).value();
    EXPECT_FALSE(find_contradiction(s)) << path;
    for (const scene::Node& node : s.nodes) {
      if (!node.mesh || node.role == scene::Role::collision) continue;
      const Sides sides = sides_of(s.meshes[*node.mesh].primitives[0]);
      EXPECT_GE(sides.front, sides.back) << path << " " << node.name;
      Sides& sum = node.role == scene::Role::armor ? armor : drawn;
      sum.front += sides.front;
      sum.back += sides.back;
    }
  }
  EXPECT_GT(drawn.front, 200 * drawn.back);  // a few single triangles of meshes that agree as a whole
  EXPECT_GT(armor.front, 0U);
  EXPECT_EQ(armor.back, 0U);
}

TEST(GeometrySceneCorpus, TheBrokenFileHasNoScene) {
  const auto files = test::corpus_files("broken", ".geometry");
  SKIP_WITHOUT_CORPUS(files);
  const auto s = to_scene(read(test::read_bytes(files.front())).value());
  ASSERT_FALSE(s);
  EXPECT_EQ(to_string(s.error()),
            "0x0004cae6: index_buffers[0].index_size: indices of 0 bytes, expected 2 or 4; 0 of 4 meshes can "
            "be decoded");
}

/// With all levels, armor and hulls.
TEST(GeometrySceneCorpus, GlbGivesTheSameSceneBack) {
  const auto files = test::corpus_files("wows", ".geometry");
  SKIP_WITHOUT_CORPUS(files);
  const Format* gltf = find_format("gltf");
  ASSERT_NE(gltf, nullptr);
  for (const auto& path : files) {
    const scene::Scene s = to_scene(read(test::read_bytes(path)).value(), kEverything).value();
    const Document document = gltf->from_scene(s, {}).value();
    auto glb = mw::convert(document, {.format = gltf, .name = "model.glb"});
    ASSERT_TRUE(glb) << path;
    const auto again = open({.blob = Blob(std::move(glb->output.bytes))});
    ASSERT_TRUE(again) << path;
    const auto differences = scene::diff(s, *again->as<scene::Scene>());
    EXPECT_TRUE(differences.empty()) << path << " " << differences[0].where;
  }
}

}  // namespace
}  // namespace mw::wows::geometry
