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

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/formats/surface.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>
#include <cstdint>
#include <glm/vec3.hpp>
#include <limits>
#include <map>
#include <optional>
#include <string>
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

// ---- Answers as records: those of the command, and of the viewer's questions about the ground

/// A face in an answer, by its number in its file; `room` is the row of that file, if there are several.
struct FaceRecord {
  std::uint32_t face = 0;
  std::optional<std::uint32_t> room = {};
  std::uint32_t material = 0;
};

struct RayRecord {
  struct Hit {
    FaceRecord on = {};
    glm::dvec3 point{0};
    double distance = 0;
    bool front = true;
    glm::dvec3 normal{0};
  };
  std::optional<Hit> hit = {};
};

/// A place on a floor.
struct FloorPlace {
  FaceRecord on = {};
  double z = 0;
  glm::dvec3 normal{0};
};

struct LocateRecord {
  std::optional<FloorPlace> place = {};
};

struct NearestRecord {
  struct Nearest {
    FaceRecord on = {};
    glm::dvec3 point{0};
    double distance = 0;
  };
  std::optional<Nearest> nearest = {};
};

/// A path over faces, each by its number in its file; `rooms` are the rows of the files, if there are
/// several.
struct FoundPath {
  bool partial = false;
  std::vector<glm::dvec3> points = {};
  double length = 0;
  double surface_length = 0;
  std::vector<std::uint32_t> faces = {};
  std::optional<std::vector<std::uint32_t>> rooms = {};
  bool exact = false;
  SnapDistance moved = {};
};

struct PathRecord {
  std::optional<FoundPath> path = {};
};

struct SightRecord {
  bool visible = false;
  glm::dvec3 end{0};
  SnapDistance moved = {};
  std::optional<FaceRecord> wall = {};  // what blocks the eyes; not in JSON
};

RayRecord record_of(const Surface& surface, const RayQuestion& question,
                    const std::optional<nav::RayHit>& hit);
FloorPlace floor_place(const Surface& surface, const nav::Place& place);
NearestRecord record_of(const Surface& surface, const WalkSurface& ground,
                        const std::optional<nav::NearestFace>& nearest);
PathRecord record_of(const Surface& surface, const WalkSurface& ground, const PathAnswer& found);
SightRecord record_of(const Surface& surface, const SightAnswer& found);

/// What texts call faces by.
struct SurfaceNames {
  std::vector<std::string> files = {};  // of the rooms
  std::vector<std::string> materials = {};
};
/// Answers for people, in lines.
std::string to_text(const RayRecord& answer, const SurfaceNames& names);
std::string to_text(const LocateRecord& answer, const SurfaceNames& names);
std::string to_text(const NearestRecord& answer, const SurfaceNames& names);
std::string to_text(const PathRecord& answer, const SurfaceNames& names);
std::string to_text(const SightRecord& answer, const SurfaceNames& names);

void fields(auto& io, const RayRecord::Hit& hit) {
  io.field("face", hit.on.face);
  io.field("room", present(hit.on.room));
  io.field("point", hit.point);
  io.field("distance", hit.distance);
  io.field("front", hit.front);
  io.field("normal", hit.normal);
  io.field("material", hit.on.material);
}

void fields(auto& io, const RayRecord& answer) {
  io.field("hit", answer.hit.has_value());
  io.members_of(answer.hit);
}

void fields(auto& io, const FloorPlace& place) {
  io.field("face", place.on.face);
  io.field("room", present(place.on.room));
  io.field("z", place.z);
  io.field("normal", place.normal);
  io.field("material", place.on.material);
}

void fields(auto& io, const LocateRecord& answer) {
  if (answer.place) return io.members_of(answer.place);
  for (const char* name : {"face", "z", "normal", "material"}) io.field(name, nullptr);
}

void fields(auto& io, const NearestRecord::Nearest& nearest) {
  io.field("face", nearest.on.face);
  io.field("room", present(nearest.on.room));
  io.field("point", nearest.point);
  io.field("distance", nearest.distance);
  io.field("material", nearest.on.material);
}

void fields(auto& io, const NearestRecord& answer) {
  if (answer.nearest) return io.members_of(answer.nearest);
  for (const char* name : {"face", "point", "distance", "material"}) io.field(name, nullptr);
}

void fields(auto& io, const FoundPath& path) {
  io.field("partial", path.partial);
  io.field("points", path.points);
  io.field("length", path.length);
  io.field("surface_length", path.surface_length);
  io.field("faces", path.faces);
  io.field("rooms", present(path.rooms));
  io.field("exact", path.exact);
  io.field("start_moved", path.moved.start);
  io.field("goal_moved", path.moved.goal);
}

void fields(auto& io, const PathRecord& answer) {
  io.field("found", answer.path.has_value());
  io.members_of(answer.path);
}

void fields(auto& io, const SightRecord& answer) {
  io.field("visible", answer.visible);
  io.field("end", answer.end);
  io.field("start_moved", answer.moved.start);
  io.field("goal_moved", answer.moved.goal);
}

}  // namespace mw
