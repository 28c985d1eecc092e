#include "from_scene.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace mw::wows::geometry {
namespace {

using scene::Index;

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

bool is_direction(const Vec3& v) {
  const float length = glm::length(v);
  return length > 0 && std::isfinite(length);
}

/// Of the vertices that have none. Cross products of the triangles point along the normals, or against them.
void derive_normals(Mesh& mesh, bool along) {
  const auto lacks = [](const Vertex& vertex) { return !is_direction(vertex.normal); };
  if (std::ranges::none_of(mesh.vertices, lacks)) return;
  std::vector<Vec3> sums(mesh.vertices.size(), Vec3(0));
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const auto at = [&](std::size_t k) { return mesh.vertices[mesh.indices[i + k]].position; };
    const Vec3 normal = glm::cross(at(1) - at(0), at(2) - at(0));
    for (std::size_t k = 0; k < 3; ++k) sums[mesh.indices[i + k]] += along ? normal : -normal;
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (lacks(mesh.vertices[i]))
      mesh.vertices[i].normal = is_direction(sums[i]) ? glm::normalize(sums[i]) : Vec3(0, 1, 0);
}

/// Whether a binormal that came with the scene is still one of that normal and tangent: most of the game's
/// stand upright on their normals, on the side of the one that follows from both.
bool suits(const Vec3& binormal, const Vec3& normal, const Vec3& derived) {
  constexpr float kUpright = 0.15F;
  constexpr float kSide = -0.05F;
  return is_direction(binormal) && std::abs(glm::dot(binormal, normal)) < kUpright &&
         glm::dot(binormal, derived) > kSide;
}

bool has_binormals(const scene::Primitive& p) {
  return std::ranges::count_if(p.custom, [](const scene::CustomAttribute& custom) {
           return custom.name.starts_with("BINORMAL_");
         }) == 3;
}

/// Tangents with the binormals of their frames. Those that the scene has are taken as they are where three in
/// four suit: 65 of 260,724 of the game's lean on their normals and 55 point nowhere, at most 16 of 162 in a
/// mesh. A mesh that an editor turned has others, and where they do not suit they are made anew.
void set_frames(Mesh& mesh, const scene::Primitive& p, const scene::Axes& axes) {
  std::vector<std::pair<std::size_t, Vec3>> others;  // rows whose binormals do not suit, with the derived
  for (std::size_t i = 0; i < p.tangents.size(); ++i) {
    const Vec4 tangent = axes.tangent(p.tangents[i]);
    if (!is_direction(Vec3(tangent))) continue;
    Vertex& vertex = mesh.vertices[i];
    vertex.tangent = Vec3(tangent);
    const Vec3 derived = glm::cross(vertex.normal, Vec3(tangent)) * tangent.w;
    if (!suits(vertex.binormal, vertex.normal, derived)) others.emplace_back(i, derived);
  }
  if (has_binormals(p) && others.size() * 4 <= p.tangents.size()) return;
  for (const auto& [row, derived] : others) mesh.vertices[row].binormal = derived;
}

}  // namespace

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

Storage Storage::of(const scene::Node& node, const VertexLayout& layout) {
  if (!layout.has(ElementKind::iii)) return {};
  const JsonValue* value = scene::find(node.extras, kZNegated);
  const auto* said = value != nullptr ? value->get_if<bool>() : nullptr;
  const auto number = value != nullptr ? scene::integer_of(*value) : std::nullopt;  // as Blender may have it
  return {.z_negated = said != nullptr ? *said : number.value_or(1) != 0};
}

void set_position(Vertex& vertex, const Vec3& position, const scene::Axes& axes) {
  vertex.position = axes.back(position);
}

void set_normal(Vertex& vertex, const Vec3& normal, const scene::Axes& axes) {
  vertex.normal = axes.back(normal);
}

