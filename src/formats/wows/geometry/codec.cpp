#include <fmt/format.h>
#include <meshwright/codec/detail/mesh_codec.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <cstring>
#include <utility>

namespace mw::wows::geometry {
namespace {

Error refused(std::string message, std::string field = "data") {
  return {.field = std::move(field), .message = std::move(message)};
}

/// `least` is the least number of bytes a stream of so many items can have, `size` what they take decoded.
std::optional<Error> check_claim(const Buffer& buffer, std::uint64_t most, std::uint64_t least,
                                 std::uint64_t size) {
  if (buffer.element_count > most)
    return refused(
        fmt::format("{} encoded elements, but the mappings use only {}", buffer.element_count, most));
  if (buffer.bytes.size() < least)
    return refused(
        fmt::format("{} elements cannot be encoded in {} bytes", buffer.element_count, buffer.bytes.size()));
  if (!std::in_range<std::size_t>(size))  // possible where a size has 32 bits
    return refused(
        fmt::format("{} elements take {} bytes, more than can be addressed", buffer.element_count, size));
  return std::nullopt;
}

/// The count before a stream has 32 bits.
std::optional<Error> check_count(std::uint64_t items) {
  if (std::in_range<std::uint32_t>(items)) return std::nullopt;
  return refused(fmt::format("{} items are more than a buffer can count", items));
}

ByteSpan whole_items(ByteSpan bytes, std::size_t size) {
  return bytes.first(bytes.size() / size * size);
}

std::vector<std::uint64_t> mapped_items_of_all(std::span<const Mapping> mappings, std::size_t buffers) {
  std::vector<std::uint64_t> ends(buffers);
  for (const Mapping& mapping : mappings)
    if (mapping.buffer < buffers)
      ends[mapping.buffer] = std::max(ends[mapping.buffer], std::uint64_t(mapping.offset) + mapping.count);
  return ends;
}

Bytes narrowed(std::span<const std::uint32_t> indices, std::size_t index_size) {
  Bytes bytes(indices.size() * index_size);
  for (std::size_t i = 0; i < indices.size(); ++i)
    std::memcpy(bytes.data() + i * index_size, &indices[i], index_size);
  return bytes;
}

}  // namespace

ByteSpan Vertices::slice(const Mapping& mapping) const {
  if (mapping.offset > count || mapping.count > count - mapping.offset) return {};
  return bytes.subspan(mapping.offset * stride, mapping.count * stride);
}

std::uint32_t Indices::operator[](std::size_t row) const {
  std::uint32_t index = 0;
  std::memcpy(&index, bytes.data() + row * index_size, index_size);
  return index;
}

std::vector<std::uint32_t> Indices::slice(const Mapping& mapping) const {
  std::vector<std::uint32_t> indices;
  if (mapping.offset > count || mapping.count > count - mapping.offset) return indices;
  indices.resize(mapping.count);
  const std::byte* from = bytes.data() + std::size_t(mapping.offset) * index_size;
  if (index_size == sizeof(std::uint32_t) && !indices.empty()) {
    std::memcpy(indices.data(), from, indices.size() * sizeof(std::uint32_t));
    return indices;
  }
  for (std::uint32_t& index : indices) {
    std::uint16_t narrow = 0;
    std::memcpy(&narrow, from, sizeof narrow);
    from += sizeof narrow;
    index = narrow;
  }
  return indices;
}

std::uint64_t mapped_items(std::span<const Mapping> mappings, std::size_t buffer) {
  std::uint64_t end = 0;
  for (const Mapping& mapping : mappings)
    if (mapping.buffer == buffer) end = std::max(end, std::uint64_t(mapping.offset) + mapping.count);
  return end;
}

Result<Vertices> decode(const VertexBuffer& buffer, std::uint64_t most) {
  Vertices vertices;
  vertices.stride = buffer.prototype.stride;
  if (vertices.stride == 0) return fail(refused("a stride of 0 bytes", "stride"));
  if (!buffer.data.encoded) {
    vertices.bytes = whole_items(buffer.data.bytes, vertices.stride);
    vertices.count = vertices.bytes.size() / vertices.stride;
    return vertices;
  }
  if (!codec::takes_vertices_of(vertices.stride))
    return fail(refused(fmt::format("the codec has no vertices of {} bytes", vertices.stride), "stride"));
  vertices.count = buffer.data.element_count;
  const std::uint64_t size = std::uint64_t(vertices.count) * vertices.stride;
  // Sixteen equal bytes of successive vertices take two bits: nothing is smaller.
  if (auto error = check_claim(buffer.data, most, size / 64, size)) return fail(*std::move(error));
  vertices.decoded = Block(std::size_t(size));
  auto done = codec::decode_vertices(buffer.data.bytes, vertices.stride, vertices.decoded.span());
  if (!done) return fail(refused(done.error().message));
  vertices.bytes = vertices.decoded.bytes();
  return vertices;
}

Result<Indices> decode(const IndexBuffer& buffer, std::uint64_t most) {
  Indices indices;
  indices.index_size = buffer.prototype.index_size;
  if (indices.index_size != 2 && indices.index_size != 4)
    return fail(
        refused(fmt::format("indices of {} bytes, expected 2 or 4", indices.index_size), "index_size"));
  if (!buffer.data.encoded) {
    indices.bytes = whole_items(buffer.data.bytes, indices.index_size);
    indices.count = indices.bytes.size() / indices.index_size;
    return indices;
  }
  indices.count = buffer.data.element_count;
  if (indices.count % 3 != 0)
    return fail(refused(fmt::format("{} encoded indices are no triangles", indices.count)));
  // A triangle takes a byte at least.
  const std::uint64_t size = std::uint64_t(indices.count) * indices.index_size;
  if (auto error = check_claim(buffer.data, most, indices.count / 3, size)) return fail(*std::move(error));
  indices.decoded = Block(std::size_t(size));
  auto done = codec::decode_triangles(buffer.data.bytes, indices.index_size, indices.decoded.span());
  if (!done) return fail(refused(done.error().message));
  indices.bytes = indices.decoded.bytes();
  return indices;
}

Result<VertexLayout> layout_of(const VertexBuffer& buffer) {
  auto layout = parse_vertex_format(text_before_nul(buffer.format));
  if (layout && layout->stride != buffer.prototype.stride)
    return fail(
        {.field = "stride",
         .message = fmt::format("{} bytes, but the format has {}", buffer.prototype.stride, layout->stride)});
  return layout;
}

bool Decoded::readable(std::size_t vertex_buffer) const {
  return vertex_buffer < vertices.size() && vertices[vertex_buffer] && layouts[vertex_buffer];
}

Decoded decode(const File& file) {
  Decoded decoded;
  const std::vector<std::uint64_t> vertices =
      mapped_items_of_all(file.vertex_mappings, file.vertex_buffers.size());
  const std::vector<std::uint64_t> indices =
      mapped_items_of_all(file.index_mappings, file.index_buffers.size());
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row) {
    decoded.vertices.push_back(decode(file.vertex_buffers[row], vertices[row]));
    decoded.layouts.push_back(layout_of(file.vertex_buffers[row]));
  }
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row)
    decoded.indices.push_back(decode(file.index_buffers[row], indices[row]));
  return decoded;
}

