#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_format.h>
//     #include <meshwright/kotor/mdl_link.h>
//
//     // Animations of a head start at its neck.
//     void start_at(mw::kotor::mdl::File& file, std::uint32_t row) {
//       file.names_header.head_node = {row};
//     }

#include <meshwright/core/field.h>
#include <cstdint>

/// How the records of a KotOR model refer to tables and to each other.
namespace mw::kotor::mdl {

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

}  // namespace mw::kotor::mdl
