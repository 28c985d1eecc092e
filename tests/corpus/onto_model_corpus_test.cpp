#include <gtest/gtest.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>

#include "support/bytes.h"
#include "support/changed_fields.h"
#include "support/corpus.h"
#include "support/losses.h"

/// One vertex of a mesh of a real model moves: nothing else is other.
namespace mw {
namespace {

namespace mdl = kotor::mdl;

constexpr std::uintmax_t kLargest = 300'000;  // bytes of an MDL: every field of it is looked at

Document model_at(std::filesystem::path path) {
  Output file{.bytes = test::read_bytes(path)};
  const std::string name = path.filename().string();
  path.replace_extension(".mdx");
  if (std::filesystem::exists(path)) file.companion = test::read_bytes(path);
  return test::opened(file, name).value();
}

/// With everything in the place that this library gives it, as it is after an edit.
Document laid_out(const Document& document) {
  mdl::File file = *document.as<mdl::File>();
  mdl::lay_out(file, mdl::family_of(file));
  const mdl::Pair pair = mdl::write(file).value();
  return test::opened({.bytes = pair.mdl, .companion = pair.mdx}, "model.mdl").value();
}

/// A node with triangles that no other is called like; none where there is none.
std::optional<std::size_t> find_mesh(const mdl::File& file, bool skin) {
  std::map<std::string, int> counts;
  for (const mdl::Node& node : file.nodes) ++counts[mdl::node_name(file, node)];
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const auto& mesh = file.nodes[row].mesh;
    if (!mesh || mesh->faces.empty() || mesh->saber || mesh->aabb || bool(mesh->skin) != skin) continue;
    if (counts[mdl::node_name(file, file.nodes[row])] == 1) return row;
  }
  return std::nullopt;
}

bool move_vertex_of(scene::Scene& scene, const std::string& name) {
  for (const scene::Node& node : scene.nodes) {
    if (node.name != name || !node.mesh) continue;
    std::vector<Vec3>& positions = scene.meshes[*node.mesh].primitives[0].positions;
    const Vec3 from = positions[scene.meshes[*node.mesh].primitives[0].indices[0]];
    for (Vec3& position : positions)
      if (position == from) position.y += 0.01F;
    return true;
  }
  return false;
}

void expect_one_mesh(const Document& original, std::size_t row) {
  const mdl::File& file = *original.as<mdl::File>();
  const std::string name = mdl::node_name(file, file.nodes[row]);
  SCOPED_TRACE(name);
  scene::Scene scene = whole_scene(original).value();
  ASSERT_TRUE(move_vertex_of(scene, name));
  const auto made = apply_edits(scene, original);
  if (!file.has_mdx) {
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("no MDX was given"), std::string::npos) << made.error().message;
    return;
  }
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->document.losses, std::vector<std::string>());
  ASSERT_EQ(made->changes.size(), 1U);
  const Document again = test::opened(write_edited(*made, original).value(), "model.mdl").value();
  const auto changed = test::changed_fields(laid_out(original), laid_out(again));
  EXPECT_FALSE(changed.empty());
  const std::string own = "nodes[" + std::to_string(row) + "].";
  const std::string in_mdx = "mdx:" + own;
  for (const std::string& path : changed)
    EXPECT_TRUE(path.starts_with(own + "mesh.") || path.starts_with(in_mdx)) << path;
}

struct OntoModelCorpus : testing::TestWithParam<const char*> {};

TEST_P(OntoModelCorpus, AVertexIsAllThatMoves) {
  const auto files = test::corpus_files(GetParam(), ".mdl");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    if (std::filesystem::file_size(path) > kLargest) continue;
    SCOPED_TRACE(path);
    const Document original = model_at(path);
    for (const bool skin : {false, true})
      if (const auto row = find_mesh(*original.as<mdl::File>(), skin)) expect_one_mesh(original, *row);
  }
}

/// Blades draw 16 of their 176 vertices; seen in knet__file4.mdl and egm__w_lghtsbr_008.mdl, two each.
TEST(OntoBladeCorpus, AVertexOfABladeIsAllThatMoves) {
  std::vector<std::filesystem::path> files = test::corpus_files("kotor/mdl_k1", ".mdl");
  for (const auto& path : test::game_files("kotor/models_k2", ".mdl")) files.push_back(path);
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    if (std::filesystem::file_size(path) > kLargest) continue;
    SCOPED_TRACE(path);
    const Document original = model_at(path);
    const mdl::File& file = *original.as<mdl::File>();
    for (std::size_t row = 0; row < file.nodes.size(); ++row)
      if (file.nodes[row].mesh && file.nodes[row].mesh->saber) expect_one_mesh(original, row);
  }
}

INSTANTIATE_TEST_SUITE_P(RealFiles, OntoModelCorpus,
                         testing::Values("kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"));

}  // namespace
}  // namespace mw
