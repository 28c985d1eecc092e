#include "mesh.h"

#include <fmt/format.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <iterator>
#include <string>
#include <string_view>

#include "models.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;

constexpr std::uint32_t kMostExact = 1U << 24U;  // whole numbers up to here are floats

/// What a byte of a direction stands for.
const float* unit_numbers() {
  static const std::array<float, 256> kNumbers = [] {
    std::array<float, 256> numbers{};
    for (std::size_t byte = 0; byte < numbers.size(); ++byte) numbers[byte] = unpack_unit(std::uint8_t(byte));
    return numbers;
  }();
  return kNumbers.data();
}

/// One entry per vertex.
template <class T>
std::vector<T> column_of(std::size_t count, auto value_of) {
  std::vector<T> column(count);
  for (std::size_t row = 0; row < count; ++row) column[row] = value_of(row);
  return column;
}

/// Of a mesh in the file: whether cross products of its triangles' sides agree with its normals. A clear
/// majority of the triangles decides, and only without one the format: most skinned meshes are stored with z
/// negated, which turns them.
template <class Vertices>
bool agrees_with_normals(const Vertices& vertices, std::span<const Index> corners) {
  std::size_t agree = 0;
  std::size_t oppose = 0;
  const bool directed = vertices.has(ElementKind::n);
  for (std::size_t i = 0; directed && i + 2 < corners.size(); i += 3) {
    const Vec3 a = vertices.position(corners[i]);
    const Vec3 face =
        glm::cross(vertices.position(corners[i + 1]) - a, vertices.position(corners[i + 2]) - a);
    const Vec3 normals =
        vertices.normal(corners[i]) + vertices.normal(corners[i + 1]) + vertices.normal(corners[i + 2]);
    const float side = glm::dot(face, normals);
    agree += side > 0 ? 1 : 0;
    oppose += side < 0 ? 1 : 0;
    const std::size_t left = (corners.size() - i) / 3 - 1;
    if (agree > 2 * (oppose + left) || oppose > 2 * (agree + left)) break;  // whatever the others say
  }
  if (agree > 2 * oppose) return true;
  if (oppose > 2 * agree) return false;
  return !vertices.has(ElementKind::iii);
}

template <class Vertices>
void add_uvs(scene::Primitive& p, const Vertices& vertices) {
  constexpr ElementKind kSets[] = {ElementKind::uv, ElementKind::uv2};
  for (std::size_t set = 0; set < std::size(kSets); ++set)
    if (vertices.has(kSets[set]))
      p.uvs[set] = column_of<Vec2>(vertices.size(), [&](std::size_t row) { return vertices.uv(row, set); });
}

/// A number per vertex that a scene has no place of its own for.
struct Column {
  std::string name;
  float (*value_of)(const Vertex& vertex, std::uint32_t k);
  std::uint32_t k = 0;
};

/// The file names no bones and places none, so that there is no skin: slots and weights are numbers of each
/// vertex, for whoever has the skeleton.
template <class Vertices>
std::vector<Column> columns_of(const Vertices& vertices) {
  std::vector<Column> columns;
  const auto add = [&](std::string_view name, std::uint32_t count, auto value_of) {
    for (std::uint32_t k = 0; k < count; ++k) columns.push_back({fmt::format("{}_{}", name, k), value_of, k});
  };
  if (vertices.has(ElementKind::iii))
    add("BONE", 3, [](const Vertex& v, std::uint32_t k) {
      constexpr float kBoneStep = 3;
      return float(v.bones[k]) / kBoneStep;
    });
  if (vertices.has(ElementKind::ww))
    add("WEIGHT", 3, [](const Vertex& v, std::uint32_t k) { return bone_weights(v)[k]; });
  if (vertices.has(ElementKind::r))
    columns.push_back({"RADIUS", [](const Vertex& v, std::uint32_t) { return v.radius; }});
  if (vertices.has(ElementKind::i))
    columns.push_back({"PIECE", [](const Vertex& v, std::uint32_t) { return float(v.piece); }});
  if (vertices.has(ElementKind::oi))
    add("OI", 4, [](const Vertex& v, std::uint32_t k) { return float(v.oi >> 8 * k & 0xFFU); });
  return columns;
}

}  // namespace

