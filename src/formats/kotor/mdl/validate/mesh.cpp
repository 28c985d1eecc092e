#include <fmt/format.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <utility>

#include "mdl/build/derive.h"
#include "mdl/rows.h"
#include "mdl/variant.h"
#include "shared/normal_slack.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kNormalTolerance = 1e-2F;
constexpr float kSamePlace =
    1e-3F;  // the original compiler joins what is nearer; ends of sides it joined differ so

/// The largest coordinate, for tolerances.
float reach(std::span<const Vec3> vertices) {
  float most = 0;
  for (const Vec3& vertex : vertices) most = std::max(most, largest(vertex));
  return most;
}

/// A coordinate of a place, and how often a mean may count it.
struct Counted {
  float value;
  std::uint32_t least;
  std::uint32_t most;
};

/// The highest mean there can be: the highest places as often as they may, the others as rarely.
float highest_mean(std::vector<Counted> places) {
  std::ranges::sort(places, std::greater(), &Counted::value);
  double sum = 0;
  double count = 0;
  for (const Counted& place : places) {
    sum += double(place.value) * place.least;
    count += place.least;
  }
  double highest = count > 0 ? sum / count : -INFINITY;
  for (const Counted& place : places) {
    sum += double(place.value) * (place.most - place.least);
    count += place.most - place.least;
    if (count > 0) highest = std::max(highest, sum / count);
  }
  return float(highest);
}

/// How far a point is off every mean of the vertices. The original compiler takes the mean of the vertices
/// that the authoring program had, of which several may lie in one place; the file does not tell how many,
/// but each had a corner there. Means of the distinct places (MDLEdit) and of the corners (KotorBlender) are
/// among these: all 2,320 meshes of 44 files have one, on every axis.
float off_any_mean(std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& point) {
  const std::vector<std::uint32_t> place_of = geometry::weld(vertices, kSamePlace);
  std::vector<std::uint32_t> corners(vertices.size());  // of each place
  for (const Face& face : faces)
    for (const std::uint16_t vertex : face.vertices)
      if (vertex < vertices.size()) ++corners[place_of[vertex]];
  float off = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Counted> places;
    std::vector<Counted> mirrored;
    for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex) {
      if (place_of[vertex] != vertex) continue;
      const std::uint32_t most = corners[vertex];
      places.push_back({vertices[vertex][axis], std::min(most, 1U), std::max(most, 1U)});
      mirrored.push_back({-vertices[vertex][axis], std::min(most, 1U), std::max(most, 1U)});
    }
    off = std::max({off, point[axis] - highest_mean(std::move(places)),
                    -point[axis] - highest_mean(std::move(mirrored))});
  }
  return off;
}

/// How often each vertex is a corner.
std::vector<std::uint32_t> count_corners(std::size_t vertices, std::span<const Face> faces) {
  std::vector<std::uint32_t> corners(vertices);
  for (const Face& face : faces)
    for (const std::uint16_t vertex : face.vertices)
      if (vertex < vertices) ++corners[vertex];
  return corners;
}

/// Whether on every axis some mean is no lower than `low` and some no higher than `high`, when every vertex
/// that has corners counts once at least and as often as it has them at most. A mean is as high as a height
/// if what lies above, counted as often as may be, outweighs what lies below. Not where one of them is no
/// number.
bool means_reach(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                 const glm::dvec3& low, const glm::dvec3& high) {
  const glm::dvec3 none(0);
  glm::dvec3 up = none;
  glm::dvec3 down = none;
  bool counted = false;
  for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) {
    if (corners[vertex] == 0) continue;
    counted = true;
    const glm::dvec3 place(vertices[vertex]);
    const glm::dvec3 over = place - low;
    const glm::dvec3 under = high - place;
    up += glm::max(over, none) * double(corners[vertex]) + glm::min(over, none);
    down += glm::max(under, none) * double(corners[vertex]) + glm::min(under, none);
  }
  return counted && glm::all(glm::greaterThanEqual(up, none)) && glm::all(glm::greaterThanEqual(down, none));
}

