#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kHalfBlade = 88;

/// Corners of a blade: the inner and the outer edge of the right half, then of the left one.
std::vector<Vec3> corners() {
  std::vector<Vec3> rows;
  for (const float x : {0.0F, 0.1F, 0.0F, -0.1F})
    for (const float z : {0.0F, 0.25F, 0.75F, 1.0F}) rows.emplace_back(x, 0, z);
  return rows;
}

/// With its vertices in that order or another: `at[i]` is the row of corner i.
std::string blade_text(std::string_view node, const std::array<std::size_t, 16>& at, bool mirrored = false) {
  std::vector<Vec3> rows(16);
  for (std::size_t i = 0; i < 16; ++i) rows[at[i]] = corners()[i];
  std::string text = "newmodel b\nnode dummy b\n  parent NULL\nendnode\nnode " + std::string(node) +
                     "\n  parent b\n  verts 16\n";
  for (const Vec3& row : rows) text += fmt::format("    {} {} {}\n", row.x, row.y, row.z);
  text += "  faces 12\n";
  for (const std::size_t half : {0U, 8U})
    for (std::size_t i = 0; i < 3; ++i)
      for (std::array<std::size_t, 3> face : {std::array{i, i + 4, i + 5}, std::array{i, i + 5, i + 1}}) {
        if ((half != 0) != mirrored) std::swap(face[1], face[2]);
        const std::size_t a = at[half + face[0]];
        const std::size_t b = at[half + face[1]];
        const std::size_t c = at[half + face[2]];
        text += fmt::format("    {0} {1} {2} 1 {0} {1} {2} 4\n", a, b, c);
      }
  text += "  tverts 16\n";
  for (const Vec3& row : rows) text += fmt::format("    {} {}\n", row.x, row.z);
  return text + "endnode\ndonemodel b\n";
}

constexpr std::array<std::size_t, 16> kInOrder = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::array<std::size_t, 16> kMixed = {9, 15, 2, 4, 0, 7, 12, 1, 14, 3, 8, 5, 11, 6, 10, 13};

void expect_blade(const File& file) {
  ASSERT_EQ(file.nodes[1].header.type, kNodeHeader | kNodeMesh | kNodeSaber);
  const Saber& saber = *file.nodes[1].mesh->saber;
  ASSERT_EQ(saber.vertices.size(), 2 * kHalfBlade);
  ASSERT_EQ(saber.uvs.size(), 2 * kHalfBlade);
  for (std::size_t i = 0; i < 2 * kHalfBlade; ++i) {
    const std::size_t in_half = i % kHalfBlade;
    const std::size_t corner = (i < kHalfBlade ? 0 : 8) + (in_half < 8 ? in_half : in_half % 4);
    EXPECT_EQ(saber.vertices[i], corners()[corner]) << i;
    EXPECT_EQ(saber.uvs[i], glm::vec2(corners()[corner].x, corners()[corner].z)) << i;
    EXPECT_LT(glm::distance(saber.normals[i], Vec3(0, -1, 0)), 1e-6F) << i;
  }
  const std::vector<Face>& faces = file.nodes[1].mesh->faces;
  ASSERT_EQ(faces.size(), 12U);
  EXPECT_EQ(faces[1].vertices, (std::array<std::uint16_t, 3>{3, 4, 5}));
  EXPECT_EQ(faces[11].vertices, (std::array<std::uint16_t, 3>{33, 32, 31}));
  EXPECT_EQ(faces[11].material, 4U);
  Findings findings;
  validate(file, findings);
  EXPECT_EQ(findings.count(Severity::error) + findings.count(Severity::warning), 0U);
}

TEST(MdlBlade, IsMadeOfItsCornersInAnyOrder) {
  expect_blade(compile_text(blade_text("lightsaber s", kInOrder)));
  expect_blade(compile_text(blade_text("lightsaber s", kMixed)));
}

/// As other programs write blades for editors that know none.
TEST(MdlBlade, IsKnownByThePrefixOfAMesh) {
  const File file = compile_text(blade_text("trimesh 2081__s", kMixed));
  expect_blade(file);
  EXPECT_EQ(node_name(file, file.nodes[1]), "s");
  // What hangs below it calls it by the name in the text.
  const std::string child = replaced(blade_text("trimesh 2081__s", kMixed), "donemodel",
                                     "node dummy tip\n  parent 2081__s\nendnode\ndonemodel");
  EXPECT_EQ(compile_text(child).nodes[1].children, std::vector<std::uint32_t>{2});
}

TEST(MdlBlade, OtherMeshesStayWhatTheyAre) {
  const std::uint16_t mesh = kNodeHeader | kNodeMesh;
  const File named = compile_text(blade_text("trimesh s", kInOrder));
  EXPECT_EQ(named.nodes[1].header.type, mesh);
  const File plate =
      compile_text(replaced(std::string(kPlate), "node trimesh top", "node trimesh 2081__top"));
  EXPECT_EQ(plate.nodes[1].header.type, mesh);
  EXPECT_EQ(node_name(plate, plate.nodes[1]), "2081__top");
  EXPECT_EQ(compile_text(blade_text("danglymesh 2081__s", kInOrder)).nodes[1].header.type,
            mesh | kNodeDangly);
}

TEST(MdlBlade, RefusesCornersThatAreNoStrips) {
  const std::string expected = "a blade has 176 vertices, or 16 of two strips that meet; got 16";
  const std::string text = blade_text("lightsaber s", kInOrder);
  for (const std::string& wrong :
       {replaced(text, "    0.1 0 0.25\n", "    0 0 0.25\n"),   // five on the inner edge
        replaced(text, "    0 0 0.25\n", "    0.01 0 0.25\n"),  // three
        replaced(text, "    0 4 5 1", "    0 4 12 1"),          // one piece
        replaced(text, "    0 4 5 1", "    0 4 16 1")}) {
    const std::string error = error_of_compiling(wrong);
    EXPECT_TRUE(error.ends_with(expected)) << error;
  }
}

/// Those that are drawn, not the blade's faces, which are of other vertices.
TEST(MdlBlade, NormalsAreThoseOfItsQuads) {
  std::string text = blade_text("lightsaber s", kInOrder);
  text = replaced(text, "    0.1 0 1\n", "    0.1 0.1 1\n");  // the outer tip of the right half
  const Saber saber = *compile_text(text).nodes[1].mesh->saber;
  for (std::size_t i = 0; i < 2 * kHalfBlade; ++i) {
    // The bent triangle is at the third and fourth row of the right half.
    const bool bent = i < kHalfBlade && i % 4 == 3;
    EXPECT_EQ(glm::distance(saber.normals[i], Vec3(0, -1, 0)) > 0.01F, bent) << i;
    EXPECT_NEAR(glm::length(saber.normals[i]), 1, 1e-5F);
  }
}

}  // namespace
}  // namespace mw::kotor::mdl
