#pragma once

// Example:
//
//     #include <meshwright/nav/face_tree.h>
//     #include <meshwright/nav/walk.h>
//     #include <cstdio>
//
//     void walk(const mw::nav::Mesh& mesh, const mw::nav::Point2& from, const mw::nav::Point2& to) {
//       const auto floor = mw::nav::FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
//       const mw::nav::Walk walk(mesh);
//       const auto start = floor.highest_below(from);
//       const auto goal = floor.highest_below(to);
//       mw::nav::WalkScratch scratch;
//       mw::nav::Path path;
//       if (start && goal && walk.find_path(*start, *goal, {}, scratch, path))
//         std::printf("%g units in plan, %g along the surface\n", path.length, path.surface_length);
//     }

#include <meshwright/nav/mesh.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace mw::nav {

struct PathOptions {
  /// The true shortest path in plan, at any angle; costs do not count. Otherwise a good one: the shortest
  /// within a row of faces that a search over their sides found.
  bool exact = false;
};

struct Path {
  std::vector<Place> points;         // its start, turns and end
  std::vector<std::uint32_t> faces;  // that it passes, in their order
  double length = 0;                 // in plan
  double surface_length = 0;         // up and down with the faces
  bool exact = false;                // whether it is known to be the shortest
};

struct Sight {
  bool visible = false;
  Place end;  // the goal, or as far as the line stays on the surface
};

/// Memory of a query. The caller keeps it, so that further queries allocate nothing. One query at a time.
class WalkScratch {
 public:
  WalkScratch();
  ~WalkScratch();
  WalkScratch(WalkScratch&& other) noexcept;
  WalkScratch& operator=(WalkScratch&& other) noexcept;

 private:
  friend class Walk;
  friend class ExactSearch;
  friend class FastSearch;
  friend class Funnel;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The walkable faces of a mesh and their connections. Two faces are connected if their sides are neighbours
/// of each other, lie on each other (within kSeam) and the faces lie on different sides of them in plan: a
/// surface that folds back over itself ends at the fold. The winding of a face does not matter.
class Walk {
 public:
  static constexpr double kSeam = 0.01;

  explicit Walk(const Mesh& mesh);

  std::size_t size() const { return cells_.size(); }
  /// Whether a face is walkable at all.
  bool has(std::uint32_t face) const { return face < cells_.size() && cells_[face].corners[0] != kNone; }
  /// The number of the island that a face is part of.
  std::uint32_t island(std::uint32_t face) const { return islands_[face]; }
  bool connected(std::uint32_t a, std::uint32_t b) const {
    return has(a) && has(b) && islands_[a] == islands_[b];
  }

  /// Both ends must be on their faces. False if there is no path; the path is then empty.
  bool find_path(const Place& from, const Place& to, const PathOptions& options, WalkScratch& scratch,
                 Path& path) const;

  /// Whether the straight line in plan from one place to another stays on the surface. Sides and corners
  /// count as surface.
  Sight look(const Place& from, const Place& to, WalkScratch& scratch) const;

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

 private:
  friend class Carver;
  friend class ExactSearch;
  friend class FastSearch;
  friend class Funnel;

  /// Corners counter-clockwise in plan; across[i] is the face across the side from corner i to the next.
  struct Cell {
    std::array<std::uint32_t, 3> corners{kNone, kNone, kNone};
    geometry::Neighbours across{geometry::kNoNeighbour, geometry::kNoNeighbour, geometry::kNoNeighbour};
  };

  /// Whether a shortest path may turn at a corner, and the other ends of the border's sides there.
  struct Turns {
    bool possible = false;
    std::uint8_t borders = 0;  // how many; 3 for more than two
    std::array<std::uint32_t, 2> ends{};
  };

  void add_cells(const Mesh& mesh);
  void link(const Mesh& mesh);
  bool try_link(std::uint32_t side, std::uint32_t other);
  void unlink_folds();
  std::vector<std::uint32_t> stacked_corners() const;
  void find_turns();
  void find_borders();
  void note_reach(const Place& from, const Place& to, std::uint32_t side, double& furthest, Place& end) const;

  /// Twice its area in plan; 0 for a face that is nearly a line.
  double area(const Cell& cell) const;
  double distance(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t standing_for(std::uint32_t corner);
  std::uint32_t begin_of(std::uint32_t side) const { return cells_[side / 3].corners[side % 3]; }
  std::uint32_t end_of(std::uint32_t side) const { return cells_[side / 3].corners[(side % 3 + 1) % 3]; }

  std::vector<Cell> cells_;
  std::vector<bool> turned_;  // cells with their corners in the opposite order of the mesh's
  std::vector<Vec3> positions_;
  std::vector<Point2> plan_;
  std::vector<std::uint32_t> same_;  // corners joined by a link: the representative of each
  std::vector<Turns> turns_;         // one per corner
  std::vector<std::uint32_t> islands_;
  std::vector<float> costs_;
  float least_cost_ = 1;
};

}  // namespace mw::nav
