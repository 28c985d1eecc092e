#include <gtest/gtest.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include <cstring>
#include <map>

#include "support/bytes.h"
#include "support/corpus.h"
#include "support/documents.h"

namespace mw {
namespace {

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> files;
  const std::pair<const char*, const char*> kinds[] = {{"kotor/mdl_k1", ".mdl"},
                                                       {"kotor/mdl_k2", ".mdl"},
                                                       {"kotor/room_pairs", ".mdl"},
                                                       {"kotor/room_pairs", ".wok"},
                                                       {"kotor/wok", ".wok"},
                                                       {"kotor/pwk", ".pwk"},
                                                       {"bw2", ".bwm"},
                                                       {"wows", ".geometry"}};
  for (const auto& [folder, extension] : kinds)
    for (const auto& path : test::corpus_files(folder, extension))
      if (std::filesystem::file_size(path) < 200000) files.push_back(path);
  return files;
}

Document opened(const std::filesystem::path& path) {
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  auto mdx = path;
  if (std::filesystem::exists(mdx.replace_extension(".mdx")))
    neighbours->files["mdx"] = test::read_bytes(mdx);
  return open({.blob = Blob(test::read_bytes(path)), .name = path.string(), .neighbours = neighbours})
      .value();
}

TEST(DiffCorpus, AFileIsLikeItselfAndDiffersFromItsNewLayoutInLayoutOnly) {
  const auto files = all_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Document document = opened(path);
    EXPECT_EQ(diff(document, document, {}, {})->differences, 0U);
    if (document.format().id != "kotor-mdl" && document.format().id != "kotor-walkmesh") continue;
    OptionValues relayout;
    relayout.set("relayout");
    const auto differences =
        diff(document, changed(document, relayout).value(), {.ignore_layout = true}).value();
    for (const Difference& d : differences) ADD_FAILURE() << d.where << ": " << d.a << " | " << d.b;
  }
}

/// Counts by the fields that the dump names, which `info` does not use.
class FieldCount {
 public:
  explicit FieldCount(const Document& document) {
    const Trace listen = [this](const TracedField& field) { add(field); };
    EXPECT_TRUE(trace(document, {&listen, nullptr}));
  }

  /// How many fields have this path, whatever their rows.
  std::uint64_t fields(const std::string& path) { return fields_[path]; }
  /// The sum of their values.
  std::uint64_t sum(const std::string& path) { return sums_[path]; }
  /// How many of them have this bit.
  std::uint64_t with_bit(const std::string& path, std::uint64_t bit) {
    std::uint64_t count = 0;
    for (const std::uint64_t value : values_[path]) count += (value & bit) != 0 ? 1 : 0;
    return count;
  }

 private:
  void add(const TracedField& field) {
    std::string path;
    for (const char c : field.path)
      if (c < '0' || c > '9' || path.empty() || path.back() != '[') path += c;
    std::uint64_t value = 0;
    std::memcpy(&value, field.bytes.data(), std::min<std::size_t>(field.bytes.size(), sizeof(value)));
    ++fields_[path];
    sums_[path] += value;
    if (path == "nodes[].type") values_[path].push_back(value);
  }

  std::map<std::string, std::uint64_t> fields_;
  std::map<std::string, std::uint64_t> sums_;
  std::map<std::string, std::vector<std::uint64_t>> values_;
};

std::map<std::string, std::uint64_t> counts_of(const Document& document) {
  std::map<std::string, std::uint64_t> counts;
  const Info found = info(document).value();
  for (const auto& [name, count] : found.counts) counts[std::string(name)] = count;
  return counts;
}

void expect_model_counts(const Document& document) {
  FieldCount count(document);
  auto counts = counts_of(document);
  EXPECT_EQ(counts["nodes"], count.fields("nodes[].type"));
  EXPECT_EQ(counts["meshes"], count.fields("nodes[].mesh.vertex_count"));
  EXPECT_EQ(counts["vertices"], count.sum("nodes[].mesh.vertex_count"));
  EXPECT_EQ(counts["faces"], count.fields("nodes[].mesh.faces[].material"));
  EXPECT_EQ(counts["skins"], count.fields("nodes[].mesh.skin.bone_map_count"));
  EXPECT_EQ(counts["danglymeshes"], count.fields("nodes[].mesh.dangly.period"));
  EXPECT_EQ(counts["walkmeshes"], count.fields("nodes[].mesh.aabb.root"));
  EXPECT_EQ(counts["lightsabers"], count.fields("nodes[].mesh.saber.uvs_offset"));
  EXPECT_EQ(counts["lights"], count.fields("nodes[].light.flare_radius"));
  EXPECT_EQ(counts["emitters"], count.fields("nodes[].emitter.dead_space"));
  EXPECT_EQ(counts["references"], count.fields("nodes[].reference.reattachable"));
  EXPECT_EQ(counts["animations"], count.fields("animations[].length"));
  EXPECT_EQ(counts["lights"], count.with_bit("nodes[].type", 2));
  EXPECT_EQ(info(document)->tree.size(), counts["nodes"]);
}

