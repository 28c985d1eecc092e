#include "geometry_from_scene.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/record_extras.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace mw::wows::geometry {
namespace {

using scene::Index;

/// The game's axes are a mirror of the scene's; mirroring again goes back.
const scene::Axes kAxes = scene::Axes::left_handed();
constexpr float kBoneStep = 3;

std::vector<Index> corners_of(const scene::Primitive& p) {
  std::vector<Index> corners = p.indices;
  if (corners.empty())
    for (std::size_t i = 0; i < p.positions.size(); ++i) corners.push_back(Index(i));
  corners.resize(corners.size() / 3 * 3);
  return corners;
}

bool has_custom(const scene::Primitive& p, std::string_view name) {
  return std::ranges::find(p.custom, name, &scene::CustomAttribute::name) != p.custom.end();
}

std::uint8_t as_byte(float value) {
  return std::uint8_t(std::clamp(std::round(value), 0.0F, 255.0F));
}

/// Along which the first texture coordinate grows, summed over the triangles of each vertex.
void derive_tangents(Mesh& mesh) {
  std::vector<Vec3> tangents(mesh.vertices.size(), Vec3(0));
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const Vertex& a = mesh.vertices[mesh.indices[i]];
    const Vertex& b = mesh.vertices[mesh.indices[i + 1]];
    const Vertex& c = mesh.vertices[mesh.indices[i + 2]];
    const Vec2 u = b.uv[0] - a.uv[0];
    const Vec2 v = c.uv[0] - a.uv[0];
    const float area = u.x * v.y - u.y * v.x;
    if (area == 0) continue;
    const Vec3 tangent = ((b.position - a.position) * v.y - (c.position - a.position) * u.y) / area;
    for (std::size_t k = 0; k < 3; ++k) tangents[mesh.indices[i + k]] += tangent;
  }
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    Vertex& vertex = mesh.vertices[i];
    if (vertex.tangent != Vec3(0)) continue;
    Vec3 flat = tangents[i] - vertex.normal * glm::dot(vertex.normal, tangents[i]);
    if (!(glm::length(flat) > 0))
      flat = glm::cross(vertex.normal, std::abs(vertex.normal.x) < 0.9F ? Vec3(1, 0, 0) : Vec3(0, 1, 0));
    vertex.tangent = glm::length(flat) > 0 ? glm::normalize(flat) : Vec3(1, 0, 0);
    vertex.binormal = glm::cross(vertex.normal, vertex.tangent);
  }
}

void derive_normals(Mesh& mesh) {
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const auto at = [&](std::size_t k) -> Vertex& { return mesh.vertices[mesh.indices[i + k]]; };
    // The triangles are the game's: their cross products point along the normals.
    const Vec3 normal = glm::cross(at(1).position - at(0).position, at(2).position - at(0).position);
    for (std::size_t k = 0; k < 3; ++k) at(k).normal += normal;
  }
  for (Vertex& vertex : mesh.vertices) {
    const float length = glm::length(vertex.normal);
    vertex.normal = length > 0 && std::isfinite(length) ? vertex.normal / length : Vec3(0, 1, 0);
  }
}

}  // namespace

void set_position(Vertex& vertex, const Vec3& position) {
  vertex.position = kAxes.point(position);
}

void set_normal(Vertex& vertex, const Vec3& normal) {
  vertex.normal = kAxes.point(normal);
}

void set_custom(Vertex& vertex, std::string_view name, float value) {
  const auto number = [&](std::string_view prefix) -> std::optional<std::size_t> {
    if (!name.starts_with(prefix) || name.size() != prefix.size() + 1) return std::nullopt;
    const auto digit = std::size_t(name.back() - '0');
    return digit < 4 ? std::optional(digit) : std::nullopt;
  };
  if (const auto bone = number("BONE_"); bone && *bone < 3) vertex.bones[*bone] = as_byte(value * kBoneStep);
  if (const auto weight = number("WEIGHT_"); weight && *weight < 2)
    vertex.weights[*weight] = as_byte(value * 255);
  if (name == "RADIUS") vertex.radius = value;
  if (name == "PIECE" && value >= 0) vertex.piece = std::uint32_t(value);
  if (const auto part = number("OI_")) {
    vertex.oi &= ~(0xFFU << 8 * *part);
    vertex.oi |= std::uint32_t(as_byte(value)) << 8 * *part;
  }
}

std::string format_for(const scene::Primitive& p) {
  std::string format = "set3/xyznuv";
  if (!p.uvs[1].empty()) format += "2";
  if (has_custom(p, "BONE_0")) format += "iiiww";
  if (has_custom(p, "RADIUS")) format += "r";
  if (!p.tangents.empty()) format += "tb";
  return format + "pc";
}

