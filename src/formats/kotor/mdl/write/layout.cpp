#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include "mdl/tables.h"

#include "mdl/rows.h"
#include "mdl/variant.h"

namespace mw::kotor::mdl {
namespace {

/// Gives out the bytes of the MDL one after another, without gaps. It is the `io` of tables (tables.h).
class Placer {
 public:
  /// Where a table without rows is said to lie.
  enum class Empty : std::uint8_t { in_its_place, at_zero };

  std::uint32_t position() const { return position_; }

  std::uint32_t take(std::size_t size) {
    const std::uint32_t at = position_;
    position_ += std::uint32_t(size);
    return at;
  }

  void place_empty(Empty empty) { empty_ = empty; }

  void array(Array& array, std::size_t size) {
    array.offset = size == 0 && empty_ == Empty::at_zero ? 0 : take(size);
  }

  template <class T>
  void table(std::string_view, Array& array, const std::vector<T>& rows) {
    this->array(array, sizeof(T) * rows.size());
  }
  template <class T, class Count>
  void table(std::string_view, std::uint32_t& offset, Count, const std::vector<T>& rows) {
    offset = take(sizeof(T) * rows.size());
  }
  void names(std::string_view, std::string_view, Array& array, std::vector<Name>& names) {
    this->array(array, sizeof(Name::offset) * names.size());
    for (Name& name : names) name.offset = take(name.text.size() + 1);
  }
  void lists(std::string_view, const std::vector<std::uint32_t>&, std::vector<std::uint32_t>& offsets,
             const std::vector<IndexList>& lists) {
    for (std::size_t row = 0; row < std::min(lists.size(), offsets.size()); ++row)
      offsets[row] = take(sizeof(std::uint16_t) * lists[row].vertices.size());
  }
  void tree(std::string_view, const Link&, std::vector<AabbNode>& nodes) {
    for (AabbNode& node : nodes) node.offset = take(record_size<AabbNode>());
  }

 private:
  std::uint32_t position_ = record_size<FileHeaders>() - kDataStart;
  Empty empty_ = Empty::in_its_place;
};

/// Gives every block of the MDL its place.
class MdlLayout {
 public:
  MdlLayout(File& file, Family family) : file_(file), family_(family) {}

  void run() {
    placer_.names("name_offsets", "names", file_.names_header.names, file_.names);
    placer_.array(file_.model.animations, sizeof(Animation::offset) * file_.animations.size());
    for (Animation& animation : file_.animations) place(animation);
    place_tree(file_.nodes);
    file_.header.mdl_size = placer_.position();
    file_.mdl_bytes = file_offset(file_.header.mdl_size);
  }

 private:
  using Empty = Placer::Empty;

  /// The tables of a record. Where empty ones are said to lie tells the families apart.
  template <class... Rest>
  void place_tables(Empty empty, auto& header, auto& record, Rest... rest) {
    placer_.place_empty(empty);
    tables(placer_, header, record, rest...);
    placer_.place_empty(Empty::in_its_place);
  }

  bool is_original() const { return family_ == Family::original; }
  Empty empty_by_family() const { return is_original() ? Empty::at_zero : Empty::in_its_place; }

  void place(Animation& animation) {
    animation.offset = placer_.take(record_size<AnimationHeader>());
    place_tables(empty_by_family(), animation.header, animation);
    place_tree(animation.nodes);
  }

  /// A node whose children are being placed.
  struct Frame {
    std::uint32_t row;
    std::size_t next_child;
  };

  /// Every node once, in depth-first order; one that two others name lies where the first wants it.
  void place_tree(std::vector<Node>& nodes) {
    if (nodes.empty()) return;
    std::vector<bool> placed(nodes.size());
    std::vector<Frame> frames;
    const auto enter = [&](std::uint32_t row) {
      if (row >= nodes.size() || placed[row]) return;
      placed[row] = true;
      place_before_children(nodes[row]);
      frames.push_back({row, 0});
    };
    enter(0);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      Node& node = nodes[frame.row];
      if (frame.next_child < node.children.size()) {
        enter(node.children[frame.next_child++]);
      } else {
        if (is_original()) place_tables(empty_by_family(), node.header, node);
        frames.pop_back();
      }
    }
  }

