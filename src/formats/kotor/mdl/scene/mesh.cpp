#include <fmt/format.h>
#include <meshwright/kotor/mdl_scene.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <iterator>
#include <ranges>
#include <type_traits>

#include "mdl/build/derive.h"
#include "mdl/rest.h"
#include "mdl/skin.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

using scene::Axes;
using scene::Primitive;

/// Bitangent, tangent, normal. With the textures upside down the bitangent points the other way.
Vec4 tangent_of(const Vec3& bitangent, const Vec3& tangent, const Vec3& normal) {
  return {tangent, glm::dot(glm::cross(normal, tangent), bitangent) < 0 ? 1 : -1};
}

/// As many as the primitive has vertices, or none.
template <class From, class To, class Make>
void fill(std::vector<To>& out, const Primitive& p, const std::vector<From>& rows, Make make) {
  if (rows.size() != p.positions.size() || rows.empty()) return;
  if constexpr (std::is_same_v<From, To>) {
    out = rows;  // a copy turned in its place takes half as long as making each entry anew
    std::ranges::transform(out, out.begin(), make);
  } else {
    const auto made = rows | std::views::transform(make);
    out.assign(made.begin(), made.end());
  }
}

void add_triangles(Primitive& p, const Mesh& mesh, Axes axes, std::size_t& skipped_faces,
                   std::vector<std::uint32_t>* drawn) {
  p.indices.resize(mesh.faces.size() * 3);
  scene::Index* out = p.indices.data();
  for (const Face& face : mesh.faces) {
    if (!corners_exist(face, p.positions.size())) {
      ++skipped_faces;
      continue;
    }
    for (const std::uint16_t corner : axes.winding(face.vertices)) *out++ = corner;
    if (drawn != nullptr) drawn->push_back(std::uint32_t(&face - mesh.faces.data()));
  }
  p.indices.resize(std::size_t(out - p.indices.data()));
}

void add_attributes(Primitive& p, const VertexRows& rows, Axes axes) {
  fill(p.normals, p, rows.normals, [axes](const Vec3& n) { return axes.point(n); });
  fill(p.normals, p, rows.packed_normals,
       [axes](std::uint32_t word) { return axes.point(unpack_vector(word)); });
  // Textures of this game begin with their bottom row.
  for (std::size_t set = 0; set < rows.uvs.size(); ++set)
    fill(p.uvs[set], p, rows.uvs[set], [](const Vec2& uv) { return Vec2(uv.x, 1 - uv.y); });
  fill(p.colours, p, rows.colors, [](const Vec3& colour) { return Vec4(colour, 1); });
  if (p.normals.empty()) return;
  fill(p.tangents, p, rows.tangents[0], [axes](const std::array<float, 9>& t) {
    return axes.tangent(tangent_of({t[0], t[1], t[2]}, {t[3], t[4], t[5]}, {t[6], t[7], t[8]}));
  });
  fill(p.tangents, p, rows.packed_tangents[0], [axes](const std::array<std::uint32_t, 3>& t) {
    return axes.tangent(tangent_of(unpack_vector(t[0]), unpack_vector(t[1]), unpack_vector(t[2])));
  });
}

}  // namespace

Primitive primitive_of(const Mesh& mesh, Axes axes, std::size_t& skipped_faces,
                       std::vector<std::uint32_t>* drawn) {
  Primitive p;
  p.positions = positions_of(mesh);
  for (Vec3& position : p.positions) position = axes.point(position);
  add_triangles(p, mesh, axes, skipped_faces, drawn);
  if (mesh.mdx) add_attributes(p, mesh.mdx->rows, axes);
  if (mesh.dangly && mesh.dangly->constraints.size() == p.positions.size())
    p.custom.push_back({"CONSTRAINT", mesh.dangly->constraints});
  return p;
}

namespace {

constexpr std::size_t kBladeRow = 4;
constexpr std::array<std::size_t, 4> kBladeRows = {0, 1, 23, 22};

}  // namespace

/// The 176 vertices are 44 rows of four, from the hilt to the tip. Rows 1 and 23 are the right and the left
/// edge, all others lie on the middle; the game moves them to draw the trail. The faces in the file are of
/// other vertices, so the blade is drawn as two times three quads: from row 0 to 1, and from row 23 to 22.
Primitive blade_of(const Saber& saber, Axes axes) {
  Primitive p;
  if (saber.vertices.size() < (kBladeRows[2] + 1) * kBladeRow) return p;
  for (const std::size_t row : kBladeRows) {
    for (std::size_t i = row * kBladeRow; i < (row + 1) * kBladeRow; ++i) {
      p.positions.push_back(axes.point(saber.vertices[i]));
      if (saber.normals.size() == saber.vertices.size()) p.normals.push_back(axes.point(saber.normals[i]));
      if (saber.uvs.size() == saber.vertices.size())
        p.uvs[0].emplace_back(saber.uvs[i].x, 1 - saber.uvs[i].y);
    }
  }
  for (const scene::Index left : {0U, 8U}) {
    const scene::Index right = left + kBladeRow;
    for (scene::Index i = 0; i + 1 < kBladeRow; ++i)
      for (const auto& triangle : {std::array{left + i, right + i, left + i + 1},
                                   std::array{left + i + 1, right + i, right + i + 1}})
        std::ranges::copy(axes.winding(triangle), std::back_inserter(p.indices));
  }
  return p;
}

scene::MeshRows rows_of(const Mesh& mesh, std::size_t node, std::vector<std::uint32_t> faces) {
  scene::MeshRows rows{.why_not = "a blade is drawn of other triangles than the file has",
                       .record = std::uint32_t(node)};
  if (mesh.saber) return rows;
  const std::string path = fmt::format("nodes[{}]", node);
  scene::CornerRows vertices{.tables = {path + ".mesh.vertices"}, .in_companion = {path + ".rows"}};
  if (mesh.dangly)
    for (const char* table : {"constraints", "vertices"})
      vertices.tables.push_back(fmt::format("{}.mesh.dangly.{}", path, table));
  for (const std::uint32_t face : faces) {
    const auto& corners = mesh.faces[face].vertices;
    vertices.corners.push_back({corners[0], corners[1], corners[2]});
  }
  if (mesh.aabb) {
    scene::TableAbout leaves{.table = path + ".mesh.aabb.nodes", .of = path + ".mesh.faces", .rows = {}};
    for (const auto& leaf : mesh.aabb->nodes)
      leaves.rows.push_back(leaf.face < 0 ? scene::TableAbout::kNothing : std::uint32_t(leaf.face));
    rows.about.push_back(std::move(leaves));
  }
  rows.primitives.push_back(
      {.table = path + ".mesh.faces", .rows = std::move(faces), .vertices = {std::move(vertices)}});
  return rows;
}

}  // namespace mw::kotor::mdl
