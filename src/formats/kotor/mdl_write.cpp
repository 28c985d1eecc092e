#include <fmt/format.h>
#include <meshwright/core/writer.h>
#include <meshwright/kotor/mdl.h>

#include "mdl_links.h"
#include "mdl_rows.h"
#include "mdl_write.h"

namespace mw::kotor::mdl {
namespace {

std::uint64_t file_offset(std::uint32_t offset) {
  return std::uint64_t(offset) + kDataStart;
}

/// The array with its count made from the table. A second count that already differed is kept.
void count(Writer& writer, std::string_view name, std::size_t rows, Array& array) {
  const bool agreed = array.count == array.reserved;
  writer.narrow(name, rows, array.count);
  if (agreed) array.reserved = array.count;
}

template <class T>
void write_array(Writer& writer, std::string_view name, const Array& array, const std::vector<T>& rows) {
  writer.table(name, file_offset(array.offset), rows);
}

/// The table of offsets, and the texts at them.
void write_names(Writer& writer, std::string_view name, const Array& array, const std::vector<Name>& names) {
  std::vector<std::uint32_t> offsets;
  for (const Name& each : names) offsets.push_back(each.offset);
  write_array(writer, name, array, offsets);
  for (const Name& each : names) {
    writer.seek(file_offset(each.offset), name);
    writer.c_string(name, each.text);
  }
}

/// Tables whose length the vertex count gives.
void expect_rows(Writer& writer, std::string_view name, std::size_t rows, std::size_t vertices) {
  if (rows != vertices)
    writer.fail(name, fmt::format("has {} rows, but there are {} vertices", rows, vertices));
}

/// The link as an offset.
template <class Record>
void place(Writer& writer, std::string_view name, std::uint32_t implied, const std::vector<Record>& records,
           Link& link) {
  const auto offset = offset_of(link, implied, records);
  if (!offset) writer.fail(name, fmt::format("row {} >= count {}", link.row, records.size()));
  link.offset = offset.value_or(0);
}

class NodeWriter {
 public:
  NodeWriter(Writer& writer, const File& file, const std::vector<Node>& nodes, std::uint32_t owner)
      : writer_(writer),
        file_(file),
        variant_(file.variant),
        nodes_(nodes),
        owner_(owner),
        parents_(implied_parents(nodes)) {}

  void write() {
    for (std::size_t row = 0; row < nodes_.size(); ++row) write(row);
  }

 private:
  void write(std::size_t row) {
    const Node& node = nodes_[row];
    write_headers(node, offset_of_row(parents_[row], nodes_));
    write_children(node);
    write_array(writer_, "controllers", node.header.controllers, node.controllers);
    write_array(writer_, "data", node.header.data, node.data);
    if (node.light) write_light_tables(*node.light);
    if (node.mesh) write_mesh_tables(*node.mesh);
  }

  void write_headers(const Node& node, std::uint32_t parent) {
    NodeHeader header = node.header;
    place(writer_, "owner", owner_, file_.animations, header.owner);
    place(writer_, "parent", parent, nodes_, header.parent);
    count(writer_, "children", node.children.size(), header.children);
    count(writer_, "controllers", node.controllers.size(), header.controllers);
    count(writer_, "data", node.data.size(), header.data);
    writer_.seek(file_offset(node.offset), "node");
    fields(writer_, header);
    if (node.light) write_light_header(*node.light);
    if (node.emitter) writer_.field("emitter", *node.emitter);
    if (node.reference) writer_.field("reference", *node.reference);
    if (node.mesh) write_mesh_headers(*node.mesh);
  }

  void write_children(const Node& node) {
    std::vector<std::uint32_t> offsets;
    for (const std::uint32_t child : node.children) {
      if (child >= nodes_.size())
        return writer_.fail("children", fmt::format("row {} >= node count {}", child, nodes_.size()));
      offsets.push_back(nodes_[child].offset);
    }
    write_array(writer_, "child_offsets", node.header.children, offsets);
  }

  void write_light_header(const Light& light) {
    LightHeader header = light.header;
    count(writer_, "flare_sizes", light.flare_sizes.size(), header.flare_sizes);
    count(writer_, "flare_positions", light.flare_positions.size(), header.flare_positions);
    count(writer_, "flare_colors", light.flare_colors.size(), header.flare_colors);
    count(writer_, "flare_textures", light.textures.size(), header.flare_textures);
    writer_.field("light", header);
  }

