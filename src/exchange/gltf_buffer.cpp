#include "gltf_buffer.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace mw::exchange {
namespace {

/// One attribute on its way into the interleaved rows: elements one after another, to be spread out.
struct Column {
  std::string semantic;
  Component component;
  bool normalised;
  std::uint32_t width;    // numbers an element
  std::uint32_t element;  // bytes an element, a multiple of four
  ByteSpan source;
  Bytes owned = {};  // behind `source`, when the scene's own array would not do
};

template <class T>
Column plain(std::string semantic, const std::vector<T>& values) {
  return {std::move(semantic),       Component::f32, false,
          sizeof(T) / sizeof(float), sizeof(T),      std::as_bytes(std::span(values))};
}

/// Elements made out of others by `convert`.
template <class T, class Convert>
Column converted(std::string semantic, Component component, bool normalised, std::uint32_t width,
                 const std::vector<T>& values, Convert convert) {
  using Element = decltype(convert(values[0]));
  Column column{std::move(semantic), component, normalised, width, sizeof(Element), {}};
  column.owned.resize(values.size() * sizeof(Element));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Element element = convert(values[i]);
    std::memcpy(column.owned.data() + i * sizeof(Element), &element, sizeof(Element));
  }
  column.source = column.owned;
  return column;
}

using Bytes4 = std::array<std::uint8_t, 4>;

std::uint8_t signed_byte(float value) {
  return std::uint8_t(std::int8_t(std::lround(std::clamp(value, -1.0F, 1.0F) * 127)));
}
std::uint8_t unsigned_byte(float value) {
  return std::uint8_t(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
}

Bytes4 signed_bytes(const Vec4& v) {
  return {signed_byte(v.x), signed_byte(v.y), signed_byte(v.z), signed_byte(v.w)};
}
Bytes4 unsigned_bytes(const Vec4& v) {
  return {unsigned_byte(v.x), unsigned_byte(v.y), unsigned_byte(v.z), unsigned_byte(v.w)};
}

/// Four weights as bytes that add up to 255.
Bytes4 weight_bytes(const Vec4& weights) {
  Bytes4 bytes = unsigned_bytes(weights);
  const int sum = bytes[0] + bytes[1] + bytes[2] + bytes[3];
  std::uint8_t& largest = *std::ranges::max_element(bytes);
  largest = std::uint8_t(largest + 255 - sum);
  return bytes;
}

Column joints_column(const std::vector<scene::U16Vec4>& joints) {
  const bool wide =
      std::ranges::any_of(joints, [](const auto& j) { return std::max({j.x, j.y, j.z, j.w}) > 255; });
  if (wide) return {"JOINTS_0", Component::u16, false, 4, 8, std::as_bytes(std::span(joints))};
  return converted("JOINTS_0", Component::u8, false, 4, joints,
                   [](const scene::U16Vec4& j) { return glm::vec<4, std::uint8_t>(j); });
}

/// The attributes of a primitive, in floats.
std::vector<Column> full_columns(const scene::Primitive& p) {
  std::vector<Column> columns;
  if (!p.normals.empty()) columns.push_back(plain("NORMAL", p.normals));
  if (!p.tangents.empty()) columns.push_back(plain("TANGENT", p.tangents));
  if (!p.colours.empty()) columns.push_back(plain("COLOR_0", p.colours));
  if (!p.weights.empty()) columns.push_back(plain("WEIGHTS_0", p.weights));
  return columns;
}

/// The same in bytes (KHR_mesh_quantization). Positions and UVs stay floats: their range is not known.
std::vector<Column> small_columns(const scene::Primitive& p) {
  std::vector<Column> columns;
  if (!p.normals.empty())
    columns.push_back(converted("NORMAL", Component::i8, true, 3, p.normals,
                                [](const Vec3& n) { return signed_bytes(Vec4(n, 0)); }));
  if (!p.tangents.empty())
    columns.push_back(converted("TANGENT", Component::i8, true, 4, p.tangents, signed_bytes));
  if (!p.colours.empty())
    columns.push_back(converted("COLOR_0", Component::u8, true, 4, p.colours, unsigned_bytes));
  if (!p.weights.empty())
    columns.push_back(converted("WEIGHTS_0", Component::u8, true, 4, p.weights, weight_bytes));
  return columns;
}

std::vector<Column> columns_of(const scene::Primitive& p, bool compress) {
  std::vector<Column> columns;
  columns.push_back(plain("POSITION", p.positions));
  for (Column& column : compress ? small_columns(p) : full_columns(p)) columns.push_back(std::move(column));
  std::size_t set = 0;
  for (const auto& uv : p.uvs)
    if (!uv.empty()) columns.push_back(plain(fmt::format("TEXCOORD_{}", set++), uv));
  if (!p.joints.empty()) columns.push_back(joints_column(p.joints));
  for (const scene::CustomAttribute& custom : p.custom)
    columns.push_back(plain("_" + custom.name, custom.values));
  return columns;
}

Bytes interleaved(const std::vector<Column>& columns, std::size_t count, std::size_t stride) {
  Bytes rows(count * stride);
  std::size_t offset = 0;
  for (const Column& column : columns) {
    const std::byte* from = column.source.data();
    std::byte* to = rows.data() + offset;
    for (std::size_t i = 0; i < count; ++i, from += column.element, to += stride)
      std::memcpy(to, from, column.element);
    offset += column.element;
  }
  return rows;
}

void add_bounds(Accessor& accessor, std::span<const float> values) {
  const std::size_t width = accessor.width;
  accessor.min.assign(values.begin(), values.begin() + std::ptrdiff_t(width));
  accessor.max = accessor.min;
  for (std::size_t i = width; i < values.size(); ++i) {
    accessor.min[i % width] = std::min(accessor.min[i % width], values[i]);
    accessor.max[i % width] = std::max(accessor.max[i % width], values[i]);
  }
}

Bytes encoded(const BufferView& view, const Bytes& rows) {
  std::vector<unsigned char> out;
  if (view.mode == MeshoptMode::attributes) {
    meshopt_encodeVertexVersion(0);
    out.resize(meshopt_encodeVertexBufferBound(view.count, view.stride));
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), rows.data(), view.count, view.stride));
  } else {
    // The codec takes 32-bit indices whatever the stride.
    std::vector<unsigned int> indices(view.count);
    for (std::size_t i = 0; i < indices.size(); ++i)
      std::memcpy(&indices[i], rows.data() + i * view.stride, view.stride);
    meshopt_encodeIndexVersion(1);  // what EXT_meshopt_compression asks for
    out.resize(meshopt_encodeIndexBufferBound(indices.size(), indices.size()));
    out.resize(meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), indices.size()));
  }
  const ByteSpan bytes = std::as_bytes(std::span(out));
  return {bytes.begin(), bytes.end()};
}

