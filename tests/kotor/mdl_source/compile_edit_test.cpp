#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "support/cases/text_cases.h"
#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

/// What a modder does to a text, and what must come of it.

std::vector<int> numbers_of(const std::vector<Node>& nodes) {
  std::vector<int> numbers;
  for (const Node& node : nodes) numbers.push_back(node.header.number);
  return numbers;
}

/// A model that has its numbers from a supermodel, as its notes tell.
File numbered() {
  File file = sample({});
  for (std::size_t row = 2; row < file.nodes.size(); ++row)
    file.nodes[row].header.number = std::uint16_t(row + 40);
  for (Node& node : file.animations.at(0).nodes)
    node.header.number = file.nodes[node.header.name_index].header.number;
  file.geometry.node_count = 481;
  lay_out(file, Family::original);
  return file;
}

TEST(MdlEdit, NumbersStayWhenANodeIsAdded) {
  const File before = numbered();
  const std::string text =
      replaced(sample_text(before), "node dummy hip_g",
               "node dummy extra\n  parent " + before.names[0].text + "\nendnode\nnode dummy hip_g");
  const File after = compile_text(text);
  ASSERT_EQ(after.animations.size(), before.animations.size());
  std::vector<int> expected = numbers_of(before.nodes);
  expected.insert(expected.begin() + 1, 49);  // the highest was 48
  EXPECT_EQ(numbers_of(after.nodes), expected);
  EXPECT_EQ(after.geometry.node_count, 482U);
  EXPECT_EQ(numbers_of(after.animations[0].nodes), numbers_of(before.animations[0].nodes));
  EXPECT_EQ(after.animations[0].nodes[1].header.name_index,
            before.animations[0].nodes[1].header.name_index + 1);
}

TEST(MdlEdit, ASupermodelNumbersAnew) {
  const File before = numbered();
  File parent = sample({});
  parent.nodes[kHip].header.number = 7;
  parent.geometry.node_count = 20;
  const File after = compile_text(sample_text(before), {.supermodel = &parent});
  EXPECT_EQ(after.nodes[kHip].header.number, 7);
  EXPECT_EQ(after.nodes[kNeck].header.number, parent.nodes[kNeck].header.number);
  EXPECT_EQ(after.geometry.node_count, before.nodes.size() + 21);
}

TEST(MdlEdit, ASupermodelWithoutRoomForNumbersIsRefused) {
  File parent = compile_text(kPlate);
  parent.geometry.node_count = 65533;
  EXPECT_EQ(error_of_compiling(kPlate, {.supermodel = &parent}),
            "supermodel.geometry.node_count: 65533 leaves no numbers for 2 nodes: they end at 65535");
  parent.geometry.node_count = 65532;
  parent.nodes[1].header.number = 65534;
  EXPECT_EQ(error_of_compiling(kPlate, {.supermodel = &parent}),
            "supermodel.nodes: number 65534 leaves none for 2 nodes: they end at 65535");
  parent.nodes[1].header.number = 65533;
  EXPECT_EQ(error_of_compiling(kPlate, {.supermodel = &parent}), test::kNoError);
}

/// Two squares at a right angle; every corner has a row of texture coordinates of its own.
std::string fold(int first, int second) {
  std::string text = replaced(std::string(kPlate), "    0.0 1.0 0.0\n  faces", "    0.0 0.0 1.0\n  faces");
  text = replaced(text, "0 1 2  1  0 1 2  7", "0 1 2  " + std::to_string(first) + "  0 1 2  7");
  return replaced(text, "0 2 3  1  0 2 3  7", "0 2 3  " + std::to_string(second) + "  0 2 3  7");
}

std::size_t vertices_of(const std::string& text, const CompileOptions& options = {}) {
  return compile_text(text, options).nodes[1].mesh->vertices.size();
}

