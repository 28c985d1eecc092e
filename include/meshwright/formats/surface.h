#pragma once

// Example:
//
//     #include <meshwright/formats/surface.h>
//     #include <meshwright/nav/face_tree.h>
//     #include <cstdio>
//
//     void stand(const mw::Document& room, double x, double y) {
//       const auto surface = mw::join_surfaces({&room, 1});
//       if (!surface) return;
//       const mw::nav::Mesh& mesh = surface->mesh;
//       const auto floor = mw::nav::FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
//       if (const auto place = floor.highest_below({x, y})) std::printf("at height %g\n", place->z);
//     }

#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/nav/detail/carve.h>
#include <meshwright/nav/mesh.h>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Documents as surfaces for queries (nav): one room, or the rooms of an area with their obstacles.
namespace mw {

/// A row of a document's list of open sides.
struct SurfaceEdge {
  static constexpr std::uint32_t kNoSide = 0xFFFFFFFF;

  std::uint32_t side = kNoSide;  // 3 x face + side; of a surface, kNoSide for an invalid one
  std::int32_t room = -1;        // its target room; -1 without one
};

/// A table of a document whose rows have a place on the surface: findings name them, as in "faces[12]".
struct SurfaceTable {
  enum class Rows : std::uint8_t { faces, positions, edges, listed };

  std::string_view name;
  Rows rows = Rows::faces;
  std::vector<std::uint32_t> faces = {};  // one per row of a listed table: its face, if there is such a one
};

/// What one document gives.
struct SurfacePart {
  nav::Mesh mesh;                           // with its own links
  std::vector<std::uint32_t> materials;     // one per face
  std::vector<std::string> material_names;  // by id; empty for an id without a name
  std::map<std::uint32_t, Vec3> colours;    // of the materials of its faces, by id: red, green, blue up to 1
  std::vector<geometry::TreeNode> tree;     // stored in the file; may be empty
  std::uint32_t tree_root = 0;
  bool is_room = true;  // otherwise an obstacle
  std::vector<SurfaceEdge> edges = {};
  std::vector<Vec3> hooks = {};  // the places of characters that use it
  std::vector<SurfaceTable> tables = {};
};

/// An obstacle, as an opened document, scaled, tilted, turned about the vertical and then moved. Each of its
/// faces blocks, upright ones as a line.
struct Obstacle {
  const Document* document;
  Vec3 position{0};
  double degrees = 0;  // counter-clockwise seen from above
  Quat tilt{1, 0, 0, 0};
  Vec3 scale{1};
};

/// One of the documents of a surface, and where its rows are.
struct SurfaceRoom {
  std::uint32_t first_face = 0;
  std::uint32_t first_position = 0;
  std::uint32_t faces = 0;  // how many
  std::uint32_t positions = 0;
  std::vector<SurfaceEdge> edges;  // sides of the surface
  std::vector<Vec3> hooks;
  std::vector<SurfaceTable> tables;  // about its own faces and positions
};

struct Surface {
  nav::Mesh mesh;
  std::vector<std::uint32_t> materials;     // one per face
  std::vector<std::string> material_names;  // by id
  std::map<std::uint32_t, Vec3> colours;    // of its materials, by id
  std::vector<std::uint32_t> rooms;         // one per face: which of the documents
  std::vector<std::uint32_t> faces;         // one per face: its number there
  std::vector<geometry::TreeNode> tree;     // of a single document, while its faces are unchanged
  std::uint32_t tree_root = 0;
  std::size_t seams = 0;  // sides where rooms meet
  bool moved = false;     // the layout moved the rooms: their files are about origins of their own
  std::vector<nav::Footprint> footprints;  // of the obstacles
  std::vector<SurfaceRoom> parts;          // one per document

  /// Of a face; empty if its material has no name.
  std::string_view material_name(std::uint32_t face) const;
  /// Of a face, of length 1, towards where its corners are counter-clockwise; 0 for one without an area.
  Vec3 normal(std::uint32_t face) const;
};

/// The surface of a document as a room of an area; fails for one that is no room.
Result<SurfacePart> room_part(const Document& room);

/// One surface of rooms, which meet at their borders. `positions` are those of the rooms in the layout; empty
/// without one.
///
/// Walkmeshes of the games have coordinates of the area; those of some tools are about origins of their own.
/// The positions are added to the stored coordinates if more sides meet then. If as many meet either way,
/// they are added if the middles of the rooms are nearer to the origin than to their positions (in the sum).
Surface join_parts(std::span<const SurfacePart> parts, std::span<const Vec3> positions = {});

/// The same of documents. Their neighbours may name a layout (the option `layout`): then each must be one of
/// its rooms, by its file's name.
Result<Surface> join_surfaces(std::span<const Document> rooms, std::span<const Obstacle> obstacles = {});

}  // namespace mw