Result<Buffer> make_vertex_data(ByteSpan vertices, std::size_t stride, bool encoded) {
  Buffer buffer;
  if (!encoded) {
    buffer.bytes.assign(vertices.begin(), vertices.end());
    return buffer;
  }
  if (!codec::takes_vertices_of(stride))
    return fail(refused(fmt::format("the codec has no vertices of {} bytes", stride)));
  if (auto error = check_count(vertices.size() / stride)) return fail(*std::move(error));
  auto stream = codec::encode_vertices(whole_items(vertices, stride), stride, codec::VertexVersion::v0);
  if (!stream) return fail(refused(stream.error().message));
  buffer.encoded = true;
  buffer.element_count = std::uint32_t(vertices.size() / stride);
  buffer.bytes = *std::move(stream);
  return buffer;
}

Result<Buffer> make_index_data(std::span<const std::uint32_t> indices, std::size_t index_size, bool encoded) {
  if (index_size != 2 && index_size != 4)
    return fail(refused(fmt::format("indices of {} bytes, expected 2 or 4", index_size)));
  const std::uint32_t highest = indices.empty() ? 0 : *std::ranges::max_element(indices);
  if (index_size == 2 && highest > 0xFFFF)
    return fail(refused(fmt::format("index {} does not fit 2 bytes", highest)));
  Buffer buffer;
  if (!encoded) {
    buffer.bytes = narrowed(indices, index_size);
    return buffer;
  }
  if (auto error = check_count(indices.size())) return fail(*std::move(error));
  auto stream = codec::encode_triangles(indices, codec::IndexVersion::v0);
  if (!stream) return fail(refused(stream.error().message));
  buffer.encoded = true;
  buffer.element_count = std::uint32_t(indices.size());
  buffer.bytes = *std::move(stream);
  return buffer;
}

}  // namespace mw::wows::geometry
