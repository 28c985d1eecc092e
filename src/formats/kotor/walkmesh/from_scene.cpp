#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/walkmesh_scene.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <set>
#include <utility>

#include "shared/scene_numbers.h"
#include "transitions.h"

namespace mw::kotor::walkmesh {
namespace {

using scene::Index;
using scene::Scene;

/// In double: a sum of places is then rounded once, as in the original files.
glm::dmat4 matrix_of(const scene::Transform& transform) {
  glm::dmat4 matrix = glm::mat4_cast(glm::dquat(transform.rotation));
  for (int column = 0; column < 3; ++column) matrix[column] *= double(transform.scale[column]);
  matrix[3] = glm::dvec4(transform.translation, 1);
  return matrix;
}

/// The matrix of each node relative to the scene; the scene has no contradiction.
std::vector<glm::dmat4> places_of(const Scene& scene) {
  std::vector<glm::dmat4> places(scene.nodes.size(), glm::dmat4(1));
  std::vector<std::pair<Index, glm::dmat4>> pending;
  for (const Index root : scene.roots) pending.emplace_back(root, glm::dmat4(1));
  while (!pending.empty()) {
    const auto [node, above] = pending.back();
    pending.pop_back();
    places[node] = above * matrix_of(scene.nodes[node].transform);
    for (const Index child : scene.nodes[node].children) pending.emplace_back(child, places[node]);
    if (scene.nodes[node].skin) places[node] = glm::dmat4(1);  // its joints place it
  }
  return places;
}

std::optional<std::int32_t> number_in(const scene::Extras& extras, std::string_view name) {
  const JsonValue* value = scene::find(extras, name);
  const auto number = value != nullptr ? scene::integer_of(*value) : std::nullopt;
  return number && std::in_range<std::int32_t>(*number) ? std::optional(std::int32_t(*number)) : std::nullopt;
}

/// Where the lines of a node lead: by its extras, else by its name.
std::optional<std::int32_t> room_of(const scene::Node& node) {
  if (const auto room = number_in(node.extras, "room")) return room;
  constexpr std::string_view kPrefix = "transition_";
  if (!node.name.starts_with(kPrefix)) return std::nullopt;
  const auto room = parse_integer(std::string_view(node.name).substr(kPrefix.size()));
  return room && std::in_range<std::int32_t>(*room) ? std::optional(std::int32_t(*room)) : std::nullopt;
}

class WalkmeshMaker {
 public:
  WalkmeshMaker(const Scene& scene, const SceneSurface& how, const SurfaceMaterials& surfaces)
      : scene_(scene), how_(how), surfaces_(surfaces), places_(places_of(scene)), shift_(how.room) {}

  Result<Made> make() {
    read_root();
    const scene::Role role = role_of_surface();
    for (std::size_t node = 0; node < scene_.nodes.size(); ++node) {
      if (scene_.nodes[node].mesh) add_mesh(node, role);
      add_hook(node);
    }
    if (unusable_) return fail(*std::move(unusable_));
    if (mesh_.triangles.empty()) return fail({.message = "no triangles to make a walkmesh from"});
    weld();
    auto file = build(mesh_, how_.type.value_or(type_), surfaces_);
    if (!file) return fail(file.error());
    transitions_.give_to(*file);
    take_header(file->header);
    return Made{*std::move(file), losses()};
  }

 private:
  /// The root of a walkmesh that was read says what it was.
  void read_root() {
    for (const Index root : scene_.roots) {
      const scene::Extras& extras = scene_.nodes[root].extras;
      if (scene_.nodes[root].role != scene::Role::walkmesh) continue;
      if (number_in(extras, "type") == std::int32_t(Type::object)) type_ = Type::object;
      const JsonValue* position = scene::find(extras, "position");
      const auto* numbers = position != nullptr ? position->get_if<JsonArray>() : nullptr;
      if (numbers == nullptr || numbers->size() != 3) continue;
      for (int i = 0; i < 3; ++i)
        header_.position[i] = scene::float_of((*numbers)[std::size_t(i)]).value_or(0);
      if (!is_usable(header_.position))
        unusable_ = {.field = escape_text(scene_.nodes[root].name),
                     .message = "its property position is too large for a number of the game"};
    }
  }

