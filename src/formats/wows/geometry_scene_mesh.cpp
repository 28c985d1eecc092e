#include "geometry_scene_mesh.h"

#include <fmt/format.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <string>
#include <string_view>

#include "geometry_scene_models.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;

constexpr std::uint32_t kMostExact = 1U << 24U;  // whole numbers up to here are floats

/// Of a mesh in the file: whether cross products of its triangles' sides agree with its normals. Skinned
/// formats mostly oppose them, but 3 of 17 real skinned meshes do not: so a clear majority of the triangles
/// decides, and the format only without one.
bool agrees_with_normals(std::span<const Vertex> vertices, std::span<const Index> corners, bool skinned) {
  std::size_t agree = 0;
  std::size_t oppose = 0;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const Vertex& a = vertices[corners[i]];
    const Vertex& b = vertices[corners[i + 1]];
    const Vertex& c = vertices[corners[i + 2]];
    const Vec3 face = glm::cross(b.position - a.position, c.position - a.position);
    const float side = glm::dot(face, a.normal + b.normal + c.normal);
    agree += side > 0 ? 1 : 0;
    oppose += side < 0 ? 1 : 0;
  }
  if (agree > 2 * oppose) return true;
  if (oppose > 2 * agree) return false;
  return !skinned;
}

void add_uvs(scene::Primitive& p, const VertexLayout& layout, std::span<const Vertex> vertices) {
  constexpr ElementKind kSets[] = {ElementKind::uv, ElementKind::uv2};
  for (std::size_t set = 0; set < std::size(kSets); ++set)
    if (layout.has(kSets[set]))
      for (const Vertex& v : vertices) p.uvs[set].push_back(v.uv[set]);
}

void add_column(scene::Primitive& p, std::string name, std::span<const Vertex> vertices, auto value_of) {
  scene::CustomAttribute column{std::move(name), {}};
  column.values.reserve(vertices.size());
  for (const Vertex& v : vertices) column.values.push_back(value_of(v));
  p.custom.push_back(std::move(column));
}

}  // namespace

std::optional<scene::Primitive> MeshMaker::make(const VertexLayout& layout, std::span<const Vertex> vertices,
                                                std::span<const std::uint32_t> indices) {
  scene::Primitive p;
  p.indices = existing_triangles(indices, vertices.size());
  if (p.indices.empty()) return std::nullopt;
  turn(p.indices, agrees_with_normals(vertices, p.indices, layout.has(ElementKind::iii)));
  for (const Vertex& vertex : vertices) p.positions.push_back(axes_.point(vertex.position));
  if (layout.has(ElementKind::n)) add_directions(p, layout, vertices);
  add_uvs(p, layout, vertices);
  add_custom(p, layout, vertices);
  return p;
}

std::vector<Index> MeshMaker::existing_triangles(std::span<const std::uint32_t> indices,
                                                 std::size_t vertices) {
  std::vector<Index> corners;
  corners.reserve(indices.size());
  cut_ += indices.size() % 3;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto triangle = indices.subspan(i, 3);
    if (std::ranges::max(triangle) < vertices)
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    else
      ++skipped_;
  }
  return corners;
}

/// The mirror turns the winding around. Triangles that agreed with their normals are turned back; those
/// that opposed them agree now.
void MeshMaker::turn(std::vector<Index>& corners, bool agreed) const {
  if (!axes_.turns_winding() || !agreed) return;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) std::swap(corners[i + 1], corners[i + 2]);
}

void MeshMaker::add_directions(scene::Primitive& p, const VertexLayout& layout,
                               std::span<const Vertex> vertices) {
  for (const Vertex& v : vertices)
    p.normals.push_back(axes_.point(unit_or(v.normal, {0, 1, 0}, without_direction_)));
  if (!layout.has(ElementKind::t) || !layout.has(ElementKind::b)) return;
  for (const Vertex& v : vertices) {
    const Vec3 tangent = unit_or(v.tangent, {1, 0, 0}, without_direction_);
    const float side = glm::dot(glm::cross(v.normal, v.tangent), v.binormal);
    p.tangents.push_back(axes_.tangent(Vec4(tangent, side < 0 ? -1 : 1)));
  }
}

/// The file names no bones and places none, so that there is no skin: slots and weights are numbers a
/// vertex, for whoever has the skeleton.
void MeshMaker::add_custom(scene::Primitive& p, const VertexLayout& layout,
                           std::span<const Vertex> vertices) {
  constexpr float kBoneStep = 3;
  if (layout.has(ElementKind::iii))
    for (std::size_t k = 0; k < 3; ++k)
      add_column(p, fmt::format("BONE_{}", k), vertices,
                 [k](const Vertex& v) { return float(v.bones[k]) / kBoneStep; });
  if (layout.has(ElementKind::ww))
    for (std::size_t k = 0; k < 3; ++k)
      add_column(p, fmt::format("WEIGHT_{}", k), vertices,
                 [k](const Vertex& v) { return bone_weights(v)[k]; });
  if (layout.has(ElementKind::r)) add_column(p, "RADIUS", vertices, [](const Vertex& v) { return v.radius; });
  if (layout.has(ElementKind::i)) {
    add_column(p, "PIECE", vertices, [](const Vertex& v) { return float(v.piece); });
    for (const Vertex& v : vertices) inexact_ += v.piece > kMostExact ? 1 : 0;
  }
  if (layout.has(ElementKind::oi))
    for (std::uint32_t k = 0; k < 4; ++k)
      add_column(p, fmt::format("OI_{}", k), vertices,
                 [k](const Vertex& v) { return float(v.oi >> 8 * k & 0xFFU); });
}

void MeshMaker::list_losses(scene::Scene& scene) const {
  const auto list = [&](std::size_t count, std::string_view text) {
    if (count > 0) scene.losses.push_back(fmt::format("{} {}", count, text));
  };
  list(skipped_, "triangles have a corner that does not exist; they are left out");
  list(cut_, "indices make no triangle; they are left out");
  list(without_direction_, "normals or tangents have no direction; normals point up, tangents along x");
  list(inexact_, "ids of pieces are rounded");
}

}  // namespace mw::wows::geometry
