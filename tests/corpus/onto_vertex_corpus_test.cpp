#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>

#include "support/bytes.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/edited_sample.h"
#include "support/losses.h"
#include "support/through_glb.h"

/// One vertex of a real file moves: its mesh changes, and the bounds around it. All else keeps every bit.
namespace mw {
namespace {

using namespace test;

/// A node in the middle of those that are drawn, and the place of a vertex of its triangles.
struct Chosen {
  scene::Node node;
  Vec3 place{0};
};

Chosen choose(const scene::Scene& scene) {
  std::vector<const scene::Node*> drawn;
  for (const scene::Node& node : scene.nodes)
    if (node.mesh && node.role == scene::Role::visual &&
        scene.meshes[*node.mesh].primitives[0].topology == scene::Topology::triangles)
      drawn.push_back(&node);
  if (drawn.empty()) return {};
  const scene::Node& node = *drawn[drawn.size() / 2];
  const scene::Primitive& p = scene.meshes[*node.mesh].primitives[0];
  return {node, p.positions[p.indices.empty() ? 0 : p.indices[p.indices.size() / 6 * 3]]};
}

/// What is made of a file when all vertices of a mesh at one place move by a quarter of a unit.
Document moved(const Document& original, const Chosen& chosen) {
  scene::Scene scene = whole_scene(original).value();
  for (scene::Primitive& p : scene.meshes[*chosen.node.mesh].primitives)
    for (Vec3& position : p.positions)
      if (position == chosen.place) position.x += 0.25F;
  const auto made = apply_edits(through_glb(scene), original);
  EXPECT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->document.losses, Lines());
  EXPECT_EQ(made->changes.size(), 1U);
  EXPECT_EQ(made->changes[0].where, "mesh " + chosen.node.name);
  return opened(write_edited(*made, original).value(), original.source().name).value();
}

/// `then(original)` for every real file of a kind.
void for_each_real_file(const char* folder, const char* extension, const auto& then) {
  const auto files = corpus_files(folder, extension);
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const auto original = opened({.bytes = read_bytes(path)}, path.filename().string());
    ASSERT_TRUE(original) << to_string(original.error());
    then(*original);
  }
}

namespace bwm = bw2::bwm;

void put_bounds_back(auto& row, const auto& before) {
  row.sphere = before.sphere;
  row.box_min = before.box_min;
  row.box_max = before.box_max;
  row.cylinder = before.cylinder;
  row.volume = before.volume;
}

/// The file after an edit, with what may change of one mesh as it was.
bwm::File put_back(bwm::File after, const bwm::File& before, std::size_t mesh, std::size_t& rows) {
  put_bounds_back(after.header, before.header);
  after.header.footprint_sphere = before.header.footprint_sphere;
  after.header.size = before.header.size;
  after.header.metadata_size = before.header.metadata_size;
  after.header.hull_count = before.header.hull_count;
  after.header.circle_count = before.header.circle_count;
  after.hull = before.hull;
  after.circles = before.circles;
  put_bounds_back(after.meshes[mesh], before.meshes[mesh]);
  const std::size_t size = vertex_size(after.strides[0]).value();
  for (std::size_t row = 0; row < before.meshes[mesh].vertex_count; ++row) {
    const auto at = std::ptrdiff_t((before.meshes[mesh].vertex_offset + row) * size);
    const auto own = after.strides[0].data.begin() + at;
    const auto old = before.strides[0].data.begin() + at;
    rows += std::equal(old, old + 12, own) ? 0 : 1;
    std::copy(old, old + 12, own);  // the position
  }
  return after;
}

TEST(OntoVertexCorpus, OfAModelOfBlackAndWhite2) {
  for_each_real_file("bw2", ".bwm", [](const Document& original) {
    const Chosen chosen = choose(whole_scene(original).value());
    const bwm::File& before = *original.as<bwm::File>();
    const auto mesh = std::ranges::find_if(
        before.meshes, [&](const bwm::Mesh& each) { return each.name.view() == chosen.node.name; });
    ASSERT_TRUE(mesh != before.meshes.end());
    const Document after = moved(original, chosen);
    std::size_t rows = 0;
    const bwm::File same =
        put_back(*after.as<bwm::File>(), before, std::size_t(mesh - before.meshes.begin()), rows);
    EXPECT_GT(rows, 0U);
    EXPECT_LT(rows, 100U);
    EXPECT_TRUE(bwm::write(same).value() == bwm::write(before).value());
    EXPECT_EQ(new_findings(original, after), Lines());
  });
}

