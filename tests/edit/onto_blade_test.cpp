#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>
#include <meshwright/kotor/mdl.h>

#include <glm/geometric.hpp>

#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Blades of lightsabers: 176 vertices, of which a scene draws 16.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

/// A model with a blade of 1 in height: its 16 corners as a text, compiled.
Document blade_model() {
  std::string text =
      "newmodel b\nnode dummy b\n  parent NULL\nendnode\nnode lightsaber s\n  parent b\n  verts 16\n";
  for (const double x : {0.0, 0.1, 0.0, -0.1})
    for (const double z : {0.0, 0.25, 0.75, 1.0}) text += fmt::format("    {} 0 {}\n", x, z);
  text += "  faces 12\n";
  for (int half = 0; half < 16; half += 8)
    for (int i = half; i < half + 3; ++i) {
      const int out = half == 0 ? i + 4 : i + 5;
      const int other = half == 0 ? i + 5 : i + 4;
      const int last = i + 1;
      text += fmt::format("    {0} {1} {2} 1 {0} {1} {2} 4\n", i, out, other);
      text += half == 0 ? fmt::format("    {0} {1} {2} 1 {0} {1} {2} 4\n", i, i + 5, last)
                        : fmt::format("    {0} {1} {2} 1 {0} {1} {2} 4\n", i, last, i + 5);
    }
  text += "  tverts 16\n";
  for (int i = 0; i < 16; ++i) text += fmt::format("    {} {}\n", 0.03125 * i, 0.0625 * i);
  text += "endnode\ndonemodel b\n";
  const auto described =
      open({.blob = Blob(Bytes(bytes_of(text).begin(), bytes_of(text).end())), .name = "b.mdl.ascii"});
  EXPECT_TRUE(described) << to_string(described.error());
  const auto made = convert(*described, {.format = find_format("kotor-mdl"), .name = "b.mdl"});
  EXPECT_TRUE(made) << to_string(made.error());
  return opened(made->output, "b.mdl").value();
}

const mdl::Mesh& mesh_with_blade(const Document& document) {
  for (const mdl::Node& node : document.as<mdl::File>()->nodes)
    if (node.mesh && node.mesh->saber) return *node.mesh;
  ADD_FAILURE() << "no blade";
  static mdl::Mesh none;
  none.saber.emplace();
  return none;
}

const mdl::Saber& blade_in(const Document& document) {
  return *mesh_with_blade(document).saber;
}

scene::Primitive& strips_in(Scene& scene) {
  return mesh_of(scene, "s").primitives[0];
}

/// Row by row of four, from the hilt to the tip: which rows have another vertex at this place than before.
std::vector<std::size_t> rows_moved(const mdl::Saber& before, const mdl::Saber& after, std::size_t place) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < 44; ++row)
    if (before.vertices.at(row * 4 + place) != after.vertices.at(row * 4 + place)) rows.push_back(row);
  return rows;
}