  void write_light_tables(const Light& light) {
    write_names(writer_, "flare_textures", light.header.flare_textures, light.textures);
    write_array(writer_, "flare_sizes", light.header.flare_sizes, light.flare_sizes);
    write_array(writer_, "flare_positions", light.header.flare_positions, light.flare_positions);
    write_array(writer_, "flare_colors", light.header.flare_colors, light.flare_colors);
  }

  struct MeshHeaders {
    MeshHeader header;
    MeshDirt dirt;
    MeshTail tail;
    std::uint32_t vertices_offset;
  };

  void write_mesh_headers(const Mesh& mesh) {
    MeshHeaders headers{mesh.header, mesh.dirt, mesh.tail, mesh.vertices_offset};
    count(writer_, "faces", mesh.faces.size(), headers.header.faces);
    count(writer_, "index_counts", mesh.index_counts.size(), headers.header.index_counts);
    count(writer_, "index_offsets", mesh.index_offsets.size(), headers.header.index_offsets);
    count(writer_, "inverted_counters", mesh.inverted_counters.size(), headers.header.inverted_counters);
    mesh_header_fields(writer_, headers, variant_);
    if (mesh.skin) write_skin_header(*mesh.skin);
    if (mesh.anim) writer_.field("anim", *mesh.anim);
    if (mesh.dangly) write_dangly_header(*mesh.dangly);
    if (mesh.aabb) writer_.field("aabb_offset", mesh.aabb->offset);
    if (mesh.saber) writer_.field("saber", mesh.saber->header);
  }

  void write_skin_header(const Skin& skin) {
    SkinHeader header = skin.header;
    const bool pc = variant_.platform == Platform::pc;
    writer_.narrow("bone_map", pc ? skin.bone_map.size() : skin.packed_bone_map.size(),
                   header.bone_map_count);
    count(writer_, "qbones", skin.qbones.size(), header.qbones);
    count(writer_, "tbones", skin.tbones.size(), header.tbones);
    count(writer_, "unknown_0x34", skin.unknown_0x34.size(), header.unknown_0x34);
    writer_.field("skin", header);
  }

  void write_dangly_header(const Dangly& dangly) {
    DanglyHeader header = dangly.header;
    const bool wide = !dangly.wide_constraints.empty();
    count(writer_, "constraints", wide ? dangly.wide_constraints.size() : dangly.constraints.size(),
          header.constraints);
    writer_.field("dangly", header);
  }

  void write_mesh_tables(const Mesh& mesh) {
    write_array(writer_, "faces", mesh.header.faces, mesh.faces);
    write_array(writer_, "index_counts", mesh.header.index_counts, mesh.index_counts);
    write_array(writer_, "index_offsets", mesh.header.index_offsets, mesh.index_offsets);
    write_array(writer_, "inverted_counters", mesh.header.inverted_counters, mesh.inverted_counters);
    write_index_lists(mesh);
    const std::size_t vertices = mesh.header.vertex_count;
    if (variant_.platform == Platform::pc) {
      expect_rows(writer_, "vertices", mesh.vertices.size(), vertices);
      writer_.table("vertices", file_offset(mesh.vertices_offset), mesh.vertices);
    }
    if (mesh.skin) write_skin_tables(*mesh.skin);
    if (mesh.dangly) write_dangly_tables(*mesh.dangly, vertices);
    if (mesh.aabb) write_aabb(*mesh.aabb);
    if (mesh.saber) write_saber(*mesh.saber, vertices);
  }

  void write_index_lists(const Mesh& mesh) {
    const std::size_t lists = std::min(mesh.index_counts.size(), mesh.index_offsets.size());
    if (mesh.index_lists.size() != lists)
      return writer_.fail("index_lists", fmt::format("has {} lists, but there are {} counts and offsets",
                                                     mesh.index_lists.size(), lists));
    for (std::size_t row = 0; row < lists; ++row) {
      if (mesh.index_lists[row].vertices.size() != mesh.index_counts[row])
        return writer_.fail("index_lists",
                            fmt::format("list {} has {} rows, but index_counts says {}", row,
                                        mesh.index_lists[row].vertices.size(), mesh.index_counts[row]));
      writer_.table("index_lists", file_offset(mesh.index_offsets[row]), mesh.index_lists[row].vertices);
    }
  }

