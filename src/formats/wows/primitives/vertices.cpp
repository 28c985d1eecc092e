#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "items.h"

namespace mw::wows::primitives {
namespace {

using geometry::ElementKind;
using geometry::Vertex;
using geometry::VertexElement;
using geometry::VertexLayout;

/// A word of a format's name and the elements that it stands for.
struct Word {
  std::string_view text;
  std::array<ElementKind, 2> kinds;
  std::size_t count;
};
constexpr Word kWords[] = {{"xyz", {ElementKind::xyz}, 1},
                           {"n", {ElementKind::n}, 1},
                           {"uv", {ElementKind::uv}, 1},
                           {"iiiww", {ElementKind::iii, ElementKind::ww}, 2},
                           {"tb", {ElementKind::t, ElementKind::b}, 2},
                           {"r", {ElementKind::r}, 1}};

/// How a format has its directions.
enum class Directions : std::uint8_t { packed, whole };

/// As the numbers are stored.
FieldType type_of(ElementKind kind, Directions directions) {
  switch (kind) {
    case ElementKind::xyz:
      return {Scalar::f32, 3};
    case ElementKind::uv:
      return {Scalar::f32, 2};
    case ElementKind::iii:
      return {Scalar::u8, 3};
    case ElementKind::ww:
      return {Scalar::u8, 2};
    case ElementKind::r:
      return {Scalar::f32, 1};
    default:
      return directions == Directions::whole ? FieldType{Scalar::f32, 3} : FieldType{Scalar::u32, 1};
  }
}

bool add_word(VertexLayout& layout, const Word& word, Directions directions) {
  for (std::size_t i = 0; i < word.count; ++i) {
    if (layout.has(word.kinds[i])) return false;
    const FieldType type = type_of(word.kinds[i], directions);
    const auto size = std::uint16_t(size_of(type.scalar) * type.count);
    layout.elements.push_back({word.kinds[i], layout.stride, size, type});
    layout.stride = std::uint16_t(layout.stride + size);
  }
  return true;
}

/// Nothing for a name that words do not spell.
std::optional<VertexLayout> spelled(std::string_view name, Directions directions) {
  VertexLayout layout;
  while (!name.empty()) {
    const auto* word =
        std::ranges::find_if(kWords, [&](const Word& each) { return name.starts_with(each.text); });
    if (word == std::end(kWords) || !add_word(layout, *word, directions)) return std::nullopt;
    name.remove_prefix(word->text.size());
  }
  return layout;
}

/// Where the numbers of an element are in a vertex.
std::span<std::byte> numbers_of(Vertex& vertex, ElementKind kind) {
  const auto bytes = [](auto& value) { return std::as_writable_bytes(std::span(&value, 1)); };
  switch (kind) {
    case ElementKind::n:
      return bytes(vertex.normal);
    case ElementKind::t:
      return bytes(vertex.tangent);
    case ElementKind::b:
      return bytes(vertex.binormal);
    case ElementKind::uv:
      return bytes(vertex.uv[0]);
    case ElementKind::iii:
      return bytes(vertex.bones);
    case ElementKind::ww:
      return bytes(vertex.weights);
    case ElementKind::r:
      return bytes(vertex.radius);
    default:
      return bytes(vertex.position);
  }
}

Vertex unpack_one(const VertexLayout& layout, ByteSpan bytes) {
  Vertex vertex;
  Vec3 room{0};
  for (const VertexElement& element : layout.elements)
    std::ranges::copy(show(element, bytes, room).bytes, numbers_of(vertex, element.kind).begin());
  return vertex;
}

}  // namespace

Vec3 unpack_direction(std::uint32_t packed) {
  const auto fraction = [&](int low, int count) {
    const auto value = std::int32_t(packed << (32 - low - count)) >> (32 - count);
    return float(value) / float((1 << (count - 1)) - 1);
  };
  return {fraction(0, 11), fraction(11, 11), fraction(22, 10)};
}

std::uint32_t pack_direction(const Vec3& v) {
  const auto bits = [](float value, int low, int count) {
    const auto most = float((1 << (count - 1)) - 1);
    const float scaled = std::isnan(value) ? 0 : std::clamp(std::nearbyint(value * most), -most - 1, most);
    const std::uint32_t mask = (1U << unsigned(count)) - 1;
    return (std::uint32_t(std::int32_t(scaled)) & mask) << unsigned(low);
  };
  return bits(v.x, 0, 11) | bits(v.y, 11, 11) | bits(v.z, 22, 10);
}

Shown show(const VertexElement& element, ByteSpan vertex, Vec3& room) {
  const ByteSpan stored = vertex.subspan(element.offset, element.size);
  if (!is_packed(element)) return {element.type, stored, stored};
  std::uint32_t packed = 0;
  std::memcpy(&packed, stored.data(), sizeof packed);
  room = unpack_direction(packed);
  return {field_type_of<Vec3>(), std::as_bytes(std::span(&room, 1)), stored};
}

Result<VertexLayout> layout_of(const VertexData& data) {
  const std::string_view name = data.header.format.view();
  auto layout = layout_called(name);
  if (!layout) return layout;
  const bool whole = !std::ranges::any_of(layout->elements, is_packed);
  const VertexLayout other = *spelled(name, whole ? Directions::packed : Directions::whole);
  const auto fills = [&](const VertexLayout& each) {
    return std::uint64_t(each.stride) * data.header.count == data.bytes.size();
  };
  if (!fills(*layout) && fills(other)) return other;
  return layout;
}

Result<VertexLayout> layout_called(std::string_view name) {
  auto packed = spelled(name, Directions::packed);
  if (!packed || !packed->has(ElementKind::xyz))
    return fail({.field = "format", .message = fmt::format("\"{}\" is not known", escape_text(name))});
  // `xyznuv` and `xyznuvr` have whole normals: 49 of 290 real shapes.
  if (packed->has(ElementKind::t) || packed->has(ElementKind::iii)) return *std::move(packed);
  return *spelled(name, Directions::whole);
}

std::size_t readable_count(const VertexData& data) {
  const auto layout = layout_of(data);
  return layout && data.bytes.size() / layout->stride >= data.header.count ? data.header.count : 0;
}

Result<std::vector<Vertex>> unpack(const VertexData& data) {
  const auto layout = layout_of(data);
  if (!layout) return fail(layout.error());
  if (data.bytes.size() / layout->stride < data.header.count)
    return fail({.field = "count",
                 .message = fmt::format("{} vertices of {} bytes do not fit {} bytes", data.header.count,
                                        layout->stride, data.bytes.size())});
  std::vector<Vertex> vertices(data.header.count);
  for (std::size_t row = 0; row < vertices.size(); ++row)
    vertices[row] = unpack_one(*layout, ByteSpan(data.bytes).subspan(row * layout->stride, layout->stride));
  return vertices;
}

Bytes pack(const VertexLayout& layout, std::span<const Vertex> vertices) {
  Bytes bytes;
  bytes.reserve(vertices.size() * layout.stride);
  for (Vertex vertex : vertices)
    for (const VertexElement& element : layout.elements) {
      ByteSpan numbers = numbers_of(vertex, element.kind);
      std::uint32_t packed = 0;
      if (is_packed(element)) {
        Vec3 direction{0};
        std::memcpy(&direction, numbers.data(), sizeof direction);
        packed = pack_direction(direction);
        numbers = std::as_bytes(std::span(&packed, 1));
      }
      bytes.insert(bytes.end(), numbers.begin(), numbers.end());
    }
  return bytes;
}

std::vector<Shape> shapes(const File& file) {
  constexpr std::string_view kVertices = "vertices";
  constexpr std::string_view kIndices = "indices";
  std::unordered_map<std::string_view, std::size_t> rows;
  for (std::size_t row = 0; row < file.sections.size(); ++row)
    if (std::holds_alternative<IndexData>(file.sections[row].content))
      rows.try_emplace(file.sections[row].name, row);
  std::vector<Shape> found;
  for (std::size_t row = 0; row < file.sections.size(); ++row) {
    const Section& section = file.sections[row];
    const auto* vertices = std::get_if<VertexData>(&section.content);
    if (vertices == nullptr || !section.name.ends_with(kVertices)) continue;
    const std::string stem = section.name.substr(0, section.name.size() - kVertices.size());
    const auto partner = rows.find(stem + std::string(kIndices));
    if (partner == rows.end()) continue;
    const auto* indices = std::get_if<IndexData>(&file.sections[partner->second].content);
    found.push_back(
        {stem.empty() ? stem : stem.substr(0, stem.size() - 1), vertices, indices, row, partner->second});
    rows.erase(partner);  // the first of a name has it
  }
  return found;
}

std::optional<Box> bounds(const File& file) {
  std::optional<Box> box;
  for (const Section& section : file.sections) {
    const auto* data = std::get_if<VertexData>(&section.content);
    const auto vertices = data != nullptr ? unpack(*data) : Result<std::vector<Vertex>>();
    if (!vertices) continue;
    for (const Vertex& vertex : *vertices) mw::geometry::extend(box, vertex.position);
  }
  return box;
}

}  // namespace mw::wows::primitives
