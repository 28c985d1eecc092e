#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/boxed.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

/// The meshes of a KotOR model: their headers and tables in the MDL, their vertex rows in the MDX.
namespace mw::kotor::mdl {

// How the records of a KotOR model refer to tables and to each other.

/// Offsets in an MDL count from the end of its file header.
inline constexpr std::uint32_t kDataStart = 12;

constexpr std::uint64_t file_offset(std::uint32_t offset) {
  return std::uint64_t(offset) + kDataStart;
}

/// How the files refer to a table. The second count is that of the reserved rows in memory, always equal.
struct Array {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
  std::uint32_t reserved = 0;
  bool operator==(const Array&) const = default;
};
static_assert(sizeof(Array) == 12);

/// Of a Link.
inline constexpr std::uint32_t kNoRow = 0xFFFFFFFF;
inline constexpr std::uint32_t kImplied = 0xFFFFFFFE;

/// A reference of a record to a node or an animation: its row; the offset of that row is written. The trees
/// already imply most references; then the row is kImplied, and a builder of models need not set it. A file
/// may refer to an offset with nothing there; then the row is kNoRow and the offset is kept.
struct Link {
  std::uint32_t row = kImplied;
  std::uint32_t offset = 0;  // of kNoRow only
  bool operator==(const Link&) const = default;
};

constexpr void fields(auto& io, Like<Array> auto& array) {
  io.field("offset", array.offset);
  io.field("count", array.count);
  io.field("reserved", array.reserved);
}

/// As stored in the file, an offset.
constexpr void fields(auto& io, Like<Link> auto& link) {
  io.field({}, link.offset);
}

enum class Game : std::uint8_t { k1, k2 };
enum class Platform : std::uint8_t { pc, xbox };

/// Which game and machine a model is for; sizes of headers and types of vertex data depend on it.
struct Variant {
  Game game = Game::k1;
  Platform platform = Platform::pc;
  bool operator==(const Variant&) const = default;
};

inline constexpr std::uint16_t kNoFace = 0xFFFF;

struct Face {
  Vec3 normal{0};
  float distance = 0;
  std::uint32_t material = 0;  // row of surfacemat.2da in walkmeshes only
  std::array<std::uint16_t, 3> adjacent{kNoFace, kNoFace, kNoFace};  // across (v0 v1), (v1 v2), (v2 v0)
  std::array<std::uint16_t, 3> vertices{};
};
static_assert(sizeof(Face) == 32);

/// Bits of MeshHeader::mdx_flags.
enum MdxBit : std::uint32_t {
  kMdxPositions = 0x001,
  kMdxUv1 = 0x002,
  kMdxUv2 = 0x004,
  kMdxUv3 = 0x008,
  kMdxUv4 = 0x010,
  kMdxNormals = 0x020,
  kMdxColors = 0x040,
  kMdxTangents1 = 0x080,
  kMdxTangents2 = 0x100,
  kMdxTangents3 = 0x200,
  kMdxTangents4 = 0x400,
};

inline constexpr std::int32_t kNotInRow = -1;

/// The first 314 bytes, alike in both games.
struct MeshHeader {
  struct LargeRecord;  // one field per line in JSON
  std::array<std::uint32_t, 2> functions{};
  Array faces;
  Vec3 box_min{0};
  Vec3 box_max{0};
  float radius = 0;
  Vec3 average{0};
  Vec3 diffuse{0};
  Vec3 ambient{0};
  std::uint32_t transparency_hint = 0;
  FixedText<32> texture_1;
  FixedText<32> texture_2;
  FixedText<12> texture_3;
  FixedText<12> texture_4;
  Array index_counts;
  Array index_offsets;
  Array inverted_counters;
  std::array<std::int32_t, 3> unknown_0xd4{-1, -1, 0};
  std::array<std::uint8_t, 8> unknown_0xe0{3, 0, 0, 0, 0, 0, 0, 0};
  std::uint32_t animate_uv = 0;
  std::array<float, 2> uv_direction{};
  float uv_jitter = 0;
  float uv_jitter_speed = 0;
  std::uint32_t mdx_stride = 0;
  std::uint32_t mdx_flags = 0;  // MdxBit
  std::int32_t mdx_positions = kNotInRow;
  std::int32_t mdx_normals = kNotInRow;
  std::int32_t mdx_colors = kNotInRow;
  std::array<std::int32_t, 4> mdx_uvs{kNotInRow, kNotInRow, kNotInRow, kNotInRow};
  std::array<std::int32_t, 4> mdx_tangents{kNotInRow, kNotInRow, kNotInRow, kNotInRow};
  std::uint16_t vertex_count = 0;
  std::uint16_t texture_count = 0;
  std::uint8_t lightmapped = 0;
  std::uint8_t rotate_texture = 0;
  std::uint8_t background_geometry = 0;
  std::uint8_t shadow = 0;
  std::uint8_t beaming = 0;
  std::uint8_t render = 0;
};

/// The fields of KotOR II between the flags and the rest.
struct MeshDirt {
  std::uint8_t enabled = 0;
  std::uint8_t padding_0x13b = 0;
  std::uint16_t texture = 0;
  std::uint16_t coordinate_space = 0;
  std::uint8_t hide_in_holograms = 0;
  std::uint8_t padding_0x141 = 0;
  bool operator==(const MeshDirt&) const = default;
};

struct MeshTail {
  std::array<std::uint8_t, 2> padding{};
  float area = 0;
  std::uint32_t unknown = 0;
  std::uint32_t mdx_offset = 0;
};

/// Values of Skin::Header::serials and of the bone map that name no bone.
inline constexpr float kNoBone = -1.0F;
inline constexpr std::uint16_t kNoBonePacked = 0xFFFF;

struct SkinHeader {
  std::array<std::uint32_t, 3> unknown_0x00{};
  std::int32_t mdx_weights = kNotInRow;
  std::int32_t mdx_bones = kNotInRow;
  std::uint32_t bone_map_offset = 0;
  std::uint32_t bone_map_count = 0;
  Array qbones;
  Array tbones;
  Array unknown_0x34;
  std::array<std::uint16_t, 18> serials{};  // name index by bone slot; garbage after the last slot
};
static_assert(sizeof(SkinHeader) == 100);

struct Skin {
  SkinHeader header;
  std::vector<float> bone_map;                 // PC: for each name its bone slot, or kNoBone
  std::vector<std::uint16_t> packed_bone_map;  // the same on Xbox
  std::vector<std::array<float, 4>> qbones;    // w x y z; with tbones: inverse(bone) * skin node, in rest
  std::vector<Vec3> tbones;
  std::vector<std::uint32_t> unknown_0x34;  // 0 for each name
};

/// Its tables were never seen in a file, so their data stays unreferenced.
struct AnimMesh {
  float sample_period = 0;
  std::array<std::uint32_t, 13> unknown_0x04{};
};
static_assert(sizeof(AnimMesh) == 56);

struct DanglyHeader {
  Array constraints;
  float displacement = 0;
  float tightness = 0;
  float period = 0;
  std::uint32_t vertices_offset = 0;
};
static_assert(sizeof(DanglyHeader) == 28);

struct Dangly {
  DanglyHeader header;
  std::vector<float> constraints;        // 0..255, one per vertex
  std::vector<double> wide_constraints;  // instead of them, if a tool wrote doubles by mistake
  std::vector<Vec3> vertices;            // a second copy of the mesh's
};

inline constexpr std::uint32_t kNoChild = 0xFFFFFFFF;

/// AabbNode::plane: the side of the right child.
enum AabbPlane : std::uint32_t {
  kPlaneLeaf = 0,
  kPlanePositiveX = 1,
  kPlanePositiveY = 2,
  kPlanePositiveZ = 4,
  kPlaneNegativeX = 8,
  kPlaneNegativeY = 0x10,
  kPlaneNegativeZ = 0x20,
};

struct AabbNode {
  std::uint32_t offset = 0;
  Vec3 box_min{0};
  Vec3 box_max{0};
  std::uint32_t left = kNoChild;  // rows here, offsets in the file
  std::uint32_t right = kNoChild;
  std::int32_t face = -1;
  std::uint32_t plane = kPlaneLeaf;
};

struct AabbHeader {
  Link root;  // implied: the first of the nodes
};

struct Aabb {
  AabbHeader header;
  std::vector<AabbNode> nodes;
};

struct SaberHeader {
  std::uint32_t vertices_offset = 0;
  std::uint32_t uvs_offset = 0;
  std::uint32_t normals_offset = 0;
  std::array<std::uint32_t, 2> inverted_counters{};
};
static_assert(sizeof(SaberHeader) == 20);

inline constexpr std::uint32_t kSaberVertices = 176;

struct Saber {
  SaberHeader header;
  std::vector<Vec3> vertices;
  std::vector<Vec3> normals;
  std::vector<glm::vec2> uvs;
};

/// Vertices of an MDX, separated by attribute; missing attributes are empty.
struct VertexRows {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<Vec3> colors;
  std::array<std::vector<glm::vec2>, 4> uvs;
  std::array<std::vector<std::array<float, 9>>, 4> tangents;  // bitangent, tangent, normal
  std::vector<std::array<float, 4>> weights;
  std::vector<std::array<float, 4>> bones;    // slots; -1 if unused
  std::vector<std::uint32_t> packed_normals;  // these three on Xbox
  std::array<std::vector<std::array<std::uint32_t, 3>>, 4> packed_tangents;
  std::vector<std::array<std::uint16_t, 4>> packed_bones;
  Bytes rest;  // bytes outside all attributes, row after row
};

struct VertexData {
  VertexRows rows;
  Boxed<VertexRows> sentinel;  // the row after the last
  Bytes padding;               // up to the next mesh
};

/// Corners of faces, three each.
struct IndexList {
  std::vector<std::uint16_t> vertices;
};

struct Mesh {
  MeshHeader header;
  MeshDirt dirt;  // KotOR II
  MeshTail tail;
  std::uint32_t vertices_offset = 0;  // PC
  std::vector<Face> faces;
  std::vector<std::uint32_t> index_counts;
  std::vector<std::uint32_t> index_offsets;
  std::vector<std::uint32_t> inverted_counters;
  std::vector<IndexList> index_lists;  // one per pair of count and offset
  std::vector<Vec3> vertices;
  Boxed<Skin> skin;
  Boxed<AnimMesh> anim;
  Boxed<Dangly> dangly;
  Boxed<Aabb> aabb;
  Boxed<Saber> saber;
  Boxed<VertexData> mdx;  // missing if the MDX is, or if its rows do not fit
};

constexpr void fields(auto& io, Like<Face> auto& face) {
  io.field("normal", face.normal);
  io.field("distance", face.distance);
  io.field("material", face.material);
  io.field("adjacent", face.adjacent);
  io.field("vertices", face.vertices);
}

constexpr void fields(auto& io, Like<MeshHeader> auto& header) {
  io.field("functions", header.functions);
  io.field("faces", header.faces);
  io.field("box_min", header.box_min);
  io.field("box_max", header.box_max);
  io.field("radius", header.radius);
  io.field("average", header.average);
  io.field("diffuse", header.diffuse);
  io.field("ambient", header.ambient);
  io.field("transparency_hint", header.transparency_hint);
  io.field("texture_1", header.texture_1);
  io.field("texture_2", header.texture_2);
  io.field("texture_3", header.texture_3);
  io.field("texture_4", header.texture_4);
  io.field("index_counts", header.index_counts);
  io.field("index_offsets", header.index_offsets);
  io.field("inverted_counters", header.inverted_counters);
  io.field("unknown_0xd4", header.unknown_0xd4);
  io.field("unknown_0xe0", header.unknown_0xe0);
  io.field("animate_uv", header.animate_uv);
  io.field("uv_direction", header.uv_direction);
  io.field("uv_jitter", header.uv_jitter);
  io.field("uv_jitter_speed", header.uv_jitter_speed);
  io.field("mdx_stride", header.mdx_stride);
  io.field("mdx_flags", header.mdx_flags);
  io.field("mdx_positions", header.mdx_positions);
  io.field("mdx_normals", header.mdx_normals);
  io.field("mdx_colors", header.mdx_colors);
  io.field("mdx_uvs", header.mdx_uvs);
  io.field("mdx_tangents", header.mdx_tangents);
  io.field("vertex_count", header.vertex_count);
  io.field("texture_count", header.texture_count);
  io.field("lightmapped", header.lightmapped);
  io.field("rotate_texture", header.rotate_texture);
  io.field("background_geometry", header.background_geometry);
  io.field("shadow", header.shadow);
  io.field("beaming", header.beaming);
  io.field("render", header.render);
}

constexpr void fields(auto& io, Like<MeshDirt> auto& dirt) {
  io.field("enabled", dirt.enabled);
  io.field("padding_0x13b", dirt.padding_0x13b);
  io.field("texture", dirt.texture);
  io.field("coordinate_space", dirt.coordinate_space);
  io.field("hide_in_holograms", dirt.hide_in_holograms);
  io.field("padding_0x141", dirt.padding_0x141);
}
static_assert(record_size<MeshDirt>() == 8);

constexpr void fields(auto& io, Like<MeshTail> auto& tail) {
  io.field("padding", tail.padding);
  io.field("area", tail.area);
  io.field("unknown", tail.unknown);
  io.field("mdx_offset", tail.mdx_offset);
}
static_assert(record_size<MeshHeader>() + record_size<MeshTail>() + 4 == 332);

constexpr void fields(auto& io, Like<SkinHeader> auto& header) {
  io.field("unknown_0x00", header.unknown_0x00);
  io.field("mdx_weights", header.mdx_weights);
  io.field("mdx_bones", header.mdx_bones);
  io.field("bone_map_offset", header.bone_map_offset);
  io.field("bone_map_count", header.bone_map_count);
  io.field("qbones", header.qbones);
  io.field("tbones", header.tbones);
  io.field("unknown_0x34", header.unknown_0x34);
  io.field("serials", header.serials);
}

constexpr void fields(auto& io, Like<AnimMesh> auto& anim) {
  io.field("sample_period", anim.sample_period);
  io.field("unknown_0x04", anim.unknown_0x04);
}

constexpr void fields(auto& io, Like<DanglyHeader> auto& header) {
  io.field("constraints", header.constraints);
  io.field("displacement", header.displacement);
  io.field("tightness", header.tightness);
  io.field("period", header.period);
  io.field("vertices_offset", header.vertices_offset);
}

constexpr void fields(auto& io, Like<SaberHeader> auto& header) {
  io.field("vertices_offset", header.vertices_offset);
  io.field("uvs_offset", header.uvs_offset);
  io.field("normals_offset", header.normals_offset);
  io.field("inverted_counters", header.inverted_counters);
}

/// As stored in the file, where `left` and `right` are offsets.
constexpr void fields(auto& io, Like<AabbNode> auto& node) {
  io.field("box_min", node.box_min);
  io.field("box_max", node.box_max);
  io.field("left", node.left);
  io.field("right", node.right);
  io.field("face", node.face);
  io.field("plane", node.plane);
}
static_assert(record_size<AabbNode>() == 40);

constexpr void fields(auto& io, Like<AabbHeader> auto& header) {
  io.field("root", header.root);
}

/// All of a mesh's own header, in file order; sub-headers follow it. 332 bytes in KotOR, 340 in KotOR II; 4
/// less on Xbox.
constexpr void mesh_header_fields(auto& io, auto& mesh, Variant variant) {
  fields(io, mesh.header);
  if (variant.game == Game::k2) io.field("dirt", mesh.dirt);
  fields(io, mesh.tail);
  if (variant.platform == Platform::pc) io.field("vertices_offset", mesh.vertices_offset);
}

}  // namespace mw::kotor::mdl
