#include <meshwright/edit/detail/lift.h>

#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/placed.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <memory>
#include <ranges>
#include <string>

#include "find.h"
#include "lift/lift_vertices.h"

namespace mw::edit {
namespace {

/// As OBJ has names: they end at a blank.
std::string obj_word(std::string_view name) {
  std::string text(name);
  std::ranges::replace_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }, '_');
  return text;
}

std::string shown_name(const Scene& scene, const Node& node) {
  const std::string& name = node.name.empty() ? scene.meshes[*node.mesh].name : node.name;
  return name.empty() ? "node" : obj_word(name);
}

/// "textures/Wall.tga" -> "wall"
std::string image_stem(std::string_view name) {
  return lower_case(replace_extension(file_name_of(name), ""));
}

const Texture* texture_of(const Material& material, std::string_view role) {
  const auto found = std::ranges::find(material.textures, role, &Texture::role);
  return found != material.textures.end() ? &*found : nullptr;
}

bool is_name_only(const Material& material) {
  return material.base_color == Vec4(1) && material.textures.empty();
}

bool same_shade(const Vec4& a, const Vec4& b) {
  constexpr float kSame = 0.005F;
  for (int k = 0; k < 4; ++k)
    if (!(std::abs(a[k] - b[k]) <= kSame)) return false;
  return true;
}

class Lifter {
 public:
  Lifter(const Scene& original, const Scene& meshes)
      : original_(original), meshes_(meshes), rest_(original), places_(world_matrices(original)) {}

  Scene run() {
    out_ = original_;
    out_.losses = meshes_.losses;
    lift_materials();
    find_partners();
    std::vector<bool> wanted(out_.nodes.size(), true);
    for (std::size_t i = 0; i < original_.nodes.size(); ++i) {
      Node& node = out_.nodes[i];
      if (!node.mesh || !is_written(original_.meshes[*node.mesh])) continue;
      const auto partner = partners_.find(Index(i));
      if (partner != partners_.end()) {
        lift_mesh(Index(i), meshes_.meshes[*meshes_.nodes[partner->second].mesh]);
        continue;
      }
      node.mesh.reset();
      node.skin.reset();
      wanted[i] = node.light.has_value();
    }
    remove_nodes(out_, kept_nodes(out_, wanted));
    add_others();
    forget_levels(out_);  // one may be all that was exported
    return std::move(out_);
  }

