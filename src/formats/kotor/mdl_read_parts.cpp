#include <algorithm>

#include "mdl_read.h"

namespace mw::kotor::mdl {
namespace {

template <class T>
void read_part(Reader& reader, std::string_view name, T& part) {
  reader.charge(name, sizeof(T));
  reader.field(name, part);
}

void read_light(Reader& reader, Light& light) {
  PathScope scope(reader.path(), "light");
  reader.charge({}, sizeof(Light));
  fields(reader, light.header);
  const std::uint64_t after = reader.position();
  read_names(reader, "texture_offsets", "textures", light.header.flare_textures, light.textures);
  read_array(reader, "flare_sizes", light.header.flare_sizes, light.flare_sizes);
  read_array(reader, "flare_positions", light.header.flare_positions, light.flare_positions);
  read_array(reader, "flare_colors", light.header.flare_colors, light.flare_colors);
  reader.seek(after, {});
}

void read_skin(ReadContext& context, Skin& skin) {
  Reader& reader = context.reader;
  const std::uint64_t bone_map = file_offset(skin.header.bone_map_offset);
  if (context.variant.platform == Platform::pc)
    reader.table("bone_map", bone_map, skin.header.bone_map_count, skin.bone_map);
  else
    reader.table("bone_map", bone_map, skin.header.bone_map_count, skin.packed_bone_map);
  read_array(reader, "qbones", skin.header.qbones, skin.qbones);
  read_array(reader, "tbones", skin.header.tbones, skin.tbones);
  read_array(reader, "unknown_0x34", skin.header.unknown_0x34, skin.unknown_0x34);
}

void read_dangly(Reader& reader, std::uint16_t vertex_count, Dangly& dangly) {
  const DanglyHeader& header = dangly.header;
  const Array& constraints = header.constraints;
  // Four meshes of three files that MDLEdit wrote have doubles here; only the distance to the next block
  // tells.
  const std::uint64_t distance = std::uint64_t(header.vertices_offset) - constraints.offset;
  if (constraints.count > 0 && distance == std::uint64_t(constraints.count) * sizeof(double))
    reader.table("constraints", file_offset(constraints.offset), constraints.count, dangly.wide_constraints);
  else
    read_array(reader, "constraints", constraints, dangly.constraints);
  reader.table("vertices", file_offset(header.vertices_offset), vertex_count, dangly.vertices);
}

void read_saber(Reader& reader, std::uint32_t vertex_count, Saber& saber) {
  reader.table("vertices", file_offset(saber.header.vertices_offset), vertex_count, saber.vertices);
  reader.table("normals", file_offset(saber.header.normals_offset), vertex_count, saber.normals);
  reader.table("uvs", file_offset(saber.header.uvs_offset), vertex_count, saber.uvs);
}

/// The tree of a walkmesh in pre-order. A node that two others name is read once, so cycles end.
class AabbReader {
 public:
  AabbReader(ReadContext& context, Aabb& aabb) : context_(context), aabb_(aabb) {}

  void read() {
    context_.index.clear();
    PathScope scope(context_.reader.path(), "nodes");
    if (aabb_.offset == 0) return;
    pending_ = {{aabb_.offset, kNoChild, false}};
    while (!pending_.empty() && context_.reader.ok()) {
      const Link link = pending_.back();
      pending_.pop_back();
      enter(link, scope);
    }
  }

 private:
  struct Link {
    std::uint32_t offset;
    std::uint32_t parent;  // row
    bool is_right;
  };

  void enter(const Link& link, PathScope& scope) {
    std::uint32_t row = context_.index.find(link.offset);
    const bool entered = row != OffsetIndex::kNone;
    if (!entered) row = context_.index.add(link.offset);
    if (link.parent != kNoChild)
      (link.is_right ? aabb_.nodes[link.parent].right : aabb_.nodes[link.parent].left) = row;
    if (entered) return;
    scope.set_row(row);
    Reader& reader = context_.reader;
    reader.claim({}, file_offset(link.offset), 1, kAabbNodeSize);
    if (!reader.ok()) return;
    AabbNode& node = aabb_.nodes.emplace_back();
    fields(reader, node);
    node.offset = link.offset;
    const std::uint32_t left = std::exchange(node.left, kNoChild);
    const std::uint32_t right = std::exchange(node.right, kNoChild);
    if (right != 0) pending_.push_back({right, row, true});
    if (left != 0) pending_.push_back({left, row, false});
  }

