#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/half.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <glm/vec2.hpp>
#include <span>
#include <string_view>
#include <vector>

/// What a vertex of a .geometry consists of, by the name of its format ("set3/xyznuvtbpc").
namespace mw::wows::geometry {

enum class ElementKind : std::uint8_t { xyz, n, uv, uv2, iii, ww, t, b, r, i, oi };

/// As it is spelled in format names, dumps and JSON.
std::string_view name_of(ElementKind kind);

struct VertexElement {
  ElementKind kind;
  std::uint16_t offset;  // bytes into the vertex
  std::uint16_t size;
  FieldType type;  // of its numbers as stored: halves, bytes around 127
};

struct VertexLayout {
  int set = 3;  // 3: half-float texture coordinates; 1: 16-bit integers
  std::vector<VertexElement> elements;
  std::uint16_t stride = 0;

  bool has(ElementKind kind) const;
};

/// The layout that a name spells, in any combination of elements. Fails on an unknown set or element, on a
/// repeated element and on a name without positions.
Result<VertexLayout> parse_vertex_format(std::string_view name);

/// A vertex in plain numbers; elements that its format lacks keep these defaults.
struct Vertex {
  Vec3 position{0};
  Vec3 normal{0};
  std::array<glm::vec2, 2> uv{};  // origin at the top left
  Vec3 tangent{0};
  Vec3 binormal{0};
  std::array<std::uint8_t, 3> bones{};  // 3 x slot in the render set's list of nodes, the dominant one first
  std::array<std::uint8_t, 2> weights{};  // of the first two bones, in 255ths; the third has the rest
  float radius = 0;                       // of a wire
  std::uint32_t piece = 0;
  std::uint32_t oi = 0;  // four bytes, probably a colour
};

std::array<float, 3> bone_weights(const Vertex& vertex);

/// One vertex from its bytes and back. `bytes` are layout.stride long. Bytes that no element gives a meaning
/// to (the fourth of a normal) become 0.
Vertex unpack_vertex(const VertexLayout& layout, ByteSpan bytes);
void pack_vertex(const VertexLayout& layout, const Vertex& vertex, std::span<std::byte> bytes);

inline constexpr float kUvCentre = 0.5F;  // they are stored around 0, where halves are finest

/// Texture coordinates from the four bytes that the layout has for them.
inline glm::vec2 unpack_uv(const VertexLayout& layout, const std::byte* bytes) {
  std::array<std::uint16_t, 2> pair{};
  std::memcpy(&pair, bytes, sizeof pair);
  // No real file has integers, so their unit is not known.
  if (layout.set == 1) return {std::int16_t(pair[0]), std::int16_t(pair[1])};
  return {half_to_float(pair[0]) + kUvCentre, half_to_float(pair[1]) + kUvCentre};
}

/// Only the position, which every layout has.
Vec3 unpack_position(const VertexLayout& layout, ByteSpan bytes);

std::vector<Vertex> unpack_vertices(const VertexLayout& layout, ByteSpan bytes);
Bytes pack_vertices(const VertexLayout& layout, std::span<const Vertex> vertices);

/// One component of a normal, a tangent or a binormal: a byte around 127. The original encoder truncates and
/// does not round; an exact value of some byte gives that byte.
float unpack_unit(std::uint8_t byte);
std::uint8_t pack_unit(float value);

}  // namespace mw::wows::geometry
