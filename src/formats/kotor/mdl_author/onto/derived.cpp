#include <meshwright/core/detail/three_way.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "mdl/build/derive.h"
#include "onto.h"

namespace mw::kotor::mdl {
namespace {

template <class Row>
bool has_same_bytes(const std::vector<Row>& a, const std::vector<Row>& b, std::size_t row) {
  return row < a.size() && row < b.size() && same_bytes(a[row], b[row]);
}

/// By vertex: the first at its place.
using Welded = std::vector<std::uint32_t>;

/// Marks all vertices at the places of marked ones.
std::vector<bool> spread_over_places(const std::vector<bool>& marked, const Welded& places) {
  std::vector<bool> of_place(places.size());
  for (std::size_t vertex = 0; vertex < places.size(); ++vertex)
    if (marked[vertex]) of_place[places[vertex]] = true;
  std::vector<bool> spread(places.size());
  for (std::size_t vertex = 0; vertex < places.size(); ++vertex) spread[vertex] = of_place[places[vertex]];
  return spread;
}

/// Marks the vertices of faces that have a marked vertex, with all at their places: normals and tangents are
/// sums over these.
std::vector<bool> spread_over_faces(const std::vector<bool>& marked, const Welded& places,
                                    const auto& faces) {
  std::vector<bool> of_face(places.size());
  for (const auto& face : faces) {
    if (std::ranges::none_of(face.vertices, [&](std::size_t vertex) { return marked[vertex]; })) continue;
    for (const std::size_t vertex : face.vertices) of_face[vertex] = true;
  }
  return spread_over_places(of_face, places);
}

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] || b[i];
  return a;
}

bool same_corners(const Mesh& a, const Mesh& b) {
  return std::ranges::equal(a.faces, b.faces, {}, &Face::vertices, &Face::vertices);
}

bool has_all_corners(const Mesh& mesh) {
  return std::ranges::all_of(mesh.faces,
                             [&](const Face& face) { return corners_exist(face, mesh.vertices.size()); });
}

/// What compiling derived from the triangles of a mesh that has the same, in the same order, as the file.
class Keeper {
 public:
  Keeper(Mesh& made, const Mesh& own)
      : made_(made), own_(own), places_(geometry::weld(own.vertices)), moved_(own.vertices.size()) {
    for (std::size_t vertex = 0; vertex < moved_.size(); ++vertex)
      moved_[vertex] = !has_same_bytes(made.vertices, own.vertices, vertex);
    const Welded now = geometry::weld(made.vertices);
    beside_ = either(spread_over_places(moved_, places_), spread_over_places(moved_, now));
    around_ =
        either(spread_over_faces(moved_, places_, own.faces), spread_over_faces(moved_, now, own.faces));
    is_any_moved_ = std::ranges::find(moved_, true) != moved_.end();
  }

  void run() {
    keep_faces();
    if (!is_any_moved_) keep_bounds();
    if (made_.mdx && own_.mdx) keep_rows(made_.mdx->rows, own_.mdx->rows);
  }

 private:
  bool any(const Face& face, const std::vector<bool>& marked) const {
    return std::ranges::any_of(face.vertices, [&](std::size_t vertex) { return marked[vertex]; });
  }

  void keep_faces() {
    for (std::size_t row = 0; row < own_.faces.size(); ++row) {
      const Face& own = own_.faces[row];
      Face& made = made_.faces[row];
      if (any(own, moved_)) continue;
      made.normal = own.normal;
      made.distance = own.distance;
      if (!any(own, beside_)) made.adjacent = own.adjacent;
    }
  }

  void keep_bounds() {
    made_.header.box_min = own_.header.box_min;
    made_.header.box_max = own_.header.box_max;
    made_.header.average = own_.header.average;
    made_.header.radius = own_.header.radius;
    made_.tail.area = own_.tail.area;
    if (made_.aabb && own_.aabb && made_.aabb->nodes.size() == own_.aabb->nodes.size()) keep_tree();
  }