  void write_skin_tables(const Skin& skin) {
    const std::uint64_t bone_map = file_offset(skin.header.bone_map_offset);
    if (variant_.platform == Platform::pc)
      writer_.table("bone_map", bone_map, skin.bone_map);
    else
      writer_.table("bone_map", bone_map, skin.packed_bone_map);
    write_array(writer_, "qbones", skin.header.qbones, skin.qbones);
    write_array(writer_, "tbones", skin.header.tbones, skin.tbones);
    write_array(writer_, "unknown_0x34", skin.header.unknown_0x34, skin.unknown_0x34);
  }

  void write_dangly_tables(const Dangly& dangly, std::size_t vertices) {
    write_array(writer_, "constraints", dangly.header.constraints, dangly.constraints);
    write_array(writer_, "constraints", dangly.header.constraints, dangly.wide_constraints);
    expect_rows(writer_, "dangly.vertices", dangly.vertices.size(), vertices);
    writer_.table("dangly.vertices", file_offset(dangly.header.vertices_offset), dangly.vertices);
  }

  void write_aabb(const Aabb& aabb) {
    const auto child_offset = [&](std::uint32_t row) -> std::uint32_t {
      if (row == kNoChild) return 0;
      if (row < aabb.nodes.size()) return aabb.nodes[row].offset;
      writer_.fail("aabb", fmt::format("child {} >= node count {}", row, aabb.nodes.size()));
      return 0;
    };
    for (AabbNode node : aabb.nodes) {
      node.left = child_offset(node.left);
      node.right = child_offset(node.right);
      writer_.seek(file_offset(node.offset), "aabb");
      fields(writer_, node);
    }
  }

  void write_saber(const Saber& saber, std::size_t vertices) {
    expect_rows(writer_, "saber.vertices", saber.vertices.size(), vertices);
    expect_rows(writer_, "saber.normals", saber.normals.size(), vertices);
    expect_rows(writer_, "saber.uvs", saber.uvs.size(), vertices);
    writer_.table("saber.vertices", file_offset(saber.header.vertices_offset), saber.vertices);
    writer_.table("saber.normals", file_offset(saber.header.normals_offset), saber.normals);
    writer_.table("saber.uvs", file_offset(saber.header.uvs_offset), saber.uvs);
  }

  Writer& writer_;
  const File& file_;
  Variant variant_;
  const std::vector<Node>& nodes_;
  std::uint32_t owner_;
  const std::vector<std::uint32_t> parents_;
};

void write_headers(Writer& writer, const File& file) {
  GeometryHeader geometry = file.geometry;
  ModelHeader model = file.model;
  NamesHeader names = file.names_header;
  const std::uint32_t root = offset_of_row(0, file.nodes);
  place(writer, "root_node", root, file.nodes, geometry.root_node);
  place(writer, "head_node", root, file.nodes, names.head_node);
  count(writer, "animation_offsets", file.animations.size(), model.animations);
  count(writer, "names", file.names.size(), names.names);
  writer.seek(0, "file");
  fields(writer, file.header);
  fields(writer, geometry);
  fields(writer, model);
  fields(writer, names);
  write_names(writer, "names", names.names, file.names);
  std::vector<std::uint32_t> animations;
  for (const Animation& animation : file.animations) animations.push_back(animation.offset);
  write_array(writer, "animation_offsets", model.animations, animations);
}

void write_animation(Writer& writer, const File& file, const Animation& animation) {
  AnimationHeader header = animation.header;
  place(writer, "root_node", offset_of_row(0, animation.nodes), animation.nodes, header.geometry.root_node);
  count(writer, "events", animation.events.size(), header.events);
  writer.seek(file_offset(animation.offset), "animation");
  fields(writer, header);
  write_array(writer, "events", header.events, animation.events);
  NodeWriter(writer, file, animation.nodes, animation.offset).write();
}

}  // namespace

void write_unreferenced(Writer& writer, const std::vector<Unreferenced>& gaps) {
  for (const Unreferenced& gap : gaps) {
    writer.seek(gap.offset, kUnreferenced);
    writer.raw(kUnreferenced, gap.bytes);
  }
}

Result<Pair> write(const File& file) {
  Writer writer;
  write_headers(writer, file);
  for (const Animation& animation : file.animations) write_animation(writer, file, animation);
  NodeWriter(writer, file, file.nodes, 0).write();
  write_unreferenced(writer, file.unreferenced);
  auto mdl = writer.finish();
  if (!mdl) return fail(mdl.error());
  if (!file.has_mdx) return Pair{*std::move(mdl), std::nullopt};
  auto mdx = write_mdx(file);
  if (!mdx) return fail(mdx.error());
  return Pair{*std::move(mdl), *std::move(mdx)};
}

}  // namespace mw::kotor::mdl