 private:
  /// A mesh of which OBJ shows nothing cannot be missing.
  static bool is_written(const Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives, [](const Primitive& p) { return !p.positions.empty(); });
  }

  // Which mesh is which.

  const PlacedMesh& placed(Index node) {
    std::unique_ptr<PlacedMesh>& known = placed_[node];
    if (!known) known = std::make_unique<PlacedMesh>(original_, node, places_[node], rest_);
    return *known;
  }

  void find_partners() {
    const auto exact = [](std::string name) { return name; };
    const auto numberless = [](const std::string& name) { return std::string(without_number(name)); };
    match_by(exact);
    match_by(numberless);
    match_shapes();
  }

  bool is_open(Index node) const {
    const Node& own = original_.nodes[node];
    return own.mesh && !partners_.contains(node) && is_written(original_.meshes[*own.mesh]);
  }

  /// Nodes of the original under one name, in their order, of which some have partners.
  struct Namesakes {
    std::vector<Index> nodes;
    std::size_t next = 0;                                  // before it all have
    std::map<std::uint64_t, std::vector<Index>> by_shape;  // the first of them last; made on first use
    std::size_t open = 0;
  };

  /// Of several of one name first those with the same triangles, then in their order.
  void match_by(const auto& key) {
    std::map<std::string, Namesakes> by_name;
    for (std::size_t i = 0; i < original_.nodes.size(); ++i)
      if (is_open(Index(i)))
        by_name[key(shown_name(original_, original_.nodes[i]))].nodes.push_back(Index(i));
    for (auto& [name, same] : by_name) same.open = same.nodes.size();
    for (const bool shapes : {true, false}) {
      for (std::size_t i = 0; i < meshes_.nodes.size(); ++i) {
        if (!meshes_.nodes[i].mesh || taken_.contains(Index(i))) continue;
        const auto found = by_name.find(key(shown_name(meshes_, meshes_.nodes[i])));
        if (found == by_name.end() || found->second.open == 0) continue;
        Namesakes& same = found->second;
        const auto node = shapes && same.open > 1 ? take_same_shape(same, Index(i)) : first_open(same);
        if (!node) continue;
        pair(*node, Index(i));
        --same.open;
      }
    }
  }

  std::optional<Index> first_open(Namesakes& same) const {
    while (partners_.contains(same.nodes[same.next])) ++same.next;
    return same.nodes[same.next];
  }

  std::optional<Index> take_same_shape(Namesakes& same, Index other) {
    if (same.by_shape.empty())
      for (const Index node : same.nodes | std::views::reverse)
        same.by_shape[shape_of(placed(node).shown())].push_back(node);
    const auto found = same.by_shape.find(shape_of(meshes_.meshes[*meshes_.nodes[other].mesh]));
    if (found == same.by_shape.end() || found->second.empty()) return std::nullopt;
    const Index node = found->second.back();
    found->second.pop_back();
    return node;
  }

  /// What was renamed.
  void match_shapes() {
    std::map<std::uint64_t, Index> by_shape;
    for (std::size_t i = 0; i < meshes_.nodes.size(); ++i)
      if (meshes_.nodes[i].mesh && !taken_.contains(Index(i)))
        by_shape.emplace(shape_of(meshes_.meshes[*meshes_.nodes[i].mesh]), Index(i));
    if (by_shape.empty()) return;
    for (std::size_t i = 0; i < original_.nodes.size(); ++i) {
      if (!is_open(Index(i))) continue;
      const std::uint64_t shape = shape_of(placed(Index(i)).shown());
      const auto found = shape != 0 ? by_shape.find(shape) : by_shape.end();
      if (found == by_shape.end() || taken_.contains(found->second)) continue;
      out_.nodes[i].name = meshes_.nodes[found->second].name;
      pair(Index(i), found->second);
    }
  }

  void pair(Index node, Index other) {
    partners_[node] = other;
    taken_[other] = node;
  }

  // Materials.

  void lift_materials() {
    for (std::size_t i = 0; i < original_.materials.size(); ++i)
      by_material_[obj_word(original_.materials[i].name)].push_back(Index(i));
    for (const Material& material : meshes_.materials)
      if (const auto same = by_material_.find(obj_word(material.name)); same != by_material_.end())
        lift_material(material, same->second);
  }

  /// OBJ identifies a material by its name, so this includes those that look like the first of it.
  void lift_material(const Material& material, const std::vector<Index>& same) {
    if (is_name_only(material)) return;
    const Material& first = original_.materials[same.front()];
    const bool is_old_shade = std::ranges::any_of(same, [&](Index number) {
      return same_shade(original_.materials[number].base_color, material.base_color);
    });
    for (const Index number : same) {
      const Material& before = original_.materials[number];
      Material& out = out_.materials[number];
      if (!is_old_shade && before.base_color == first.base_color) {
        out.base_color = material.base_color;
        out.alpha = material.alpha;
      }
      for (const std::string_view role : {"base_color", "normal"})
        lift_texture(texture_of(material, role), texture_of(first, role), out);
    }
  }

  static void lift_texture(const Texture* now, const Texture* first, Material& out) {
    if (now == nullptr || (first != nullptr && image_stem(first->name) == image_stem(now->name))) return;
    const auto own = std::ranges::find(out.textures, now->role, &Texture::role);
    if (own == out.textures.end())
      out.textures.push_back(*now);
    else if (first != nullptr && own->name == first->name)
      own->name =
          extension_of(own->name).empty() ? replace_extension(file_name_of(now->name), "") : now->name;
  }

  /// The one of that name that the mesh had, or the first there is, or a new one.
  Index material_for(Index number, const Mesh* before) {
    const Material& wanted = meshes_.materials[number];
    const std::string name = obj_word(wanted.name);
    if (before != nullptr)
      for (const Primitive& p : before->primitives)
        if (p.material && obj_word(original_.materials[*p.material].name) == name) return *p.material;
    std::vector<Index>& same = by_material_[name];
    if (same.empty()) {
      same.push_back(Index(out_.materials.size()));
      out_.materials.push_back(wanted);
    }
    return same.front();
  }

  // Meshes.

  void lift_mesh(Index node, const Mesh& from) {
    const PlacedMesh& own = placed(node);
    Mesh mesh = own.local();
    mesh.primitives.clear();
    for (const Primitive& p : from.primitives) mesh.primitives.push_back(lift_primitive(p, own));
    out_.nodes[node].mesh = Index(out_.meshes.size());
    out_.meshes.push_back(std::move(mesh));
  }

  Primitive lift_primitive(const Primitive& from, const PlacedMesh& own) {
    Primitive out{.topology = from.topology, .indices = from.indices};
    if (from.material) out.material = material_for(*from.material, &own.local());
    for (const Primitive& p : own.local().primitives)
      if (p.topology == from.topology && p.material == out.material) out.extras = p.extras;
    std::vector<bool> mirrored;
    for (std::size_t row = 0; row < from.positions.size(); ++row) {
      lift_vertex(from, row, own, out);
      mirrored.push_back(is_mirrored(from, row, own));
    }
    turn_mirrored(out, mirrored);
    return out;
  }

  static bool is_mirrored(const Primitive& from, std::size_t row, const PlacedMesh& own) {
    const auto same = own.find(from, row);
    const auto like = same ? same : own.nearest(from.positions[row]);
    return like && own.is_mirrored(*like);
  }

  /// Data that OBJ cannot hold is left out, not taken from a vertex nearby. Several vertices that are equal
  /// in OBJ may differ in it; find_edits() identifies them by their triangles.
  static void lift_vertex(const Primitive& from, std::size_t row, const PlacedMesh& own, Primitive& out) {
    const auto same = own.find(from, row);
    const auto like = same ? same : own.nearest(from.positions[row]);
    out.positions.push_back(from.positions[row]);
    const bool has_normal = row < from.normals.size();
    if (has_normal) out.normals.push_back(from.normals[row]);
    if (row < from.uvs[0].size()) out.uvs[0].push_back(from.uvs[0][row]);
    if (!like) return;
    const Primitive& p = own.local().primitives[like->primitive];
    out.positions.back() = same ? p.positions[like->vertex] : own.position_back(from.positions[row], *like);
    if (has_normal) out.normals.back() = lifted_normal(from.normals[row], own, *like);
    if (same && row < from.uvs[0].size() && like->vertex < p.uvs[0].size() &&
        is_flipped_twice(p.uvs[0][like->vertex], from.uvs[0][row]))
      out.uvs[0].back() = p.uvs[0][like->vertex];
  }

  /// OBJ counts v from the other side: 1 - (1 - v) is v except for rounding, and for six decimals.
  static bool is_flipped_twice(const Vec2& before, const Vec2& now) {
    const float most = std::max({1.0F, std::abs(before.x), std::abs(before.y)});
    return std::abs(before.x - now.x) <= 1e-6F * most && std::abs(before.y - now.y) <= 1e-6F * most;
  }

  /// That of the original if it points in the same direction.
  static Vec3 lifted_normal(const Vec3& normal, const PlacedMesh& own, const VertexOfMesh& like) {
    constexpr float kSame = 0.02F;  // as find_edits() has it
    const Primitive& shown = own.shown().primitives[like.primitive];
    if (like.vertex < shown.normals.size() && glm::distance(shown.normals[like.vertex], normal) <= kSame)
      return own.local().primitives[like.primitive].normals[like.vertex];
    return own.normal_back(normal, like);
  }

  void add_others() {
    for (std::size_t i = 0; i < meshes_.nodes.size(); ++i) {
      const Node& node = meshes_.nodes[i];
      if (!node.mesh || taken_.contains(Index(i))) continue;
      Mesh mesh = meshes_.meshes[*node.mesh];
      for (Primitive& p : mesh.primitives)
        if (p.material) p.material = material_for(*p.material, nullptr);
      add_node(out_, {.name = node.name, .mesh = Index(out_.meshes.size())});
      out_.meshes.push_back(std::move(mesh));
    }
  }

  const Scene& original_;
  const Scene& meshes_;
  const RestPose rest_;
  const std::vector<Mat4> places_;
  Scene out_;
  std::map<Index, Index> partners_;  // nodes of the meshes by those of the original
  std::map<Index, Index> taken_;     // and the inverse
  std::map<Index, std::unique_ptr<PlacedMesh>> placed_;
  std::map<std::string, std::vector<Index>> by_material_;  // of the original
};

}  // namespace

Scene lifted(const Scene& original, const Scene& meshes) {
  return Lifter(original, meshes).run();
}

}  // namespace mw::edit
