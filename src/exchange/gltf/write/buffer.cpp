#include "buffer.h"

#include <fmt/format.h>
#include <meshwright/codec/detail/mesh_codec.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace mw::exchange {
namespace {

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

/// The largest difference between a number and its byte's value.
template <int N>
void note_moves(const std::vector<glm::vec<N, float>>& rows, float steps, auto to_bytes, float& most) {
  for (const auto& row : rows) {
    const Bytes4 bytes = to_bytes(row);
    for (int k = 0; k < N; ++k) {
      const std::uint8_t byte = bytes[std::size_t(k)];
      const float meant = steps == 127 ? float(std::int8_t(byte)) / steps : float(byte) / steps;
      most = std::max(most, std::abs(row[k] - meant));
    }
  }
}

/// Four weights as bytes that add up to 255.
Bytes4 weight_bytes(const Vec4& weights) {
  Bytes4 bytes = unsigned_bytes(weights);
  const int sum = bytes[0] + bytes[1] + bytes[2] + bytes[3];
  std::uint8_t& largest = *std::ranges::max_element(bytes);
  largest = std::uint8_t(largest + 255 - sum);
  return bytes;
}

/// A size known to the compiler makes the copy of an element one or two instructions.
template <std::size_t Size>
void spread(const std::byte* from, std::byte* to, std::size_t count, std::size_t stride) {
  for (std::size_t i = 0; i < count; ++i, from += Size, to += stride) std::memcpy(to, from, Size);
}

void spread(const std::byte* from, std::byte* to, std::size_t count, std::size_t stride, std::size_t size) {
  if (size == stride) {
    std::memcpy(to, from, count * size);
    return;
  }
  switch (size) {
    case 4:
      return spread<4>(from, to, count, stride);
    case 8:
      return spread<8>(from, to, count, stride);
    case 12:
      return spread<12>(from, to, count, stride);
    default:
      return spread<16>(from, to, count, stride);
  }
}

/// Of finite points. Plain comparisons, unlike those of glm, let the compiler keep both in registers.
std::array<Vec3, 2> bounds_of(std::span<const Vec3> points) {
  Vec3 low = points[0];
  Vec3 high = points[0];
  for (const Vec3& p : points) {
    for (int k = 0; k < 3; ++k) {
      low[k] = p[k] < low[k] ? p[k] : low[k];
      high[k] = p[k] > high[k] ? p[k] : high[k];
    }
  }
  return {low, high};
}

/// In the versions that EXT_meshopt_compression requires.
Result<Bytes> encoded(const BufferView& view, const Bytes& rows) {
  if (view.mode == MeshoptMode::attributes)
    return codec::encode_vertices(rows, view.stride, codec::VertexVersion::v0);
  // The codec accepts 32-bit indices whatever the stride.
  std::vector<std::uint32_t> indices(view.count);
  for (std::size_t i = 0; i < indices.size(); ++i)
    std::memcpy(&indices[i], rows.data() + i * view.stride, view.stride);
  return codec::encode_triangles(indices, codec::IndexVersion::v1);
}

constexpr std::uint64_t padded(std::uint64_t length) {
  return (length + 3) / 4 * 4;
}

}  // namespace

template <class T>
BufferWriter::Column BufferWriter::plain(std::string semantic, const std::vector<T>& values) {
  constexpr std::uint32_t kSize = sizeof(T);
  return {std::move(semantic),   Component::f32, false,
          kSize / sizeof(float), kSize,          std::as_bytes(std::span(values))};
}

