#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/formats/convert.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/geometric.hpp>

#include "support/bytes.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/glb_fields.h"

namespace mw::test {
namespace {

Document opened_file(const std::filesystem::path& path) {
  auto neighbours = std::make_shared<GivenNeighbours>();
  std::filesystem::path mdx = path;
  mdx.replace_extension(".mdx");
  if (std::filesystem::exists(mdx)) neighbours->files["mdx"] = read_bytes(mdx);
  return open({.blob = Blob(read_bytes(path)), .name = path.filename().string(), .neighbours = neighbours})
      .value();
}

void expect_all_fields_of(const std::string& folder, const std::string& extension) {
  const auto files = corpus_files(folder, extension);
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    expect_all_fields(opened_file(path));
  }
}

TEST(GlbFieldsCorpus, ModelsOfKotor) {
  for (const char* folder : {"kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"})
    expect_all_fields_of(folder, ".mdl");
}

TEST(GlbFieldsCorpus, WalkmeshesOfKotor) {
  expect_all_fields_of("kotor/wok", ".wok");
  expect_all_fields_of("kotor/room_pairs", ".wok");
  expect_all_fields_of("kotor/pwk", ".pwk");
}

TEST(GlbFieldsCorpus, ModelsOfBlackAndWhite2) {
  expect_all_fields_of("bw2", ".bwm");
}

TEST(GlbFieldsCorpus, GeometryOfWorldOfWarships) {
  expect_all_fields_of("wows", ".geometry");
  expect_all_fields_of("wows", ".primitives");
  expect_all_fields_of("wows", ".splash");
}

/// Of a model: each mesh of the GLB has the numbers of its rows, in their order and the scene's axes.
void expect_vertices_of(const kotor::mdl::File& file, const scene::Scene& scene) {
  std::size_t next = 0;
  for (const kotor::mdl::Node& node : file.nodes) {
    if (!node.mesh || node.mesh->faces.empty() || node.mesh->saber) continue;
    SCOPED_TRACE(node_name(file, node));
    ASSERT_LT(next, scene.meshes.size());
    const scene::Primitive& p = scene.meshes[next++].primitives[0];
    const std::vector<Vec3>& positions = positions_of(*node.mesh);
    ASSERT_EQ(p.positions.size(), positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      ASSERT_EQ(p.positions[i], Vec3(positions[i].x, positions[i].z, -positions[i].y));
    ASSERT_EQ(p.indices.size(), node.mesh->faces.size() * 3);
    for (std::size_t i = 0; i < p.indices.size(); ++i)
      ASSERT_EQ(p.indices[i], node.mesh->faces[i / 3].vertices[i % 3]);
    const bool constrained = node.mesh->dangly && !node.mesh->dangly->constraints.empty();
    ASSERT_TRUE(!constrained || p.custom.at(0).values == node.mesh->dangly->constraints);
    if (!node.mesh->mdx) continue;
    const kotor::mdl::VertexRows& rows = node.mesh->mdx->rows;
    ASSERT_EQ(p.normals.size(), rows.normals.size());
    for (std::size_t i = 0; i < p.normals.size(); ++i) {
      const Vec3 normal(rows.normals[i].x, rows.normals[i].z, -rows.normals[i].y);
      if (normal == Vec3(0)) continue;  // mended, and told
      ASSERT_LT(glm::distance(p.normals[i], glm::normalize(normal)), 0.006F) << i;
    }
    for (std::size_t set = 0; set < 2; ++set) {
      ASSERT_EQ(p.uvs[set].size(), rows.uvs[set].size());
      for (std::size_t i = 0; i < p.uvs[set].size(); ++i)
        ASSERT_EQ(p.uvs[set][i], glm::vec2(rows.uvs[set][i].x, 1 - rows.uvs[set][i].y));
    }
  }
  EXPECT_EQ(next, scene.meshes.size());
}

TEST(GlbFieldsCorpus, VerticesOfKotorModelsAreInTheAccessors) {
  const auto files = corpus_files("kotor/mdl_k1", ".mdl");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Document document = opened_file(path);
    const kotor::mdl::File& file = *document.as<kotor::mdl::File>();
    const bool blade = std::ranges::any_of(file.nodes, [](const auto& n) { return n.mesh && n.mesh->saber; });
    if (blade) continue;  // drawn from other vertices; all of them are in the extras
    Target target{.format = find_format("gltf"), .name = "all.glb"};
    target.options.set("hidden");
    target.options.set("collision");
    const Bytes glb = convert(document, target).value().output.bytes;
    expect_vertices_of(file, to_scene(open({.blob = Blob(glb)}).value()).value());
  }
}

Bytes converted(const Document& document, const std::string& name) {
  const Format* format = find_by_extension(name.substr(name.rfind('.')));
  Target target{.format = format, .name = name};
  if (document.format().id == "bw2-bwm") target.options.set("lod", "all");
  return convert(document, target).value().output.bytes;
}

/// A .bwm that went through a GLB goes through another without any change, and pivots and masks are those of
/// the first file.
TEST(GlbFieldsCorpus, ThereAndBackTwiceEqualsOnce) {
  const auto files = corpus_files("bw2", ".bwm");
  SKIP_WITHOUT_CORPUS(files);
  const auto there_and_back = [](const Bytes& bwm) {
    const Bytes glb = converted(open({.blob = Blob(bwm)}).value(), "a.glb");
    return converted(open({.blob = Blob(glb)}).value(), "a.bwm");
  };
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Bytes original = read_bytes(path);
    const Bytes once = there_and_back(original);
    EXPECT_EQ(there_and_back(once), once);
    const bw2::bwm::File before = bw2::bwm::read(original).value();
    const bw2::bwm::File after = bw2::bwm::read(once).value();
    EXPECT_EQ(after.header.version, before.header.version);
    ASSERT_EQ(after.materials.size(), before.materials.size());
    ASSERT_EQ(after.meshes.size(), before.meshes.size());
    for (std::size_t i = 0; i < before.meshes.size(); ++i)
      EXPECT_EQ(std::memcmp(&after.meshes[i].pivot, &before.meshes[i].pivot, sizeof(bw2::bwm::Frame)), 0);
    for (std::size_t i = 0; i < before.material_refs.size(); ++i)
      EXPECT_EQ(after.material_refs[i].mask, before.material_refs[i].mask);
    ASSERT_EQ(after.cleaves.size(), before.cleaves.size());
    const auto sorted = [](std::vector<Vec3> rows) {
      std::ranges::sort(rows, {}, [](const Vec3& v) { return std::array{v.x, v.y, v.z}; });
      return rows;
    };
    EXPECT_EQ(sorted(after.cleaves), sorted(before.cleaves));
  }
}

}  // namespace
}  // namespace mw::test
