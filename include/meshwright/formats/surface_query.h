#pragma once

// Example:
//
//     #include <meshwright/formats/surface_query.h>
//     #include <cstdio>
//
//     void how_far(const mw::Surface& surface, const mw::QueryPoint& from, const mw::QueryPoint& to) {
//       const mw::WalkSurface ground(surface, {.radius = 0.4});
//       const auto way = mw::find_path(ground, from, to, {.exact = true});
//       if (way.path) std::printf("%g units\n", way.path->length);
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/formats/surface.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

/// Questions to a surface in the words of its users: places with or without a height, materials by their ids.
namespace mw {

/// A place in plan, with or without a height.
struct QueryPoint {
  Vec3 at{0};
  bool has_height = false;
};

struct WalkOptions {
  double radius = 0;                          // keep so far from the border and from obstacles
  std::map<std::uint32_t, float> costs = {};  // of a unit of path, by material; others cost 1
};

/// The walkable ground: the surface's own faces, or pieces of them if parts were removed.
class WalkSurface {
 public:
  explicit WalkSurface(const Surface& surface, const WalkOptions& options = {});

  const nav::Mesh& mesh() const { return mesh_; }
  const nav::FaceTree& floor() const { return floor_; }
  const nav::Walk& walk() const { return walk_; }
  /// For each face the face of the surface that it is a piece of; empty if they are the same.
  const std::vector<std::uint32_t>& sources() const { return sources_; }

  /// The highest floor at or below the spot, else the nearest within kSnap.
  std::optional<nav::Place> snap(const QueryPoint& spot) const;
  /// The nearest place that can be walked on: in space, or in plan for a spot without a height.
  std::optional<nav::NearestFace> nearest(const QueryPoint& spot, double within = kAnywhere) const;
  /// The nearest place to a goal that can be reached from a face.
  std::optional<nav::Place> nearest_reachable(std::uint32_t from, const Vec3& goal) const;
  /// The island of each face, numbered in the order of their first faces; nav::Walk::kNone for a face that
  /// cannot be walked on.
  std::vector<std::uint32_t> islands() const;

  static constexpr double kSnap = 1;
  static constexpr double kAnywhere = std::numeric_limits<double>::infinity();

 private:
  std::optional<nav::NearestFace> nearest_in_plan(const Vec3& point, double within) const;

  std::vector<std::uint32_t> sources_;
  nav::Mesh mesh_;
  nav::FaceTree floor_;
  nav::Walk walk_;
};

struct PathOptions {
  bool exact = false;    // the true shortest in plan
  bool partial = false;  // to the nearest reachable place, if the goal is not
};

/// How far the ends of a question were moved onto the ground (WalkSurface::snap); 0 for one above it.
struct SnapDistance {
  double start = 0;
  double goal = 0;
};

struct PathAnswer {
  std::optional<nav::Path> path;  // nothing without a path
  bool partial = false;
  SnapDistance moved = {};  // of a partial path the goal is its last point
};

struct SightAnswer {
  nav::Sight sight;
  SnapDistance moved = {};
  std::optional<std::uint32_t> wall = {};  // the face of the surface that blocks the eyes
};

PathAnswer find_path(const WalkSurface& ground, const QueryPoint& from, const QueryPoint& to,
                     const PathOptions& options = {});
/// Nothing is visible from or at a place that is not on the ground.
SightAnswer find_sight(const WalkSurface& ground, const QueryPoint& from, const QueryPoint& to);
/// Whether eyes at that height above the ground see each other: by the straight line between them and every
/// face of the surface, not along the ground. It ends at the first face that blocks it.
SightAnswer find_sight_over(const WalkSurface& ground, const Surface& surface, const QueryPoint& from,
                            const QueryPoint& to, double eyes);
/// The highest upward-facing walkable face at or below the spot. Checks all faces; for many questions use
/// SurfaceTree.
std::optional<nav::Place> locate(const Surface& surface, const QueryPoint& spot);

struct RayQuestion {
  Vec3 from{0};
  Vec3 direction{0};
  bool front = false;                                      // only faces hit from their front
  bool walkable = false;                                   // only walkable ones
  std::vector<std::uint32_t> materials = {};               // only of these; all if empty
  bool stored_tree = false;                                // through the stored tree of the file
  double reach = std::numeric_limits<double>::infinity();  // no farther, in lengths of the direction
};

/// Nothing if the ray misses. Fails only if the stored tree is missing or unusable. Checks all faces; for
/// many questions use SurfaceTree.
Result<std::optional<nav::RayHit>> first_hit(const Surface& surface, const RayQuestion& question);

/// A surface with its faces in trees: built once, in n log n, for many questions. It keeps its own copy of
/// what it needs. Only a question for certain materials checks the material of every face.
class SurfaceTree {
 public:
  explicit SurfaceTree(const Surface& surface);

  /// The answer of locate().
  std::optional<nav::Place> locate(const QueryPoint& spot) const;
  /// As first_hit() answers.
  Result<std::optional<nav::RayHit>> first_hit(const RayQuestion& question) const;

 private:
  std::vector<std::uint32_t> materials_;
  std::vector<std::uint8_t> walkable_;
  nav::FaceTree faces_;
  nav::FaceTree floor_;
  Result<nav::FaceTree> stored_;
};

}  // namespace mw
