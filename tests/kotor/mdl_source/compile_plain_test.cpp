#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

const Mesh& plate_mesh(const File& file) {
  return *file.nodes.at(1).mesh;
}

TEST(MdlCompilePlain, FillsInWhatATextDoesNotSay) {
  const File file = compile_text(kPlate);
  EXPECT_EQ(to_string(file.variant), "k1-pc");
  EXPECT_EQ(file.geometry.functions, (std::array<std::uint32_t, 2>{4273776, 4216096}));
  EXPECT_EQ(file.geometry.name.view(), "plate");
  EXPECT_EQ(file.geometry.node_count, 2U);
  EXPECT_EQ(file.geometry.type, 2);
  EXPECT_EQ(file.model.classification, 4);
  EXPECT_EQ(file.model.affected_by_fog, 0);
  EXPECT_EQ(file.model.radius, 7);
  ASSERT_EQ(file.nodes.size(), 2U);
  EXPECT_TRUE(file.nodes[0].controllers.empty());
  const Node& top = file.nodes[1];
  EXPECT_EQ(top.header.position, Vec3(1, 2, 3));
  EXPECT_NEAR(top.header.orientation[0], std::sqrt(0.5F), 1e-6);
  EXPECT_NEAR(top.header.orientation[3], std::sqrt(0.5F), 1e-6);
  ASSERT_EQ(top.controllers.size(), 2U);
  EXPECT_EQ(top.controllers[0].unknown_0x04, 0xFFFF);
  EXPECT_EQ(top.controllers[1].columns, 4);
  const Mesh& mesh = plate_mesh(file);
  EXPECT_EQ(mesh.header.functions, (std::array<std::uint32_t, 2>{4216656, 4216672}));
  EXPECT_EQ(mesh.header.vertex_count, 4);
  EXPECT_EQ(mesh.header.texture_count, 1);
  EXPECT_EQ(mesh.header.mdx_stride, 68U);
  EXPECT_EQ(mesh.header.average, Vec3(0.5F, 0.5F, 0));
  EXPECT_EQ(mesh.tail.area, 1);
  EXPECT_EQ(mesh.faces[0].normal, Vec3(0, 0, 1));
  EXPECT_EQ(mesh.faces[0].adjacent, (std::array<std::uint16_t, 3>{0xFFFF, 0xFFFF, 1}));
  EXPECT_EQ(mesh.faces[0].material, 7U);
  EXPECT_EQ(mesh.inverted_counters, (std::vector<std::uint32_t>{98}));
  EXPECT_EQ(mesh.mdx->rows.normals, std::vector<Vec3>(4, Vec3(0, 0, 1)));
  EXPECT_EQ(mesh.mdx->rows.tangents[0][0], (std::array<float, 9>{0, 1, 0, -1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(mesh.mdx->sentinel->positions[0], Vec3(1e7F));
  Findings findings;
  validate(file, findings);
  EXPECT_EQ(findings.all().size(), 0U);
}

TEST(MdlCompilePlain, AnimationsCountFromTheRest) {
  const File file = compile_text(kPlate);
  ASSERT_EQ(file.animations.size(), 1U);
  const Animation& turn = file.animations[0];
  EXPECT_EQ(turn.header.geometry.functions, (std::array<std::uint32_t, 2>{4273392, 4451552}));
  EXPECT_EQ(turn.header.geometry.node_count, 2U);
  EXPECT_EQ(turn.header.geometry.type, 5);
  EXPECT_EQ(turn.header.root_name.view(), "plate");
  ASSERT_EQ(turn.nodes.size(), 2U);
  const Node& top = turn.nodes[1];
  EXPECT_EQ(top.header.number, 1);
  EXPECT_EQ(top.header.name_index, 1);
  ASSERT_EQ(top.controllers.size(), 2U);
  EXPECT_EQ(top.controllers[0].unknown_0x04, 16);
  EXPECT_EQ(top.controllers[1].unknown_0x04, 28);
  const std::vector<float> positions(top.data.begin(), top.data.begin() + 8);
  EXPECT_EQ(positions, (std::vector<float>{0, 1, 0, 0, 0, 0, 0, 1.5F}));
  EXPECT_EQ(top.data[16], 1);          // z of the last orientation
  EXPECT_NEAR(top.data[17], 0, 1e-7);  // w
}

/// As other programs write it; the tree of an animation begins at the root all the same.
TEST(MdlCompilePlain, AnimationsMayListOnlyWhatMoves) {
  const std::string_view root = "    node dummy plate\n      parent NULL\n    endnode\n";
  EXPECT_EQ(write(compile_text(replaced(std::string(kPlate), root, ""))).value().mdl,
            write(compile_text(kPlate)).value().mdl);
}

TEST(MdlCompilePlain, AListWithoutKeysIsNoController) {
  const File file = compile_text(replaced(std::string(kPlate), "      positionkey\n",
                                          "      alphakey\n      endlist\n      positionkey\n"));
  EXPECT_EQ(file.animations[0].nodes[1].controllers.size(), 2U);
}

TEST(MdlCompilePlain, OrientationsAreCompressedWhenTheModelSaysSo) {
  const File file =
      compile_text(replaced(std::string(kPlate), "compress_quaternions 0", "compress_quaternions 1"));
  const Controller& turn = file.animations[0].nodes[1].controllers[1];
  EXPECT_TRUE(is_compressed(turn));
  EXPECT_EQ(file.nodes[1].controllers[1].columns, 4);
}

/// Rows of texture coordinates and smoothing groups make vertices.
TEST(MdlCompilePlain, VerticesAreSplitByCoordinatesAndGroups) {
  // Without rows that are alike, a list is what it is.
  EXPECT_EQ(plate_mesh(compile_text(kPlate)).vertices.size(), 4U);
  // The second face with coordinates of its own at one corner.
  const std::string seam = replaced(std::string(kPlate), "0 2 3  1  0 2 3  7", "0 2 3  1  1 2 3  7");
  EXPECT_EQ(plate_mesh(compile_text(seam)).vertices.size(), 5U);
  EXPECT_EQ(plate_mesh(compile_text(seam)).faces[1].vertices, (std::array<std::uint16_t, 3>{3, 2, 4}));
  // Another group: both shared vertices are two.
  const std::string hard = replaced(seam, "0 2 3  1  1 2 3  7", "0 2 3  2  1 2 3  7");
  EXPECT_EQ(plate_mesh(compile_text(hard)).vertices.size(), 6U);
  // Group 0 shares nothing.
  std::string flat = replaced(seam, "0 2 3  1  1 2 3  7", "0 2 3  0  1 2 3  7");
  flat = replaced(flat, "0 1 2  1  0 1 2  7", "0 1 2  0  0 1 2  7");
  EXPECT_EQ(plate_mesh(compile_text(flat)).vertices.size(), 6U);
  // Overlapping groups share.
  const std::string both = replaced(seam, "0 2 3  1  1 2 3  7", "0 2 3  3  1 2 3  7");
  EXPECT_EQ(plate_mesh(compile_text(both)).vertices.size(), 5U);
}

TEST(MdlCompilePlain, WeldingLooksAtValues) {
  std::string text = replaced(std::string(kPlate), "verts 4\n", "verts 5\n    0.0 0.0 0.0\n");
  text = replaced(text, "0 1 2  1  0 1 2  7", "0 2 3  1  0 1 2  7");
  text = replaced(text, "0 2 3  1  0 2 3  7", "1 3 4  1  0 2 3  7");
  EXPECT_EQ(plate_mesh(compile_text(text)).vertices.size(), 5U);
  EXPECT_EQ(plate_mesh(compile_text(text, {.weld = true})).vertices.size(), 4U);
}

/// Two faces at a right angle along the y axis, one twice as large.
std::string roof(std::string_view first_group, std::string_view second_group) {
  std::string text = replaced(std::string(kPlate), "    1.0 1.0 0.0\n    0.0 1.0 0.0\n  faces",
                              "    0.0 1.0 0.0\n    0.0 0.0 2.0\n  faces");
  text = replaced(text, "0 1 2  1  0 1 2  7", "0 1 2  " + std::string(first_group) + "  0 1 2  7");
  return replaced(text, "0 2 3  1  0 2 3  7", "0 2 3  " + std::string(second_group) + "  3 2 1  7");
}

TEST(MdlCompilePlain, NormalsAreWeightedByAreaWithinGroups) {
  const File smooth = compile_text(roof("1", "1"));
  const Mesh& mesh = plate_mesh(smooth);
  const Vec3 expected = glm::normalize(Vec3(2, 0, 1));  // areas 1 and 0.5
  EXPECT_LT(glm::distance(mesh.mdx->rows.normals[mesh.faces[0].vertices[0]], expected), 1e-6F);
  EXPECT_LT(glm::distance(mesh.mdx->rows.normals[mesh.faces[0].vertices[1]], Vec3(0, 0, 1)), 1e-6F);
  const File hard = compile_text(roof("1", "2"));
  for (const Face& face : plate_mesh(hard).faces)
    for (const std::uint16_t vertex : face.vertices)
      EXPECT_LT(glm::distance(plate_mesh(hard).mdx->rows.normals[vertex], face.normal), 1e-6F);
}

TEST(MdlCompilePlain, NormalsCanBeWeightedOtherwise) {
  const auto normal = [](const CompileOptions& options) {
    const File file = compile_text(roof("1", "1"), options);
    return plate_mesh(file).mdx->rows.normals[plate_mesh(file).faces[0].vertices[0]];
  };
  using Weighting = CompileOptions::Weighting;
  EXPECT_LT(glm::distance(normal({.weighting = Weighting::none}), glm::normalize(Vec3(1, 0, 1))), 1e-6F);
  EXPECT_LT(glm::distance(normal({.weighting = Weighting::angle}), glm::normalize(Vec3(1, 0, 1))), 1e-6F);
  EXPECT_LT(glm::distance(normal({.crease = 89.0F}), Vec3(0, 0, 1)), 1e-6F);
  EXPECT_LT(glm::distance(normal({.crease = 91.0F}), glm::normalize(Vec3(2, 0, 1))), 1e-6F);
}

TEST(MdlCompilePlain, RefusesWhatCannotBeMade) {
  const std::string text(kPlate);
  EXPECT_EQ(error_of_compiling(replaced(text, "  parent plate\n  position", "  parent plane\n  position")),
            "line 20, column 1: nodes[1].parent: there is no node \"plane\"");
  EXPECT_EQ(error_of_compiling(replaced(text, "  parent plate\n  position", "  parent NULL\n  position")),
            "line 20, column 1: nodes[1]: \"plate\" and \"top\" both have no parent");
  EXPECT_EQ(error_of_compiling(replaced(text, "  parent NULL\n", "  parent top\n")),
            "line 17, column 1: nodes: there is no node without a parent");
  EXPECT_EQ(error_of_compiling(replaced(text, "  parent plate\n  position", "  parent top\n  position")),
            "line 20, column 1: nodes[1].parent: \"top\": its parents go round in a circle");
  EXPECT_EQ(error_of_compiling(replaced(text, "0 2 3  1  0 2 3  7", "0 2 4  1  0 2 3  7")),
            "line 37, column 1: nodes[1].faces[1]: vertex 4 >= count 4");
  EXPECT_EQ(error_of_compiling(replaced(text, "0 2 3  1  0 2 3  7", "0 2 3  1  0 2 4  7")),
            "line 37, column 1: nodes[1].faces[1]: texture coordinate 4 >= count 4");
  EXPECT_EQ(error_of_compiling(replaced(text, "position 1.0 2.0 3.0", "position 1.0 2.0")),
            "line 22, column 1: nodes[1].position: expected 3 numbers, got 2");
  EXPECT_EQ(
      error_of_compiling(replaced(text, "orientation 0.0 0.0 1.0 1.5707963267948966", "orientation 0 0 1")),
      "line 23, column 1: nodes[1].orientation: expected an axis and an angle, got 3 numbers");
  EXPECT_EQ(error_of_compiling("newmodel a\ndonemodel a\n"), "nodes: there is no node without a parent");
}

std::string skin_text(std::string_view weights) {
  std::string text = replaced(std::string(kPlate), "node trimesh top", "node skin top");
  return replaced(text, "endnode\nendmodelgeom",
                  "  weights 4\n" + std::string(weights) +
                      "endnode\nnode dummy bone\n  parent plate\n  position 0 0 1\nendnode\nendmodelgeom");
}

/// A vertex has room for four bones.
TEST(MdlCompilePlain, WeightsThatAreCutToFourAddUpToOne) {
  const std::string more =
      "node dummy b2\n  parent plate\nendnode\nnode dummy b3\n  parent plate\nendnode\nendmodelgeom";
  const File file = compile_text(
      replaced(skin_text("    bone 0.4 plate 0.2 b2 0.2 b3 0.1 top 0.1\n    bone 0.5 plate 0.25\n"
                         "    plate 1\n    plate 1\n"),
               "endmodelgeom", more));
  const auto& weights = plate_mesh(file).mdx->rows.weights;
  EXPECT_FLOAT_EQ(weights[0][0], 0.4F / 0.9F);
  EXPECT_FLOAT_EQ(weights[0][1], 0.2F / 0.9F);
  EXPECT_FLOAT_EQ(weights[0][2], 0.2F / 0.9F);
  EXPECT_FLOAT_EQ(weights[0][3], 0.1F / 0.9F);
  EXPECT_EQ(weights[1], (std::array<float, 4>{0.5F, 0.25F, 0, 0})) << "what is not cut is as it is written";
}

TEST(MdlCompilePlain, SlotsOfBonesAreByFirstUseAndWeightsDescend) {
  const File file =
      compile_text(skin_text("    bone 1\n    plate 0.25 bone 0.75\n    BONE 0.5 plate 0.5\n    plate 1\n"));
  const Mesh& mesh = plate_mesh(file);
  EXPECT_EQ(mesh.mdx->rows.weights[1], (std::array<float, 4>{0.75F, 0.25F, 0, 0}));
  EXPECT_EQ(mesh.mdx->rows.bones[1], (std::array<float, 4>{0, 1, -1, -1}));
  EXPECT_EQ(mesh.mdx->rows.bones[3], (std::array<float, 4>{1, -1, -1, -1}));
  EXPECT_EQ(mesh.skin->bone_map, (std::vector<float>{1, -1, 0}));
  EXPECT_EQ(mesh.skin->header.serials[0], 2);
  EXPECT_EQ(mesh.skin->header.serials[1], 0);
  EXPECT_EQ(mesh.mdx->sentinel->positions[0], Vec3(1e6F));
  EXPECT_EQ(mesh.tail.area, 0);
  // Where the skin is, seen from the bone at (0, 0, 1).
  EXPECT_LT(glm::distance(mesh.skin->tbones[2], Vec3(1, 2, 2)), 1e-6F);
  Findings findings;
  validate(file, findings);
  EXPECT_EQ(findings.count(Severity::error) + findings.count(Severity::warning), 0U);
}

TEST(MdlCompilePlain, ACharacterWithoutARenderedMeshCompiles) {
  const std::string text =
      replaced(skin_text("    bone 1\n    bone 1\n    bone 1\n    bone 1\n"), "render 1", "render 0");
  EXPECT_EQ(plate_mesh(compile_text(text)).mdx->rows.normals[0], Vec3(0, 0, 1));
}

/// Where a skin and a mesh meet, both have one normal; where no skin is, each has its own.
TEST(MdlCompilePlain, SeamsOfCharactersHaveOneNormal) {
  const std::string upright =
      "node trimesh wall\n  parent top\n  render 1\n  verts 3\n    0 0 0\n    1 0 0\n    1 0 2\n"
      "  faces 1\n    0 1 2 1 0 0 0 1\nendnode\nendmodelgeom";
  const std::string skin = skin_text("    bone 1\n    bone 1\n    bone 1\n    bone 1\n");
  const auto normals = [&](const std::string& text) {
    const File file = compile_text(replaced(text, "endmodelgeom", upright));
    return std::pair(file.nodes[1].mesh->mdx->rows.normals, file.nodes[2].mesh->mdx->rows.normals);
  };
  const auto [plate, wall] = normals(skin);
  // The plate has two faces at its first vertex but one vertex; so has the wall: both count once.
  const Vec3 shared = glm::normalize(Vec3(0, -1, 1));
  EXPECT_LT(glm::distance(plate[0], shared), 1e-5F);
  EXPECT_LT(glm::distance(wall[0], shared), 1e-5F);
  EXPECT_LT(glm::distance(plate[2], Vec3(0, 0, 1)), 1e-5F);
  EXPECT_LT(glm::distance(wall[2], Vec3(0, -1, 0)), 1e-5F);
  const auto [alone, own] = normals(replaced(skin, "classification character", "classification other"));
  EXPECT_LT(glm::distance(alone[0], Vec3(0, 0, 1)), 1e-5F);
  EXPECT_LT(glm::distance(own[0], Vec3(0, -1, 0)), 1e-5F);
}

/// A mesh with normals of its own keeps them at a seam, too.
TEST(MdlCompilePlain, NormalsOfADescriptionStayAtSeams) {
  const std::string upright =
      "node trimesh wall\n  parent top\n  render 1\n  verts 3\n    0 0 0\n    1 0 0\n    1 0 2\n"
      "  faces 1\n    0 1 2 1 0 0 0 1\nendnode\nendmodelgeom";
  const std::string skin = skin_text("    bone 1\n    bone 1\n    bone 1\n    bone 1\n");
  source::Model model = read_text(replaced(skin, "endmodelgeom", upright));
  const Vec3 given = glm::normalize(Vec3(3, 0, 4));
  source::Mesh& plate = *model.nodes[1].mesh;
  plate.normals.assign(plate.vertices.size(), given);
  const File file = compile(model, {}).value().file;
  for (const Vec3& normal : file.nodes[1].mesh->mdx->rows.normals) EXPECT_EQ(normal, given);
  // The other has the seam's, which is of the faces of both.
  EXPECT_LT(glm::distance(file.nodes[2].mesh->mdx->rows.normals[0], glm::normalize(Vec3(0, -1, 1))), 1e-5F);
}

/// Options that ask for normals make them, whatever a description has.
TEST(MdlCompilePlain, OptionsComeBeforeTheNormalsOfADescription) {
  source::Model model = read_text(std::string(kPlate));
  source::Mesh& mesh = *model.nodes[1].mesh;
  mesh.normals.assign(mesh.vertices.size(), Vec3(1, 0, 0));
  const auto normal = [&](const CompileOptions& options) {
    const File file = compile(model, options).value().file;
    return plate_mesh(file).mdx->rows.normals[0];
  };
  using Weighting = CompileOptions::Weighting;
  EXPECT_EQ(normal({}), Vec3(1, 0, 0));
  EXPECT_EQ(normal({.weighting = Weighting::angle}), Vec3(0, 0, 1));
  EXPECT_EQ(normal({.crease = 60.0F}), Vec3(0, 0, 1));
  EXPECT_EQ(normal({.weld = true}), Vec3(0, 0, 1));
}

TEST(MdlCompilePlain, WeightsThatAreNoNumbersComeLast) {
  const File file = compile_text(skin_text("    bone NaN plate 1\n    bone 1\n    bone 1\n    bone 1\n"));
  EXPECT_EQ(plate_mesh(file).mdx->rows.weights[0][0], 1);
  EXPECT_EQ(plate_mesh(file).skin->bone_map, (std::vector<float>{0, -1, 1}));
}

TEST(MdlCompilePlain, ABoneThatIsNoNodeIsRefused) {
  EXPECT_EQ(error_of_compiling(skin_text("    tail_g 1\n    bone 1\n    bone 1\n    bone 1\n")),
            "line 43, column 1: nodes[1].weights: bone \"tail_g\" is no node of the model");
}

TEST(MdlCompilePlain, NumbersComeFromTheSupermodel) {
  File parent = compile_text(kPlate);
  parent.nodes[1].header.number = 40;
  parent.geometry.node_count = 50;
  std::string text =
      replaced(std::string(kPlate), "endmodelgeom",
               "node dummy below\n  parent TOP\nendnode\nnode dummy further\n  parent below\nendnode\n"
               "node dummy beside\n  parent plate\nendnode\nendmodelgeom");
  const File file = compile_text(text, {.supermodel = &parent});
  std::vector<int> numbers;
  for (const Node& node : file.nodes) numbers.push_back(node.header.number);
  // The root, top as there, below a known node, 51 + its name, below the root.
  EXPECT_EQ(numbers, (std::vector<int>{0, 40, 41, 54, 42}));
  EXPECT_EQ(file.geometry.node_count, 5U + 51U);
  EXPECT_EQ(file.animations[0].nodes[1].header.number, 40);
}

TEST(MdlCompilePlain, MakesOtherVariants) {
  for (const Variant variant : kVariants) {
    const File file = compile_text(kPlate, {.game = variant.game, .platform = variant.platform});
    EXPECT_EQ(file.variant, variant);
    EXPECT_EQ(test::message_of(write(file)), test::kNoError);
    Findings findings;
    validate(file, findings);
    EXPECT_EQ(findings.count(Severity::error), 0U) << to_string(variant);
  }
}

/// Without notes the triangles, their vertices and their order stay; normals are worked out.
TEST(MdlCompilePlain, TheSampleKeepsItsTriangles) {
  const File before = sample({});
  const std::string text = sample_text(before, true);
  EXPECT_EQ(text.find("#mw"), text.npos);
  const File after = compile_text(text);
  ASSERT_EQ(after.nodes.size(), before.nodes.size());
  for (std::size_t row = 0; row < before.nodes.size(); ++row) {
    if (!before.nodes[row].mesh) continue;
    const Mesh& a = *before.nodes[row].mesh;
    const Mesh& b = *after.nodes[row].mesh;
    EXPECT_EQ(a.vertices, b.vertices);
    ASSERT_EQ(a.faces.size(), b.faces.size());
    for (std::size_t face = 0; face < a.faces.size(); ++face)
      EXPECT_EQ(a.faces[face].vertices, b.faces[face].vertices);
    for (std::size_t vertex = 0; vertex < a.vertices.size(); ++vertex)
      EXPECT_GT(glm::dot(a.mdx->rows.normals[vertex], b.mdx->rows.normals[vertex]), 0.9998F)
          << row << " " << vertex;
  }
}

/// Hard and soft edges are told from normals alone.
TEST(MdlCompilePlain, GroupsComeBackFromNormals) {
  for (const auto& [first, second, smooth] :
       {std::tuple("1", "1", true), std::tuple("1", "2", false), std::tuple("0", "0", false)}) {
    const File before = compile_text(roof(first, second));
    const source::Model described = decompile(before, {.plain = true}).model;
    const std::vector<source::Face>& faces = described.nodes[1].mesh->faces;
    EXPECT_EQ((faces[0].group & faces[1].group) != 0, smooth) << first << second;
    const File after = compile(described, {}).value().file;
    for (std::size_t i = 0; i < plate_mesh(before).mdx->rows.normals.size(); ++i)
      EXPECT_LT(
          glm::distance(plate_mesh(before).mdx->rows.normals[i], plate_mesh(after).mdx->rows.normals[i]),
          1e-5F);
  }
}

TEST(MdlPlain, NamesThatAreNoWordAreTold) {
  File file = sample({});
  file.names[file.nodes[kNeck].header.name_index].text = "Hall 4";
  const Decompiled made = decompile(file, {.plain = true});
  EXPECT_EQ(mw::test::count(made.losses, "names of nodes that are no single word: \"Hall 4\" becomes Hall_4"),
            1);
  const Decompiled with_notes = decompile(file, {});
  EXPECT_EQ(with_notes.losses, std::vector<std::string>());
}

}  // namespace
}  // namespace mw::kotor::mdl