void set_custom(Vertex& vertex, std::string_view name, float value, const scene::Axes& axes) {
  const auto number = [&](std::string_view prefix) -> std::optional<std::size_t> {
    if (!name.starts_with(prefix) || name.size() != prefix.size() + 1) return std::nullopt;
    const auto digit = std::size_t(name.back() - '0');
    return digit < 4 ? std::optional(digit) : std::nullopt;
  };
  if (const auto bone = number("BONE_"); bone && *bone < 3) vertex.bones[*bone] = as_byte(value * kBoneStep);
  if (const auto weight = number("WEIGHT_"); weight && *weight < 2)
    vertex.weights[*weight] = as_byte(value * 255);
  if (const auto k = number("BINORMAL_"); k && *k < 3)
    vertex.binormal[int(*k)] = axes.back(Vec3(value))[int(*k)];  // no axis is turned into another
  if (name == "RADIUS") vertex.radius = value;
  if (name == "PIECE" && value >= 0 && value < 4294967296.0F) vertex.piece = std::uint32_t(value);
  if (const auto part = number("OI_")) {
    vertex.oi &= ~(0xFFU << 8 * *part);
    vertex.oi |= std::uint32_t(as_byte(value)) << 8 * *part;
  }
}

bool is_own_attribute(std::string_view name) {
  constexpr std::string_view kOwn[] = {"BONE_0",   "BONE_1", "BONE_2",     "WEIGHT_0",   "WEIGHT_1",
                                       "WEIGHT_2", "RADIUS", "PIECE",      "OI_0",       "OI_1",
                                       "OI_2",     "OI_3",   "BINORMAL_0", "BINORMAL_1", "BINORMAL_2"};
  return std::ranges::find(kOwn, name) != std::end(kOwn);
}

std::string format_for(const scene::Primitive& p) {
  std::string format = "set3/xyznuv";
  if (!p.uvs[1].empty()) format += "2";
  if (has_custom(p, "BONE_0")) format += "iiiww";
  if (has_custom(p, "RADIUS")) format += "r";
  if (!p.tangents.empty()) format += "tb";
  if (has_custom(p, "PIECE")) format += "i";
  if (has_custom(p, "OI_0")) format += "oi";
  // Two of the game's names have no tag at their end.
  return format + (format.ends_with("oi") || format.ends_with("iiiwwr") ? "" : "pc");
}

std::string shape_name(const scene::Node& node) {
  constexpr std::string_view kEnd = "Shape";
  const LevelName said = level_name_of(node.name);
  if (node.lod != 0 && std::int64_t(said.level) != std::int64_t(node.lod))
    return fmt::format("{}_lod{}{}", said.stem, node.lod, kEnd);
  return node.name + std::string(node.name.find(kEnd) != node.name.npos ? "" : kEnd);
}

namespace {

/// Rows of one primitive behind those of others, with zeros for those that have none.
template <class Row>
void join(std::vector<Row>& rows, std::size_t before, const std::vector<Row>& more, std::size_t after) {
  if (rows.empty() && more.empty()) return;
  rows.resize(before);
  rows.insert(rows.end(), more.begin(), more.end());
  rows.resize(after);
}

/// Only those that a .geometry has: names of others may be as many as the primitives.
void join_custom(scene::Primitive& whole, std::size_t before, const scene::Primitive& p) {
  for (const scene::CustomAttribute& custom : p.custom)
    if (is_own_attribute(custom.name) && !has_custom(whole, custom.name))
      whole.custom.push_back({custom.name, std::vector<float>(before)});
  for (scene::CustomAttribute& custom : whole.custom) {
    const auto same = std::ranges::find(p.custom, custom.name, &scene::CustomAttribute::name);
    join(custom.values, before, same != p.custom.end() ? same->values : std::vector<float>(),
         whole.positions.size());
  }
}

void append(scene::Primitive& whole, const scene::Primitive& p) {
  const std::size_t before = whole.positions.size();
  for (const Index corner : corners_of(p)) whole.indices.push_back(Index(before) + corner);
  whole.positions.insert(whole.positions.end(), p.positions.begin(), p.positions.end());
  const std::size_t after = whole.positions.size();
  join(whole.normals, before, p.normals, after);
  join(whole.tangents, before, p.tangents, after);
  for (std::size_t set = 0; set < whole.uvs.size(); ++set) join(whole.uvs[set], before, p.uvs[set], after);
  join(whole.colours, before, p.colours, after);
  join(whole.joints, before, p.joints, after);
  join(whole.weights, before, p.weights, after);
  join_custom(whole, before, p);
}

}  // namespace