TEST(MdlEdit, GroupsThatHaveNothingInCommonMakeAHardEdge) {
  EXPECT_EQ(vertices_of(fold(1, 1)), 4U);
  EXPECT_EQ(vertices_of(fold(1, 3)), 4U);
  EXPECT_EQ(vertices_of(fold(1, 2)), 6U);
  EXPECT_EQ(vertices_of(fold(0, 0)), 6U);
  const File hard = compile_text(fold(1, 2));
  const Mesh& mesh = *hard.nodes[1].mesh;
  for (const Face& face : mesh.faces)
    for (const std::uint16_t vertex : face.vertices)
      EXPECT_LT(glm::distance(mesh.mdx->rows.normals[vertex], face.normal), 1e-6F);
}

TEST(MdlEdit, ACreaseMakesAHardEdge) {
  EXPECT_EQ(vertices_of(fold(1, 1), {.crease = 30.0F}), 6U);
  EXPECT_EQ(vertices_of(fold(1, 1), {.crease = 170.0F}), 4U);
}

/// A vertex that faces share stays one, whatever groups its normals are explained by.
TEST(MdlEdit, DecompiledGroupsKeepEveryVertex) {
  for (const File& file : {compile_text(fold(1, 1)), compile_text(fold(1, 2)), compile_text(kPlate)}) {
    const source::Model model = decompile(file, {.plain = true}).model;
    const auto made = compile(model, {});
    EXPECT_EQ(made.value().file.nodes[1].mesh->vertices, file.nodes[1].mesh->vertices);
  }
}

/// Groups are numbered from the lowest bit on.
TEST(MdlEdit, DecompiledGroupsAreTheLowestThatDo) {
  const auto groups = [](int first, int second) {
    const source::Model model = decompile(compile_text(fold(first, second)), {.plain = true}).model;
    const auto& faces = model.nodes[1].mesh->faces;
    return std::pair(faces.at(0).group, faces.at(1).group);
  };
  EXPECT_EQ(groups(1, 1), std::pair(1U, 1U));
  EXPECT_EQ(groups(4, 4), std::pair(1U, 1U));
  EXPECT_EQ(groups(1, 2), std::pair(0U, 0U));
}

/// Faces 0 and 1 are smooth at one corner, 2 and 3 at another, and 0 is hard against 2: groups 1 and 2. Face
/// 4 is smooth with 3, at a corner where both have a vertex of their own. Group 1, which 4 has, is in
/// nobody's way there.
TEST(MdlEdit, DecompiledGroupsThatMeetTakeTheLowestThatIsInNobodysWay) {
  File file = compile_text(kPlate);
  Mesh& mesh = *file.nodes[1].mesh;
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, -1, 0), d(0, 1, 1), p(2, 3, 1);
  const std::array<std::array<Vec3, 3>, 5> faces = {{{a, c, b},
                                                     {c, Vec3(0, -3, -1), Vec3(1, -3, 1)},
                                                     {a, b, d},
                                                     {d, p, Vec3(0, 3, 1)},
                                                     {p, Vec3(4, 3, 3), Vec3(4, 5, 1)}}};
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  mesh.faces.assign(5, {});
  const auto flat = [&](std::size_t face) {
    return glm::cross(faces[face][1] - faces[face][0], faces[face][2] - faces[face][0]);
  };
  const auto normal_of = [&](std::size_t face, std::size_t corner) {
    const std::array<std::pair<std::size_t, std::size_t>, 3> smooth = {{{0, 1}, {2, 3}, {3, 4}}};
    Vec3 sum = flat(face);
    for (const auto& [one, other] : smooth) {
      const std::size_t partner = face == one ? other : face == other ? one : face;
      if (partner != face && std::ranges::find(faces[partner], faces[face][corner]) != faces[partner].end())
        sum += flat(partner);
    }
    const Vec3 normal = glm::normalize(sum);
    return face == 4 ? normal + Vec3(1e-5F, 0, 0) : normal;
  };
  for (std::size_t face = 0; face < 5; ++face)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      mesh.faces[face].vertices[corner] = std::uint16_t(positions.size());
      positions.push_back(faces[face][corner]);
      normals.push_back(normal_of(face, corner));
    }
  mesh.vertices = positions;
  mesh.mdx->rows.positions = positions;
  mesh.mdx->rows.normals = normals;
  std::vector<std::uint32_t> groups;
  const source::Model model = decompile(file, {.plain = true}).model;
  for (const source::Face& face : model.nodes[1].mesh->faces) groups.push_back(face.group);
  EXPECT_EQ(groups, (std::vector<std::uint32_t>{1, 1, 2, 3, 1}));
}

