#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_build.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "fixtures.h"

namespace mw::kotor::mdl {
namespace {

/// Two triangles from (0, 0) to (2, 2), the second above the first's hypotenuse.
MeshInput square() {
  MeshInput input;
  input.positions = {{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
  input.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  input.triangles = {{0, 1, 2}, {0, 2, 3}};
  input.texture = "square01";
  return input;
}

/// The model of one node, with this mesh.
File model_of(Mesh mesh, std::uint16_t bits = kNodeMesh) {
  File file = one_node();
  file.has_mdx = true;
  file.nodes[0].header.type |= bits;
  file.nodes[0].mesh = std::move(mesh);
  number_meshes(file);
  lay_out(file, Family::original);
  return file;
}

void expect_clean(const File& file) {
  Findings findings;
  validate(file, findings);
  for (const Finding& finding : findings.all())
    if (finding.kind->severity != Severity::info)
      ADD_FAILURE() << finding.kind->code << " " << finding.where << ": " << finding.message;
}

TEST(MdlBuild, FacesHavePlanesNeighboursAndMaterials) {
  MeshInput input = square();
  input.materials = {4, 7};
  const Mesh mesh = build_mesh(input).value();
  ASSERT_EQ(mesh.faces.size(), 2U);
  EXPECT_EQ(mesh.faces[0].normal, Vec3(0, 0, 1));
  EXPECT_EQ(mesh.faces[0].distance, -1.0F);
  EXPECT_EQ(mesh.faces[0].adjacent, (std::array<std::uint16_t, 3>{kNoFace, kNoFace, 1}));
  EXPECT_EQ(mesh.faces[1].adjacent, (std::array<std::uint16_t, 3>{0, kNoFace, kNoFace}));
  EXPECT_EQ(mesh.faces[0].material, 4U);
  EXPECT_EQ(mesh.faces[1].material, 7U);
  EXPECT_EQ(mesh.index_lists[0].vertices, (std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}));
}

/// Neighbours go by position: vertices are split at seams.
TEST(MdlBuild, FacesOnSplitVerticesAreNeighbours) {
  MeshInput input = square();
  input.positions.push_back(input.positions[0]);
  input.positions.push_back(input.positions[2]);
  input.uvs.resize(6, {0, 0});
  input.triangles[1] = {4, 5, 3};
  const Mesh mesh = build_mesh(input).value();
  EXPECT_EQ(mesh.faces[0].adjacent[2], 1U);
  EXPECT_EQ(mesh.faces[1].adjacent[0], 0U);
}

TEST(MdlBuild, BoundsHoldTheOriginAndTheAverageIsOfPlaces) {
  const Mesh mesh = build_mesh(square()).value();
  EXPECT_EQ(mesh.header.box_min, Vec3(0, 0, 0));
  EXPECT_EQ(mesh.header.box_max, Vec3(2, 2, 1));
  EXPECT_EQ(mesh.header.average, Vec3(1, 1, 1));
  EXPECT_EQ(mesh.header.radius, glm::distance(Vec3(0, 0, 1), Vec3(1, 1, 1)));
  EXPECT_EQ(mesh.tail.area, 4.0F);
  EXPECT_EQ(mesh.header.texture_1.view(), "square01");
}

TEST(MdlBuild, RowsHaveWhatTheInputHas) {
  const Mesh textured = build_mesh(square()).value();
  EXPECT_EQ(textured.header.mdx_flags, kMdxPositions | kMdxNormals | kMdxUv1 | kMdxTangents1);
  EXPECT_EQ(textured.header.mdx_stride, 68U);
  EXPECT_EQ(textured.mdx->rows.normals, std::vector<Vec3>(4, Vec3(0, 0, 1)));
  // Along v, against u, up.
  EXPECT_EQ(textured.mdx->rows.tangents[0],
            (std::vector<std::array<float, 9>>(4, {0, 1, 0, -1, 0, 0, 0, 0, 1})));
  MeshInput plain = square();
  plain.uvs.clear();
  const Mesh bare = build_mesh(plain).value();
  EXPECT_EQ(bare.header.mdx_flags, kMdxPositions | kMdxNormals);
  EXPECT_EQ(bare.header.mdx_stride, 24U);
  EXPECT_EQ(bare.header.texture_count, 0U);
  EXPECT_TRUE(bare.mdx->rows.tangents[0].empty());
}

TEST(MdlBuild, MeshesAreCompleteOnceLaidOut) {
  expect_clean(model_of(build_mesh(square()).value()));
  MeshInput plain = square();
  plain.uvs.clear();
  expect_clean(model_of(build_mesh(plain).value()));
}

/// What has no direction gets one: nothing becomes a NaN.
TEST(MdlBuild, NeedlesAndLonelyVerticesHaveFiniteRows) {
  MeshInput input = square();
  input.positions.push_back({5, 5, 5});
  input.uvs.push_back({0, 0});
  input.triangles = {{0, 1, 1}, {2, 2, 2}};
  const Mesh mesh = build_mesh(input).value();
  EXPECT_EQ(mesh.mdx->rows.normals, std::vector<Vec3>(5, Vec3(1, 0, 0)));
  for (const auto& tangents : mesh.mdx->rows.tangents[0])
    EXPECT_TRUE(std::ranges::all_of(tangents, [](float part) { return std::isfinite(part); }));
}

/// The bitangents of the faces around two vertices of the sample's body are opposite.
TEST(MdlBuild, DirectionsThatCancelOutFollowFromTheOthers) {
  File file = sample({});
  const auto& frames = body(file).mdx->rows.tangents[0];
  for (const std::size_t vertex : {4U, 6U}) {
    const auto& f = frames[vertex];
    const Vec3 across = glm::cross(Vec3(f[3], f[4], f[5]), Vec3(f[6], f[7], f[8]));
    EXPECT_LT(glm::distance(Vec3(f[0], f[1], f[2]), glm::normalize(across)), 1e-6F) << vertex;
  }
}

TEST(MdlBuild, TheTreeHoldsEveryFaceAndGrowsUpwards) {
  Mesh mesh = build_mesh(square()).value();
  mesh.aabb = build_aabb(mesh);
  const std::vector<AabbNode>& nodes = mesh.aabb->nodes;
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(nodes[0].left, 1U);
  EXPECT_EQ(nodes[0].right, 2U);
  EXPECT_EQ(nodes[0].box_min, Vec3(0, 0, 1));
  EXPECT_EQ(nodes[0].box_max, Vec3(2, 2, 1) + 1e-4F);
  EXPECT_EQ(nodes[1].face + nodes[2].face, 1);
  expect_clean(model_of(mesh, kNodeMesh | kNodeAabb));
}

TEST(MdlBuild, RefusesWhatDoesNotFitTogether) {
  const auto message = [](auto change) {
    MeshInput input = square();
    change(input);
    const auto mesh = build_mesh(input);
    return mesh ? "none" : to_string(mesh.error());
  };
  EXPECT_EQ(message([](MeshInput& i) { i.triangles[1][2] = 4; }), "triangles[1]: corner 4 >= vertex count 4");
  EXPECT_EQ(message([](MeshInput& i) { i.uvs.pop_back(); }), "uvs: has 3 rows, expected 4 or none");
  EXPECT_EQ(message([](MeshInput& i) { i.materials = {1}; }), "materials: has 1 rows, expected 2 or none");
  EXPECT_EQ(message([](MeshInput& i) { i.weights.resize(4); }), "bones: has 0 rows, but there are 4 weights");
  EXPECT_EQ(message([](MeshInput& i) { i.texture = std::string(33, 'x'); }),
            "texture: a name of 33 bytes does not fit 32");
  EXPECT_EQ(message([](MeshInput& i) { i.positions.resize(65536), i.uvs.clear(); }),
            "positions: 65536 are more than 65535");
  EXPECT_EQ(message([](MeshInput& i) { i.triangles.resize(65536); }), "triangles: 65536 are more than 65535");
  EXPECT_EQ(message([](MeshInput& i) { i.texture = std::string(32, 'x'); }), "none");
}

TEST(MdlBuild, SkinsAreBoundWhereTheirBonesRest) {
  File file = sample({});
  Skin& skin = *body(file).skin;
  skin.bone_map.clear();
  skin.tbones.clear();
  const std::uint32_t bones[] = {kNeck, kHip};
  ASSERT_TRUE(bind_skin(file, kBody, bones));
  EXPECT_EQ(skin.bone_map[kNeck], 0.0F);
  EXPECT_EQ(skin.bone_map[kHip], 1.0F);
  EXPECT_EQ(skin.bone_map[kRoot], kNoBone);
  EXPECT_EQ(skin.header.serials[0], kNeck);
  EXPECT_EQ(skin.tbones[kNeck], Vec3(0, 0, -1));
  EXPECT_EQ(skin.qbones[kNeck][0], -1.0F);
}

TEST(MdlBuild, RefusesSkinsThatCannotBeBound) {
  File file = sample({});
  const auto message = [&](std::size_t row, std::vector<std::uint32_t> bones) {
    const auto bound = bind_skin(file, row, bones);
    return bound ? "none" : to_string(bound.error());
  };
  EXPECT_EQ(message(kTail, {}), "nodes[6]: is no skin");
  EXPECT_EQ(message(99, {}), "nodes[99]: is no skin");
  EXPECT_EQ(message(kBody, {kHip, 9}), "bones[1]: node 9 is not one of 9");
  file.nodes[3].header.name_index = 9;
  EXPECT_EQ(message(kBody, {kHip}), "nodes[3].name_index: name 9 is not one of 9");
}

}  // namespace
}  // namespace mw::kotor::mdl
