#include "write.h"

#include <meshwright/core/detail/writer.h>

namespace mw::kotor::mdl {
namespace {

/// The fields of a mesh's header whose counts are made when it is written.
struct MeshHeaders {
  const MeshHeader& header;
  const MeshDirt& dirt;
  const MeshTail& tail;
  const std::uint32_t& vertices_offset;
};

/// The nodes of the model, or of an animation.
class TreeWriter {
 public:
  TreeWriter(Writer& writer, const File& file, const std::vector<Node>& nodes, std::uint32_t owner)
      : writer_(writer), file_(file), nodes_(nodes), owner_(owner), parents_(implied_parents(nodes)) {}

  void write() {
    PathScope scope(writer_.path(), "nodes");
    for (std::size_t row = 0; row < nodes_.size(); ++row) {
      scope.set_row(row);
      const Node& node = nodes_[row];
      const MeshShape shape = node.mesh ? shape_of(*node.mesh, file_.variant.platform) : MeshShape{};
      write_header(row);
      write_part_headers(node, shape);
      write_children(node);
      TableWriter io(writer_);
      tables(io, node.header, node);
      write_part_tables(io, node, shape);
    }
  }

 private:
  void write_header(std::size_t row) {
    const Node& node = nodes_[row];
    NodeHeader header = node.header;
    set_offset(writer_, "owner", owner_, file_.animations, header.owner);
    set_offset(writer_, "parent", offset_of_row(parents_[row], nodes_), nodes_, header.parent);
    TableCounter counter(writer_);
    counter.count("children", node.children.size(), header.children);
    tables(counter, header, node);
    writer_.seek(file_offset(node.offset), "node");
    fields(writer_, header);
  }

  void write_part_headers(const auto& record, MeshShape shape) {
    for_each_part(record, [&]<class Part>(std::string_view name, std::uint16_t, const Boxed<Part>& part) {
      if (!part) return;
      PathScope scope(writer_.path(), name);
      auto header = header_of(*part);
      TableCounter counter(writer_);
      tables(counter, header, *part, shape);
      if constexpr (HasParts<Part>) {
        const MeshHeaders headers{header, part->dirt, part->tail, part->vertices_offset};
        mesh_header_fields(writer_, headers, file_.variant);
        write_part_headers(*part, shape);
      } else {
        fields(writer_, header);
      }
    });
  }

  void write_children(const Node& node) {
    child_offsets_.clear();
    for (const std::uint32_t child : node.children) {
      if (child >= nodes_.size()) return fail_row(writer_, "children", child, nodes_.size());
      child_offsets_.push_back(nodes_[child].offset);
    }
    writer_.table("child_offsets", file_offset(node.header.children.offset), child_offsets_);
  }

  void write_part_tables(TableWriter& io, const auto& record, MeshShape shape) {
    for_each_part(record, [&]<class Part>(std::string_view name, std::uint16_t, const Boxed<Part>& part) {
      if (!part) return;
      PathScope scope(writer_.path(), name);
      tables(io, header_of(*part), *part, shape);
      if constexpr (HasParts<Part>) write_part_tables(io, *part, shape);
    });
  }

  Writer& writer_;
  const File& file_;
  const std::vector<Node>& nodes_;
  std::uint32_t owner_;
  const std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> child_offsets_;  // of the node at hand
};

void write_headers(Writer& writer, const File& file) {
  FileHeaders headers{file.header, file.geometry, file.model, file.names_header};
  const std::uint32_t root = offset_of_row(0, file.nodes);
  set_offset(writer, "root_node", root, file.nodes, headers.geometry.root_node);
  set_offset(writer, "head_node", root, file.nodes, headers.names_header.head_node);
  TableCounter counter(writer);
  counter.count("animations", file.animations.size(), headers.model.animations);
  counter.count("names", file.names.size(), headers.names_header.names);
  writer.seek(0, "file");
  fields(writer, headers);
  TableWriter io(writer);
  io.names("name_offsets", "names", file.names_header.names, file.names);
  std::vector<std::uint32_t> animations;
  for (const Animation& animation : file.animations) animations.push_back(animation.offset);
  io.table("animation_offsets", file.model.animations, animations);
}

void write_animation(Writer& writer, const File& file, const Animation& animation) {
  AnimationHeader header = animation.header;
  set_offset(writer, "root_node", offset_of_row(0, animation.nodes), animation.nodes,
             header.geometry.root_node);
  TableCounter counter(writer);
  tables(counter, header, animation);
  writer.seek(file_offset(animation.offset), "animation");
  fields(writer, header);
  TableWriter io(writer);
  tables(io, header, animation);
  TreeWriter(writer, file, animation.nodes, animation.offset).write();
}

void write_animations(Writer& writer, const File& file) {
  PathScope scope(writer.path(), "animations");
  for (std::size_t row = 0; row < file.animations.size(); ++row) {
    scope.set_row(row);
    write_animation(writer, file, file.animations[row]);
  }
}

}  // namespace

Result<Pair> write(const File& file, const Traces& traces) {
  Writer writer(traces.mdl);
  write_headers(writer, file);
  write_animations(writer, file);
  TreeWriter(writer, file, file.nodes, 0).write();
  writer.unreferenced(file.unreferenced);
  auto mdl = writer.finish();
  if (!mdl) return fail(mdl.error());
  if (!file.has_mdx) return Pair{*std::move(mdl), std::nullopt};
  auto mdx = write_mdx(file, traces.mdx);
  if (!mdx) return fail(mdx.error());
  return Pair{*std::move(mdl), *std::move(mdx)};
}

}  // namespace mw::kotor::mdl