namespace geometry = wows::geometry;

std::size_t row_of(const std::vector<geometry::Mapping>& mappings, const scene::Node& node,
                   std::string_view name) {
  const JsonValue* value = scene::find(node.extras, name);
  const auto id = value != nullptr ? scene::integer_of(*value) : std::nullopt;
  return std::size_t(std::ranges::find_if(mappings,
                                          [&](const geometry::Mapping& mapping) {
                                            return std::int64_t(mapping.id) == id.value_or(-1);
                                          }) -
                     mappings.begin());
}

/// Vertices of other meshes are the same, and of the own one all that is not at the place.
void expect_same_vertices(const geometry::File& before, const geometry::File& after,
                          const geometry::Mapping& mapping, const Chosen& chosen) {
  const JsonValue* negated = scene::find(chosen.node.extras, "z_negated");
  const bool as_stored = negated != nullptr && *negated->get_if<bool>();  // as bones of skins have it
  const Vec3 place(chosen.place.x, chosen.place.y, as_stored ? chosen.place.z : -chosen.place.z);
  const geometry::Decoded old = decode(before);
  const geometry::Decoded now = decode(after);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < old.vertices.size(); ++i) {
    ASSERT_EQ(old.vertices[i].has_value(), now.vertices[i].has_value());
    if (!old.vertices[i]) continue;
    const auto& [kept, a, stride, count] = *old.vertices[i];
    const ByteSpan b = now.vertices[i]->bytes;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t row = 0; row < count; ++row) {
      const ByteSpan own = a.subspan(row * stride, stride);
      if (std::ranges::equal(own, b.subspan(row * stride, stride))) continue;
      ++moved;
      EXPECT_TRUE(i == mapping.buffer && row >= mapping.offset && row < mapping.offset + mapping.count);
      const Vec3 was = geometry::unpack_vertices(*old.layouts[i], own)[0].position;
      EXPECT_EQ(was, place);
      EXPECT_TRUE(std::ranges::equal(own.subspan(12), b.subspan(row * stride + 12, stride - 12)));
    }
  }
  EXPECT_GT(moved, 0U);
}

TEST(OntoVertexCorpus, OfAGeometryOfWorldOfWarships) {
  std::size_t tried = 0;
  for_each_real_file("wows", ".geometry", [&](const Document& original) {
    const Chosen chosen = choose(whole_scene(original).value());
    if (!chosen.node.mesh) return;
    ++tried;
    const geometry::File& before = *original.as<geometry::File>();
    const std::size_t vertices = row_of(before.vertex_mappings, chosen.node, "vertices_id");
    const std::size_t indices = row_of(before.index_mappings, chosen.node, "indices_id");
    ASSERT_LT(vertices, before.vertex_mappings.size());
    ASSERT_LT(indices, before.index_mappings.size());
    const Document document = moved(original, chosen);
    geometry::File after = *document.as<geometry::File>();
    expect_same_vertices(before, after, before.vertex_mappings[vertices], chosen);
    EXPECT_EQ(new_findings(original, document), Lines());
    after.vertex_mappings[vertices].packed_density = before.vertex_mappings[vertices].packed_density;
    after.index_mappings[indices].packed_density = before.index_mappings[indices].packed_density;
    for (std::size_t i = 0; i < after.vertex_buffers.size(); ++i)
      after.vertex_buffers[i].data = before.vertex_buffers[i].data;
    geometry::File own = before;
    lay_out(own);
    lay_out(after);
    EXPECT_TRUE(geometry::write(after).value() == geometry::write(own).value());
  });
  EXPECT_TRUE(tried == 0 || tried > 40);
}

}  // namespace
}  // namespace mw
