// What differs where a size has 32 bits. Each function gives the number of the first check that fails, 0 for
// none.
#include <meshwright/codec/detail/mesh_codec.h>
#include <meshwright/wows/geometry.h>

namespace geometry = mw::wows::geometry;

static_assert(sizeof(std::size_t) == 4);

extern "C" __attribute__((export_name("memory_is_limited"))) int memory_is_limited() {
  if (mw::codec::memory_for(1 << 20, 1 << 10) != std::size_t(1 << 30)) return 1;
  if (mw::codec::memory_for(1 << 20, 1 << 12)) return 2;           // 4 GiB: 0 in 32 bits
  if (mw::codec::memory_for(0x10000001, 16)) return 3;             // 16 in 32 bits
  if (mw::codec::memory_for(std::uint64_t(1) << 32, 1)) return 4;  // 0 in 32 bits
  return 0;
}

/// A stream that claims so many vertices that their bytes are few again when counted in 32 bits.
extern "C" __attribute__((export_name("claims_are_refused"))) int claims_are_refused() {
  geometry::File file = geometry::sample(geometry::SampleData::encoded);
  geometry::VertexBuffer& buffer = file.vertex_buffers.front();
  const std::uint64_t times = (std::uint64_t(1) << 32) / buffer.prototype.stride + 1;
  buffer.data.element_count = std::uint32_t(times);
  const auto decoded = geometry::decode(buffer, times);
  if (decoded) return 1;
  return decoded.error().message.find("cannot be encoded in") == std::string::npos ? 2 : 0;
}