/// Options about vertices and normals mean all meshes, whatever notes have of them.
TEST(MdlEdit, OptionsCountMoreThanNotes) {
  File file = compile_text(fold(1, 1));
  for (Vec3& normal : file.nodes[1].mesh->mdx->rows.normals) normal = {0, 1, 0};
  const std::string text = sample_text(file);
  const auto first_normal = [&](const CompileOptions& options) {
    return compile_text(text, options).nodes[1].mesh->mdx->rows.normals[0];
  };
  EXPECT_EQ(first_normal({}), Vec3(0, 1, 0));
  EXPECT_NE(first_normal({.weighting = CompileOptions::Weighting::none}), Vec3(0, 1, 0));
  EXPECT_NE(first_normal({.crease = 10.0F}), Vec3(0, 1, 0));
  EXPECT_NE(first_normal({.weld = true}), Vec3(0, 1, 0));
}

TEST(MdlEdit, HalfAVariantLeavesTheOtherHalf) {
  const std::string text = sample_text(sample({Game::k2, Platform::pc}));
  EXPECT_EQ(to_string(compile_text(text, {.platform = Platform::xbox}).variant), "k2-xbox");
  EXPECT_EQ(to_string(compile_text(text, {.game = Game::k1}).variant), "k1-pc");
  EXPECT_EQ(to_string(compile_text(kPlate, {.game = Game::k2}).variant), "k2-pc");
}

TEST(MdlEdit, TreesOfWalkmeshesAreBuiltAnewWhereTheListIsEdited) {
  File file = sample({});
  const std::string text = sample_text(file);
  const std::size_t list = text.find("  aabb ", text.find("node aabb"));
  ASSERT_NE(list, text.npos);
  const std::size_t end = text.find("  #mw", list);
  const std::string without = text.substr(0, list) + text.substr(end);
  File after = compile_text(without);
  EXPECT_EQ(floor(after).aabb->nodes.size(), 2 * floor(file).faces.size() - 1);
}

TEST(MdlEdit, BladesHaveTheirNumberOfVertices) {
  EXPECT_EQ(
      error_of_compiling(replaced(std::string(kPlate), "node trimesh top", "node lightsaber top")),
      "line 30, column 1: nodes[1].verts: a blade has 176 vertices, or 16 of two strips that meet; got 4");
}

TEST(MdlEdit, NothingIsSpelledNull) {
  File file = sample({});
  file.model.supermodel = FixedText<32>("");
  file.animations.at(0).header.root_name = FixedText<32>("");
  lay_out(file, Family::original);
  const source::Model model = decompile(file, {}).model;
  EXPECT_EQ(model.supermodel, "NULL");
  EXPECT_EQ(model.animations[0].root, "NULL");
  EXPECT_EQ(first_difference(written(compile_text(sample_text(file))), written(file)), "");
}

/// A skin refers to names of its own model, whatever the supermodel has.
TEST(MdlEdit, ABoneOfTheSupermodelIsNone) {
  std::string text = replaced(std::string(kPlate), "node trimesh top", "node skin top");
  text = replaced(text, "endnode\nendmodelgeom",
                  "  weights 4\n    hip_g 1\n    top 1\n    top 1\n    top 1\nendnode\nendmodelgeom");
  EXPECT_EQ(error_of_compiling(text),
            "line 43, column 1: nodes[1].weights: bone \"hip_g\" is no node of the model");
  const std::string heir = replaced(text, "setsupermodel plate NULL", "setsupermodel plate mw_creature");
  const std::string expected =
      "line 43, column 1: nodes[1].weights: bone \"hip_g\" is no node of the model, and those of its "
      "supermodel cannot be bones";
  const File supermodel = sample({});
  EXPECT_EQ(error_of_compiling(heir), expected);
  EXPECT_EQ(error_of_compiling(heir, {.supermodel = &supermodel}), expected);
}

