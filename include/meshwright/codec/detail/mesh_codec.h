#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// The compressed streams of vertices and indices that World of Warships and EXT_meshopt_compression share.
///
/// All functions may be called on several threads at once, with different versions: the codec keeps its
/// version in a global variable; a lock here protects it.
namespace mw::codec {

/// Which stream an encoder writes; decoders know all of them.
enum class VertexVersion : std::uint8_t { v0 };
enum class IndexVersion : std::uint8_t { v0, v1 };

/// Whether there are streams of vertices of so many bytes: a multiple of 4, at most 256.
bool takes_vertices_of(std::uint64_t stride);

/// The bytes of `count` items of `size` bytes; nothing if memory cannot hold them, such as 4 GiB on a 32-bit
/// machine.
std::optional<std::size_t> memory_for(std::uint64_t count, std::uint64_t size);

/// Whole vertices of `stride` bytes each.
Result<Bytes> encode_vertices(ByteSpan vertices, std::size_t stride, VertexVersion version);
/// Three indices per triangle.
Result<Bytes> encode_triangles(std::span<const std::uint32_t> indices, IndexVersion version);

/// Decoders fill `out`, whose size gives the number of items; the stream must hold exactly those. Indices
/// have 2 or 4 bytes.
Result<void> decode_vertices(ByteSpan stream, std::size_t stride, std::span<std::byte> out);
Result<void> decode_triangles(ByteSpan stream, std::size_t index_size, std::span<std::byte> out);
/// Indices in any order, not three per triangle.
Result<void> decode_index_sequence(ByteSpan stream, std::size_t index_size, std::span<std::byte> out);

/// What vertices were made easier to compress by.
enum class Filter : std::uint8_t {
  octahedral,   // unit vectors as two numbers: rows of 4 bytes, or of 8
  quaternion,   // as its three smallest numbers: rows of 8 bytes
  exponential,  // floats as a whole number and an exponent: rows of whole words
};

/// Reverses the filter on decoded vertices. Fails on a stride that the filter does not support.
Result<void> undo(Filter filter, std::size_t stride, std::span<std::byte> vertices);

}  // namespace mw::codec