/// Elements that `convert` makes from others.
template <class T, class Convert>
BufferWriter::Column BufferWriter::converted(std::string semantic, Component component, bool normalised,
                                             std::uint32_t width, const std::vector<T>& values,
                                             Convert convert) {
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

BufferWriter::Column BufferWriter::joints_column(const std::vector<scene::U16Vec4>& joints) {
  const bool wide =
      std::ranges::any_of(joints, [](const auto& j) { return std::max({j.x, j.y, j.z, j.w}) > 255; });
  if (wide) return {"JOINTS_0", Component::u16, false, 4, 8, std::as_bytes(std::span(joints))};
  return converted("JOINTS_0", Component::u8, false, 4, joints,
                   [](const scene::U16Vec4& j) { return glm::vec<4, std::uint8_t>(j); });
}

/// The attributes of a primitive, in floats.
void BufferWriter::add_full_columns(std::vector<Column>& columns, const scene::Primitive& p) {
  if (!p.normals.empty()) columns.push_back(plain("NORMAL", p.normals));
  if (!p.tangents.empty()) columns.push_back(plain("TANGENT", p.tangents));
  if (!p.colours.empty()) columns.push_back(plain("COLOR_0", p.colours));
  if (!p.weights.empty()) columns.push_back(plain("WEIGHTS_0", p.weights));
}

/// The same in bytes (KHR_mesh_quantization). Positions and UVs stay floats: their range is not known.
void BufferWriter::add_small_columns(std::vector<Column>& columns, const scene::Primitive& p) {
  constexpr float kSignedSteps = 127;
  constexpr float kUnsignedSteps = 255;
  const auto normal_bytes = [](const Vec3& n) { return signed_bytes(Vec4(n, 0)); };
  note_moves(p.normals, kSignedSteps, normal_bytes, moved_directions_);
  note_moves(p.tangents, kSignedSteps, signed_bytes, moved_directions_);
  note_moves(p.colours, kUnsignedSteps, unsigned_bytes, moved_shares_);
  note_moves(p.weights, kUnsignedSteps, weight_bytes, moved_shares_);
  if (!p.normals.empty())
    columns.push_back(converted("NORMAL", Component::i8, true, 3, p.normals, normal_bytes));
  if (!p.tangents.empty())
    columns.push_back(converted("TANGENT", Component::i8, true, 4, p.tangents, signed_bytes));
  if (!p.colours.empty())
    columns.push_back(converted("COLOR_0", Component::u8, true, 4, p.colours, unsigned_bytes));
  if (!p.weights.empty())
    columns.push_back(converted("WEIGHTS_0", Component::u8, true, 4, p.weights, weight_bytes));
}

std::vector<BufferWriter::Column> BufferWriter::columns_of(const scene::Primitive& p) {
  std::vector<Column> columns;
  columns.reserve(8);
  columns.push_back(plain("POSITION", p.positions));
  if (compress_)
    add_small_columns(columns, p);
  else
    add_full_columns(columns, p);
  std::size_t set = 0;
  for (const auto& uv : p.uvs)
    if (!uv.empty()) columns.push_back(plain(fmt::format("TEXCOORD_{}", set++), uv));
  if (!p.joints.empty()) columns.push_back(joints_column(p.joints));
  for (const scene::CustomAttribute& custom : p.custom)
    columns.push_back(plain("_" + custom.name, custom.values));
  return columns;
}

void BufferWriter::write_part(const Part& part, std::byte* to) {
  std::size_t stride = 0;
  for (const Column& column : part.columns) stride += column.element;
  for (const Column& column : part.columns) {
    spread(column.source.data(), to, part.rows, stride, column.element);
    to += column.element;
  }
  if (!part.bytes.empty()) std::memcpy(to, part.bytes.data(), part.bytes.size());
  for (const scene::Index index : part.narrow) {
    const auto small = std::uint16_t(index);
    std::memcpy(to, &small, sizeof small);
    to += sizeof small;
  }
}

void BufferWriter::write(std::span<std::byte> to) const {
  for (const Part& part : parts_) write_part(part, to.data() + part.offset);
  for (const auto& [offset, values] : floats_)
    std::memcpy(to.data() + offset, values.data(), values.size_bytes());
}

std::uint32_t BufferWriter::add_view(BufferView view, Part part) {
  view.offset = plain_length_;
  plain_length_ += padded(view.length);
  if (!compress_) view.mode = MeshoptMode::none;
  view.encoded_length = view.length;
  if (view.mode != MeshoptMode::none) {
    Bytes rows(view.length);
    write_part(part, rows.data());
    if (auto stream = encoded(view, rows)) {
      part = {.owned = *std::move(stream)};
      part.bytes = part.owned;
      view.encoded_length = part.owned.size();
    } else {
      view.mode = MeshoptMode::none;  // rows too wide for the codec stay as they are
    }
  }
  view.encoded_offset = part.offset = length_;
  length_ += padded(view.encoded_length);
  views_.push_back(view);
  parts_.push_back(std::move(part));
  return std::uint32_t(views_.size() - 1);
}

std::uint32_t BufferWriter::add_accessor(Accessor accessor) {
  accessors_.push_back(accessor);
  return std::uint32_t(accessors_.size() - 1);
}

std::uint32_t BufferWriter::add_indices(std::span<const scene::Index> indices, std::size_t vertices,
                                        bool triangles) {
  // 65535 is the index that restarts a primitive, so it may not be a vertex of a 16-bit list.
  const bool wide = vertices > 65535;
  const std::uint32_t size = wide ? 4 : 2;
  Part part;
  if (wide)
    part.bytes = std::as_bytes(indices);
  else
    part.narrow = indices;
  // Lines stay as they are: their codec is another one and they are few.
  const std::uint32_t view = add_view({.length = indices.size() * size,
                                       .stride = size,
                                       .target = ViewTarget::indices,
                                       .mode = triangles ? MeshoptMode::triangles : MeshoptMode::none,
                                       .count = indices.size()},
                                      std::move(part));
  return add_accessor(
      {.view = view, .component = wide ? Component::u32 : Component::u16, .count = indices.size()});
}

WrittenPrimitive BufferWriter::add_primitive(const scene::Primitive& primitive) {
  Part part{.columns = columns_of(primitive), .rows = primitive.positions.size()};
  const auto view = std::uint32_t(views_.size());
  WrittenPrimitive written;
  written.attributes.reserve(part.columns.size());
  std::uint32_t stride = 0;
  for (const Column& column : part.columns) {
    Accessor accessor{.view = view,
                      .offset = stride,
                      .component = column.component,
                      .normalised = column.normalised,
                      .count = part.rows,
                      .width = column.width};
    if (stride == 0) accessor.bounds = bounds_of(primitive.positions);
    written.attributes.push_back({column.semantic, add_accessor(accessor)});
    stride += column.element;
  }
  const std::uint64_t count = part.rows;
  add_view({.length = count * stride,
            .stride = stride,
            .target = ViewTarget::vertices,
            .mode = MeshoptMode::attributes,
            .count = count},
           std::move(part));
  if (!primitive.indices.empty())
    written.indices = add_indices(primitive.indices, count, primitive.topology == scene::Topology::triangles);
  return written;
}

void BufferWriter::begin_floats() {
  floats_view_ = add_view({}, {});
}

std::uint32_t BufferWriter::add_floats(std::span<const float> values, std::uint32_t width, bool with_bounds) {
  BufferView& view = views_[floats_view_];
  Accessor accessor{
      .view = floats_view_, .offset = view.length, .count = values.size() / width, .width = width};
  if (with_bounds) {
    const auto [low, high] = std::ranges::minmax(values);
    accessor.bounds = {Vec3(low), Vec3(high)};
  }
  floats_.push_back({length_, values});
  view.length += values.size_bytes();
  view.encoded_length = view.length;
  length_ += values.size_bytes();
  plain_length_ += values.size_bytes();
  return add_accessor(accessor);
}

std::uint32_t BufferWriter::add_image(Bytes bytes) {
  Part part{.owned = std::move(bytes)};
  part.bytes = part.owned;
  const BufferView view{.length = part.bytes.size()};
  return add_view(view, std::move(part));
}

}  // namespace mw::exchange
