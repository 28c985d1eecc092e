#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/three_way.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <queue>
#include <unordered_map>

#include "mdl/build/derive.h"
#include "mdl_author/fit/fit.h"
#include "mdl_author/from_scene/from_scene.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"
#include "onto.h"

namespace mw::kotor::mdl {
namespace {

/// Gives the names that were added their rows in the tables of a skin.
void widen(Skin& skin, std::size_t names) {
  const auto grow = [&](auto& rows, const auto& none) {
    if (!rows.empty() && rows.size() < names) rows.resize(names, none);
  };
  grow(skin.bone_map, kNoBone);
  grow(skin.packed_bone_map, kNoBonePacked);
  grow(skin.qbones, std::array<float, 4>{1, 0, 0, 0});
  grow(skin.tbones, Vec3(0));
  grow(skin.unknown_0x34, std::uint32_t(0));
  skin.header.bone_map_count = std::uint32_t(std::max(skin.bone_map.size(), skin.packed_bone_map.size()));
}

/// The names that nodes had, by the names that they have.
class NameRows {
 public:
  NameRows(const Compiled& made, const Merged& merged, const File& file) {
    for (std::size_t row = 0; row < made.order.size(); ++row) {
      const Kept& kept = merged.kept[made.order[row]];
      if (kept.row == kNoRow) continue;
      const std::uint16_t from = file.nodes[kept.row].header.name_index;
      const std::uint16_t to = made.file.nodes[row].header.name_index;
      if (from >= file.names.size() || to >= made.file.names.size()) continue;
      rows_.emplace_back(from, to);
      if (!kept.renamed) same_.emplace_back(from, to);
      now_.emplace(from, to);
    }
  }

  void add(std::uint16_t from, std::uint16_t to) {
    rows_.emplace_back(from, to);
    now_.emplace(from, to);
  }

  const std::vector<std::pair<std::uint16_t, std::uint16_t>>& all() const { return rows_; }
  const std::vector<std::pair<std::uint16_t, std::uint16_t>>& with_same_name() const { return same_; }
  std::uint16_t now(std::uint16_t from) const {
    const auto found = now_.find(from);
    return found != now_.end() ? found->second : from;
  }

