#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "mdl_rows.h"
#include "mdl_variant.h"

namespace mw::kotor::mdl {
namespace {

/// Gives every block of the MDL its place, one after another without gaps.
class MdlLayout {
 public:
  MdlLayout(File& file, Family family) : file_(file), family_(family) {}

  void run() {
    place(file_.names_header.names, 4 * file_.names.size());
    for (Name& name : file_.names) place(name);
    place(file_.model.animations, 4 * file_.animations.size());
    for (Animation& animation : file_.animations) place(animation);
    place_tree(file_.nodes);
    file_.header.mdl_size = cursor_;
    file_.mdl_bytes = file_.header.mdl_size + std::uint64_t(kDataStart);
  }

 private:
  std::uint32_t take(std::size_t size) {
    const std::uint32_t at = cursor_;
    cursor_ += std::uint32_t(size);
    return at;
  }

  void place(Array& array, std::size_t size) { array.offset = take(size); }
  void place(Name& name) { name.offset = take(name.text.size() + 1); }

  /// Some tables have no place when they are empty.
  void place_or_null(Array& array, std::size_t size) { array.offset = size == 0 ? 0 : take(size); }

  /// What an empty table points to tells the families apart.
  void place_by_family(Array& array, std::size_t size) {
    family_ == Family::a ? place_or_null(array, size) : place(array, size);
  }

  void place(Animation& animation) {
    animation.offset = take(record_size<AnimationHeader>());
    place_by_family(animation.header.events, sizeof(Event) * animation.events.size());
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
        if (family_ == Family::a) place_controllers(node);
        frames.pop_back();
      }
    }
  }

  void place_before_children(Node& node) {
    node.offset = take(node_size(node, file_.variant));
    if (node.light) place_light(*node.light);
    if (node.mesh) place_mesh(*node.mesh);
    place(node.header.children, 4 * node.children.size());
    if (family_ == Family::b) place_controllers(node);
  }

  void place_controllers(Node& node) {
    place_by_family(node.header.controllers, sizeof(Controller) * node.controllers.size());
    place_by_family(node.header.data, sizeof(float) * node.data.size());
  }

  void place_light(Light& light) {
    place_or_null(light.header.flare_textures, 4 * light.textures.size());
    for (Name& texture : light.textures) place(texture);
    place_or_null(light.header.flare_sizes, sizeof(float) * light.flare_sizes.size());
    place_or_null(light.header.flare_positions, sizeof(float) * light.flare_positions.size());
    place_or_null(light.header.flare_colors, sizeof(Vec3) * light.flare_colors.size());
  }

  void place_mesh(Mesh& mesh) {
    if (family_ == Family::a) place_special(mesh);
    place(mesh.header.faces, sizeof(Face) * mesh.faces.size());
    family_ == Family::a ? place_index_counts(mesh) : place_index_offsets(mesh);
    mesh.vertices_offset = take(sizeof(Vec3) * mesh.vertices.size());
    family_ == Family::a ? place_index_offsets(mesh) : place_index_counts(mesh);
    place(mesh.header.inverted_counters, 4 * mesh.inverted_counters.size());
    const std::size_t lists = std::min(mesh.index_lists.size(), mesh.index_offsets.size());
    for (std::size_t row = 0; row < lists; ++row)
      mesh.index_offsets[row] = take(sizeof(std::uint16_t) * mesh.index_lists[row].vertices.size());
    if (family_ == Family::b) place_special(mesh);
  }

  void place_index_counts(Mesh& mesh) { place(mesh.header.index_counts, 4 * mesh.index_counts.size()); }
  void place_index_offsets(Mesh& mesh) { place(mesh.header.index_offsets, 4 * mesh.index_offsets.size()); }

  void place_special(Mesh& mesh) {
    if (mesh.skin) place_skin(*mesh.skin);
    if (mesh.dangly) place_dangly(*mesh.dangly);
    if (mesh.aabb) place_aabb(*mesh.aabb);
    if (mesh.saber) place_saber(*mesh.saber);
  }

  void place_skin(Skin& skin) {
    const std::size_t map_size = sizeof(float) * skin.bone_map.size() + 2 * skin.packed_bone_map.size();
    skin.header.bone_map_offset = take(map_size);
    place(skin.header.qbones, 16 * skin.qbones.size());
    place(skin.header.tbones, sizeof(Vec3) * skin.tbones.size());
    place(skin.header.unknown_0x34, 4 * skin.unknown_0x34.size());
  }

  void place_dangly(Dangly& dangly) {
    place(dangly.header.constraints,
          sizeof(float) * dangly.constraints.size() + sizeof(double) * dangly.wide_constraints.size());
    dangly.header.vertices_offset = take(sizeof(Vec3) * dangly.vertices.size());
  }

  void place_aabb(Aabb& aabb) {
    if (aabb.nodes.empty()) return;
    aabb.offset = cursor_;
    for (AabbNode& node : aabb.nodes) node.offset = take(kAabbNodeSize);
  }

  void place_saber(Saber& saber) {
    saber.header.vertices_offset = take(sizeof(Vec3) * saber.vertices.size());
    saber.header.normals_offset = take(sizeof(Vec3) * saber.normals.size());
    saber.header.uvs_offset = take(sizeof(glm::vec2) * saber.uvs.size());
  }

  File& file_;
  Family family_;
  std::uint32_t cursor_ = kHeadersSize;
};

/// Meshes in the order of their rows in the MDX.
std::vector<Mesh*> mdx_order(File& file, Family family) {
  std::vector<Node*> nodes;
  for (Node& node : file.nodes)
    if (node.mesh && wants_rows(*node.mesh)) nodes.push_back(&node);
  if (family == Family::a) {
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
    const bool padded = family == Family::a && mesh != meshes.back();
    const std::uint64_t padding = padded ? cursor % kAlignment : 0;
    if (mesh->mdx) mesh->mdx->padding.resize(padding);
    cursor += padding;
  }
  file.header.mdx_size = file.names_header.mdx_size = std::uint32_t(cursor);
  file.mdx_bytes = file.has_mdx ? cursor : 0;
}

/// Whether a node's controllers lie before its children, as in family B; nothing when it does not tell.
std::optional<Family> family_by_controllers(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    if (node.children.empty() || node.controllers.empty() || node.children[0] >= nodes.size()) continue;
    const bool before = node.header.controllers.offset < nodes[node.children[0]].offset;
    return before ? Family::b : Family::a;
  }
  return std::nullopt;
}

std::optional<Family> family_by_indices(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    if (!node.mesh || node.mesh->index_counts.empty() || node.mesh->index_offsets.empty()) continue;
    const MeshHeader& header = node.mesh->header;
    return header.index_offsets.offset < header.index_counts.offset ? Family::b : Family::a;
  }
  return std::nullopt;
}

}  // namespace

Family family_of(const File& file) {
  if (const auto family = family_by_indices(file.nodes)) return *family;
  if (const auto family = family_by_controllers(file.nodes)) return *family;
  for (const Node& node : file.nodes)
    if (node.controllers.empty()) return node.header.controllers.offset == 0 ? Family::a : Family::b;
  return Family::a;
}

void lay_out(File& file, Family family) {
  MdlLayout(file, family).run();
  lay_out_mdx(file, family);
  file.unreferenced.clear();
  file.mdx_unreferenced.clear();
}

}  // namespace mw::kotor::mdl
