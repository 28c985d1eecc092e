#include <fmt/format.h>
#include <meshoptimizer.h>
#include <meshwright/codec/detail/mesh_codec.h>

#include <algorithm>
#include <limits>
#include <string>

#if defined(__wasm__) && !defined(_REENTRANT)
#define MW_SINGLE_THREADED
#else
#include <mutex>
#endif

namespace mw::codec {
namespace {

constexpr std::size_t kMaxStride = 256;

// The codec's encoders take their version from a global variable, so a lock covers setting it and encoding.
#ifdef MW_SINGLE_THREADED
struct EncoderLock {};
#else
std::mutex encoder_mutex;
struct EncoderLock {
  std::lock_guard<std::mutex> held{encoder_mutex};
};
#endif

unsigned char* octets(Bytes& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}
const unsigned char* octets(ByteSpan bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Result<void> check_stride(std::size_t stride, std::size_t size) {
  if (!takes_vertices_of(stride))
    return fail({.message = fmt::format("the codec has no vertices of {} bytes", stride)});
  if (size % stride != 0)
    return fail({.message = fmt::format("{} bytes are not whole vertices of {}", size, stride)});
  return {};
}

Result<void> check_indices(std::size_t index_size, std::size_t size) {
  if (index_size != 2 && index_size != 4)
    return fail({.message = fmt::format("indices of {} bytes, expected 2 or 4", index_size)});
  if (size % index_size != 0)
    return fail({.message = fmt::format("{} bytes are not whole indices of {}", size, index_size)});
  return {};
}

Result<void> check_triangles(std::size_t indices) {
  if (indices % 3 != 0) return fail({.message = fmt::format("{} indices are no triangles", indices)});
  return {};
}

/// `made` is the return value of an encoder: 0 if its output did not fit. Without its library the output has
/// no bound either.
Result<Bytes> finished(Bytes stream, std::size_t made) {
  if (stream.empty()) return fail({.message = "the codec's library is missing"});
  if (made == 0) return fail({.message = "the encoder ran out of space"});
  stream.resize(made);
  return stream;
}

/// The decoder's own reasons.
Result<void> outcome(int result) {
  if (result == 0) return {};
  if (result == -1) return fail({.message = "not a stream of this codec, or of an unknown version"});
  if (result == -2) return fail({.message = "the stream ends too early"});
  if (result == -3) return fail({.message = "the stream does not end where it should"});
  return fail({.message = "the codec's library is missing"});
}

}  // namespace

bool takes_vertices_of(std::uint64_t stride) {
  return stride > 0 && stride <= kMaxStride && stride % 4 == 0;
}

std::optional<std::size_t> memory_for(std::uint64_t count, std::uint64_t size) {
  // No object is larger than this: pointers into it must be subtractable.
  constexpr std::uint64_t kMost = std::numeric_limits<std::ptrdiff_t>::max();
  if (size != 0 && count > kMost / size) return std::nullopt;
  return std::size_t(count * size);
}

Result<Bytes> encode_vertices(ByteSpan vertices, std::size_t stride, VertexVersion version) {
  if (auto good = check_stride(stride, vertices.size()); !good) return fail(good.error());
  const std::size_t count = vertices.size() / stride;
  Bytes stream(meshopt_encodeVertexBufferBound(count, stride));
  [[maybe_unused]] const EncoderLock lock;
  meshopt_encodeVertexVersion(int(version));
  const std::size_t made =
      meshopt_encodeVertexBuffer(octets(stream), stream.size(), vertices.data(), count, stride);
  return finished(std::move(stream), made);
}

Result<Bytes> encode_triangles(std::span<const std::uint32_t> indices, IndexVersion version) {
  if (auto good = check_triangles(indices.size()); !good) return fail(good.error());
  const std::uint32_t highest = indices.empty() ? 0 : *std::ranges::max_element(indices);
  // The bound needs the number of vertices, which 32 bits may not hold; only its bits count.
  const std::uint32_t vertices = highest + (highest == std::numeric_limits<std::uint32_t>::max() ? 0U : 1U);
  Bytes stream(meshopt_encodeIndexBufferBound(indices.size(), vertices));
  [[maybe_unused]] const EncoderLock lock;
  meshopt_encodeIndexVersion(int(version));
  const std::size_t made =
      meshopt_encodeIndexBuffer(octets(stream), stream.size(), indices.data(), indices.size());
  return finished(std::move(stream), made);
}

Result<void> decode_vertices(ByteSpan stream, std::size_t stride, std::span<std::byte> out) {
  if (auto good = check_stride(stride, out.size()); !good) return good;
  return outcome(
      meshopt_decodeVertexBuffer(out.data(), out.size() / stride, stride, octets(stream), stream.size()));
}

Result<void> decode_triangles(ByteSpan stream, std::size_t index_size, std::span<std::byte> out) {
  if (auto good = check_indices(index_size, out.size()); !good) return good;
  const std::size_t count = out.size() / index_size;
  if (auto good = check_triangles(count); !good) return good;
  return outcome(meshopt_decodeIndexBuffer(out.data(), count, index_size, octets(stream), stream.size()));
}

Result<void> decode_index_sequence(ByteSpan stream, std::size_t index_size, std::span<std::byte> out) {
  if (auto good = check_indices(index_size, out.size()); !good) return good;
  return outcome(meshopt_decodeIndexSequence(out.data(), out.size() / index_size, index_size, octets(stream),
                                             stream.size()));
}

Result<void> undo(Filter filter, std::size_t stride, std::span<std::byte> vertices) {
  if (auto good = check_stride(stride, vertices.size()); !good) return good;
  const bool fits = filter == Filter::octahedral   ? stride == 4 || stride == 8
                    : filter == Filter::quaternion ? stride == 8
                                                   : true;
  if (!fits) return fail({.message = fmt::format("the filter has no rows of {} bytes", stride)});
  const std::size_t count = vertices.size() / stride;
  if (filter == Filter::octahedral)
    meshopt_decodeFilterOct(vertices.data(), count, stride);
  else if (filter == Filter::quaternion)
    meshopt_decodeFilterQuat(vertices.data(), count, stride);
  else
    meshopt_decodeFilterExp(vertices.data(), count, stride);
  return {};
}

}  // namespace mw::codec