void append_padded(Bytes& bytes, ByteSpan more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  bytes.resize((bytes.size() + 3) / 4 * 4);
}

}  // namespace

std::uint32_t BufferWriter::add_view(const Bytes& rows, std::uint32_t stride, std::uint64_t count,
                                     ViewTarget target, MeshoptMode mode) {
  BufferView view{
      .offset = plain_length_, .length = rows.size(), .stride = stride, .target = target, .count = count};
  view.mode = compress_ ? mode : MeshoptMode::none;
  plain_length_ += (rows.size() + 3) / 4 * 4;
  if (view.mode == MeshoptMode::none) {
    view.encoded_offset = bytes_.size();
    view.encoded_length = rows.size();
    append_padded(bytes_, rows);
  } else {
    const Bytes small = encoded(view, rows);
    view.encoded_offset = bytes_.size();
    view.encoded_length = small.size();
    append_padded(bytes_, small);
  }
  views_.push_back(view);
  return std::uint32_t(views_.size() - 1);
}

std::uint32_t BufferWriter::add_indices(std::span<const scene::Index> indices, std::size_t vertices,
                                        bool triangles) {
  // 65535 is the index that restarts a primitive, so it may not be a vertex of a 16-bit list.
  const bool wide = vertices > 65535;
  const std::uint32_t size = wide ? 4 : 2;
  Bytes rows(indices.size() * size);
  for (std::size_t i = 0; i < indices.size(); ++i) std::memcpy(rows.data() + i * size, &indices[i], size);
  // Lines stay as they are: their codec is another one and they are few.
  const MeshoptMode mode = triangles ? MeshoptMode::triangles : MeshoptMode::none;
  const std::uint32_t view = add_view(rows, size, indices.size(), ViewTarget::indices, mode);
  accessors_.push_back(
      {.view = view, .component = wide ? Component::u32 : Component::u16, .count = indices.size()});
  return std::uint32_t(accessors_.size() - 1);
}

WrittenPrimitive BufferWriter::add_primitive(const scene::Primitive& primitive) {
  const std::vector<Column> columns = columns_of(primitive, compress_);
  const std::size_t count = primitive.positions.size();
  std::uint32_t stride = 0;
  for (const Column& column : columns) stride += column.element;
  const std::uint32_t view = add_view(interleaved(columns, count, stride), stride, count,
                                      ViewTarget::vertices, MeshoptMode::attributes);
  WrittenPrimitive written;
  std::uint64_t offset = 0;
  for (const Column& column : columns) {
    Accessor accessor{.view = view,
                      .offset = offset,
                      .component = column.component,
                      .normalised = column.normalised,
                      .count = count,
                      .width = column.width};
    if (column.semantic == "POSITION") add_bounds(accessor, {&primitive.positions[0].x, count * 3});
    written.attributes.push_back({column.semantic, std::uint32_t(accessors_.size())});
    accessors_.push_back(std::move(accessor));
    offset += column.element;
  }
  if (!primitive.indices.empty())
    written.indices = add_indices(primitive.indices, count, primitive.topology == scene::Topology::triangles);
  return written;
}

std::uint32_t BufferWriter::add_floats(std::span<const float> values, std::uint32_t width, bool with_bounds) {
  const ByteSpan bytes = std::as_bytes(values);
  const std::uint32_t view =
      add_view({bytes.begin(), bytes.end()}, 0, 0, ViewTarget::none, MeshoptMode::none);
  Accessor accessor{.view = view, .count = values.size() / width, .width = width};
  if (with_bounds) add_bounds(accessor, values);
  accessors_.push_back(std::move(accessor));
  return std::uint32_t(accessors_.size() - 1);
}

std::uint32_t BufferWriter::add_image(ByteSpan bytes) {
  return add_view({bytes.begin(), bytes.end()}, 0, 0, ViewTarget::none, MeshoptMode::none);
}

}  // namespace mw::exchange