 private:
  std::vector<std::pair<std::uint16_t, std::uint16_t>> rows_;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> same_;
  std::unordered_map<std::uint16_t, std::uint16_t> now_;
};

/// Names that no node has, behind those of nodes; put_names_back() has them where they were.
void keep_unused_names(Compiled& compiled, const File& file, NameRows& names) {
  File& made = compiled.file;
  constexpr std::size_t kMost = 0xFFFF;
  std::vector<bool> used(file.names.size());
  for (const Node& node : file.nodes)
    if (node.header.name_index < used.size()) used[node.header.name_index] = true;
  std::size_t left_out = 0;
  for (std::size_t name = 0; name < used.size(); ++name) {
    if (used[name]) continue;
    if (name >= kMost || made.names.size() >= kMost) {
      ++left_out;
      continue;
    }
    names.add(std::uint16_t(name), std::uint16_t(made.names.size()));
    made.names.push_back({0, file.names[name].text});
  }
  for (Node& node : made.nodes)
    if (node.mesh && node.mesh->skin) widen(*node.mesh->skin, made.names.size());
  if (left_out > 0)
    compiled.losses.add(loss::NAMES_TOO_MANY, "",
                        counted(left_out, "name that no node has", "names that no node has"), kMost);
}

/// For each name of what was made its row in the file, where the nodes are those of the file in its order and
/// each of its names is there once; otherwise none.
std::vector<std::uint16_t> rows_in_file(const Compiled& made, const Merged& merged, const File& file,
                                        const NameRows& names) {
  const std::size_t count = file.names.size();
  if (made.order.size() != file.nodes.size() || made.file.names.size() != count ||
      names.all().size() != count)
    return {};
  for (std::size_t row = 0; row < made.order.size(); ++row)
    if (merged.kept[made.order[row]].row != row) return {};
  std::vector<std::uint16_t> rows(count);
  std::vector<bool> is_known(count);
  for (const auto& [was, now] : names.all()) {
    if (is_known[was]) return {};
    is_known[was] = true;
    rows[now] = was;
  }
  return rows;
}

template <class Row>
void put_back(std::vector<Row>& list, const std::vector<std::uint16_t>& rows) {
  if (list.size() != rows.size()) return;
  std::vector<Row> sorted(list.size());
  for (std::size_t now = 0; now < rows.size(); ++now) sorted[rows[now]] = std::move(list[now]);
  list = std::move(sorted);
}

void put_names_back(File& made, const std::vector<std::uint16_t>& rows) {
  const auto move = [&](std::uint16_t& name) {
    if (name < rows.size()) name = rows[name];
  };
  put_back(made.names, rows);
  for (Node& node : made.nodes) {
    move(node.header.name_index);
    if (!node.mesh || !node.mesh->skin) continue;
    Skin& skin = *node.mesh->skin;
    put_back(skin.bone_map, rows);
    put_back(skin.packed_bone_map, rows);
    put_back(skin.qbones, rows);
    put_back(skin.tbones, rows);
    put_back(skin.unknown_0x34, rows);
    for (std::uint16_t& name : skin.header.serials) move(name);
  }
  for (Animation& animation : made.animations)
    for (Node& node : animation.nodes) move(node.header.name_index);
}

constexpr float kSameBind = 1e-5F;  // parts of rotations, and of places by their distance

template <class Row>
void take_rows(std::vector<Row>& to, const std::vector<Row>& from, const Row& none, std::size_t size,
               const NameRows& names) {
  to.assign(from.empty() ? 0 : size, none);
  for (const auto& [was, now] : names.all())
    if (was < from.size() && now < to.size()) to[now] = from[was];
}

/// Which slot is whose, where no list of the skin is other.
void keep_bones(Skin& skin, const Skin& own, const NameRows& names, std::size_t count) {
  const SkinHeader header = skin.header;
  skin.header = own.header;
  skin.header.mdx_weights = header.mdx_weights;
  skin.header.mdx_bones = header.mdx_bones;
  take_rows(skin.bone_map, own.bone_map, kNoBone, count, names);
  take_rows(skin.packed_bone_map, own.packed_bone_map, kNoBonePacked, count, names);
  take_rows(skin.unknown_0x34, own.unknown_0x34, std::uint32_t(0), count, names);
  skin.header.bone_map_count = std::uint32_t(count);
  for (std::uint16_t& name : skin.header.serials) name = names.now(name);
}

bool is_bone(const Skin& skin, std::size_t name) {
  return (name < skin.bone_map.size() && skin.bone_map[name] != kNoBone) ||
         (name < skin.packed_bone_map.size() && skin.packed_bone_map[name] != kNoBonePacked);
}

bool is_near(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  bool same = true;
  bool opposite = true;                         // the same rotation
  for (std::size_t k = 0; k < a.size(); ++k) {  // false for NaN
    same &= std::abs(a[k] - b[k]) <= kSameBind;
    opposite &= std::abs(a[k] + b[k]) <= kSameBind;
  }
  return same || opposite;
}

bool is_near(const Vec3& a, const Vec3& b) {
  return glm::distance(a, b) <= kSameBind * (1 + glm::length(a));
}

/// Where the scene binds bones that are new to a skin, as far as that is not where they rest.
void take_binds(Compiled& made, const Merged& merged, Skin& skin, const Kept& kept) {
  if (kept.binds.empty()) return;
  for (std::size_t row = 0; row < made.order.size(); ++row) {
    const auto bind = kept.binds.find(merged.model.nodes[made.order[row]].name);
    const std::uint16_t name = made.file.nodes[row].header.name_index;
    if (bind == kept.binds.end() || !is_rigid(glm::dmat4(bind->second)) || name >= skin.qbones.size() ||
        name >= skin.tbones.size())
      continue;
    const Quat turn = to_game(glm::quat_cast(glm::mat3(bind->second)));
    const std::array<float, 4> rotation = {-turn.w, -turn.x, -turn.y, -turn.z};  // as bind_skin() has it
    const Vec3 place = to_game(Vec3(bind->second[3]));
    if (is_near(skin.qbones[name], rotation) && is_near(skin.tbones[name], place)) continue;
    skin.qbones[name] = rotation;
    skin.tbones[name] = place;
  }
}

/// Where the bones were when the skin was made. One that was none is bound where it rests.
void keep_binds(Skin& skin, const Skin& own, const Kept& kept, const NameRows& names) {
  for (const auto& [was, now] : names.all()) {
    if (kept.rebound.contains(was)) continue;
    if (was >= own.qbones.size() || was >= own.tbones.size()) continue;
    if (now >= skin.qbones.size() || now >= skin.tbones.size()) continue;
    if (is_bone(skin, now) && !is_bone(own, was)) continue;
    skin.qbones[now] = own.qbones[was];
    skin.tbones[now] = own.tbones[was];
  }
}

/// Whether each name has the slot that it had, and new names have none.
bool same_slots(const Skin& skin, const Skin& own, const NameRows& names) {
  const auto slots = [](const Skin& each) {
    return std::ranges::count_if(each.bone_map, [](float slot) { return slot != kNoBone; }) +
           std::ranges::count_if(each.packed_bone_map,
                                 [](std::uint16_t slot) { return slot != kNoBonePacked; });
  };
  const auto same = [](const auto& now_map, std::size_t now, const auto& map, std::size_t was) {
    return (now < now_map.size()) == (was < map.size()) &&
           (now >= now_map.size() || now_map[now] == map[was]);
  };
  return slots(skin) == slots(own) && std::ranges::all_of(names.all(), [&](const auto& name) {
           const auto [was, now] = name;
           return same(skin.bone_map, now, own.bone_map, was) &&
                  same(skin.packed_bone_map, now, own.packed_bone_map, was);
         });
}

/// What compilers leave behind the bones of a skin that has the same ones.
void keep_leftovers(Skin& skin, const Skin& own, const NameRows& names) {
  if (!same_slots(skin, own, names)) return;
  if (skin.unknown_0x34.size() == own.unknown_0x34.size())
    take_rows(skin.unknown_0x34, own.unknown_0x34, std::uint32_t(0), skin.unknown_0x34.size(), names);
  skin.header.serials = own.header.serials;
  for (std::uint16_t& name : skin.header.serials) name = names.now(name);
}

void keep_skin(Compiled& made, std::uint32_t row, const Kept& kept, const Skin& own, const NameRows& names,
               Tree tree) {
  Skin& skin = *made.file.nodes[row].mesh->skin;
  if (kept.exact && tree != Tree::same) {
    const auto bound = bind_skin(made.file, row, {});  // of nodes that are new
    if (!bound) return;
    keep_bones(skin, own, names, made.file.names.size());
  }
  if (!kept.exact) keep_leftovers(skin, own, names);
  keep_binds(skin, own, kept, names);
}

/// Skins, cloth and blades of the originals have no area, those of other programs have.
void keep_area(Mesh& mesh, const Mesh& own) {
  if (mesh.tail.area == 0 && own.tail.area != 0) mesh.tail.area = mesh_area(mesh.vertices, mesh.faces);
}

/// What of a mesh the MDX has, or has to fit.
bool same_rows_of(const Mesh& a, const Mesh& b) {
  return a.header.mdx_stride == b.header.mdx_stride && a.header.mdx_flags == b.header.mdx_flags &&
         a.header.vertex_count == b.header.vertex_count && a.tail.mdx_offset == b.tail.mdx_offset &&
         a.vertices == b.vertices && bool(a.mdx) == bool(b.mdx) &&
         std::ranges::equal(a.faces, b.faces, {}, &Face::vertices, &Face::vertices);
}

std::vector<const Node*> meshes_in(const File& file) {
  std::vector<const Node*> nodes;
  for (const Node& node : file.nodes)
    if (node.mesh && (node.mesh->header.mdx_stride > 0 || node.mesh->header.vertex_count > 0))
      nodes.push_back(&node);
  std::ranges::stable_sort(nodes, {}, [](const Node* node) { return node->mesh->tail.mdx_offset; });
  return nodes;
}

}  // namespace

void drop_mesh_notes(source::Node& node) {
  const auto drop = [](std::vector<source::Note>& notes) {
    std::erase_if(notes, [](const source::Note& note) { return note.path().starts_with("mesh."); });
  };
  node.residual.geometry.reset();
  drop(node.residual.notes);
  if (node.residual.keys) drop(node.residual.keys->notes);
}

std::vector<std::uint32_t> parents_first(const std::vector<source::Node>& nodes) {
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> waiting;  // by the name of their parent
  using Turn = std::pair<std::size_t, std::uint32_t>;  // how often all were gone through, row
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> ready;
  for (std::uint32_t row = 0; row < nodes.size(); ++row) {
    if (nodes[row].parent.empty())
      ready.emplace(0, row);
    else
      waiting[nodes[row].parent].push_back(row);
  }
  std::vector<std::uint32_t> order;
  while (!ready.empty()) {
    const auto [turn, row] = ready.top();
    ready.pop();
    order.push_back(row);
    const auto children = waiting.find(nodes[row].name);
    if (children == waiting.end()) continue;
    for (const std::uint32_t child : children->second) ready.emplace(child > row ? turn : turn + 1, child);
    waiting.erase(children);
  }
  std::vector<std::uint32_t> left;  // compile() tells what is wrong with them
  for (const auto& [parent, rows] : waiting) left.insert(left.end(), rows.begin(), rows.end());
  std::ranges::sort(left);
  order.insert(order.end(), left.begin(), left.end());
  return order;
}

bool is_in_order(const source::Model& model, const File& file) {
  return std::ranges::equal(model.nodes, file.nodes, [&](const source::Node& described, const Node& node) {
    return described.name == as_word(node_name(file, node));
  });
}

TreeBefore::TreeBefore(const std::vector<source::Node>& nodes)
    : hash(tree_hash(nodes)), parents(parents_of(nodes)) {}

Tree tree_after(const Merged& merged, const TreeBefore& before, const File& file) {
  if (tree_hash(merged.model.nodes) == before.hash) return Tree::same;
  if (before.parents.size() != merged.kept.size() || file.names.size() != merged.kept.size())
    return Tree::other;
  if (parents_of(merged.model.nodes) != before.parents) return Tree::other;
  for (std::uint32_t row = 0; row < merged.kept.size(); ++row)
    if (merged.kept[row].row != row || file.nodes[row].header.name_index != row) return Tree::other;
  return Tree::renamed;
}

void renew_guards(Merged& merged, Tree tree) {
  const std::uint64_t pose = pose_hash(merged.model.nodes);
  for (std::size_t row = 0; row < merged.kept.size(); ++row) {
    source::Node& node = merged.model.nodes[row];
    if (!merged.kept[row].exact) continue;
    source::GuardedNotes& guarded = *node.residual.geometry;
    guarded.hash = geometry_hash(*node.mesh, pose);
    if (tree == Tree::other)
      std::erase_if(guarded.notes, [](const source::Note& note) { return note.part == "mesh.skin"; });
  }
}

namespace {

/// Faces of a blade are of other vertices than it has: nothing of them follows from an edit.
void keep_blade_faces(Mesh& mesh, const Mesh& own) {
  if (!mesh.saber || !own.saber || mesh.faces.size() != own.faces.size()) return;
  mesh.tail.area = own.tail.area;
  for (std::size_t i = 0; i < own.faces.size(); ++i) {
    if (mesh.faces[i].vertices != own.faces[i].vertices) continue;
    const std::uint32_t material = mesh.faces[i].material;
    mesh.faces[i] = own.faces[i];
    mesh.faces[i].material = material;
  }
}

}  // namespace

void keep_tables(Compiled& made, const Merged& merged, const File& file, Tree tree) {
  NameRows names(made, merged, file);
  if (tree != Tree::same) keep_unused_names(made, file, names);
  for (std::uint32_t row = 0; row < made.order.size(); ++row) {
    const Kept& kept = merged.kept[made.order[row]];
    Node& node = made.file.nodes[row];
    if (node.mesh && node.mesh->skin) take_binds(made, merged, *node.mesh->skin, kept);
    if (kept.row == kNoRow || !node.mesh) continue;
    if (file.nodes[kept.row].mesh) keep_derived(*node.mesh, *file.nodes[kept.row].mesh);
    if (file.nodes[kept.row].mesh) keep_area(*node.mesh, *file.nodes[kept.row].mesh);
    if (file.nodes[kept.row].mesh) keep_blade_faces(*node.mesh, *file.nodes[kept.row].mesh);
    if (!node.mesh->skin) continue;
    const Node& own = file.nodes[kept.row];
    if (own.mesh && own.mesh->skin) keep_skin(made, row, kept, *own.mesh->skin, names, tree);
  }
  const bool renamed = std::ranges::any_of(merged.kept, [](const Kept& kept) { return !kept.name.empty(); });
  if (tree == Tree::same && !renamed) return;
  for (const auto& [was, now] : names.with_same_name()) made.file.names[now].text = file.names[was].text;
  for (std::size_t row = 0; row < made.order.size(); ++row) {
    const std::string& name = merged.kept[made.order[row]].name;
    if (is_kept_name(name)) made.file.names[made.file.nodes[row].header.name_index].text = name;
  }
  if (tree == Tree::other) put_names_back(made.file, rows_in_file(made, merged, file, names));
  lay_out(made.file, family_of(file));
}

namespace {

bool same_binds(const Skin& a, const Skin& b) {
  if (a.qbones.size() != b.qbones.size() || a.tbones.size() != b.tbones.size()) return false;
  for (std::size_t name = 0; name < std::min(a.qbones.size(), a.tbones.size()); ++name) {
    if (!is_bone(a, name) && !is_bone(b, name)) continue;
    if (!is_near(a.qbones[name], b.qbones[name]) || !is_near(a.tbones[name], b.tbones[name])) return false;
  }
  return true;
}

}  // namespace

bool is_kept_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
}