TEST(OntoBlade, AMovedOuterVertexIsTheOnlyOne) {
  const Document original = blade_model();
  const Outcome outcome =
      after_edit_of(original, "b.mdl", [](Scene& scene) { strips_in(scene).positions[7].x = 0.25F; });
  EXPECT_EQ(outcome.changes, Lines{"mesh s: 1 vertex moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  const mdl::Saber& after = blade_in(*outcome.document);
  EXPECT_EQ(after.vertices[7], Vec3(0.25F, 0, 1));
  EXPECT_EQ(rows_moved(blade_in(original), after, 3), std::vector<std::size_t>{1});
  for (std::size_t place = 0; place < 3; ++place)
    EXPECT_TRUE(rows_moved(blade_in(original), after, place).empty()) << place;
  EXPECT_EQ(mesh_with_blade(*outcome.document).vertices, after.vertices) << "the copy of the mesh";
  const std::vector<mdl::Face>& faces = mesh_with_blade(*outcome.document).faces;
  ASSERT_EQ(faces.size(), 12U);
  EXPECT_EQ(faces[2].normal, mesh_with_blade(original).faces[2].normal) << "of vertex 7, and of no blade";
}

/// The rows that the game moves to draw the trail lie on the inner edge.
TEST(OntoBlade, RowsOfTheTrailFollowTheInnerEdge) {
  const Document original = blade_model();
  const Outcome outcome = after_edit_of(original, "b.mdl", [](Scene& scene) {
    for (const std::size_t corner : {3U, 15U})
      strips_in(scene).positions[corner].y = 1.5F;  // the tip of both halves
  });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  const mdl::Saber& after = blade_in(*outcome.document);
  for (std::size_t row = 0; row < 44; ++row) {
    const bool outer = row == 1 || row == 23;
    EXPECT_EQ(after.vertices[row * 4 + 3].z, outer ? 1.0F : 1.5F) << row;
    EXPECT_EQ(after.vertices[row * 4 + 2], blade_in(original).vertices[row * 4 + 2]) << row;
  }
}

TEST(OntoBlade, TextureCoordinatesComeBack) {
  const Document original = blade_model();
  const Outcome outcome =
      after_edit_of(original, "b.mdl", [](Scene& scene) { strips_in(scene).uvs[0][12] = {0.5F, 0.25F}; });
  EXPECT_EQ(outcome.losses, Lines());
  const mdl::Saber& before = blade_in(original);
  const mdl::Saber& after = blade_in(*outcome.document);
  EXPECT_EQ(after.vertices, before.vertices);
  for (std::size_t i = 0; i < 176; ++i) {
    const bool inner = i >= 88 && i % 4 == 0 && i != 92;
    EXPECT_EQ(after.uvs[i], inner ? Vec2(0.5F, 0.75F) : before.uvs[i]) << i;
  }
}

TEST(OntoBlade, AnUneditedOneKeepsEveryByte) {
  const Outcome outcome = after_edit_of(blade_model(), "b.mdl", [](Scene&) {});
  EXPECT_EQ(outcome.changes, Lines());
  EXPECT_EQ(outcome.fields, Lines());
}

TEST(OntoBlade, AnotherShapeIsALoss) {
  const Document original = blade_model();
  const Outcome outcome =
      after_edit_of(original, "b.mdl", [](Scene& scene) { strips_in(scene).indices.resize(33); });
  EXPECT_EQ(outcome.losses,
            (Lines{"s: what was edited of the blade, which is no two strips of three quads any more",
                   "mesh s: 1 triangle removed: not in what was made"}));
  EXPECT_EQ(blade_in(*outcome.document).vertices, blade_in(original).vertices);
}

/// The way to a model of its own, with corners in the order that the scene has them.
std::optional<Document> new_blade(const std::function<void(scene::Primitive&)>& edit) {
  Scene scene = whole_scene(blade_model()).value();
  edit(strips_in(scene));
  const OptionValues none;
  auto made = find_format("kotor-mdl")->from_scene(std::move(scene), {none, "b.mdl", nullptr});
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

TEST(NewBlade, HasTheFacesOfARealOne) {
  const auto made = new_blade([](scene::Primitive&) {});
  ASSERT_TRUE(made);
  EXPECT_EQ(blade_in(*made).vertices, blade_in(blade_model()).vertices);
  const std::vector<mdl::Face>& faces = mesh_with_blade(*made).faces;
  ASSERT_EQ(faces.size(), 12U);
  EXPECT_EQ(faces[2].vertices, (std::array<std::uint16_t, 3>{6, 7, 8}));
  EXPECT_EQ(faces[11].vertices, (std::array<std::uint16_t, 3>{33, 32, 31}));
  EXPECT_EQ(faces[11].material, 4U);
}

TEST(NewBlade, FollowsAMovedVertex) {
  const auto made = new_blade([](scene::Primitive& p) { p.positions[4].x = 0.5F; });
  ASSERT_TRUE(made);
  EXPECT_EQ(blade_in(*made).vertices[4], Vec3(0.5F, 0, 0));
  EXPECT_EQ(made->losses, Lines());
}

/// Editors write corners in an order of their own: then strips are known by what they share.
TEST(NewBlade, FollowsCornersInAnotherOrder) {
  const auto turn_round = [](scene::Primitive& p) {
    std::ranges::reverse(p.positions);
    std::ranges::reverse(p.normals);
    std::ranges::reverse(p.uvs[0]);
    for (scene::Index& index : p.indices) index = 15 - index;
  };
  const auto same = new_blade(turn_round);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->losses, Lines());
  EXPECT_EQ(blade_in(*same).vertices, blade_in(blade_model()).vertices);
  EXPECT_EQ(blade_in(*same).uvs, blade_in(blade_model()).uvs);
  const auto moved = new_blade([&](scene::Primitive& p) {
    p.positions[7].x = 0.25F;
    turn_round(p);
  });
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->losses, Lines());
  EXPECT_EQ(blade_in(*moved).vertices[7], Vec3(0.25F, 0, 1));
  EXPECT_EQ(rows_moved(blade_in(blade_model()), blade_in(*moved), 3), std::vector<std::size_t>{1});
}

TEST(NewBlade, AnotherShapeIsALoss) {
  const auto made = new_blade([](scene::Primitive& p) { p.indices.resize(33); });
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses,
            Lines{"s: what was edited of the blade, which is no two strips of three quads any more"});
}

}  // namespace
}  // namespace mw
