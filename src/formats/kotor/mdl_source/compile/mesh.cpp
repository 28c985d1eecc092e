#include <algorithm>
#include <numeric>

#include "mdl/build/derive.h"
#include "mdl/variant.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

void copy_properties(MeshHeader& header, const source::Mesh& from) {
  header.diffuse = from.diffuse;
  header.ambient = from.ambient;
  header.transparency_hint = from.transparency_hint;
  header.animate_uv = from.animate_uv;
  header.uv_direction = from.uv_direction;
  header.uv_jitter = from.uv_jitter;
  header.uv_jitter_speed = from.uv_jitter_speed;
  header.lightmapped = from.lightmapped;
  header.rotate_texture = from.rotate_texture;
  header.background_geometry = from.background_geometry;
  header.shadow = from.shadow;
  header.beaming = from.beaming;
  header.render = from.render;
  header.texture_1 = ended<32>(from.textures[0]);
  header.texture_2 = ended<32>(from.textures[1]);
  header.texture_3 = ended<12>(from.textures[2]);
  header.texture_4 = ended<12>(from.textures[3]);
}

void add_faces(Mesh& mesh, const SplitMesh& split) {
  mesh.faces.resize(split.triangles.size());
  for (std::size_t row = 0; row < mesh.faces.size(); ++row) {
    mesh.faces[row].vertices = split.triangles[row];
    mesh.faces[row].material = split.materials[row];
  }
}

void add_index_list(Mesh& mesh, const SplitMesh& split) {
  IndexList list;
  list.vertices.reserve(3 * split.triangles.size());
  for (const auto& corners : split.triangles)
    list.vertices.insert(list.vertices.end(), corners.begin(), corners.end());
  mesh.index_counts = {std::uint32_t(list.vertices.size())};
  mesh.index_offsets = {0};
  mesh.index_lists = {std::move(list)};
}

/// Gives an attribute its place at the end of a row.
class RowBuilder {
 public:
  explicit RowBuilder(MeshHeader& header) : header_(header) {}
  void add(std::int32_t& place, std::size_t size, std::uint32_t flag) {
    place = std::int32_t(header_.mdx_stride);
    header_.mdx_stride += std::uint32_t(size);
    header_.mdx_flags |= flag;
  }

 private:
  MeshHeader& header_;
};

/// Positions, normals, texture coordinates, tangents, weights, bones: the order of the original files.
void place_attributes(Mesh& mesh, const SplitMesh& split, bool tangents) {
  MeshHeader& header = mesh.header;
  RowBuilder row(header);
  row.add(header.mdx_positions, sizeof(Vec3), kMdxPositions);
  row.add(header.mdx_normals, sizeof(Vec3), kMdxNormals);
  for (std::size_t set = 0; set < 4; ++set)
    if (!split.uvs[set].empty()) row.add(header.mdx_uvs[set], sizeof(glm::vec2), kMdxUv1 << set);
  if (tangents) row.add(header.mdx_tangents[0], sizeof(std::array<float, 9>), kMdxTangents1);
  if (!mesh.skin) return;
  row.add(mesh.skin->header.mdx_weights, sizeof(std::array<float, 4>), 0);
  row.add(mesh.skin->header.mdx_bones, sizeof(std::array<float, 4>), 0);
}

void add_rows(Mesh& mesh, const SplitMesh& split, bool tangents) {
  const std::size_t count = split.positions.size();
  VertexRows& rows = mesh.mdx.emplace().rows;
  rows.positions = split.positions;
  rows.normals.resize(count, Vec3(0));
  rows.uvs = split.uvs;
  if (tangents) rows.tangents[0].resize(count);
  if (!mesh.skin) return;
  rows.weights.resize(count);
  rows.bones.resize(count, {kNoBone, kNoBone, kNoBone, kNoBone});
}