void expect_walkmesh_counts(const Document& document) {
  FieldCount count(document);
  auto counts = counts_of(document);
  EXPECT_EQ(counts["vertices"], count.fields("vertices[]"));
  EXPECT_EQ(counts["faces"], count.fields("faces[]"));
  EXPECT_EQ(counts["aabb_nodes"], count.fields("aabb[].plane"));
  EXPECT_EQ(counts["edges"], count.fields("edges[].edge"));
  EXPECT_EQ(counts["perimeters"], count.fields("perimeters[]"));
}

void expect_bwm_counts(const Document& document) {
  FieldCount count(document);
  auto counts = counts_of(document);
  EXPECT_EQ(counts["vertices"], count.sum("meshes[].vertex_count"));
  EXPECT_EQ(counts["meshes"], count.fields("meshes[].name"));
  EXPECT_EQ(counts["materials"], count.fields("materials[].name"));
  EXPECT_EQ(counts["bones"], count.fields("bones[].position"));
  EXPECT_EQ(counts["entities"], count.fields("entities[].name"));
  EXPECT_EQ(counts["circles"], count.fields("circles[].radius"));
  EXPECT_EQ(counts["hull_points"], count.fields("hull[]"));
  EXPECT_EQ(counts["cleaves"], count.fields("cleaves[]"));
}

/// Of a list of triangles, three indices make one.
void expect_geometry_counts(const Document& document) {
  FieldCount count(document);
  auto counts = counts_of(document);
  EXPECT_EQ(counts["vertices"], count.sum("vertex_mappings[].count"));
  EXPECT_EQ(counts["triangles"], count.sum("index_mappings[].count") / 3);
  EXPECT_EQ(counts["vertex_buffers"], count.sum("vertex_buffer_count"));
  EXPECT_EQ(counts["index_buffers"], count.sum("index_buffer_count"));
  EXPECT_EQ(2 * counts["meshes"] + counts["unpaired"],
            count.sum("vertex_mapping_count") + count.sum("index_mapping_count"));
}

void expect_primitives_counts(const Document& document) {
  FieldCount count(document);
  auto counts = counts_of(document);
  EXPECT_EQ(counts["vertices"], count.sum("sections[].count"));
  EXPECT_EQ(counts["triangles"], count.sum("sections[].index_count") / 3);
  EXPECT_EQ(counts["meshes"], count.fields("sections[].index_count"));
}

void expect_splash_counts(const Document& document) {
  FieldCount count(document);
  EXPECT_EQ(counts_of(document)["boxes"], count.fields("boxes[].name_length"));
}

TEST(InfoCorpus, CountsAreThoseOfTheFields) {
  auto files = all_files();
  for (const char* extension : {".primitives", ".splash"})
    for (const auto& path : test::corpus_files("wows", extension)) files.push_back(path);
  SKIP_WITHOUT_CORPUS(files);
  std::map<std::string_view, int> checked;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Document document = opened(path);
    ++checked[document.format().id];
    if (document.format().id == "kotor-mdl") expect_model_counts(document);
    if (document.format().id == "kotor-walkmesh") expect_walkmesh_counts(document);
    if (document.format().id == "bw2-bwm") expect_bwm_counts(document);
    if (document.format().id == "wows-geometry") expect_geometry_counts(document);
    if (document.format().id == "wows-primitives") expect_primitives_counts(document);
    if (document.format().id == "wows-splash") expect_splash_counts(document);
  }
  EXPECT_GT(checked["kotor-mdl"], 20);
  EXPECT_GT(checked["kotor-walkmesh"], 5);
  EXPECT_GT(checked["bw2-bwm"], 1);
  EXPECT_GT(checked["wows-geometry"], 1);
  EXPECT_GT(checked["wows-primitives"], 1);
  EXPECT_GT(checked["wows-splash"], 1);
}

}  // namespace
}  // namespace mw