TEST(MdlEdit, RadiusIsLargerWithAnEmitter) {
  const std::string text = replaced(std::string(kPlate), "  radius 7.0\n", "");
  EXPECT_EQ(compile_text(text).model.radius, 7);
  const std::string emits =
      replaced(text, "endmodelgeom", "node emitter e\n  parent plate\nendnode\nendmodelgeom");
  EXPECT_EQ(compile_text(emits).model.radius, 40);
}

/// A cone of many sides, every face in one of two groups: its tip is two normals, not one.
std::string cone(std::size_t sides, std::string_view group) {
  std::string verts = "  verts " + std::to_string(2 * sides + 1) + "\n    0 0 1\n";
  std::string faces = "  faces " + std::to_string(sides) + "\n";
  for (std::size_t i = 0; i < sides; ++i) {
    const double at = double(i) / double(sides);
    const std::string odd = i % 2 == 0 ? "1" : "2";  // every other face is flatter, too
    verts += "    " + odd + " " + std::to_string(at) + " 0\n";
    verts += "    " + odd + " " + std::to_string(at + 0.001) + " 0\n";
    faces += "    0 " + std::to_string(2 * i + 1) + " " + std::to_string(2 * i + 2) + " " +
             (group.empty() ? odd : std::string(group)) + " 0 0 0 1\n";
  }
  return "newmodel c\nnode dummy c\n  parent NULL\nendnode\nnode trimesh t\n  parent c\n" + verts + faces +
         "endnode\ndonemodel c\n";
}

TEST(MdlEdit, GroupsCountHoweverManyFacesMeet) {
  for (const std::size_t sides : {200U, 600U}) {
    const File file = compile_text(cone(sides, ""));
    const Mesh& mesh = *file.nodes[1].mesh;
    const Vec3 first = mesh.mdx->rows.normals[mesh.faces[0].vertices[0]];
    const Vec3 second = mesh.mdx->rows.normals[mesh.faces[1].vertices[0]];
    EXPECT_NE(first, second) << sides;
  }
}

TEST(MdlEdit, TakesLinearTimeHoweverManyFacesMeet) {
  for (const char* group : {"0", "1", ""})
    test::expect_linear_time([&](std::size_t size) { return cone(size, group); },
                             [](const std::string& text) { compile_text(text); }, 200);
  test::expect_linear_time([&](std::size_t size) { return cone(size, "1"); },
                           [](const std::string& text) { compile_text(text, {.crease = 1.0F}); }, 100);
}

/// The seam with a mesh that keeps its normals is closed from the side of the one that was edited.
TEST(MdlEdit, SeamsAreClosedWithMeshesThatWereNotEdited) {
  std::string text = replaced(std::string(kPlate), "node trimesh top", "node skin top");
  text = replaced(text, "endnode\nendmodelgeom",
                  "  weights 4\n    top 1\n    top 1\n    top 1\n    top 1\nendnode\n"
                  "node trimesh wall\n  parent top\n  render 1\n  verts 4\n    0 0 0\n    1 0 0\n    1 0 2\n"
                  "    5 5 5\n  faces 1\n    0 1 2 1 0 1 2 1\nendnode\nendmodelgeom");
  const File before = compile_text(text);
  const Vec3 shared = before.nodes[1].mesh->mdx->rows.normals[0];
  ASSERT_GT(glm::distance(shared, Vec3(0, 0, 1)), 0.1F);
  const std::string moved = replaced(sample_text(before), "    1 0 2\n", "    1 0 3\n");
  const File after = compile_text(moved);
  EXPECT_LT(glm::distance(after.nodes[2].mesh->mdx->rows.normals[0], shared), 1e-5F);
  EXPECT_EQ(after.nodes[1].mesh->mdx->rows.normals, before.nodes[1].mesh->mdx->rows.normals);
}

}  // namespace
}  // namespace mw::kotor::mdl