/// Ends the rows of a mesh; a skin's has a bone.
void add_sentinel(Mesh& mesh, const SplitMesh& split, bool tangents) {
  VertexRows& row = mesh.mdx->sentinel.emplace();
  row.positions = {Vec3(mesh.skin ? 1e6F : 1e7F)};
  row.normals = {Vec3(0)};
  for (std::size_t set = 0; set < 4; ++set)
    if (!split.uvs[set].empty()) row.uvs[set] = {glm::vec2(0)};
  if (tangents) row.tangents[0].resize(1);
  if (!mesh.skin) return;
  row.weights = {{1, 0, 0, 0}};
  row.bones = {{0, 0, 0, 0}};
}

void add_dangly(Mesh& mesh, const source::Dangly& from, const SplitMesh& split) {
  Dangly& dangly = mesh.dangly.emplace();
  dangly.header.displacement = from.displacement;
  dangly.header.tightness = from.tightness;
  dangly.header.period = from.period;
  dangly.vertices = split.positions;
  dangly.constraints.resize(split.positions.size());
  for (std::size_t vertex = 0; vertex < split.origins.size(); ++vertex)
    if (split.origins[vertex] < from.constraints.size())
      dangly.constraints[vertex] = from.constraints[split.origins[vertex]];
}

/// A blade has arrays of its own, no rows in the MDX and no index list.
void add_saber(Mesh& mesh, const SplitMesh& split) {
  Saber& saber = mesh.saber.emplace();
  saber.vertices = split.positions;
  saber.normals.resize(split.positions.size(), Vec3(0));
  saber.uvs = split.uvs[0];
  saber.uvs.resize(split.positions.size(), glm::vec2(0));
}

/// Boxes of the tree as the description has them; which side a right child lies on is not told there.
void add_tree(Mesh& mesh, const source::Mesh& from) {
  Aabb& aabb = mesh.aabb.emplace();
  aabb.nodes.resize(from.aabb.size());
  std::vector<std::uint32_t> open;  // inner nodes that lack a child
  for (std::uint32_t row = 0; row < from.aabb.size(); ++row) {
    AabbNode& node = aabb.nodes[row];
    node.box_min = from.aabb[row].min;
    node.box_max = from.aabb[row].max;
    node.face = from.aabb[row].face;
    if (!open.empty()) {
      AabbNode& parent = aabb.nodes[open.back()];
      if (parent.left == kNoChild) {
        parent.left = row;
      } else {
        parent.right = row;
        open.pop_back();
      }
    }
    if (node.face < 0) open.push_back(row);
  }
}

}  // namespace

Mesh mesh_of(const source::Mesh& from, const SplitMesh& split, std::uint16_t type, Variant variant) {
  Mesh mesh;
  const bool blade = (type & kNodeSaber) != 0;
  const bool tangents = from.tangent_space != 0 && !split.uvs[0].empty() && !blade;
  copy_properties(mesh.header, from);
  mesh.header.functions = mesh_functions(variant, type);
  mesh.header.vertex_count = std::uint16_t(split.positions.size());
  mesh.header.texture_count = std::uint16_t(
      std::ranges::count_if(split.uvs, [](const std::vector<glm::vec2>& uvs) { return !uvs.empty(); }));
  if (variant.game == Game::k2) mesh.dirt = from.dirt;
  mesh.vertices = split.positions;
  add_faces(mesh, split);
  if ((type & kNodeSkin) != 0) mesh.skin.emplace();
  if ((type & kNodeAnim) != 0) mesh.anim.emplace();
  if ((type & kNodeDangly) != 0) add_dangly(mesh, from.dangly ? *from.dangly : source::Dangly{}, split);
  if ((type & kNodeAabb) != 0) add_tree(mesh, from);
  if (blade) {
    add_saber(mesh, split);
    return mesh;
  }
  add_index_list(mesh, split);
  place_attributes(mesh, split, tangents);
  if (split.positions.empty()) return mesh;
  add_rows(mesh, split, tangents);
  add_sentinel(mesh, split, tangents);
  return mesh;
}

}  // namespace mw::kotor::mdl
