#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/kotor/mdl_format.h>
#include <cstdint>
#include <string_view>

/// The data of a model's records besides their fields: the parts after a node's header, and the tables that
/// they refer to. Each is listed once, as fields are (core/detail/field.h): reading, writing, laying out and
/// JSON all use these lists.
namespace mw::kotor::mdl {

/// Calls visit(name, bit, part) for each part that the type of a node may name, in file order; the mesh's own
/// follow the mesh.
constexpr void for_each_part(Like<Node> auto& node, auto visit) {
  visit("light", kNodeLight, node.light);
  visit("emitter", kNodeEmitter, node.emitter);
  visit("reference", kNodeReference, node.reference);
  visit("mesh", kNodeMesh, node.mesh);
}

constexpr void for_each_part(Like<Mesh> auto& mesh, auto visit) {
  visit("skin", kNodeSkin, mesh.skin);
  visit("anim", kNodeAnim, mesh.anim);
  visit("dangly", kNodeDangly, mesh.dangly);
  visit("aabb", kNodeAabb, mesh.aabb);
  visit("saber", kNodeSaber, mesh.saber);
}

template <class T>
concept HasParts = Like<T, Node> || Like<T, Mesh>;

/// The size of a part after the header of its node.
constexpr auto& header_of(auto& part) {
  if constexpr (requires { part.header; })
    return part.header;
  else
    return part;
}

/// A mesh's header with its variant, which decides its length, and the headers after it.
template <class AnyMesh>
struct MeshRecord {
  AnyMesh& mesh;
  Variant variant;
};

template <class AnyMesh>
constexpr void fields(auto& io, const MeshRecord<AnyMesh>& record) {
  mesh_header_fields(io, record.mesh, record.variant);
  for_each_part(record.mesh, [&](std::string_view name, std::uint16_t, auto& part) {
    if (part) io.field(name, header_of(*part));
  });
}

/// All that follows a node's header without a gap.
constexpr void part_fields(auto& io, Like<Node> auto& node, Variant variant) {
  for_each_part(node, [&](std::string_view name, std::uint16_t, auto& part) {
    if (!part) return;
    if constexpr (HasParts<std::remove_reference_t<decltype(*part)>>) {
      const MeshRecord record{*part, variant};
      io.field(name, record);
    } else {
      io.field(name, header_of(*part));
    }
  });
}

/// What the tables of a mesh depend on beside its headers.
struct MeshShape {
  Platform platform = Platform::pc;
  std::uint16_t vertex_count = 0;
  bool wide_constraints = false;
};

inline MeshShape shape_of(const Mesh& mesh, Platform platform) {
  return {platform, mesh.header.vertex_count, mesh.dangly && !mesh.dangly->wide_constraints.empty()};
}

/// That a table has as many rows as its mesh has vertices.
struct VertexCount {
  std::uint16_t value = 0;
};

// The tables of records, in the order in which the original compiler lays them out. `header` is the record's
// own, or a copy of it that is being written. An `io` of tables has
//
//   table(name, array, rows)
//   table(name, offset, count, rows)      where the header has no array; count may be a VertexCount
//   names(offsets_name, name, array, names)
//   lists(name, counts, offsets, lists)   rows of index lists
//   tree(name, root, nodes)               AABB nodes, which refer to each other

constexpr void tables(auto& io, auto& header, Like<Animation> auto& animation) {
  io.table("events", header.events, animation.events);
}

/// Without the children, which are nodes.
constexpr void tables(auto& io, auto& header, Like<Node> auto& node) {
  io.table("controllers", header.controllers, node.controllers);
  io.table("data", header.data, node.data);
}

constexpr void tables(auto& io, auto& header, Like<Light> auto& light, MeshShape = {}) {
  io.names("texture_offsets", "textures", header.flare_textures, light.textures);
  io.table("flare_sizes", header.flare_sizes, light.flare_sizes);
  io.table("flare_positions", header.flare_positions, light.flare_positions);
  io.table("flare_colors", header.flare_colors, light.flare_colors);
}

constexpr void tables(auto&, auto&, Like<Emitter> auto&, MeshShape = {}) {}
constexpr void tables(auto&, auto&, Like<Reference> auto&, MeshShape = {}) {}
/// What it refers to was never seen, so it stays unreferenced.
constexpr void tables(auto&, auto&, Like<AnimMesh> auto&, MeshShape) {}

/// KotorBlender has the index offsets before the vertices and the index counts after them.
constexpr void tables(auto& io, auto& header, Like<Mesh> auto& mesh, MeshShape shape,
                      bool offsets_first = false) {
  const auto counts = [&] { io.table("index_counts", header.index_counts, mesh.index_counts); };
  const auto offsets = [&] { io.table("index_offsets", header.index_offsets, mesh.index_offsets); };
  io.table("faces", header.faces, mesh.faces);
  offsets_first ? offsets() : counts();
  if (shape.platform == Platform::pc)
    io.table("vertices", mesh.vertices_offset, VertexCount{shape.vertex_count}, mesh.vertices);
  offsets_first ? counts() : offsets();
  io.table("inverted_counters", header.inverted_counters, mesh.inverted_counters);
  io.lists("index_lists", mesh.index_counts, mesh.index_offsets, mesh.index_lists);
}

constexpr void tables(auto& io, auto& header, Like<Skin> auto& skin, MeshShape shape) {
  if (shape.platform == Platform::pc)
    io.table("bone_map", header.bone_map_offset, header.bone_map_count, skin.bone_map);
  else
    io.table("packed_bone_map", header.bone_map_offset, header.bone_map_count, skin.packed_bone_map);
  io.table("qbones", header.qbones, skin.qbones);
  io.table("tbones", header.tbones, skin.tbones);
  io.table("unknown_0x34", header.unknown_0x34, skin.unknown_0x34);
}

constexpr void tables(auto& io, auto& header, Like<Dangly> auto& dangly, MeshShape shape) {
  if (shape.wide_constraints)
    io.table("wide_constraints", header.constraints, dangly.wide_constraints);
  else
    io.table("constraints", header.constraints, dangly.constraints);
  io.table("vertices", header.vertices_offset, VertexCount{shape.vertex_count}, dangly.vertices);
}

constexpr void tables(auto& io, auto& header, Like<Aabb> auto& aabb, MeshShape) {
  io.tree("nodes", header.root, aabb.nodes);
}

constexpr void tables(auto& io, auto& header, Like<Saber> auto& saber, MeshShape shape) {
  const VertexCount count{shape.vertex_count};
  io.table("vertices", header.vertices_offset, count, saber.vertices);
  io.table("normals", header.normals_offset, count, saber.normals);
  io.table("uvs", header.uvs_offset, count, saber.uvs);
}

}  // namespace mw::kotor::mdl
