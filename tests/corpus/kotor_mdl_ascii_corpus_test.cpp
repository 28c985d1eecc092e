#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "kotor/mdl_source/text_fixtures.h"
#include "kotor_models.h"
#include "support/cases/corpus_cases.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

/// Every bit of both files, through the text; and the text itself, with its notes and without.
TEST(MdlAsciiCorpus, RealModelsComeBackByteForByte) {
  test::for_each_real<Mdl>(real_models(), [](const Pair& whole, const File& file) {
    const std::string text = sample_text(file);
    const source::Model model = read_text(text);
    EXPECT_TRUE(model.remarks.empty());
    EXPECT_TRUE(ascii::write(model) == text);
    EXPECT_TRUE(ascii::write(without_notes(model).model) == sample_text(file, true));
    const auto made = compile(model, {});
    ASSERT_EQ(test::message_of(made), test::kNoError);
    EXPECT_EQ(first_difference(written(made->file), whole), "");
  });
}

/// Normals that are within a degree of those that were there.
struct Share {
  std::size_t vertices = 0;
  std::size_t close = 0;
  double percent() const { return vertices == 0 ? 100 : 100.0 * double(close) / double(vertices); }
};

void compare_normals(const Mesh& before, const Mesh& after, Share& share) {
  constexpr float kCosine = 0.99984769F;  // of a degree
  for (std::size_t vertex = 0; vertex < before.vertices.size(); ++vertex) {
    const Vec3 a = before.mdx->rows.normals[vertex];
    const Vec3 b = after.mdx->rows.normals[vertex];
    ++share.vertices;
    share.close += glm::dot(a, b) > kCosine * glm::length(a) * glm::length(b) ? 1 : 0;
  }
}

void expect_same_blade(const Mesh& before, const Mesh& after) {
  ASSERT_TRUE(after.saber);
  for (std::size_t vertex = 0; vertex < before.saber->normals.size(); ++vertex)
    EXPECT_GT(glm::dot(before.saber->normals[vertex], after.saber->normals[vertex]), 0.99999F) << vertex;
}

TEST(MdlAsciiCorpus, PlainTextsKeepTrianglesAndVertices) {
  Share rendered;
  Share skinned;
  test::for_each_real<Mdl>(real_models(), [&](const Pair&, const File& file) {
    const auto made = compile(read_text(sample_text(file, true)),
                              {.game = file.variant.game, .platform = file.variant.platform});
    ASSERT_EQ(test::message_of(made), test::kNoError);
    const bool original = likely_writer(file) == "the games' own compiler";
    for (std::size_t row = 0; row < file.nodes.size(); ++row) {
      if (!file.nodes[row].mesh) continue;
      const Mesh& before = *file.nodes[row].mesh;
      const Mesh& after = *made->file.nodes[row].mesh;
      ASSERT_EQ(before.vertices, after.vertices) << node_name(file, file.nodes[row]);
      ASSERT_EQ(before.faces.size(), after.faces.size());
      for (std::size_t face = 0; face < before.faces.size(); ++face)
        ASSERT_EQ(before.faces[face].vertices, after.faces[face].vertices);
      if (before.saber) expect_same_blade(before, after);
      if (!original || !before.mdx || !after.mdx) continue;
      if (before.skin)
        compare_normals(before, after, skinned);
      else if (before.header.render != 0)
        compare_normals(before, after, rendered);
    }
    Findings findings;
    validate(made->file, findings);
    EXPECT_EQ(findings.count(Severity::error), 0U);
  });
  EXPECT_GE(rendered.percent(), 99);
  EXPECT_GE(skinned.percent(), 96);
}

/// Texts of two other programs.
struct Namesake {
  const char* text;
  const char* model;  // empty: there is none
};

constexpr Namesake kNamesakes[] = {
    {"dp__p_attonh", ""},
    {"k1cp__comm_a_m-kotormax", "mdl_k1/k1cp__comm_a_m.mdl"},
    {"k1cp__m13aa_c01_cam-mdledit", "mdl_k1/k1cp__m13aa_c01_cam.mdl"},
    {"k1cp__m13aa_c01_char01-mdledit", "mdl_k1/k1cp__m13aa_c01_char01.mdl"},
    {"tslcp__101peri-kotormax", "mdl_k2/tslcp__101peri.mdl"},
    {"tslcp__151har17-kotormax", "mdl_k2/tslcp__151har17.mdl"},
    {"tslcp__pfha05-kotormax", "mdl_k2/tslcp__pfha05.mdl"},
};

/// A text that is written again is the same model, and stays as it is from then on.
void expect_rewritten(const source::Model& model, const CompileOptions& options) {
  const std::string text = ascii::write(model);
  const source::Model again = read_text(text);
  EXPECT_EQ(ascii::rewriting_losses(again), std::vector<std::string>());
  EXPECT_TRUE(ascii::write(again) == text);
  EXPECT_EQ(first_difference(written(compile(again, options)->file), written(compile(model, options)->file)),
            "");
}

/// Other programs write six digits.
bool same_triangle(const Mesh& a, const Mesh& b, std::size_t face) {
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const Vec3 in_a = a.vertices[a.faces[face].vertices[corner]];
    const Vec3 in_b = b.vertices[b.faces[face].vertices[corner]];
    if (glm::distance(in_a, in_b) > 1e-3F * (1 + glm::length(in_a))) return false;
  }
  return a.faces[face].material == b.faces[face].material;
}

void expect_same_triangles(const File& made, const File& binary) {
  for (const Node& node : made.nodes) {
    if (!node.mesh) continue;
    const std::string name = node_name(made, node);
    const auto other = std::ranges::find_if(
        binary.nodes, [&](const Node& each) { return each.mesh && node_name(binary, each) == name; });
    ASSERT_NE(other, binary.nodes.end()) << name;
    ASSERT_EQ(node.mesh->faces.size(), other->mesh->faces.size()) << name;
    for (std::size_t face = 0; face < node.mesh->faces.size(); ++face)
      ASSERT_TRUE(same_triangle(*node.mesh, *other->mesh, face)) << name << " face " << face;
  }
}

TEST(MdlAsciiCorpus, TextsOfOtherProgramsCompile) {
  const auto files = test::corpus_files("kotor/ascii", ".ascii");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t found = 0;
  for (const Namesake& each : kNamesakes) {
    SCOPED_TRACE(each.text);
    const auto path = std::ranges::find_if(files, [&](const auto& file) {
      return file.filename().string() == std::string(each.text) + ".mdl.ascii";
    });
    if (path == files.end()) continue;
    ++found;
    const auto model = ascii::read(test::read_bytes(*path));
    ASSERT_EQ(test::message_of(model), test::kNoError);
    Findings findings;
    ascii::validate(*model, findings);
    EXPECT_EQ(findings.all().size(), 0U);
    const bool second = std::string_view(each.model).starts_with("mdl_k2") || *each.model == 0;
    const CompileOptions options{.game = second ? Game::k2 : Game::k1};
    const auto made = compile(*model, options);
    ASSERT_EQ(test::message_of(made), test::kNoError);
    expect_rewritten(*model, options);
    Findings in_binary;
    validate(made->file, in_binary);
    EXPECT_EQ(in_binary.count(Severity::error) + in_binary.count(Severity::warning), 0U);
    if (*each.model == 0) continue;
    const auto binary = read_pair(Mdl::load(path->parent_path().parent_path() / each.model));
    ASSERT_EQ(test::message_of(binary), test::kNoError);
    expect_same_triangles(made->file, *binary);
    EXPECT_EQ(made->file.animations.size(), binary->animations.size());
  }
  EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace mw::kotor::mdl