PackedVertices::PackedVertices(const VertexLayout& layout, ByteSpan bytes)
    : layout_(layout), first_(bytes.data()), count_(bytes.size() / layout.stride), units_(unit_numbers()) {
  const auto place = [&](ElementKind kind) -> std::size_t {
    const auto found = std::ranges::find(layout.elements, kind, &VertexElement::kind);
    return found == layout.elements.end() ? 0 : found->offset;
  };
  position_ = place(ElementKind::xyz);
  normal_ = place(ElementKind::n);
  tangent_ = place(ElementKind::t);
  binormal_ = place(ElementKind::b);
  uv_ = {place(ElementKind::uv), place(ElementKind::uv2)};
}

Vec3 PackedVertices::position(std::size_t row) const {
  Vec3 position;
  std::memcpy(static_cast<void*>(&position), row_at(row) + position_, sizeof position);
  return position;
}

Vec3 PackedVertices::direction(const std::byte* bytes) const {
  const auto unit = [&](std::size_t k) { return units_[std::to_integer<std::size_t>(bytes[k])]; };
  return {unit(0), unit(1), unit(2)};
}

Vec2 PackedVertices::uv(std::size_t row, std::size_t set) const {
  return unpack_uv(layout_, row_at(row) + uv_[set]);
}

std::optional<SceneMesh> MeshMaker::make(const PlainVertices& vertices,
                                         std::span<const std::uint32_t> indices,
                                         std::optional<bool> z_negated) {
  return make_from(vertices, indices, z_negated);
}

std::optional<SceneMesh> MeshMaker::make(const PackedVertices& vertices,
                                         std::span<const std::uint32_t> indices) {
  return make_from(vertices, indices, std::nullopt);
}

/// Bones of skinned meshes stand at the origin, and most mirror z: vertices are stored with z negated, so
/// that the bone and the scene's mirror undo each other. The scene's mirror turns the winding of all others.
/// Triangles that agree with their normals where the model stands are turned, so that they still do.
template <class Vertices>
std::optional<SceneMesh> MeshMaker::make_from(const Vertices& vertices,
                                              std::span<const std::uint32_t> indices,
                                              std::optional<bool> z_negated) {
  SceneMesh made;
  scene::Primitive& p = made.primitive;
  p.indices = existing_triangles(indices, vertices.size(), made.begins);
  if (p.indices.empty()) return std::nullopt;
  const bool agrees = agrees_with_normals(vertices, p.indices);
  made.z_negated = z_negated.value_or(vertices.has(ElementKind::iii) && !agrees);
  const scene::Axes axes = made.z_negated ? scene::Axes::same() : axes_;
  if (axes_.turns_winding() && agrees != made.z_negated)
    for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) std::swap(p.indices[i + 1], p.indices[i + 2]);
  p.positions =
      column_of<Vec3>(vertices.size(), [&](std::size_t row) { return axes.point(vertices.position(row)); });
  if (vertices.has(ElementKind::n)) add_directions(p, vertices, axes);
  add_uvs(p, vertices);
  add_custom(p, vertices);
  add_binormals(p, vertices, axes);
  return made;
}

std::vector<Index> MeshMaker::existing_triangles(std::span<const std::uint32_t> indices, std::size_t vertices,
                                                 std::vector<std::uint32_t>& begins) {
  cut_ += indices.size() % 3;
  std::vector<Index> corners(indices.begin(), indices.end() - std::ptrdiff_t(indices.size() % 3));
  const bool all = corners.empty() || *std::ranges::max_element(corners) < vertices;
  if (records_rows_)
    for (std::size_t i = 0; i < corners.size(); i += 3)
      if (all || std::ranges::max(std::span(corners).subspan(i, 3)) < vertices)
        begins.push_back(std::uint32_t(i));
  if (all) return corners;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const auto triangle = std::span(corners).subspan(i, 3);
    if (std::ranges::max(triangle) >= vertices) {
      ++skipped_;
      continue;
    }
    std::ranges::copy(triangle, corners.begin() + std::ptrdiff_t(kept));
    kept += 3;
  }
  corners.resize(kept);
  return corners;
}