  bool has_triangles(const scene::Node& node) const {
    if (!node.mesh) return false;
    return std::ranges::any_of(scene_.meshes[*node.mesh].primitives, [](const scene::Primitive& p) {
      return p.topology == scene::Topology::triangles;
    });
  }

  scene::Role role_of_surface() const {
    for (const scene::Role role : {scene::Role::walkmesh, scene::Role::collision})
      for (const scene::Node& node : scene_.nodes)
        if (node.role == role && has_triangles(node)) return role;
    return scene::Role::visual;
  }

  Vec3 place(const glm::dmat4& matrix, const Vec3& point) const {
    const glm::dvec4 p = matrix * glm::dvec4(point, 1);
    // The same turn as Axes::back, before the only rounding.
    return Vec3(glm::dvec3(p.x, -p.z, p.y) + shift_);
  }

  /// The same, of which boxes, planes and areas can be made.
  Vec3 usable_place(std::size_t row, const Vec3& point) {
    const Vec3 placed = place(places_[row], point);
    if (!is_usable(placed) && !unusable_)
      unusable_ = {.field = escape_text(scene_.nodes[row].name),
                   .message = fmt::format("has a corner at {}, which no file of the game should have",
                                          spelled(is_usable(point) ? placed : point))};
    return placed;
  }

  void add_mesh(std::size_t row, scene::Role role) {
    const scene::Node& node = scene_.nodes[row];
    const auto room = room_of(node);
    if (node.role == role) lone_ += scene::count_lone_vertices(scene_.meshes[*node.mesh]);
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (p.topology == scene::Topology::lines && room)
        add_transitions(p, row, *room);
      else if (p.topology == scene::Topology::triangles && node.role == role)
        add_triangles(p, row);
      else if (p.topology == scene::Topology::triangles)
        ++left_out_;
    }
  }

  static std::size_t corners_of(const scene::Primitive& p) {
    return p.indices.empty() ? p.positions.size() : p.indices.size();
  }
  static Vec3 corner(const scene::Primitive& p, std::size_t i) {
    return p.positions[p.indices.empty() ? i : p.indices[i]];
  }

  void add_transitions(const scene::Primitive& p, std::size_t row, std::int32_t room) {
    for (std::size_t i = 0; i + 1 < corners_of(p); i += 2)
      transitions_.add(usable_place(row, corner(p, i)), usable_place(row, corner(p, i + 1)), room);
  }

  /// A node that mirrors turns its triangles around.
  void add_triangles(const scene::Primitive& p, std::size_t row) {
    const bool mirrored = glm::determinant(glm::dmat3(places_[row])) < 0;
    const std::uint32_t material = surface_of(p);
    for (std::size_t i = 0; i + 2 < corners_of(p); i += 3) {
      Mesh::Triangle& triangle = mesh_.triangles.emplace_back();
      triangle.material = material;
      for (std::size_t k = 0; k < 3; ++k) {
        triangle.corners[k] = std::uint32_t(mesh_.vertices.size());
        mesh_.vertices.push_back(usable_place(row, corner(p, i + k)));
      }
      if (mirrored) std::swap(triangle.corners[1], triangle.corners[2]);
    }
  }

  std::uint32_t surface_of(const scene::Primitive& p) {
    if (!p.material) {
      strangers_.insert("(none)");
      return how_.other;
    }
    const scene::Material& material = scene_.materials[*p.material];
    if (const auto id = number_in(material.extras, "surface"); id && *id >= 0) return std::uint32_t(*id);
    if (const auto id = surfaces_.find_name(material.name)) return *id;
    if (const auto id = surface_of_colour(Vec3(material.base_color))) return *id;
    strangers_.insert(material.name);
    return how_.other;
  }

