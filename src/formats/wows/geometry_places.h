#pragma once

#include <meshwright/wows/geometry_format.h>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mw::wows::geometry {

/// Where a pointer of the record at `base` leads; nothing when that is before the file's start.
inline std::optional<std::uint64_t> resolve(std::uint64_t base, std::int64_t pointer) {
  const auto bits = std::uint64_t(pointer);
  if (pointer >= 0) return base + bits;
  const std::uint64_t back = 0 - bits;
  if (back > base) return std::nullopt;
  return base - back;
}

/// Where row `row` of a table is that the header points at; the table itself has been checked or is about to
/// be.
inline std::uint64_t row_offset(std::int64_t table, std::size_t row, std::size_t stride) {
  return std::uint64_t(table) + row * stride;
}

/// How far into their records the PackedStrings lie: their pointers count from there.
inline constexpr std::uint64_t kFormatAt = 8;
inline constexpr std::uint64_t kNameAt = 8;

inline std::uint64_t data_size(const Buffer& buffer) {
  return buffer.bytes.size() + (buffer.encoded ? kEncodedHeaderSize : 0);
}

inline bool has_flags(std::uint32_t collision_version) {
  return collision_version == kCollisionVersion;
}

std::uint64_t data_size(const CollisionModel& model);
std::uint64_t data_size(const ArmorModel& model);

}  // namespace mw::wows::geometry
