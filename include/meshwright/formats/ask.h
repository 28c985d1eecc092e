#pragma once

// Example:
//
//     #include <meshwright/formats/ask.h>
//     #include <cstdio>
//
//     void how_far(const mw::Surface& surface, const mw::Spot& from, const mw::Spot& to) {
//       const mw::Ground ground(surface, {.radius = 0.4});
//       const auto way = mw::find_way(ground, from, to, {.exact = true});
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
struct Spot {
  Vec3 at{0};
  bool has_height = false;
};

struct GroundOptions {
  double radius = 0;                          // keep so far from the border and from obstacles
  std::map<std::uint32_t, float> costs = {};  // of a unit of path, by material; others cost 1
};

/// The walkable ground: the surface's own faces, or pieces of them if parts were removed.
class Ground {
 public:
  explicit Ground(const Surface& surface, const GroundOptions& options = {});

  const nav::Mesh& mesh() const { return mesh_; }
  const nav::FaceTree& floor() const { return floor_; }
  const nav::Walk& walk() const { return walk_; }
  /// For each face the face of the surface that it is a piece of; empty if they are the same.
  const std::vector<std::uint32_t>& sources() const { return sources_; }

  /// The highest floor at or below the spot, else the nearest within kSnap.
  std::optional<nav::Place> snap(const Spot& spot) const;
  /// The nearest place that can be walked on: in space, or in plan for a spot without a height.
  std::optional<nav::NearestFace> nearest(const Spot& spot, double within = kAnywhere) const;
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

struct WayOptions {
  bool exact = false;    // the true shortest in plan
  bool partial = false;  // to the nearest reachable place, if the goal is not
};

/// How far the ends of a question were moved onto the ground (Ground::snap); 0 for one above it.
struct Moved {
  double start = 0;
  double goal = 0;
};

struct Way {
  std::optional<nav::Path> path;  // nothing without a path
  bool partial = false;
  Moved moved = {};  // of a partial path the goal is its last point
};

struct Look {
  nav::Sight sight;
  Moved moved = {};
  std::optional<std::uint32_t> wall = {};  // the face of the surface that blocks the eyes
};

Way find_way(const Ground& ground, const Spot& from, const Spot& to, const WayOptions& options = {});
/// Nothing is visible from or at a place that is not on the ground.
Look look(const Ground& ground, const Spot& from, const Spot& to);
/// Whether eyes at that height above the ground see each other: by the straight line between them and every
/// face of the surface, not along the ground. It ends at the first face that blocks it.
Look look_over(const Ground& ground, const Surface& surface, const Spot& from, const Spot& to, double eyes);
/// The highest upward-facing walkable face at or below the spot. Checks all faces; for many questions use
/// SurfaceTree.
std::optional<nav::Place> stand(const Surface& surface, const Spot& spot);

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

  /// The answer of stand().
  std::optional<nav::Place> stand(const Spot& spot) const;
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