  void add_hook(std::size_t row) {
    const std::string& name = scene_.nodes[row].name;
    Header& header = header_;
    for (std::size_t i = 0; i < 2; ++i) {
      if (name == fmt::format("relative_use_{}", i + 1)) header.relative_use[i] = place_of_hook(row);
      if (name == fmt::format("absolute_use_{}", i + 1)) header.absolute_use[i] = place_of_hook(row);
    }
  }

  /// Hooks are about the object, wherever that stands.
  Vec3 place_of_hook(std::size_t row) { return usable_place(row, Vec3(0)) - Vec3(shift_); }

  /// Vertices at one place become one, in the order of their first use.
  void weld() {
    const std::vector<std::uint32_t> first = geometry::weld(mesh_.vertices);
    std::vector<std::uint32_t> rows(first.size());
    std::uint32_t count = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      rows[row] = first[row] == row ? count++ : rows[first[row]];
      if (first[row] == row) mesh_.vertices[rows[row]] = mesh_.vertices[row];
    }
    mesh_.vertices.resize(count);
    for (Mesh::Triangle& triangle : mesh_.triangles)
      for (std::uint32_t& corner : triangle.corners) corner = rows[corner];
  }

  void take_header(Header& header) const {
    header.relative_use = header_.relative_use;
    header.absolute_use = header_.absolute_use;
    header.position = header_.position;
  }

  Losses losses() const {
    Losses lines;
    if (!strangers_.empty()) {
      std::vector<std::string> names;
      for (const std::string& name : strangers_) names.push_back(escape_text(name));
      const SurfaceMaterial* other = surfaces_.find(how_.other);
      lines
          .add(loss::SURFACE_UNKNOWN, names.size() == 1 ? *strangers_.begin() : "", fmt::join(names, ", "),
               other != nullptr ? other->name : fmt::format("{}", how_.other))
          .advise(" (--default-surface)");
    }
    if (const std::size_t unused = transitions_.unused(); unused > 0)
      lines.add(loss::LINE_OFF_EDGE, "", unused, transitions_.size());
    if (left_out_ > 0)
      lines.add(loss::MESH_LEFT_OUT, "",
                counted(left_out_, "mesh that is no walkmesh is", "meshes that are no walkmesh are"));
    if (lone_ > 0) lines.add(loss::VERTEX_DROPPED, "", counted(lone_, "vertex", "vertices"));
    if (!scene_.animations.empty()) lines.add(loss::ANIMATIONS_DROPPED, "");
    if (!scene_.skins.empty()) lines.add(loss::SKINS_DROPPED, "");
    if (!scene_.lights.empty()) lines.add(loss::LIGHTS_DROPPED, "");
    if (has_attributes()) lines.add(loss::ATTRIBUTES_DROPPED, "");
    return lines;
  }

  bool has_attributes() const {
    const auto has = [](const scene::Primitive& p) {
      return !p.colours.empty() || !p.tangents.empty() || !p.weights.empty() ||
             std::ranges::any_of(p.uvs, [](const auto& uvs) { return !uvs.empty(); });
    };
    return std::ranges::any_of(
        scene_.meshes, [&](const scene::Mesh& mesh) { return std::ranges::any_of(mesh.primitives, has); });
  }

  const Scene& scene_;
  const SceneSurface& how_;
  const SurfaceMaterials& surfaces_;
  std::vector<glm::dmat4> places_;
  glm::dvec3 shift_;
  Type type_ = Type::area;
  Header header_;
  Mesh mesh_;
  TransitionIndex transitions_{kTransitionReach};
  std::set<std::string> strangers_;
  std::size_t left_out_ = 0;
  std::size_t lone_ = 0;  // vertices
  std::optional<Error> unusable_;

  static constexpr float kTransitionReach = 0.01F;  // editors move places by 1e-6 and more
};

}  // namespace

Result<Made> from_scene(const Scene& scene, const SceneSurface& how, const SurfaceMaterials& surfaces) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (auto error = scene::find_unusable_rotation(scene)) return fail(*std::move(error));
  return WalkmeshMaker(scene, how, surfaces).make();
}

}  // namespace mw::kotor::walkmesh
