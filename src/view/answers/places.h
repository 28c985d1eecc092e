#pragma once

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/math.h>
#include <meshwright/formats/surface_query.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fields/triangle_rows.h"

/// Answers about triangles, rooms and paths.
namespace mw::view::answer {

/// A row with the first byte, and the one behind the last, of everything below it.
struct Extent {
  std::uint64_t layer = 0;
  std::string path;
  std::uint64_t offset = ~std::uint64_t(0);
  std::uint64_t end = 0;
};

void fields(auto& io, const Extent& extent) {
  io.field("layer", extent.layer);
  io.field("path", extent.path);
  io.field("offset", extent.offset);
  io.field("end", extent.end);
}

struct Triangle {
  std::string why_not = {};  // it has no rows
  std::vector<Extent> rows = {};
  std::vector<Extent> beside = {};
  std::vector<Extent> vertices = {};
  std::optional<Extent> record = {};  // of its mesh
};

void fields(auto& io, const Triangle& triangle) {
  io.field("why_not", triangle.why_not);
  io.field("rows", triangle.rows);
  io.field("beside", triangle.beside);
  io.field("vertices", triangle.vertices);
  io.field("record", triangle.record);
}

struct TriangleOf {
  std::string name;
  std::optional<TrianglePlace> triangle = {};
  std::vector<TrianglePlace> triangles = {};
  std::uint64_t total = 0;
};

void fields(auto& io, const TriangleOf& found) {
  io.field("name", found.name);
  io.field("triangle", found.triangle);
  io.field("triangles", found.triangles);
  io.field("total", found.total);
}

struct Hook {
  std::optional<Extent> line = {};
};

void fields(auto& io, const Hook& hook) {
  io.field("line", hook.line);
}

struct AreaRoom {
  std::string path;
  Vec3 position{0};
  bool walkable = false;
};

void fields(auto& io, const AreaRoom& room) {
  io.field("path", room.path);
  io.field("position", room.position);
  io.field("walkable", room.walkable);
}

struct Area {
  std::vector<AreaRoom> rooms = {};
  std::vector<std::string> missing = {};  // rooms without a file
};

void fields(auto& io, const Area& area) {
  io.field("rooms", area.rooms);
  io.field("missing", area.missing);
}

/// How much can be walked on.
struct Ground {
  std::uint64_t faces = 0;
  std::uint64_t walkable = 0;
  std::uint32_t islands = 0;
};

void fields(auto& io, const Ground& ground) {
  io.field("faces", ground.faces);
  io.field("walkable", ground.walkable);
  io.field("islands", ground.islands);
}

/// A place on a face, as `meshwright query locate` answers it.
struct Place {
  FloorPlace place = {};
  std::string file = {};  // the room; empty for the file itself
  std::string_view material_name = {};
  bool walkable = false;
  Vec3 at{0};  // in the axes of the file
  std::optional<std::uint32_t> island = {};
};

void fields(auto& io, const Place& place) {
  io.members_of(place.place);
  io.field("file", present(!place.file.empty(), place.file));
  io.field("material_name", place.material_name);
  io.field("walkable", place.walkable);
  io.field("at", place.at);
  io.field("island", place.island);
}

struct Locate {
  std::optional<Place> place = {};
};

void fields(auto& io, const Locate& answer) {
  io.field("place", answer.place);
}

/// Paths as `meshwright query path` answers them, with points in the picture.
struct Paths {
  bool start_on_floor = false;
  double start_below = 0;
  bool goal_on_floor = false;
  double goal_below = 0;
  std::optional<FoundPath> fast = {};
  std::optional<FoundPath> exact = {};
};

void fields(auto& io, const Paths& paths) {
  io.field("start_on_floor", paths.start_on_floor);
  io.field("start_below", paths.start_below);
  io.field("goal_on_floor", paths.goal_on_floor);
  io.field("goal_below", paths.goal_below);
  io.field("fast", paths.fast);
  io.field("exact", paths.exact);
}

/// A primitive with numbers of 32 bits in the bytes of the answer: one for each of so many triangles.
struct NumberedMesh {
  std::string mesh;
  std::uint32_t occurrence = 0;
  std::uint32_t primitive = 0;
  std::uint64_t triangles = 0;
};

void fields(auto& io, const NumberedMesh& mesh) {
  io.field("mesh", mesh.mesh);
  io.field("occurrence", mesh.occurrence);
  io.field("primitive", mesh.primitive);
  io.field("triangles", mesh.triangles);
}

struct Islands {
  std::string file;  // the room; empty for the file itself
  NumberedMesh mesh;
};

void fields(auto& io, const Islands& islands) {
  io.field("file", islands.file);
  io.members_of(islands.mesh);
}

}  // namespace mw::view::answer
