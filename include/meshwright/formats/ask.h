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

#include <meshwright/core/answer.h>
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

// ---- Answers as records: those of the command, and of the viewer's questions about the ground

/// A face in an answer, by its number in its file; `room` is the row of that file, if there are several.
struct AnsweredFace {
  std::uint32_t face = 0;
  std::optional<std::uint32_t> room = {};
  std::uint32_t material = 0;
};

struct RayAnswer {
  struct Hit {
    AnsweredFace on = {};
    glm::dvec3 point{0};
    double distance = 0;
    bool front = true;
    glm::dvec3 normal{0};
  };
  std::optional<Hit> hit = {};
};

/// A place on a floor.
struct FloorPlace {
  AnsweredFace on = {};
  double z = 0;
  glm::dvec3 normal{0};
};

struct PlaceAnswer {
  std::optional<FloorPlace> place = {};
};

struct NearestAnswer {
  struct Nearest {
    AnsweredFace on = {};
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
  Moved moved = {};
};

struct PathAnswer {
  std::optional<FoundPath> path = {};
};

struct SightAnswer {
  bool visible = false;
  glm::dvec3 end{0};
  Moved moved = {};
  std::optional<AnsweredFace> wall = {};  // what blocks the eyes; not in JSON
};

RayAnswer answer_of(const Surface& surface, const RayQuestion& question,
                    const std::optional<nav::RayHit>& hit);
FloorPlace floor_place(const Surface& surface, const nav::Place& place);
NearestAnswer answer_of(const Surface& surface, const Ground& ground,
                        const std::optional<nav::NearestFace>& nearest);
PathAnswer answer_of(const Surface& surface, const Ground& ground, const Way& way);
SightAnswer answer_of(const Surface& surface, const Look& look);

/// What texts call faces by.
struct SurfaceNames {
  std::vector<std::string> files = {};  // of the rooms
  std::vector<std::string> materials = {};
};
/// Answers for people, in lines.
std::string to_text(const RayAnswer& answer, const SurfaceNames& names);
std::string to_text(const PlaceAnswer& answer, const SurfaceNames& names);
std::string to_text(const NearestAnswer& answer, const SurfaceNames& names);
std::string to_text(const PathAnswer& answer, const SurfaceNames& names);
std::string to_text(const SightAnswer& answer, const SurfaceNames& names);

void fields(auto& io, const RayAnswer::Hit& hit) {
  io.field("face", hit.on.face);
  io.field("room", present(hit.on.room));
  io.field("point", hit.point);
  io.field("distance", hit.distance);
  io.field("front", hit.front);
  io.field("normal", hit.normal);
  io.field("material", hit.on.material);
}

void fields(auto& io, const RayAnswer& answer) {
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

void fields(auto& io, const PlaceAnswer& answer) {
  if (answer.place) return io.members_of(answer.place);
  for (const char* name : {"face", "z", "normal", "material"}) io.field(name, nullptr);
}

void fields(auto& io, const NearestAnswer::Nearest& nearest) {
  io.field("face", nearest.on.face);
  io.field("room", present(nearest.on.room));
  io.field("point", nearest.point);
  io.field("distance", nearest.distance);
  io.field("material", nearest.on.material);
}

void fields(auto& io, const NearestAnswer& answer) {
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

void fields(auto& io, const PathAnswer& answer) {
  io.field("found", answer.path.has_value());
  io.members_of(answer.path);
}

void fields(auto& io, const SightAnswer& answer) {
  io.field("visible", answer.visible);
  io.field("end", answer.end);
  io.field("start_moved", answer.moved.start);
  io.field("goal_moved", answer.moved.goal);
}

}  // namespace mw
