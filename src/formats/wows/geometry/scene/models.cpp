#include "models.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/rows.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <memory>

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Scene;

constexpr Vec4 kHullColour{0.2F, 0.6F, 0.9F, 1};
constexpr float kGoldenRatio = 0.618034F;  // successive multiples lie far apart on the circle of hues

Vec3 from_hsv(float hue, float saturation, float value) {
  const auto channel = [&](float shift) {
    const float k = std::fmod(shift + hue * 6, 6.0F);
    return value - value * saturation * std::clamp(std::min(k, 4 - k), 0.0F, 1.0F);
  };
  return {channel(5), channel(3), channel(1)};
}

/// Of the mesh that was added last, which has one primitive.
void set_rows(Scene& scene, scene::TriangleRows rows) {
  scene::MeshRows made{.primitives = {std::move(rows)}};
  scene.meshes.back().rows = std::make_shared<const scene::MeshRows>(std::move(made));
}

/// A hue a material and a brightness a layer, the same in every file. Real layers are 1 to 5.
Vec4 plate_colour(std::uint16_t layer, std::uint16_t material) {
  const float turns = float(material) * kGoldenRatio;
  const float value = 1 - 0.13F * float(std::min<std::uint16_t>(layer, 6));
  return {from_hsv(turns - std::floor(turns), 0.65F, value), 1};
}

class ArmorMaker {
 public:
  ArmorMaker(Scene& scene, const scene::Axes& axes, bool records_rows)
      : scene_(scene), axes_(axes), records_rows_(records_rows) {}

  void add(const ArmorModel& model, std::size_t number, Index parent) {
    scene::Node group{.name = "armor", .role = scene::Role::armor};
    group.extras = {{"model_name", text_before_nul(model.name)}, {"id", scene::extras_integer(model.id)}};
    if (model.unreadable) group.extras.emplace_back(scene::kUnreadable, true);
    const Index armor = add_node(scene_, std::move(group), parent);
    for (std::size_t i = 0; i < model.plates.size(); ++i)
      if (add_plate(model.plates[i], i, armor) && records_rows_)
        set_rows(scene_, rows_of(model.plates[i], fmt::format("armor_models[{}].plates[{}]", number, i)));
  }

  void list_losses() const {
    if (cut_ > 0) scene_.losses.add(loss::ARMOR_VERTICES_LEFT_OVER, "", cut_);
    if (without_direction_ > 0) scene_.losses.add(loss::ARMOR_DIRECTION_MISSING, "", without_direction_);
  }

 private:
  /// Each vertex is of one triangle.
  static scene::TriangleRows rows_of(const ArmorPlate& plate, const std::string& path) {
    scene::TriangleRows rows{.table = path + ".vertices", .per_triangle = 3};
    for (std::uint32_t i = 0; i + 2 < plate.vertices.size(); i += 3) rows.rows.push_back(i);
    return rows;
  }

  /// False for one without a triangle.
  ///
  /// Armor winds against its normals in the file, so that the mirror alone makes the two agree and the
  /// vertices stay in their order.
  bool add_plate(const ArmorPlate& plate, std::size_t number, Index parent) {
    scene::Primitive p;
    const std::size_t count = plate.vertices.size() / 3 * 3;
    cut_ += plate.vertices.size() - count;
    if (count == 0) return false;
    for (const ArmorVertex& vertex : std::span(plate.vertices).first(count)) {
      const auto& n = vertex.normal;
      p.positions.push_back(axes_.point(vertex.position));
      p.normals.push_back(axes_.point(
          unit_or({unpack_unit(n[0]), unpack_unit(n[1]), unpack_unit(n[2])}, {0, 1, 0}, without_direction_)));
    }
    if (axes_.turns_winding()) turn_exceptions(p);
    p.material = material_of(plate);
    scene::Node node{.name = fmt::format("plate_{}", number), .role = scene::Role::armor};
    node.extras = {{"key", scene::extras_integer(key_of(plate))},
                   {"layer", std::uint64_t(plate.layer)},
                   {"material", std::uint64_t(plate.material)}};
    if (std::ranges::any_of(plate.vertices, [](const ArmorVertex& v) { return v.unknown_0x0f != 0; })) {
      JsonArray unknown;
      for (const ArmorVertex& vertex : plate.vertices)
        unknown.emplace_back(std::uint64_t(vertex.unknown_0x0f));
      node.extras.emplace_back("unknown_0x0f", std::move(unknown));
    }
    add_mesh_node(scene_, std::move(node), std::move(p), parent);
    return true;
  }

  /// 89 of 12,666 real triangles agree with their normals in the file; they share no vertices with others, so
  /// each can be turned alone.
  static void turn_exceptions(scene::Primitive& p) {
    for (std::size_t i = 0; i < p.positions.size(); i += 3) {
      const Vec3 face = glm::cross(p.positions[i + 1] - p.positions[i], p.positions[i + 2] - p.positions[i]);
      if (!(glm::dot(face, p.normals[i] + p.normals[i + 1] + p.normals[i + 2]) < 0)) continue;
      std::swap(p.positions[i + 1], p.positions[i + 2]);
      std::swap(p.normals[i + 1], p.normals[i + 2]);
    }
  }

  static std::uint32_t key_of(const ArmorPlate& plate) {
    return std::uint32_t(plate.layer) << 16U | plate.material;
  }