Result<scene::Primitive> whole_primitive(const scene::Mesh& mesh, const std::string& name) {
  scene::Primitive whole;
  for (const scene::Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    if (whole.positions.empty()) {
      whole = p;
      whole.indices = corners_of(p);
      std::erase_if(whole.custom, [](const auto& custom) { return !is_own_attribute(custom.name); });
    } else {
      append(whole, p);
    }
  }
  if (whole.indices.empty()) return fail({.field = escape_text(name), .message = "has no triangles"});
  return whole;
}

namespace {

void turn_binormals(scene::Primitive& p, const glm::mat3& turn) {
  std::array<std::vector<float>*, 3> columns{};
  for (std::size_t k = 0; k < 3; ++k)
    for (scene::CustomAttribute& custom : p.custom)
      if (custom.name == fmt::format("BINORMAL_{}", k)) columns[k] = &custom.values;
  if (std::ranges::find(columns, nullptr) != columns.end()) return;
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const Vec3 turned = turn * Vec3((*columns[0])[i], (*columns[1])[i], (*columns[2])[i]);
    const Vec3 unit = is_direction(turned) ? glm::normalize(turned) : Vec3(0);
    for (int k = 0; k < 3; ++k) (*columns[std::size_t(k)])[i] = unit[k];
  }
}

}  // namespace

scene::Primitive placed(scene::Primitive p, const Mat4& place) {
  if (place == Mat4(1)) return p;
  const glm::mat3 turn = glm::mat3(place);
  const glm::mat3 normal_turn = glm::transpose(glm::inverse(turn));
  const bool mirror = glm::determinant(turn) < 0;
  const auto direction = [](const Vec3& v) { return is_direction(v) ? glm::normalize(v) : Vec3(0); };
  for (Vec3& position : p.positions) position = Vec3(place * Vec4(position, 1));
  for (Vec3& normal : p.normals) normal = direction(normal_turn * normal);
  for (Vec4& tangent : p.tangents)
    tangent = Vec4(direction(turn * Vec3(tangent)), mirror ? -tangent.w : tangent.w);
  turn_binormals(p, turn);
  if (!mirror) return p;
  p.indices = corners_of(p);
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) std::swap(p.indices[i + 1], p.indices[i + 2]);
  return p;
}

Result<Mesh> mesh_of(const scene::Primitive& p, const VertexLayout& layout, Storage storage) {
  constexpr std::uint32_t kLimit = 0x7FFFFFFF;
  if (p.positions.size() > kLimit) return fail({.message = "has too many vertices"});
  const scene::Axes axes = storage.axes();
  Mesh mesh;
  mesh.vertices.resize(p.positions.size());
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    Vertex& vertex = mesh.vertices[i];
    set_position(vertex, p.positions[i], axes);
    if (!p.normals.empty()) set_normal(vertex, p.normals[i], axes);
    for (std::size_t set = 0; set < 2; ++set)
      if (!p.uvs[set].empty()) vertex.uv[set] = p.uvs[set][i];
    for (const scene::CustomAttribute& custom : p.custom)
      set_custom(vertex, custom.name, custom.values[i], axes);
  }
  mesh.indices = corners_of(p);
  for (std::size_t i = 0; storage.turned && i + 2 < mesh.indices.size(); i += 3)
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
  derive_normals(mesh, storage.turned != storage.z_negated);
  set_frames(mesh, p, axes);
  if (layout.has(ElementKind::t)) derive_tangents(mesh);
  for (Vertex& vertex : mesh.vertices)
    vertex.weights[1] = std::min<std::uint8_t>(vertex.weights[1], std::uint8_t(255 - vertex.weights[0]));
  return mesh;
}

}  // namespace mw::wows::geometry
