#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <cstdio>
//
//     void list_shapes(mw::ByteSpan bytes) {
//       namespace primitives = mw::wows::primitives;
//       const auto file = primitives::read(bytes);
//       if (!file) return void(std::puts(mw::to_string(file.error()).c_str()));
//       for (const auto& shape : primitives::shapes(*file))
//         std::printf("%s: %u vertices\n", shape.name.c_str(), shape.vertices->header.count);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/detail/vertex_format.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a .primitives of World of Warships. Nothing here throws or touches a file.
namespace mw::wows::primitives {

// The older .primitives, which .geometry replaced, as stored in the file: sections, and their table at the
// end. Layout, evidence and open questions: docs/formats/wows-primitives.md

inline constexpr std::uint32_t kMagic = 0x42A14E65;
inline constexpr std::uint64_t kAlignment = 4;  // of sections, and of names in the table

/// How many bytes make a size whole.
constexpr std::uint64_t padding_of(std::uint64_t size) {
  return (kAlignment - size % kAlignment) % kAlignment;
}

/// A run of triangles with one material.
struct Group {
  std::uint32_t first_index = 0;
  std::uint32_t triangle_count = 0;
  std::uint32_t first_vertex = 0;
  std::uint32_t vertex_count = 0;
};
static_assert(sizeof(Group) == 16);

constexpr void fields(auto& io, Like<Group> auto& group) {
  io.field("first_index", group.first_index);
  io.field("triangle_count", group.triangle_count);
  io.field("first_vertex", group.first_vertex);
  io.field("vertex_count", group.vertex_count);
}

/// Before the vertices of a section.
struct VertexHeader {
  FixedText<64> format;  // "xyznuvtb"
  std::uint32_t count = 0;
};
static_assert(sizeof(VertexHeader) == 68);

constexpr void fields(auto& io, Like<VertexHeader> auto& header) {
  io.field("format", header.format);
  io.field("count", header.count);
}

struct VertexData {
  VertexHeader header;
  Bytes bytes;  // the vertices, and all bytes after them
};

/// Before the indices of a section; writing takes the counts from the rows.
struct IndexHeader {
  FixedText<64> type;  // "list" for 16-bit indices, "list32"
  std::uint32_t index_count = 0;
  std::uint32_t group_count = 0;
};
static_assert(sizeof(IndexHeader) == 72);

constexpr void fields(auto& io, Like<IndexHeader> auto& header) {
  io.field("type", header.type);
  io.field("index_count", header.index_count);
  io.field("group_count", header.group_count);
}

inline constexpr std::string_view kNarrowList = "list";
inline constexpr std::string_view kWideList = "list32";

struct IndexData {
  FixedText<64> type;
  std::vector<std::uint32_t> indices;
  std::vector<Group> groups;
  Bytes rest;  // after the last group

  std::size_t index_size() const { return type.view() == kWideList ? 4 : 2; }
};

/// A section and its row in the table.
struct Section {
  std::string name;  // "TurretShape.vertices", "TurretShape.indices"
  std::array<std::uint32_t, 4> reserved{};
  Bytes name_padding = {};                                  // up to a multiple of 4, as `padding` is
  std::variant<VertexData, IndexData, Bytes> content = {};  // Bytes: neither, as "CM_PA_united.armor"
  Bytes padding = {};
};

/// A row of the table without its name.
struct TableRow {
  std::uint32_t size = 0;
  std::array<std::uint32_t, 4> reserved{};
  std::uint32_t name_length = 0;
};
static_assert(sizeof(TableRow) == 24);

constexpr void fields(auto& io, Like<TableRow> auto& row) {
  io.field("size", row.size);
  io.field("reserved", row.reserved);
  io.field("name_length", row.name_length);
}

struct File {
  std::vector<Section> sections;
};

bool sniff(ByteSpan bytes);

/// Fails only if the file cannot be represented: sections that do not end where their table begins, and
/// counts that exceed a section. `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// What is left of a file that read() refuses.
struct PrimitivesRest {
  File file;
  Losses losses;  // the missing parts
};

/// The readable sections, by the table; without a table, by their first bytes. An incomplete shape has the
/// triangles whose vertices exist. Fails without any.
Result<PrimitivesRest> read_rest(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes a file; an unchanged one gives the bytes it was read from. Padding of a wrong size is rebuilt.
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Readable, lossless JSON with vertices as numbers, and back.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// The elements of a vertex, by the name of its format ("xyznuvtb"); fails on an unknown one. Normals are
/// three floats in formats without tangents and bones, and otherwise a word; if only the other form fills the
/// section, it is used.
Result<geometry::VertexLayout> layout_of(const VertexData& data);

/// The vertices in plain numbers. Fails on an unknown format and on data that is too short.
Result<std::vector<geometry::Vertex>> unpack(const VertexData& data);
/// Vertices as the layout of their format has them.
Bytes pack(const geometry::VertexLayout& layout, std::span<const geometry::Vertex> vertices);

/// Vertices and indices of one name: the sections "TurretShape.vertices" and "TurretShape.indices".
struct Shape {
  std::string name;  // "TurretShape"; empty in files that call their sections just "vertices" and "indices"
  const VertexData* vertices = nullptr;
  const IndexData* indices = nullptr;
  std::size_t vertex_section = 0;  // rows
  std::size_t index_section = 0;
};

/// Those that have both, in the order of their vertices. The file must outlive them.
std::vector<Shape> shapes(const File& file);

/// Around all positions that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in example: a pyramid in two levels of detail.
File sample();

/// One node per shape with the level of detail in its name. Without a wanted level every part has its finest
/// one; a level that no shape has is an error that lists the existing ones. Axes and winding as in the scene
/// of a .geometry. Parts that cannot be drawn are left out and listed in the losses.
Result<scene::Scene> to_scene(const File& file, const scene::Options& options = {});

// A .primitives from nothing but a scene. Conventions for names and properties: docs/authoring.md

/// A new file, and the losses of the scene.
struct Made {
  File file;
  Losses losses;
};

/// One shape for each drawn node, in its place, with a group for each of its primitives; its name is that of
/// a new .geometry (`Turret` at level 1 is `Turret_lod1Shape`). Vertices are `xyznuvtb`, with bones
/// `xyznuviiiwwtb`, with radii `xyznuvr`, or those of the original .primitives; missing normals and tangents
/// are computed. Fails on data that a file cannot hold, and names the node.
Result<Made> from_scene(const scene::Scene& scene);

}  // namespace mw::wows::primitives
