#pragma once

// Example:
//
//     #include <meshwright/wows/geometry_format.h>
//
//     std::uint64_t count_triangles(const mw::wows::geometry::File& file) {
//       std::uint64_t triangles = 0;
//       for (const auto& mapping : file.index_mappings) triangles += mapping.count / 3;
//       return triangles;
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// The merged geometry of World of Warships (.geometry) as stored in the file. Layout, evidence and open
/// questions: docs/formats/wows-geometry.md
namespace mw::wows::geometry {

/// All pointers are relative to the record that holds them; the header's to the start of the file.
struct Header {
  std::uint32_t vertex_buffer_count = 0;
  std::uint32_t index_buffer_count = 0;
  std::uint32_t vertex_mapping_count = 0;
  std::uint32_t index_mapping_count = 0;
  std::uint32_t collision_count = 0;
  std::uint32_t armor_count = 0;
  std::int64_t vertex_mapping_pointer = 0;
  std::int64_t index_mapping_pointer = 0;
  std::int64_t vertex_buffer_pointer = 0;
  std::int64_t index_buffer_pointer = 0;
  std::int64_t collision_pointer = 0;  // 0 without models, and so for armor
  std::int64_t armor_pointer = 0;
};
inline constexpr std::uint32_t kHeaderSize = 72;
static_assert(sizeof(Header) == kHeaderSize);

/// A named part of a merged buffer: the vertices or the indices of one mesh.
struct Mapping {
  std::uint32_t id = 0;      // MurmurHash3 of "<Shape>.vertices" or "<Shape>.indices" (name_hash.h)
  std::uint16_t buffer = 0;  // row of the vertex or index buffers
  // texels per unit, a half float: median of sqrt(uv area / area); 0 in old files
  std::uint16_t packed_density = 0;
  std::uint32_t offset = 0;  // items into the buffer
  std::uint32_t count = 0;   // items
};
static_assert(sizeof(Mapping) == 16);

struct PackedString {
  std::uint32_t char_count = 0;  // the NUL included
  std::uint32_t unknown_0x04 = 0;
  std::int64_t pointer = 0;  // relative to this record, not to the one around it
};
static_assert(sizeof(PackedString) == 16);

struct VertexPrototype {
  std::int64_t data_pointer = 0;
  PackedString format;
  std::uint32_t size = 0;    // bytes of the data as in the file
  std::uint16_t stride = 0;  // bytes of a decoded vertex
  std::uint8_t is_skinned = 0;
  std::uint8_t is_bumped = 0;
};
static_assert(sizeof(VertexPrototype) == 32);

/// IndexPrototype::list_type
enum class ListType : std::uint16_t { list16 = 0, list32 = 1 };

struct IndexPrototype {
  std::int64_t data_pointer = 0;
  std::uint32_t size = 0;
  std::uint16_t list_type = 0;
  std::uint16_t index_size = 0;  // 2 or 4 bytes
};
static_assert(sizeof(IndexPrototype) == 16);

/// Of a collision model or an armor model.
struct ModelPrototype {
  std::uint64_t size = 0;
  PackedString name;
  std::int64_t data_pointer = 0;
};
static_assert(sizeof(ModelPrototype) == 32);

inline constexpr std::uint32_t kEncodedMagic = 0x44434E45;  // "ENCD"

/// Before the stream of an encoded buffer.
struct EncodedHeader {
  std::uint32_t magic = kEncodedMagic;
  std::uint32_t element_count = 0;
};
static_assert(sizeof(EncodedHeader) == 8);

/// The data of a vertex or index buffer: plain items, or a stream of the meshoptimizer codec.
struct Buffer {
  bool encoded = false;
  std::uint32_t element_count = 0;  // of an encoded buffer
  Bytes bytes;                      // the items, or the stream after the ENCD header
};

/// Writing takes the counts and sizes in a prototype from the data and keeps its pointers.
struct VertexBuffer {
  VertexPrototype prototype;
  std::string format;  // "set3/xyznuvtbpc" and its NUL: all bytes that char_count counts
  Buffer data;
};

struct IndexBuffer {
  IndexPrototype prototype;
  Buffer data;
};

/// A face of a hull. The cross product of its first two sides points outward.
struct HullFace {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> edges;  // edge i joins corner i and the next one, in either direction
  std::uint32_t flag = 0;            // 0, sometimes 1; meaning unknown; absent before kCollisionVersion
};

using HullEdge = std::array<std::int32_t, 2>;

/// A convex polyhedron.
struct Hull {
  std::vector<Vec3> vertices;
  std::vector<HullEdge> edges;
  std::vector<HullFace> faces;
};

inline constexpr std::uint32_t kCollisionVersion = 0x24022012;     // a date: 24-02-2012
inline constexpr std::uint32_t kOldCollisionVersion = 0x26092011;  // faces without a flag

/// Whether the hulls of a version are understood.
constexpr bool knows_hulls(std::uint32_t collision_version) {
  return collision_version == kCollisionVersion || collision_version == kOldCollisionVersion;
}

struct CollisionModel {
  ModelPrototype prototype;
  std::string name;  // with its NUL
  std::uint32_t version = kCollisionVersion;
  std::vector<Hull> hulls;
  Bytes rest;  // after the last hull; all but the version if that is unknown
};

struct ArmorVertex {
  Vec3 position{0};
  std::array<std::uint8_t, 3> normal{};  // (byte - 127) / 127
  std::uint8_t unknown_0x0f = 0;
};
static_assert(sizeof(ArmorVertex) == 16);

/// Triangles of one thickness: every three vertices are one.
struct ArmorPlate {
  std::uint16_t material = 0;  // the low half of the plate's key; the game's parameters hold its thickness
  std::uint16_t layer = 0;
  Vec3 box_min{0};
  Vec3 box_max{0};
  std::vector<ArmorVertex> vertices;
};

inline constexpr std::uint32_t kArmorId = 0x80000001;

struct ArmorModel {
  ModelPrototype prototype;
  std::string name;  // with its NUL
  std::uint32_t id = kArmorId;
  Vec3 box_min{0};
  Vec3 box_max{0};
  std::vector<ArmorPlate> plates;
  Bytes rest;               // after the last plate; all of the data if it cannot be read
  bool unreadable = false;  // a count leads out of the data: only the name is valid
};

/// A whole file. As in the prototypes, writing takes counts of the header from the tables and keeps its
/// pointers; lay_out() computes everything again.
struct File {
  Header header;
  std::vector<Mapping> vertex_mappings;
  std::vector<Mapping> index_mappings;
  std::vector<VertexBuffer> vertex_buffers;
  std::vector<IndexBuffer> index_buffers;
  std::vector<CollisionModel> collision_models;
  std::vector<ArmorModel> armor_models;
  std::uint32_t missing_armor = 0;  // models that the header counts after the last one
  std::vector<Unreferenced> unreferenced;
};

/// The places of the tables: the rest of the header besides the tables.
constexpr void pointer_fields(auto& io, Like<Header> auto& header) {
  io.field("vertex_mapping_pointer", header.vertex_mapping_pointer);
  io.field("index_mapping_pointer", header.index_mapping_pointer);
  io.field("vertex_buffer_pointer", header.vertex_buffer_pointer);
  io.field("index_buffer_pointer", header.index_buffer_pointer);
  io.field("collision_pointer", header.collision_pointer);
  io.field("armor_pointer", header.armor_pointer);
}

constexpr void fields(auto& io, Like<Header> auto& header) {
  io.field("vertex_buffer_count", header.vertex_buffer_count);
  io.field("index_buffer_count", header.index_buffer_count);
  io.field("vertex_mapping_count", header.vertex_mapping_count);
  io.field("index_mapping_count", header.index_mapping_count);
  io.field("collision_count", header.collision_count);
  io.field("armor_count", header.armor_count);
  pointer_fields(io, header);
}

constexpr void fields(auto& io, Like<Mapping> auto& mapping) {
  io.field("id", mapping.id);
  io.field("buffer", mapping.buffer);
  io.field("packed_density", mapping.packed_density);
  io.field("offset", mapping.offset);
  io.field("count", mapping.count);
}

constexpr void fields(auto& io, Like<PackedString> auto& text) {
  io.field("char_count", text.char_count);
  io.field("unknown_0x04", text.unknown_0x04);
  io.field("pointer", text.pointer);
}

constexpr void fields(auto& io, Like<VertexPrototype> auto& prototype) {
  io.field("data_pointer", prototype.data_pointer);
  io.field("format", prototype.format);
  io.field("size", prototype.size);
  io.field("stride", prototype.stride);
  io.field("is_skinned", prototype.is_skinned);
  io.field("is_bumped", prototype.is_bumped);
}

constexpr void fields(auto& io, Like<IndexPrototype> auto& prototype) {
  io.field("data_pointer", prototype.data_pointer);
  io.field("size", prototype.size);
  io.field("list_type", prototype.list_type);
  io.field("index_size", prototype.index_size);
}

constexpr void fields(auto& io, Like<ModelPrototype> auto& prototype) {
  io.field("size", prototype.size);
  io.field("name", prototype.name);
  io.field("data_pointer", prototype.data_pointer);
}

constexpr void fields(auto& io, Like<EncodedHeader> auto& header) {
  io.field("magic", header.magic);
  io.field("element_count", header.element_count);
}

constexpr void fields(auto& io, Like<ArmorVertex> auto& vertex) {
  io.field("position", vertex.position);
  io.field("normal", vertex.normal);
  io.field("unknown_0x0f", vertex.unknown_0x0f);
}

/// The data of models lies in a row, every list behind its count. It is listed for an `io` that has, beside
/// field(name, value):
///
///     field_if(present, name, value)                     a field that only some versions have
///     list(count_name, name, rows)                       leaves or plain records
///     lists(count_name, name, rows, other_name, others)  two lists with one count
///     records(count_name, name, rows, visit)             records with lists of their own: visit(io, row)
///     records_if(present, count_name, name, rows, visit)
///     rest(name, bytes)                                  what is left of the data
constexpr void data_fields(auto& io, Like<HullFace> auto& face, bool has_flag = true) {
  io.lists("corner_count", "vertices", face.vertices, "edges", face.edges);
  io.field_if(has_flag, "flag", face.flag);
}

constexpr void data_fields(auto& io, Like<Hull> auto& hull, bool has_flags = true) {
  io.list("vertex_count", "vertices", hull.vertices);
  io.list("edge_count", "edges", hull.edges);
  io.records("face_count", "faces", hull.faces,
             [=](auto& inner, auto& face) { data_fields(inner, face, has_flags); });
}

constexpr void data_fields(auto& io, Like<CollisionModel> auto& model) {
  io.field("version", model.version);
  const bool has_flags = model.version == kCollisionVersion;
  io.records_if(knows_hulls(model.version), "hull_count", "hulls", model.hulls,
                [=](auto& inner, auto& hull) { data_fields(inner, hull, has_flags); });
  io.rest("rest", model.rest);
}

constexpr void data_fields(auto& io, Like<ArmorPlate> auto& plate) {
  io.field("material", plate.material);
  io.field("layer", plate.layer);
  io.field("box_min", plate.box_min);
  io.field("box_max", plate.box_max);
  io.list("vertex_count", "vertices", plate.vertices);
}

constexpr void data_fields(auto& io, Like<ArmorModel> auto& model) {
  if (model.unreadable) return io.rest("rest", model.rest);
  io.field("id", model.id);
  io.field("box_min", model.box_min);
  io.field("box_max", model.box_max);
  io.records("plate_count", "plates", model.plates,
             [](auto& inner, auto& plate) { data_fields(inner, plate); });
  io.rest("rest", model.rest);
}

/// Calls visit(name, count, pointer, rows) for each table, in the order of the original files; count and
/// pointer are fields of `header`.
constexpr void for_each_table(auto& header, auto& tables, auto visit) {
  visit("vertex_mappings", header.vertex_mapping_count, header.vertex_mapping_pointer,
        tables.vertex_mappings);
  visit("index_mappings", header.index_mapping_count, header.index_mapping_pointer, tables.index_mappings);
  visit("vertex_buffers", header.vertex_buffer_count, header.vertex_buffer_pointer, tables.vertex_buffers);
  visit("index_buffers", header.index_buffer_count, header.index_buffer_pointer, tables.index_buffers);
  visit("collision_models", header.collision_count, header.collision_pointer, tables.collision_models);
  visit("armor_models", header.armor_count, header.armor_pointer, tables.armor_models);
}

/// The stored record of a table's row: a mapping itself, the prototype of all others.
constexpr auto& record_of(auto& row) {
  if constexpr (requires { row.prototype; })
    return row.prototype;
  else
    return row;
}
template <class Row>
using RecordOf = std::remove_cvref_t<decltype(record_of(std::declval<Row&>()))>;

/// Calls data(name, pointer, size) and text(name, byte, string, text) for the targets of a row's record, in
/// the order of the original files; pointer, size and string are fields of `record`. The pointer of the data
/// counts from the record, that of a text from `byte` in it.
constexpr void for_each_part(auto& record, Like<VertexBuffer> auto& row, auto data, auto text) {
  data("vertex_buffers.data", record.data_pointer, record.size);
  text("vertex_buffers.format", field_byte<VertexPrototype>("format"), record.format, row.format);
}
constexpr void for_each_part(auto& record, Like<IndexBuffer> auto& /*row*/, auto data, auto /*text*/) {
  data("index_buffers.data", record.data_pointer, record.size);
}
constexpr void for_each_part(auto& record, Like<CollisionModel> auto& row, auto data, auto text) {
  data("collision_models.data", record.data_pointer, record.size);
  text("collision_models.name", field_byte<ModelPrototype>("name"), record.name, row.name);
}
constexpr void for_each_part(auto& record, Like<ArmorModel> auto& row, auto data, auto text) {
  data("armor_models.data", record.data_pointer, record.size);
  text("armor_models.name", field_byte<ModelPrototype>("name"), record.name, row.name);
}

}  // namespace mw::wows::geometry
