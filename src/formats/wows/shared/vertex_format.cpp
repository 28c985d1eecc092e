#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/vertex_format.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace mw::wows::geometry {
namespace {

/// The elements that one word of a format's name stands for. Longer words come before those they begin with.
struct Word {
  std::string_view text;
  std::array<ElementKind, 2> kinds;
  std::size_t count;
};

constexpr Word kWords[] = {
    {"xyz", {ElementKind::xyz}, 1},
    {"uv2", {ElementKind::uv, ElementKind::uv2}, 2},
    {"uv", {ElementKind::uv}, 1},
    {"iiiww", {ElementKind::iii, ElementKind::ww}, 2},
    {"tb", {ElementKind::t, ElementKind::b}, 2},
    {"oi", {ElementKind::oi}, 1},
    {"pc", {}, 0},  // a tag without bytes
    {"n", {ElementKind::n}, 1},
    {"r", {ElementKind::r}, 1},
    {"i", {ElementKind::i}, 1},
};

FieldType type_of(ElementKind kind, int set) {
  switch (kind) {
    case ElementKind::xyz:
      return {Scalar::f32, 3};
    case ElementKind::uv:
    case ElementKind::uv2:
      return {set == 1 ? Scalar::i16 : Scalar::f16, 2};
    case ElementKind::r:
      return {set == 1 ? Scalar::i16 : Scalar::f32, 1};
    case ElementKind::i:
      return {Scalar::u32, 1};
    case ElementKind::n:
    case ElementKind::t:
    case ElementKind::b:
    case ElementKind::iii:
    case ElementKind::ww:
    case ElementKind::oi:
      break;
  }
  return {Scalar::u8, 4};
}

bool add_word(VertexLayout& layout, const Word& word) {
  for (std::size_t i = 0; i < word.count; ++i) {
    if (layout.has(word.kinds[i])) return false;
    const FieldType type = type_of(word.kinds[i], layout.set);
    const auto size = std::uint16_t(size_of(type.scalar) * type.count);
    layout.elements.push_back({word.kinds[i], layout.stride, size, type});
    layout.stride = std::uint16_t(layout.stride + size);
  }
  return true;
}

Error unknown(std::string_view name, std::string message) {
  return {.field = "format", .message = fmt::format("\"{}\": {}", escape_text(name), message)};
}

template <class T>
T load(ByteSpan bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

template <class T>
void store(std::span<std::byte> bytes, const T& value) {
  std::memcpy(bytes.data(), &value, sizeof value);
}

std::uint8_t byte_at(ByteSpan bytes, std::size_t index) {
  return std::to_integer<std::uint8_t>(bytes[index]);
}

Vec3 load_unit(ByteSpan bytes) {
  return {unpack_unit(byte_at(bytes, 0)), unpack_unit(byte_at(bytes, 1)), unpack_unit(byte_at(bytes, 2))};
}

void store_unit(std::span<std::byte> bytes, const Vec3& v) {
  store(bytes, std::array<std::uint8_t, 4>{pack_unit(v.x), pack_unit(v.y), pack_unit(v.z), 0});
}

std::int16_t to_i16(float value) {
  return std::isnan(value) ? std::int16_t(0)
                           : std::int16_t(std::clamp(std::nearbyint(value), -32768.0F, 32767.0F));
}

void store_uv(std::span<std::byte> bytes, const glm::vec2& uv, int set) {
  if (set == 1) return store(bytes, std::array{to_i16(uv.x), to_i16(uv.y)});
  store(bytes, std::array{float_to_half_cut(uv.x - kUvCentre), float_to_half_cut(uv.y - kUvCentre)});
}

void load_element(const VertexLayout& layout, ElementKind kind, ByteSpan bytes, Vertex& vertex) {
  switch (kind) {
    case ElementKind::xyz:
      vertex.position = load<Vec3>(bytes);
      break;
    case ElementKind::n:
      vertex.normal = load_unit(bytes);
      break;
    case ElementKind::uv:
      vertex.uv[0] = unpack_uv(layout, bytes.data());
      break;
    case ElementKind::uv2:
      vertex.uv[1] = unpack_uv(layout, bytes.data());
      break;
    case ElementKind::iii:
      vertex.bones = {byte_at(bytes, 2), byte_at(bytes, 1), byte_at(bytes, 0)};
      break;
    case ElementKind::ww:
      vertex.weights = {byte_at(bytes, 2), byte_at(bytes, 1)};
      break;
    case ElementKind::t:
      vertex.tangent = load_unit(bytes);
      break;
    case ElementKind::b:
      vertex.binormal = load_unit(bytes);
      break;
    case ElementKind::r:
      vertex.radius = layout.set == 1 ? float(load<std::int16_t>(bytes)) : load<float>(bytes);
      break;
    case ElementKind::i:
      vertex.piece = load<std::uint32_t>(bytes);
      break;
    case ElementKind::oi:
      vertex.oi = load<std::uint32_t>(bytes);
      break;
  }
}

void store_element(const VertexLayout& layout, ElementKind kind, const Vertex& vertex,
                   std::span<std::byte> bytes) {
  using Four = std::array<std::uint8_t, 4>;
  switch (kind) {
    case ElementKind::xyz:
      store(bytes, vertex.position);
      break;
    case ElementKind::n:
      store_unit(bytes, vertex.normal);
      break;
    case ElementKind::uv:
      store_uv(bytes, vertex.uv[0], layout.set);
      break;
    case ElementKind::uv2:
      store_uv(bytes, vertex.uv[1], layout.set);
      break;
    case ElementKind::iii:
      store(bytes, Four{vertex.bones[2], vertex.bones[1], vertex.bones[0], 0});
      break;
    case ElementKind::ww:
      store(bytes, Four{0, vertex.weights[1], vertex.weights[0], 0});
      break;
    case ElementKind::t:
      store_unit(bytes, vertex.tangent);
      break;
    case ElementKind::b:
      store_unit(bytes, vertex.binormal);
      break;
    case ElementKind::r:
      layout.set == 1 ? store(bytes, to_i16(vertex.radius)) : store(bytes, vertex.radius);
      break;
    case ElementKind::i:
      store(bytes, vertex.piece);
      break;
    case ElementKind::oi:
      store(bytes, vertex.oi);
      break;
  }
}

}  // namespace

std::string_view name_of(ElementKind kind) {
  constexpr std::string_view kNames[] = {"xyz", "n", "uv", "uv2", "iii", "ww", "t", "b", "r", "i", "oi"};
  return kNames[std::size_t(kind)];
}

bool VertexLayout::has(ElementKind kind) const {
  return std::ranges::find(elements, kind, &VertexElement::kind) != elements.end();
}

Result<VertexLayout> parse_vertex_format(std::string_view name) {
  VertexLayout layout;
  std::string_view rest = name;
  if (rest.starts_with("set1/"))
    layout.set = 1;
  else if (!rest.starts_with("set3/"))
    return fail(unknown(name, "expected set3/ or set1/ and the elements of a vertex"));
  rest.remove_prefix(5);
  while (!rest.empty()) {
    const auto* word =
        std::ranges::find_if(kWords, [&](const Word& each) { return rest.starts_with(each.text); });
    if (word == std::end(kWords))
      return fail(unknown(name, fmt::format("unknown element at \"{}\"", escape_text(rest))));
    if (!add_word(layout, *word))
      return fail(unknown(name, fmt::format("element \"{}\" is repeated", word->text)));
    rest.remove_prefix(word->text.size());
  }
  if (!layout.has(ElementKind::xyz)) return fail(unknown(name, "has no positions"));
  return layout;
}

std::array<float, 3> bone_weights(const Vertex& vertex) {
  const float first = float(vertex.weights[0]) / 255;
  const float second = float(vertex.weights[1]) / 255;
  return {first, second, std::max(0.0F, 1 - first - second)};
}

float unpack_unit(std::uint8_t byte) {
  return (float(byte) - 127) / 127;
}

std::uint8_t pack_unit(float value) {
  constexpr float kSame = 1e-3F;  // of a step: far above the rounding of value x 127, far below a step
  if (std::isnan(value)) return 127;
  const float steps = std::clamp(value, -1.0F, 128.0F / 127) * 127;
  const float nearest = std::nearbyint(steps);
  return std::uint8_t((std::abs(steps - nearest) < kSame ? nearest : std::trunc(steps)) + 127);
}

Vec3 unpack_position(const VertexLayout& layout, ByteSpan bytes) {
  const auto element = std::ranges::find(layout.elements, ElementKind::xyz, &VertexElement::kind);
  return load<Vec3>(bytes.subspan(element->offset));
}

Vertex unpack_vertex(const VertexLayout& layout, ByteSpan bytes) {
  Vertex vertex;
  for (const VertexElement& element : layout.elements)
    load_element(layout, element.kind, bytes.subspan(element.offset, element.size), vertex);
  return vertex;
}

void pack_vertex(const VertexLayout& layout, const Vertex& vertex, std::span<std::byte> bytes) {
  for (const VertexElement& element : layout.elements)
    store_element(layout, element.kind, vertex, bytes.subspan(element.offset, element.size));
}

std::vector<Vertex> unpack_vertices(const VertexLayout& layout, ByteSpan bytes) {
  std::vector<Vertex> vertices(bytes.size() / layout.stride);
  for (std::size_t row = 0; row < vertices.size(); ++row)
    vertices[row] = unpack_vertex(layout, bytes.subspan(row * layout.stride, layout.stride));
  return vertices;
}

Bytes pack_vertices(const VertexLayout& layout, std::span<const Vertex> vertices) {
  Bytes bytes(vertices.size() * layout.stride);
  for (std::size_t row = 0; row < vertices.size(); ++row)
    pack_vertex(layout, vertices[row], std::span(bytes).subspan(row * layout.stride, layout.stride));
  return bytes;
}

}  // namespace mw::wows::geometry
