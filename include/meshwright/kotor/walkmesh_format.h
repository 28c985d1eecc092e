#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_format.h>
//     #include <cstdio>
//     #include <string_view>
//
//     void list_tables(const mw::kotor::walkmesh::File& file) {
//       mw::kotor::walkmesh::for_each_table(
//           file.header, file, [](std::string_view name, auto, auto offset, const auto& rows) {
//             std::printf("%s: %zu rows at %u\n", name.data(), rows.size(), unsigned(offset));
//           });
//     }

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/table_view.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/math.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// The binary walkmesh of Knights of the Old Republic I and II (.wok .pwk .dwk) as stored in the file.
/// Layout, evidence and open questions: docs/formats/kotor-walkmesh.md
namespace mw::kotor::walkmesh {

inline constexpr std::string_view kMagic = "BWM V1.0";

/// Header::type
enum class Type : std::uint32_t {
  object = 0,  // placeable (PWK) or door (DWK): the bytes are the same
  area = 1,    // a room of an area (WOK)
};

struct Header {
  std::uint32_t type = 0;
  std::array<Vec3, 2> relative_use{};  // hooks: the places of characters that use the object
  std::array<Vec3, 2> absolute_use{};
  Vec3 position{0};  // the vertices already include it
  std::uint32_t vertex_count = 0;
  std::uint32_t vertex_offset = 0;
  std::uint32_t face_count = 0;  // also of materials, normals and distances
  std::uint32_t face_offset = 0;
  std::uint32_t material_offset = 0;
  std::uint32_t normal_offset = 0;
  std::uint32_t distance_offset = 0;
  std::uint32_t aabb_count = 0;
  std::uint32_t aabb_offset = 0;
  std::uint32_t aabb_root = 0;
  std::uint32_t adjacency_count = 0;
  std::uint32_t adjacency_offset = 0;
  std::uint32_t edge_count = 0;
  std::uint32_t edge_offset = 0;
  std::uint32_t perimeter_count = 0;
  std::uint32_t perimeter_offset = 0;
};

inline constexpr std::uint32_t kHeaderSize = 136;  // the magic and the fields above
static_assert(kMagic.size() + sizeof(Header) == kHeaderSize);

/// Corners of a triangle, counter-clockwise seen from its front.
using Face = geometry::Corners;

/// Neighbours across the three sides: 3 x face + side, or kNoNeighbour.
using Adjacency = geometry::Neighbours;

using geometry::kNoNeighbour;
inline constexpr std::int32_t kNoTransition = -1;
inline constexpr std::uint32_t kNoChild = 0xFFFFFFFF;
inline constexpr std::int32_t kNoFace = -1;

/// The side that AabbNode::plane names: the right child lies there.
enum class Plane : std::uint32_t {
  leaf = 0,
  positive_x = 1,
  positive_y = 2,
  positive_z = 4,
  negative_x = 8,
  negative_y = 0x10,
  negative_z = 0x20,
};

struct AabbNode {
  Vec3 box_min{0};
  Vec3 box_max{0};
  std::int32_t face = kNoFace;     // of a leaf
  std::uint32_t unknown_0x1c = 4;  // 4 in all 15,345 nodes of 109 real files
  std::uint32_t plane = 0;         // Plane
  std::uint32_t left = kNoChild;   // row of the tree
  std::uint32_t right = kNoChild;
};
static_assert(sizeof(AabbNode) == 44);

/// A side of a walkable face that no other walkable face touches.
struct Edge {
  std::uint32_t edge = 0;                   // 3 x face + side
  std::int32_t transition = kNoTransition;  // index of the neighbouring room in the area's layout
};
static_assert(sizeof(Edge) == 8);

/// A whole file: its header, its tables and the bytes between them.
///
/// Writing takes the counts of the header from the tables and keeps its offsets, so tables stay in place.
/// lay_out() computes them again.
struct File {
  Header header;
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<std::uint32_t> materials;  // one per face, rows of surfacemat.2da
  std::vector<Vec3> normals;             // one per face
  std::vector<float> distances;          // one per face: -(normal . corner)
  std::vector<AabbNode> aabb;
  std::vector<Adjacency> adjacency;  // one per walkable face; those come first
  std::vector<Edge> edges;
  std::vector<std::uint32_t> perimeters;  // for each loop of edges, the row after its last
  std::vector<Unreferenced> unreferenced;
};

/// The same file with its tables checked but left in place: nothing is copied. Whatever holds them must
/// outlive the view.
struct View {
  Header header;
  TableView<Vec3> vertices;
  TableView<Face> faces;
  TableView<std::uint32_t> materials;
  TableView<Vec3> normals;
  TableView<float> distances;
  TableView<AabbNode> aabb;
  TableView<Adjacency> adjacency;
  TableView<Edge> edges;
  TableView<std::uint32_t> perimeters;
  ByteSpan bytes;                              // the whole file; empty for a view of a File
  std::span<const Unreferenced> unreferenced;  // of a File; to_file() finds those in `bytes`
};

constexpr void fields(auto& io, Like<Header> auto& header) {
  io.field("type", header.type);
  io.field("relative_use_1", header.relative_use[0]);
  io.field("relative_use_2", header.relative_use[1]);
  io.field("absolute_use_1", header.absolute_use[0]);
  io.field("absolute_use_2", header.absolute_use[1]);
  io.field("position", header.position);
  io.field("vertex_count", header.vertex_count);
  io.field("vertex_offset", header.vertex_offset);
  io.field("face_count", header.face_count);
  io.field("face_offset", header.face_offset);
  io.field("material_offset", header.material_offset);
  io.field("normal_offset", header.normal_offset);
  io.field("distance_offset", header.distance_offset);
  io.field("aabb_count", header.aabb_count);
  io.field("aabb_offset", header.aabb_offset);
  io.field("aabb_root", header.aabb_root);
  io.field("adjacency_count", header.adjacency_count);
  io.field("adjacency_offset", header.adjacency_offset);
  io.field("edge_count", header.edge_count);
  io.field("edge_offset", header.edge_offset);
  io.field("perimeter_count", header.perimeter_count);
  io.field("perimeter_offset", header.perimeter_offset);
}

constexpr void fields(auto& io, Like<AabbNode> auto& node) {
  io.field("box_min", node.box_min);
  io.field("box_max", node.box_max);
  io.field("face", node.face);
  io.field("unknown_0x1c", node.unknown_0x1c);
  io.field("plane", node.plane);
  io.field("left", node.left);
  io.field("right", node.right);
}

constexpr void fields(auto& io, Like<Edge> auto& edge) {
  io.field("edge", edge.edge);
  io.field("transition", edge.transition);
}

/// Calls visit(name, count, offset, rows) for each table, in the order of the original files. `tables` is a
/// File or a View; count and offset are fields of `header`.
void for_each_table(auto& header, auto& tables, auto visit) {
  visit("vertices", header.vertex_count, header.vertex_offset, tables.vertices);
  visit("faces", header.face_count, header.face_offset, tables.faces);
  visit("materials", header.face_count, header.material_offset, tables.materials);
  visit("normals", header.face_count, header.normal_offset, tables.normals);
  visit("distances", header.face_count, header.distance_offset, tables.distances);
  visit("aabb", header.aabb_count, header.aabb_offset, tables.aabb);
  visit("adjacency", header.adjacency_count, header.adjacency_offset, tables.adjacency);
  visit("edges", header.edge_count, header.edge_offset, tables.edges);
  visit("perimeters", header.perimeter_count, header.perimeter_offset, tables.perimeters);
}

}  // namespace mw::kotor::walkmesh