/// Whether a point is near one of the means that off_any_mean looks for, told much sooner: of the vertices as
/// they are, or of those that lie in exactly one place. Such means are among the others, but for kSamePlace,
/// which is as far as a vertex lies from what stands for its place there.
bool is_near_a_mean(std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& point,
                    double near) {
  std::vector<std::uint32_t> corners = count_corners(vertices.size(), faces);
  const glm::dvec3 low = glm::dvec3(point) - near;
  const glm::dvec3 high = glm::dvec3(point) + near;
  if (means_reach(vertices, corners, low, high)) return true;
  const std::vector<std::uint32_t> first = geometry::weld(vertices);
  for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex)
    if (first[vertex] != vertex) corners[first[vertex]] += std::exchange(corners[vertex], 0);
  return means_reach(vertices, corners, low, high);
}

/// Those that are drawn, unless the MDX is known to be damaged: then the MDL's copy is what is left of the
/// mesh.
const std::vector<Vec3>& measured_positions(const File& file, const Mesh& mesh) {
  const bool damaged = file.has_mdx && file.header.mdx_size != file.mdx_bytes;
  return damaged && !mesh.vertices.empty() ? mesh.vertices : positions_of(mesh);
}

class MeshCheck {
 public:
  explicit MeshCheck(const NodeCheck& check)
      : check_(check),
        mesh_(*check.node().mesh),
        positions_(measured_positions(check.check.file, mesh_)),
        reach_(reach(positions_)) {}

  void run() {
    check_functions();
    check_finite();
    check_far();
    check_size();
    check_planes_finite();
    check_faces();
    check_index_lists();
    check_textures();
    // A blade's faces index vertices of their own, and its fields are not derived from them. Nothing can be
    // measured by what is not a number; check_finite() has told of it.
    const bool finite = std::ranges::all_of(positions_, [](const Vec3& each) { return is_finite(each); });
    if (mesh_.saber || positions_.empty() || !finite) return;
    check_planes();
    check_adjacency();
    check_bounds();
  }

 private:
  Place face(std::size_t row, FieldOf<Face> field) const {
    return check_.in_table<Face>("mesh.faces", mesh_.header.faces, row, field);
  }

  /// Those of the Xbox are not known.
  void check_functions() {
    const Variant variant = check_.check.file.variant;
    const auto expected = mesh_functions(variant, check_.node().header.type);
    const auto& stored = mesh_.header.functions;
    if (variant.platform == Platform::pc && stored != expected)
      check_.add(finding::FUNCTION_MISMATCH, check_.at("mesh.functions"), stored[0], stored[1], expected[0],
                 expected[1], to_string(variant));
  }

  /// In the MDL's own list, or where that is sound or missing in the MDX, which is what is drawn.
  void check_finite() {
    const auto first_in = [](const std::vector<Vec3>& positions) {
      return std::size_t(std::ranges::find_if_not(positions, [](const Vec3& p) { return is_finite(p); }) -
                         positions.begin());
    };
    if (const std::size_t row = first_in(mesh_.vertices); row < mesh_.vertices.size())
      return check_.add(finding::VALUE_NOT_FINITE,
                        element(check_.in("mesh.vertices", mesh_.vertices_offset), row, sizeof(Vec3)),
                        "position");
    if (const std::size_t row = first_in(positions_); row < positions_.size())
      check_.add(finding::VALUE_NOT_FINITE, check_.in_row(row, "positions"), "position");
  }

  void check_far() {
    const auto is_far = [](const Vec3& place) { return is_finite(place) && largest(place) > kFarthest; };
    const auto far = std::ranges::find_if(positions_, is_far);
    if (far == positions_.end()) return;
    const auto row = std::size_t(far - positions_.begin());
    const Place place = mesh_.mdx && &positions_ == &mesh_.mdx->rows.positions
                            ? check_.in_row(row, "positions")
                            : element(check_.in("mesh.vertices", mesh_.vertices_offset), row, sizeof(Vec3));
    check_.add(finding::VALUE_TOO_LARGE, place, "position", largest(*far));
  }

  /// What no measuring is needed for.
  void check_size() {
    const MeshHeader& header = mesh_.header;
    for (int axis = 0; axis < 3; ++axis)
      if (header.box_min[axis] > header.box_max[axis]) {
        check_.add(finding::BOX_INVERTED, check_.at("mesh.box_min"), "xyz"[axis]);
        break;
      }
    if (header.radius < 0) check_.add(finding::RADIUS_NEGATIVE, check_.at("mesh.radius"), header.radius);
    if (std::isnan(mesh_.tail.area)) check_.add(finding::AREA_NOT_A_NUMBER, check_.at("mesh.area"));
  }