  ReadContext& context_;
  Aabb& aabb_;
  std::vector<Link> pending_;
};

void read_index_lists(Reader& reader, Mesh& mesh) {
  const std::size_t lists = std::min(mesh.index_counts.size(), mesh.index_offsets.size());
  reader.charge("index_lists", lists * sizeof(mesh.index_lists[0]));
  if (!reader.ok()) return;
  mesh.index_lists.resize(lists);
  PathScope scope(reader.path(), "index_lists");
  for (std::size_t row = 0; row < lists; ++row) {
    scope.set_row(row);
    reader.table("vertices", file_offset(mesh.index_offsets[row]), mesh.index_counts[row],
                 mesh.index_lists[row].vertices);
  }
}

void read_mesh_tables(ReadContext& context, Mesh& mesh) {
  Reader& reader = context.reader;
  read_array(reader, "faces", mesh.header.faces, mesh.faces);
  read_array(reader, "index_counts", mesh.header.index_counts, mesh.index_counts);
  read_array(reader, "index_offsets", mesh.header.index_offsets, mesh.index_offsets);
  read_array(reader, "inverted_counters", mesh.header.inverted_counters, mesh.inverted_counters);
  read_index_lists(reader, mesh);
  if (context.variant.platform == Platform::pc)
    reader.table("vertices", file_offset(mesh.vertices_offset), mesh.header.vertex_count, mesh.vertices);
}

/// Sub-headers lie one after another; what they refer to is read after the last of them.
void read_mesh_headers(Reader& reader, std::uint16_t type, Mesh& mesh) {
  if ((type & kNodeSkin) != 0) read_part(reader, "skin", mesh.skin.emplace().header);
  if ((type & kNodeAnim) != 0) read_part(reader, "anim", mesh.anim.emplace());
  if ((type & kNodeDangly) != 0) read_part(reader, "dangly", mesh.dangly.emplace().header);
  if ((type & kNodeAabb) != 0) reader.field("aabb_offset", mesh.aabb.emplace().offset);
  if ((type & kNodeSaber) != 0) read_part(reader, "saber", mesh.saber.emplace().header);
}

template <class Read>
void in_scope(Reader& reader, std::string_view name, Read read) {
  PathScope scope(reader.path(), name);
  read();
}

}  // namespace

void read_mesh(ReadContext& context, std::uint16_t type, Mesh& mesh) {
  Reader& reader = context.reader;
  PathScope scope(reader.path(), "mesh");
  reader.charge({}, sizeof(Mesh));
  mesh_header_fields(reader, mesh, context.variant);
  read_mesh_headers(reader, type, mesh);
  if (!reader.ok()) return;
  read_mesh_tables(context, mesh);
  const std::uint16_t vertices = mesh.header.vertex_count;
  if (mesh.skin) in_scope(reader, "skin", [&] { read_skin(context, *mesh.skin); });
  if (mesh.dangly) in_scope(reader, "dangly", [&] { read_dangly(reader, vertices, *mesh.dangly); });
  if (mesh.aabb) in_scope(reader, "aabb", [&] { AabbReader(context, *mesh.aabb).read(); });
  if (mesh.saber) in_scope(reader, "saber", [&] { read_saber(reader, vertices, *mesh.saber); });
}

void read_parts(ReadContext& context, Node& node) {
  Reader& reader = context.reader;
  const std::uint16_t type = node.header.type;
  if ((type & kNodeLight) != 0) read_light(reader, node.light.emplace());
  if ((type & kNodeEmitter) != 0) read_part(reader, "emitter", node.emitter.emplace());
  if ((type & kNodeReference) != 0) read_part(reader, "reference", node.reference.emplace());
  if ((type & kNodeMesh) != 0) read_mesh(context, type, node.mesh.emplace());
}

}  // namespace mw::kotor::mdl
