#pragma once

// Example:
//
//     #include <meshwright/wows/primitives_format.h>
//
//     std::size_t count_indices(const mw::wows::primitives::File& file) {
//       std::size_t count = 0;
//       for (const auto& section : file.sections)
//         if (const auto* indices = std::get_if<mw::wows::primitives::IndexData>(&section.content))
//           count += indices->indices.size();
//       return count;
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/field.h>
#include <meshwright/core/fixed_text.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The older .primitives, which .geometry replaced, as stored in the file: sections, and their table at the
/// end. Layout, evidence and open questions: docs/formats/wows-primitives.md
namespace mw::wows::primitives {

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

}  // namespace mw::wows::primitives