template <class Vertices>
void MeshMaker::add_directions(scene::Primitive& p, const Vertices& vertices, const scene::Axes& axes) {
  p.normals = column_of<Vec3>(vertices.size(), [&](std::size_t row) {
    return axes.point(unit_or(vertices.normal(row), {0, 1, 0}, without_direction_));
  });
  if (!vertices.has(ElementKind::t) || !vertices.has(ElementKind::b)) return;
  p.tangents = column_of<Vec4>(vertices.size(), [&](std::size_t row) {
    const Vec3 stored = vertices.tangent(row);
    const Vec3 tangent = unit_or(stored, {1, 0, 0}, without_direction_);
    const Vec3 normal = axes.back(p.normals[row]);  // that of the scene, also where the file has none
    const float side = glm::dot(glm::cross(normal, stored), vertices.binormal(row));
    return axes.tangent(Vec4(tangent, side < 0 ? -1 : 1));
  });
}

/// Each vertex is unpacked once for all of them.
template <class Vertices>
void MeshMaker::add_custom(scene::Primitive& p, const Vertices& vertices) {
  const std::vector<Column> columns = columns_of(vertices);
  if (columns.empty()) return;
  const bool has_pieces = vertices.has(ElementKind::i);
  const std::size_t first = p.custom.size();
  for (const Column& column : columns) p.custom.push_back({column.name, std::vector<float>(vertices.size())});
  for (std::size_t row = 0; row < vertices.size(); ++row) {
    const Vertex& vertex = vertices[row];
    inexact_ += has_pieces && vertex.piece > kMostExact ? 1 : 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      p.custom[first + i].values[row] = columns[i].value_of(vertex, columns[i].k);
  }
}

/// A scene has no place for them, and mostly they follow from normal and tangent. Where textures are sheared
/// they do not: 210 of 5,777 in `ZM254`, `GM329`, `AM1034` and `FM242`, by up to 90 degrees.
template <class Vertices>
void MeshMaker::add_binormals(scene::Primitive& p, const Vertices& vertices, const scene::Axes& axes) const {
  constexpr float kFollows = 3.0F / 127;  // cut bytes of three vectors
  if (p.tangents.empty()) return;
  std::array<std::vector<float>, 3> columns;
  for (std::vector<float>& column : columns) column.resize(vertices.size());
  bool follow = true;
  for (std::size_t row = 0; row < vertices.size(); ++row) {
    const Vec3 stored = axes.point(vertices.binormal(row));
    const Vec3 derived = glm::cross(p.normals[row], Vec3(p.tangents[row])) * p.tangents[row].w;
    const Vec3 off = glm::abs(stored - derived);
    follow &= stored == Vec3(0) || std::max({off.x, off.y, off.z}) < kFollows;
    for (int k = 0; k < 3; ++k) columns[std::size_t(k)][row] = stored[k];
  }
  if (follow) return;
  for (std::size_t k = 0; k < 3; ++k)
    p.custom.push_back({fmt::format("BINORMAL_{}", k), std::move(columns[k])});
}

scene::TriangleRows rows_of(const IndexedTables& tables, std::span<const std::uint32_t> indices,
                            std::span<const std::uint32_t> begins) {
  scene::TriangleRows rows{.table = tables.indices, .per_triangle = 3};
  scene::CornerRows vertices{.tables = {tables.vertices}};
  for (const std::uint32_t begin : begins) {
    rows.rows.push_back(tables.first_index + begin);
    auto& corners = vertices.corners.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) corners[i] = tables.first_vertex + indices[begin + i];
  }
  rows.vertices.push_back(std::move(vertices));
  return rows;
}

void MeshMaker::list_losses(scene::Scene& scene) const {
  const auto list = [&](std::size_t count, const FindingKind& kind) {
    if (count > 0) scene.losses.add(kind, "", count);
  };
  list(skipped_, loss::TRIANGLE_OUT_OF_RANGE);
  list(cut_, loss::INDICES_LEFT_OVER);
  list(without_direction_, loss::DIRECTION_MISSING);
  list(inexact_, loss::PIECE_ROUNDED);
}

}  // namespace mw::wows::geometry