std::string shape_name(const scene::Node& node) {
  constexpr std::string_view kEnd = "Shape";
  const std::string& name = node.name;
  if (name.find(kEnd) != name.npos) return name;
  const std::string level = fmt::format("_lod{}", node.lod);
  const bool has_level = node.lod == 0 || name.ends_with(level);
  return name + (has_level ? "" : level) + std::string(kEnd);
}

Result<scene::Primitive> whole_primitive(const scene::Mesh& mesh, const std::string& name) {
  scene::Primitive whole;
  for (const scene::Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    if (whole.positions.empty()) {
      whole = p;
      whole.indices = corners_of(p);
      continue;
    }
    const auto first = Index(whole.positions.size());
    for (const Index corner : corners_of(p)) whole.indices.push_back(first + corner);
    whole.positions.insert(whole.positions.end(), p.positions.begin(), p.positions.end());
    const auto join = [&](auto& rows, const auto& more) {
      if (rows.empty()) return;
      rows.insert(rows.end(), more.begin(), more.end());
      rows.resize(whole.positions.size());
    };
    join(whole.normals, p.normals);
    join(whole.tangents, p.tangents);
    for (std::size_t set = 0; set < whole.uvs.size(); ++set) join(whole.uvs[set], p.uvs[set]);
    for (scene::CustomAttribute& custom : whole.custom) {
      const auto same = std::ranges::find(p.custom, custom.name, &scene::CustomAttribute::name);
      join(custom.values, same != p.custom.end() ? same->values : std::vector<float>());
    }
  }
  if (whole.indices.empty()) return fail({.field = escape_text(name), .message = "has no triangles"});
  return whole;
}

Result<Mesh> mesh_of(const scene::Primitive& p, const Mat4& place, const VertexLayout& layout, bool turned) {
  constexpr std::uint32_t kLimit = 0x7FFFFFFF;
  if (p.positions.size() > kLimit) return fail({.message = "has too many vertices"});
  Mesh mesh;
  mesh.vertices.resize(p.positions.size());
  const bool moved = place != Mat4(1);
  const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(place)));
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    Vertex& vertex = mesh.vertices[i];
    set_position(vertex, moved ? Vec3(place * Vec4(p.positions[i], 1)) : p.positions[i]);
    if (!p.normals.empty()) set_normal(vertex, moved ? glm::normalize(turn * p.normals[i]) : p.normals[i]);
    for (std::size_t set = 0; set < 2; ++set)
      if (!p.uvs[set].empty()) vertex.uv[set] = p.uvs[set][i];
    if (!p.tangents.empty() && Vec3(p.tangents[i]) != Vec3(0)) {
      const Vec4 tangent = kAxes.tangent(p.tangents[i]);
      vertex.tangent =
          moved ? kAxes.point(glm::normalize(glm::mat3(place) * Vec3(p.tangents[i]))) : Vec3(tangent);
      vertex.binormal = glm::cross(vertex.normal, vertex.tangent) * tangent.w;
    }
    for (const scene::CustomAttribute& custom : p.custom) set_custom(vertex, custom.name, custom.values[i]);
  }
  mesh.indices = corners_of(p);
  for (std::size_t i = 0; turned && i + 2 < mesh.indices.size(); i += 3)
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
  if (p.normals.empty()) derive_normals(mesh);
  if (layout.has(ElementKind::t)) derive_tangents(mesh);
  return mesh;
}

ArmorPlate plate_of(const scene::Node& node, const scene::Primitive& p) {
  ArmorPlate plate;
  const auto number = [&](std::string_view name, std::uint16_t& out) {
    const JsonValue* value = scene::find(node.extras, name);
    const auto integer = value != nullptr ? scene::integer_of(*value) : std::nullopt;
    if (integer && std::in_range<std::uint16_t>(*integer)) out = std::uint16_t(*integer);
  };
  number("layer", plate.layer);
  number("material", plate.material);
  for (const Index corner : corners_of(p)) {
    ArmorVertex& vertex = plate.vertices.emplace_back();
    vertex.position = kAxes.point(p.positions[corner]);
    const Vec3 normal = p.normals.empty() ? Vec3(0, 1, 0) : kAxes.point(p.normals[corner]);
    for (int k = 0; k < 3; ++k) vertex.normal[std::size_t(k)] = pack_unit(normal[k]);
  }
  return plate;
}

Hull hull_of(const scene::Primitive& p) {
  std::vector<Vec3> corners;
  for (const Vec3& position : p.positions) corners.push_back(kAxes.point(position));
  std::vector<std::vector<std::uint32_t>> faces;
  const std::vector<Index> indices = corners_of(p);
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
    faces.push_back({indices[i], indices[i + 2], indices[i + 1]});
  return make_hull(corners, faces);
}

}  // namespace mw::wows::geometry