  void place_before_children(Node& node) {
    node.offset = placer_.take(node_size(node, file_.variant));
    if (node.light) place_tables(Empty::at_zero, node.light->header, *node.light);
    if (node.mesh) place_mesh(*node.mesh);
    placer_.table("child_offsets", node.header.children, node.children);
    if (!is_original()) place_tables(empty_by_family(), node.header, node);
  }

  void place_mesh(Mesh& mesh) {
    const MeshShape shape = shape_of(mesh, file_.variant.platform);
    if (is_original()) place_parts(mesh, shape);
    tables(placer_, mesh.header, mesh, shape, !is_original());
    if (!is_original()) place_parts(mesh, shape);
  }

  void place_parts(Mesh& mesh, MeshShape shape) {
    for_each_part(mesh, [&](std::string_view, std::uint16_t, auto& part) {
      if (part) tables(placer_, header_of(*part), *part, shape);
    });
  }

  File& file_;
  Family family_;
  Placer placer_;
};

/// Meshes in the order of their rows in the MDX.
std::vector<Mesh*> mdx_order(File& file, Family family) {
  std::vector<Node*> nodes;
  for (Node& node : file.nodes)
    if (node.mesh && wants_rows(*node.mesh)) nodes.push_back(&node);
  if (family == Family::original) {
    std::ranges::stable_sort(nodes, {}, [](const Node* node) {
      return std::pair(bool(node->mesh->skin), node->header.name_index);
    });
  }
  std::vector<Mesh*> meshes;
  for (Node* node : nodes) meshes.push_back(&*node->mesh);
  return meshes;
}

/// Rows that are not there still have their place, so that an MDL alone is laid out as with its MDX.
std::uint64_t rows_size(const File& file, const Mesh& mesh) {
  const std::uint64_t stride = mesh.header.mdx_stride;
  if (mesh.mdx) return stride * (mesh.header.vertex_count + (mesh.mdx->sentinel ? 1U : 0U));
  return file.has_mdx ? 0 : stride * (mesh.header.vertex_count + 1U);
}

void lay_out_mdx(File& file, Family family) {
  constexpr std::uint64_t kAlignment = 16;
  std::uint64_t cursor = 0;
  const std::vector<Mesh*> meshes = mdx_order(file, family);
  for (Mesh* mesh : meshes) {
    mesh->tail.mdx_offset = std::uint32_t(cursor);
    cursor += rows_size(file, *mesh);
    // Not what would align the next mesh, but its complement; so in all files of the family.
    const bool padded = family == Family::original && mesh != meshes.back();
    const std::uint64_t padding = padded ? cursor % kAlignment : 0;
    if (mesh->mdx) mesh->mdx->padding.resize(padding);
    cursor += padding;
  }
  file.header.mdx_size = file.names_header.mdx_size = std::uint32_t(cursor);
  file.mdx_bytes = file.has_mdx ? cursor : 0;
}

/// Whether a node's controllers lie before its children, as KotorBlender writes them; nothing when it does
/// not tell.
std::optional<Family> family_by_controllers(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    if (node.children.empty() || node.controllers.empty() || node.children[0] >= nodes.size()) continue;
    const bool before = node.header.controllers.offset < nodes[node.children[0]].offset;
    return before ? Family::kotor_blender : Family::original;
  }
  return std::nullopt;
}

std::optional<Family> family_by_indices(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    if (!node.mesh || node.mesh->index_counts.empty() || node.mesh->index_offsets.empty()) continue;
    const MeshHeader& header = node.mesh->header;
    return header.index_offsets.offset < header.index_counts.offset ? Family::kotor_blender
                                                                    : Family::original;
  }
  return std::nullopt;
}

}  // namespace

Family family_of(const File& file) {
  if (const auto family = family_by_indices(file.nodes)) return *family;
  if (const auto family = family_by_controllers(file.nodes)) return *family;
  for (const Node& node : file.nodes)
    if (node.controllers.empty())
      return node.header.controllers.offset == 0 ? Family::original : Family::kotor_blender;
  return Family::original;
}

void lay_out(File& file, Family family) {
  MdlLayout(file, family).run();
  lay_out_mdx(file, family);
  file.unreferenced.clear();
  file.mdx_unreferenced.clear();
}

}  // namespace mw::kotor::mdl