bool same_tables(const File& a, const File& b) {
  if (!std::ranges::equal(a.names, b.names, {}, &Name::text, &Name::text)) return false;
  if (a.nodes.size() != b.nodes.size()) return false;
  for (std::size_t row = 0; row < a.nodes.size(); ++row) {
    const auto& mesh = a.nodes[row].mesh;
    const auto& other = b.nodes[row].mesh;
    if (!mesh || !mesh->skin || !other || !other->skin) continue;
    if (!same_binds(*mesh->skin, *other->skin) || (mesh->tail.area == 0) != (other->tail.area == 0))
      return false;
  }
  return true;
}

void keep_padding(Compiled& made, const Merged& merged, const File& file) {
  for (std::size_t row = 0; row < made.order.size(); ++row) {
    const Kept& kept = merged.kept[made.order[row]];
    if (kept.row == kNoRow || !made.file.nodes[row].mesh || !file.nodes[kept.row].mesh) continue;
    auto& now = made.file.nodes[row].mesh->mdx;
    const auto& own = file.nodes[kept.row].mesh->mdx;
    if (now && own && now->padding.size() == own->padding.size()) now->padding = own->padding;
  }
}

std::optional<std::string> find_without_mdx(const File& file, const File& made) {
  if (file.has_mdx || file.header.mdx_size == 0) return std::nullopt;
  const std::vector<const Node*> before = meshes_in(file);
  const std::vector<const Node*> after = meshes_in(made);
  const std::size_t count = std::min(before.size(), after.size());
  for (std::size_t i = 0; i < count; ++i)
    if (!same_rows_of(*before[i]->mesh, *after[i]->mesh)) return node_name(file, *before[i]);
  if (before.size() > count) return node_name(file, *before[count]);
  if (after.size() > count) return node_name(made, *after[count]);
  return std::nullopt;
}

}  // namespace mw::kotor::mdl
