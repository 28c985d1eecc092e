#include "mend.h"

#include <fmt/format.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <map>
#include <set>

namespace mw::kotor::walkmesh {
namespace {

using Triangle = Mesh::Triangle;

bool has_area(const Face& corners) {
  return corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0];
}

class Mender {
 public:
  Mender(Draft& draft, float tolerance, const SurfaceMaterials& surfaces, std::vector<Change>& changes)
      : draft_(draft), tolerance_(tolerance), surfaces_(surfaces), changes_(changes) {}

  void run() {
    leave_out_broken();
    weld();
    leave_out_flat();
    leave_out_repeated();
    turn_downward();
  }

 private:
  void tell(std::string_view what, std::uint32_t source, std::string message) {
    changes_.push_back({what, fmt::format("faces[{}]", source), std::move(message)});
  }

  bool is_walkable(const Triangle& triangle) const { return surfaces_.is_walkable(triangle.material); }

  /// Keeps the triangles for which this is true.
  void keep(const std::vector<bool>& kept) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!kept[i]) continue;
      draft_.mesh.triangles[count] = draft_.mesh.triangles[i];
      draft_.sources[count++] = draft_.sources[i];
    }
    draft_.mesh.triangles.resize(count);
    draft_.sources.resize(count);
  }

  /// Faces that cannot be anywhere.
  void leave_out_broken() {
    const std::vector<Vec3>& vertices = draft_.mesh.vertices;
    std::vector<bool> kept(draft_.sources.size(), true);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      for (const std::uint32_t corner : draft_.mesh.triangles[i].corners) {
        const bool exists = corner < vertices.size();
        if (!kept[i] || (exists && is_finite(vertices[corner]))) continue;
        kept[i] = false;
        tell("face-removed", draft_.sources[i],
             exists ? fmt::format("corner {} is not finite", corner)
                    : fmt::format("corner {} >= vertex count {}", corner, vertices.size()));
      }
    }
    keep(kept);
  }

  /// Vertices that are one become the first of them; those behind it go, all others stay as they are. Those
  /// that are nowhere have no faces any more.
  void weld() {
    std::vector<Vec3>& vertices = draft_.mesh.vertices;
    const std::vector<std::uint32_t> stands_for = geometry::weld(vertices, tolerance_);
    std::vector<std::uint32_t> rows(vertices.size());
    std::uint32_t count = 0;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      const std::uint32_t first = stands_for[row];
      if (!is_finite(vertices[row])) {
        changes_.push_back({"vertex-removed", fmt::format("vertices[{}]", row), "is not finite"});
        continue;
      }
      if (first == row) {
        vertices[count] = vertices[row];
        rows[row] = count++;
        continue;
      }
      rows[row] = rows[first];
      changes_.push_back({"vertex-welded", fmt::format("vertices[{}]", row),
                          fmt::format("is where vertices[{}] is", first)});
    }
    vertices.resize(count);
    renumber(rows);
  }

  void renumber(const std::vector<std::uint32_t>& rows) {
    std::vector<bool> kept(draft_.sources.size(), true);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Face& corners = draft_.mesh.triangles[i].corners;
      const bool had_area = has_area(corners);
      for (std::uint32_t& corner : corners) corner = rows[corner];
      kept[i] = has_area(corners);
      if (!kept[i])
        tell("face-removed", draft_.sources[i],
             had_area ? "has no area when its corners are welded" : "has a corner twice");
    }
    keep(kept);
  }

  /// Nothing hits a face without area. A walkable one stays: its sides may hold its neighbours together.
  void leave_out_flat() {
    constexpr double kSmallArea = 1e-6;  // as validate has it
    const std::vector<Vec3>& v = draft_.mesh.vertices;
    std::vector<bool> kept(draft_.sources.size(), true);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Triangle& triangle = draft_.mesh.triangles[i];
      const Face& c = triangle.corners;
      kept[i] = is_walkable(triangle) || geometry::area(v[c[0]], v[c[1]], v[c[2]]) >= kSmallArea;
      if (!kept[i]) tell("face-removed", draft_.sources[i], "has no area, and is not walkable");
    }
    keep(kept);
  }

  Vec3 normal_of(const Face& corners) const {
    const std::vector<Vec3>& v = draft_.mesh.vertices;
    return geometry::unit_normal(v[corners[0]], v[corners[1]], v[corners[2]]);
  }

  /// Of two with the same corners the second goes: when both are wound alike, or both are walkable. A
  /// walkable one wins over one that is not, one that looks up over one that looks down. Walls with two sides
  /// stay.
  void leave_out_repeated() {
    std::map<Face, std::vector<std::size_t>> same;  // by their corners in ascending order
    std::vector<bool> kept(draft_.sources.size(), true);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Face key = draft_.mesh.triangles[i].corners;
      std::ranges::sort(key);
      std::vector<std::size_t>& others = same[key];
      const auto other = std::ranges::find_if(others, [&](std::size_t j) { return is_repetition(i, j); });
      if (other == others.end()) {
        others.push_back(i);
        continue;
      }
      const bool better = rank(i) > rank(*other);
      const std::size_t gone = better ? std::exchange(*other, i) : i;
      kept[gone] = false;
      take_transitions(draft_.mesh.triangles[gone], draft_.mesh.triangles[*other]);
      tell("face-removed", draft_.sources[gone],
           fmt::format("is the same as faces[{}]", draft_.sources[*other]));
    }
    keep(kept);
  }

  bool is_repetition(std::size_t i, std::size_t j) const {
    const Triangle& a = draft_.mesh.triangles[i];
    const Triangle& b = draft_.mesh.triangles[j];
    if (is_walkable(a) && is_walkable(b)) return true;
    Face turned = b.corners;
    for (int turn = 0; turn < 3; ++turn, std::ranges::rotate(turned, turned.begin() + 1))
      if (turned == a.corners) return true;
    return false;
  }

  int rank(std::size_t i) const {
    const Triangle& triangle = draft_.mesh.triangles[i];
    return (is_walkable(triangle) ? 2 : 0) + (normal_of(triangle.corners).z > 0 ? 1 : 0);
  }

  static void take_transitions(const Triangle& from, Triangle& to) {
    for (std::size_t side = 0; side < 3; ++side) {
      const std::uint32_t opposite = from.corners[(side + 2) % 3];
      for (std::size_t other = 0; other < 3; ++other)
        if (to.corners[(other + 2) % 3] == opposite && to.transitions[other] == kNoTransition)
          to.transitions[other] = from.transitions[side];
    }
  }

  /// Sides of walkable faces that look up, as their corners run.
  std::set<std::pair<std::uint32_t, std::uint32_t>> upward_sides() const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
    for (const Triangle& triangle : draft_.mesh.triangles)
      if (is_walkable(triangle) && normal_of(triangle.corners).z > 0)
        for (std::size_t side = 0; side < 3; ++side)
          sides.emplace(triangle.corners[side], triangle.corners[(side + 1) % 3]);
    return sides;
  }

  /// A face that runs as its neighbours do is wound right, and a corner of it lies beyond its place: needles
  /// are such faces. Turned, it would be a neighbour of none of them.
  void turn_downward() {
    const auto upward = upward_sides();
    for (std::size_t i = 0; i < draft_.sources.size(); ++i) {
      Triangle& triangle = draft_.mesh.triangles[i];
      const Face& c = triangle.corners;
      if (!is_walkable(triangle) || !(normal_of(c).z < 0)) continue;
      int held = 0;
      for (std::size_t side = 0; side < 3; ++side) {
        const std::uint32_t a = c[side];
        const std::uint32_t b = c[(side + 1) % 3];
        held += int(upward.contains({b, a})) - int(upward.contains({a, b}));
      }
      if (held > 0) continue;
      std::swap(triangle.corners[1], triangle.corners[2]);
      std::swap(triangle.transitions[0], triangle.transitions[2]);  // the side between the two stays
      tell("face-turned", draft_.sources[i], "is walkable and looked down");
    }
  }

  Draft& draft_;
  float tolerance_;
  const SurfaceMaterials& surfaces_;
  std::vector<Change>& changes_;
};

}  // namespace

void mend(Draft& draft, float tolerance, const SurfaceMaterials& surfaces, std::vector<Change>& changes) {
  Mender(draft, tolerance, surfaces, changes).run();
}

}  // namespace mw::kotor::walkmesh