  /// The first of each: planes are measured by check_planes(), which nothing can be said of here.
  void check_planes_finite() {
    const auto report = [&](auto is_sound, FieldOf<Face> field, std::string_view what) {
      const auto found = std::ranges::find_if_not(mesh_.faces, is_sound);
      if (found == mesh_.faces.end()) return;
      check_.add(finding::VALUE_NOT_FINITE, face(std::size_t(found - mesh_.faces.begin()), field), what);
    };
    report([](const Face& each) { return is_finite(each.normal); }, "normal", "normal of a face");
    report([](const Face& each) { return std::isfinite(each.distance); }, "distance", "distance of a face");
  }

  void check_faces() {
    const std::size_t vertices = mesh_.header.vertex_count;
    for (std::size_t row = 0; row < mesh_.faces.size(); ++row)
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const Face& each = mesh_.faces[row];
        if (each.vertices[corner] >= vertices)
          check_.add(finding::FACE_VERTEX_OUT_OF_RANGE,
                     element(face(row, "vertices"), corner, sizeof(each.vertices[corner])),
                     each.vertices[corner], vertices);
        // The two blades seen have arbitrary numbers here.
        const std::uint16_t other = mesh_.saber ? kNoFace : each.adjacent[corner];
        const auto place = [&] { return element(face(row, "adjacent"), corner, sizeof(other)); };
        if (other != kNoFace && other >= mesh_.faces.size())
          check_.add(finding::ADJACENCY_OUT_OF_RANGE, place(), other, mesh_.faces.size());
        else if (other == row)
          check_.add(finding::ADJACENCY_OF_ITSELF, place(), row);
      }
  }

  void check_index_lists() {
    if (mesh_.saber || mesh_.faces.empty()) return;
    if (mesh_.index_lists.size() != 1)
      return check_.add(finding::INDEX_LIST_COUNT_MISMATCH, check_.at("mesh.index_counts.count"),
                        mesh_.index_lists.size());
    const std::vector<std::uint16_t>& list = mesh_.index_lists[0].vertices;
    const std::size_t expected = 3 * mesh_.faces.size();
    Tally tally;
    for (std::size_t index = 0; index < std::max(expected, list.size()); ++index) {
      const bool same = index < expected && index < list.size() &&
                        list[index] == mesh_.faces[index / 3].vertices[index % 3];
      if (!same) tally.add(index);
    }
    if (tally.wrong > 0)
      check_.add(finding::INDEX_LIST_MISMATCH,
                 element(check_.in("mesh.index_lists[0].vertices", mesh_.index_offsets[0]), tally.first,
                         sizeof(list[0])),
                 tally.wrong, expected, tally.first);
  }

  void check_textures() {
    const std::uint32_t flags = mesh_.header.mdx_flags;
    const int sets = std::popcount(flags & (kMdxUv1 | kMdxUv2 | kMdxUv3 | kMdxUv4));
    if (mesh_.saber) return;
    if (mesh_.header.texture_count != sets)
      check_.add(finding::TEXTURE_COUNT_MISMATCH, check_.at("mesh.texture_count"), mesh_.header.texture_count,
                 sets);
    const bool second = (flags & kMdxUv2) != 0;
    if ((mesh_.header.lightmapped != 0) != second)
      check_.add(finding::LIGHTMAP_FLAG_MISMATCH, check_.at("mesh.lightmapped"), mesh_.header.lightmapped,
                 second ? "there" : "not there");
  }

  void check_planes() {
    Tally normals;
    Tally distances;
    for (std::size_t row = 0; row < mesh_.faces.size(); ++row) {
      const Face& each = mesh_.faces[row];
      if (!corners_exist(each, positions_.size())) continue;
      const Vec3& a = positions_[each.vertices[0]];
      const Vec3& b = positions_[each.vertices[1]];
      const Vec3& c = positions_[each.vertices[2]];
      // A needle's normal is noise: nobody can say what it should be.
      constexpr float kLeastArea = 1e-6F;
      if (!(glm::length(glm::cross(b - a, c - a)) > kLeastArea * std::max(1.0F, reach_))) continue;
      const float off = glm::distance(geometry::unit_normal(a, b, c), each.normal);
      if (off > kNormalTolerance + normal_slack(a, b, c)) normals.add(row);
      const float expected = geometry::plane_distance(each.normal, a);
      if (std::abs(expected - each.distance) > 10 * tolerance(reach_)) distances.add(row);
    }
    if (normals.wrong > 0)
      check_.add(finding::FACE_NORMAL_MISMATCH, face(normals.first, "normal"), normals.wrong,
                 mesh_.faces.size(), normals.first);
    if (distances.wrong > 0)
      check_.add(finding::FACE_DISTANCE_MISMATCH, face(distances.first, "distance"), distances.wrong,
                 mesh_.faces.size(), distances.first);
  }

  /// Which of several faces at a side is named is not judged, only that it has that side.
  void check_adjacency() {
    const float allowed = std::max(kSamePlace, tolerance(reach_));
    Tally tally;
    std::size_t neighbours = 0;
    for (std::size_t row = 0; row < mesh_.faces.size(); ++row)
      for (std::size_t side = 0; side < 3; ++side) {
        const std::uint16_t other = mesh_.faces[row].adjacent[side];
        if (other >= mesh_.faces.size() || other == row) continue;
        if (!corners_exist(mesh_.faces[row], positions_.size())) continue;
        if (!corners_exist(mesh_.faces[other], positions_.size())) continue;
        ++neighbours;
        if (!has_side(mesh_.faces[other], mesh_.faces[row], side, allowed)) tally.add(row);
      }
    if (tally.wrong > 0)
      check_.add(finding::ADJACENCY_MISMATCH, face(tally.first, "adjacent"), tally.wrong, neighbours,
                 tally.first);
  }

  bool has_side(const Face& face, const Face& from, std::size_t side, float allowed) const {
    const auto has = [&](std::uint16_t end) {
      return std::ranges::any_of(face.vertices, [&](std::uint16_t vertex) {
        return glm::distance(positions_[vertex], positions_[end]) <= allowed;
      });
    };
    return has(from.vertices[side]) && has(from.vertices[(side + 1) % 3]);
  }

  void check_bounds() {
    const MeshHeader& header = mesh_.header;
    const float allowed = tolerance(reach_);
    const Box box = mesh_box(positions_);
    const float off =
        std::max(glm::distance(box.min, header.box_min), glm::distance(box.max, header.box_max));
    if (off > allowed) check_.add(finding::BOX_MISMATCH, check_.at("mesh.box_min"), off);
    const float radius = mesh_radius(positions_, header.average);
    if (std::abs(radius - header.radius) > allowed)
      check_.add(finding::RADIUS_MISMATCH, check_.at("mesh.radius"), header.radius, radius);
    check_average();
    check_area();
  }

  void check_average() {
    const Vec3& average = mesh_.header.average;
    const float near = 10 * tolerance(reach_);
    // Half of it, so that rounding makes no difference.
    if (is_near_a_mean(positions_, mesh_.faces, average, double(near / 2))) return;
    const float off = is_finite(average) ? off_any_mean(positions_, mesh_.faces, average) : INFINITY;
    if (off > kSamePlace + near) check_.add(finding::AVERAGE_MISMATCH, check_.at("mesh.average"), off);
  }

  void check_area() {
    const float area = mesh_area(positions_, mesh_.faces);
    const float stored = mesh_.tail.area;
    if (std::isnan(stored)) return;  // told by AREA_NOT_A_NUMBER
    if (stored == 0 && (mesh_.skin || mesh_.dangly)) return;
    constexpr float kRelative = 1e-3F;
    if (std::abs(stored - area) <= std::max(kRelative * area, tolerance(reach_))) return;
    check_.add(finding::AREA_MISMATCH, check_.at("mesh.area"), stored, area);
  }

  const NodeCheck& check_;
  const Mesh& mesh_;
  const std::vector<Vec3>& positions_;
  float reach_;
};

}  // namespace

void check_mesh(const NodeCheck& check) {
  MeshCheck(check).run();
}

}  // namespace mw::kotor::mdl
