#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <cstdio>
//
//     void list_sections(mw::ByteSpan bytes) {
//       const auto file = mw::wows::primitives::read(bytes);
//       if (!file) return;
//       for (const auto& section : file->vertices)
//         std::printf("%s: %u vertices\n", section.name.c_str(), section.count);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/field.h>
#include <meshwright/core/fixed_text.h>
#include <meshwright/core/trace.h>
#include <meshwright/wows/vertex_format.h>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// The older .primitives, which .geometry replaced: a folder of named sections. Only read here, because some
/// models exist in both and this one says which vertices belong to which indices.
namespace mw::wows::primitives {

inline constexpr std::uint32_t kMagic = 0x42A14E65;

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

struct VertexSection {
  std::string name;  // "TurretShape.vertices"
  FixedText<64> format;
  std::uint32_t count = 0;
  Bytes data;
};

struct IndexSection {
  std::string name;    // "TurretShape.indices"
  FixedText<64> type;  // "list" for 16-bit indices, "list32"
  std::vector<std::uint32_t> indices;
  std::vector<Group> groups;
};

struct OtherSection {
  std::string name;
  Bytes data;
};

struct File {
  std::vector<VertexSection> vertices;
  std::vector<IndexSection> indices;
  std::vector<OtherSection> others;
};

bool sniff(ByteSpan bytes);

/// Fails on a section outside the file and on counts that a section does not hold.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// The vertices in plain numbers. Fails on a format that is not known and on data of another size.
Result<std::vector<geometry::Vertex>> unpack(const VertexSection& section);

}  // namespace mw::wows::primitives
