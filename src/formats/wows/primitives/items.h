#pragma once

#include <meshwright/core/detail/path.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

/// The numbers of vertices, for a trace and for JSON.
namespace mw::wows::primitives {

/// An element of a vertex: its bytes in the file, and the numbers that they stand for.
struct Shown {
  FieldType type;
  ByteSpan bytes;
  ByteSpan stored;
};

/// A normal, tangent or binormal: three signed fractions of 11, 11 and 10 bits.
Vec3 unpack_direction(std::uint32_t packed);
std::uint32_t pack_direction(const Vec3& v);

inline bool is_direction(geometry::ElementKind kind) {
  using geometry::ElementKind;
  return kind == ElementKind::n || kind == ElementKind::t || kind == ElementKind::b;
}

/// Whether a direction is stored as a word; whole ones are three floats.
inline bool is_packed(const geometry::VertexElement& element) {
  return is_direction(element.kind) && element.type.scalar == Scalar::u32;
}

/// The layout that the name of a format stands for in original files.
Result<geometry::VertexLayout> layout_called(std::string_view name);

inline bool is_zero(const Bytes& bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(0); });
}

/// How many whole vertices of a known format there are; 0 when they cannot be told apart.
std::size_t readable_count(const VertexData& data);

/// The numbers of one element; `room` holds those that are decoded.
Shown show(const geometry::VertexElement& element, ByteSpan vertex, Vec3& room);

/// Calls item(name, shown) for each element of each vertex.
inline void for_each_element(Path& path, const VertexData& data, auto item) {
  const auto layout = layout_of(data);
  if (!layout) return;
  PathScope scope(path, "vertices");
  Vec3 room{0};
  for (std::size_t row = 0; row < readable_count(data); ++row) {
    scope.set_row(row);
    const ByteSpan vertex = ByteSpan(data.bytes).subspan(row * layout->stride, layout->stride);
    for (const geometry::VertexElement& element : layout->elements)
      item(name_of(element.kind), show(element, vertex, room));
  }
}

}  // namespace mw::wows::primitives