  /// But for where its nodes lie in the file.
  void keep_tree() {
    for (std::size_t row = 0; row < own_.aabb->nodes.size(); ++row) {
      AabbNode& made = made_.aabb->nodes[row];
      const std::uint32_t offset = made.offset;
      made = own_.aabb->nodes[row];
      made.offset = offset;
    }
  }

  void keep_rows(VertexRows& made, const VertexRows& own) const {
    std::vector<bool> turned(places_.size());
    for (std::size_t vertex = 0; vertex < turned.size(); ++vertex)
      turned[vertex] = around_[vertex] || !keep_normal(made, own, vertex);
    const std::vector<bool> uvs = changed_uvs(made, own);
    const std::vector<bool> around = spread_over_faces(uvs, places_, own_.faces);
    for (std::size_t vertex = 0; vertex < turned.size(); ++vertex) {
      if (turned[vertex] || around[vertex]) continue;
      for (std::size_t set = 0; set < own.tangents.size(); ++set) {
        keep(made.tangents[set], own.tangents[set], vertex);
        keep(made.packed_tangents[set], own.packed_tangents[set], vertex);
      }
    }
  }

  std::vector<bool> changed_uvs(const VertexRows& made, const VertexRows& own) const {
    std::vector<bool> changed(places_.size());
    for (std::size_t vertex = 0; vertex < changed.size(); ++vertex)
      changed[vertex] = !own.uvs[0].empty() && !has_same_bytes(made.uvs[0], own.uvs[0], vertex);
    return changed;
  }

  template <class Row>
  static void keep(std::vector<Row>& made, const std::vector<Row>& own, std::size_t row) {
    if (row < made.size() && row < own.size()) made[row] = own[row];
  }

  /// Gives whether it is as it was. Compiling makes those of other lengths units, and those of none anew.
  static bool keep_normal(VertexRows& made, const VertexRows& own, std::size_t vertex) {
    if (has_same_bytes(made.packed_normals, own.packed_normals, vertex)) return true;
    if (vertex >= made.normals.size() || vertex >= own.normals.size()) return false;
    constexpr float kSame = 1e-5F;
    const Vec3& normal = own.normals[vertex];
    const float length = glm::length(normal);
    const bool is_direction = std::isfinite(length) && length > 0;
    const Vec3 off = glm::abs(normal / length - made.normals[vertex]);
    if (is_direction && !(std::max({off.x, off.y, off.z}) <= kSame)) return false;
    made.normals[vertex] = normal;
    return true;
  }

  Mesh& made_;
  const Mesh& own_;
  Welded places_;
  std::vector<bool> moved_;
  std::vector<bool> beside_;  // at whose place a vertex was or is that moved
  std::vector<bool> around_;  // whose faces, or faces at whose place, have a vertex that moved
  bool is_any_moved_ = false;
};

}  // namespace

std::vector<Vec3> normals_after(const source::Mesh& before, const source::Mesh& after) {
  const std::size_t count = before.vertices.size();
  if (before.normals.size() != count || after.normals.size() != count) return {};
  std::vector<bool> moved(count);
  for (std::size_t vertex = 0; vertex < count; ++vertex)
    moved[vertex] = !has_same_bytes(before.vertices, after.vertices, vertex);
  const auto around = either(spread_over_faces(moved, geometry::weld(before.vertices), before.faces),
                             spread_over_faces(moved, geometry::weld(after.vertices), before.faces));
  std::vector<Vec3> normals = after.normals;
  for (std::size_t vertex = 0; vertex < count; ++vertex)
    if (around[vertex] && has_same_bytes(before.normals, after.normals, vertex)) normals[vertex] = Vec3(0);
  return normals;
}

void keep_derived(Mesh& made, const Mesh& own) {
  if (made.saber || own.saber || made.vertices.size() != own.vertices.size() || !has_all_corners(own) ||
      !same_corners(made, own))
    return;
  Keeper(made, own).run();
}

}  // namespace mw::kotor::mdl