  Index material_of(const ArmorPlate& plate) {
    const auto [entry, is_new] = materials_.try_emplace(key_of(plate), Index(scene_.materials.size()));
    if (is_new) {
      scene::Material material{.name = fmt::format("armor_layer_{}_material_{}", plate.layer, plate.material),
                               .base_color = plate_colour(plate.layer, plate.material)};
      material.two_sided = true;  // plates are open surfaces, seen from inside too
      scene_.materials.push_back(std::move(material));
    }
    return entry->second;
  }

  Scene& scene_;
  const scene::Axes axes_;
  const bool records_rows_;
  std::map<std::uint32_t, Index> materials_;  // by key
  std::size_t cut_ = 0;
  std::size_t without_direction_ = 0;
};

/// Still without triangles.
scene::TriangleRows rows_of_hull(std::size_t model, std::size_t hull) {
  const std::string path = fmt::format("collision_models[{}].hulls[{}]", model, hull);
  return {.table = path + ".faces", .vertices = {{.tables = {path + ".vertices"}}}};
}

/// A hull's faces, cut into fans. Faces with a corner that does not exist are counted instead. `rows` get
/// those of each triangle.
scene::Primitive primitive_of(const Hull& hull, const scene::Axes& axes, std::size_t& skipped,
                              scene::TriangleRows* rows) {
  scene::Primitive p;
  for (const Vec3& vertex : hull.vertices) p.positions.push_back(axes.point(vertex));
  for (const HullFace& face : hull.faces) {
    const auto& corners = face.vertices;
    if (corners.size() < 3 || std::ranges::max(corners) >= hull.vertices.size()) {
      ++skipped;
      continue;
    }
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const std::array<Index, 3> triangle{corners[0], corners[i - 1], corners[i]};
      std::ranges::copy(axes.winding(triangle), std::back_inserter(p.indices));
      if (rows == nullptr) continue;
      rows->rows.push_back(std::uint32_t(&face - hull.faces.data()));
      rows->vertices[0].corners.push_back(triangle);
    }
  }
  return p;
}

/// What triangles do not tell of a hull's faces: their flags, and which triangles make one face.
scene::Extras extras_of(const Hull& hull) {
  JsonArray flags;
  JsonArray corners;
  bool flagged = false;
  bool polygons = false;
  for (const HullFace& face : hull.faces) {
    flags.emplace_back(scene::extras_integer(face.flag));
    corners.emplace_back(std::uint64_t(face.vertices.size()));
    flagged |= face.flag != 0;
    polygons |= face.vertices.size() != 3;
  }
  scene::Extras extras;
  if (flagged) extras.emplace_back("face_flags", std::move(flags));
  if (polygons) extras.emplace_back("face_corners", std::move(corners));
  return extras;
}

template <class Model>
bool is_unreadable(const Model& model) {
  if constexpr (requires { model.unreadable; }) return model.unreadable;
  return false;
}

void list_rest(Scene& scene, const auto& models, std::string_view kind) {
  for (const auto& model : models)
    if (is_unreadable(model))
      scene.losses.add(loss::MODEL_UNREADABLE, std::string(kind), kind);
    else if (!model.rest.empty())
      scene.losses.add(loss::MODEL_NOT_UNDERSTOOD, std::string(kind), model.rest.size(), kind);
}

}  // namespace

void add_mesh_node(Scene& scene, scene::Node node, scene::Primitive primitive, Index parent) {
  node.mesh = Index(scene.meshes.size());
  scene.meshes.push_back({.name = node.name});
  scene.meshes.back().primitives.push_back(std::move(primitive));  // a list in braces would copy it
  add_node(scene, std::move(node), parent);
}

void add_armor(Scene& scene, const File& file, const scene::Axes& axes, Index parent, bool records_rows) {
  ArmorMaker maker(scene, axes, records_rows);
  for (std::size_t i = 0; i < file.armor_models.size(); ++i) maker.add(file.armor_models[i], i, parent);
  maker.list_losses();
  list_rest(scene, file.armor_models, "armor");
  if (file.missing_armor > 0)
    scene.losses.add(loss::ARMOR_MISSING, "", counted(file.missing_armor, "armor model", "armor models"),
                     file.armor_models.size() == 1 ? "is" : "are");
}

void add_collision(Scene& scene, const File& file, const scene::Axes& axes, Index parent, bool records_rows) {
  if (file.collision_models.empty()) return;
  const auto material = Index(scene.materials.size());
  scene.materials.push_back({.name = "collision", .base_color = kHullColour});
  std::size_t skipped = 0;
  for (const CollisionModel& model : file.collision_models) {
    scene::Node group{.name = "collision", .role = scene::Role::collision};
    group.extras = {{"model_name", text_before_nul(model.name)},
                    {"version", scene::extras_integer(model.version)}};
    const Index collision = add_node(scene, std::move(group), parent);
    for (std::size_t i = 0; i < model.hulls.size(); ++i) {
      scene::TriangleRows rows;
      if (records_rows) rows = rows_of_hull(std::size_t(&model - file.collision_models.data()), i);
      scene::Primitive p = primitive_of(model.hulls[i], axes, skipped, records_rows ? &rows : nullptr);
      if (p.indices.empty()) continue;
      p.material = material;
      scene::Node node{.name = fmt::format("hull_{}", i), .role = scene::Role::collision};
      node.extras = extras_of(model.hulls[i]);
      add_mesh_node(scene, std::move(node), std::move(p), collision);
      if (records_rows) set_rows(scene, std::move(rows));
    }
  }
  if (skipped > 0) scene.losses.add(loss::HULL_FACE_INVALID, "", skipped);
  list_rest(scene, file.collision_models, "collision");
}

}  // namespace mw::wows::geometry
