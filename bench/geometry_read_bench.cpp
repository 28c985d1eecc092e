#include <fmt/format.h>
#include <meshoptimizer.h>
#include <meshwright/wows/geometry.h>

#include <cmath>
#include <memory>

#include "support/bench.h"
#include "support/peak_memory.h"

namespace mw::bench {
namespace {

namespace geometry = wows::geometry;

/// A rolling landscape of that many vertices a side.
geometry::Mesh landscape(int side) {
  geometry::Mesh mesh;
  for (int z = 0; z < side; ++z) {
    for (int x = 0; x < side; ++x) {
      geometry::Vertex vertex;
      vertex.position = {float(x), std::sin(float(x) * 0.1F) + std::cos(float(z) * 0.07F), float(z)};
      vertex.normal = {std::sin(float(x)), std::cos(float(x)), 0};
      vertex.uv[0] = {float(x) / float(side), float(z) / float(side)};
      vertex.tangent = {1, 0, 0};
      vertex.binormal = {0, 0, 1};
      mesh.vertices.push_back(vertex);
    }
  }
  const auto at = [&](int x, int z) { return std::uint32_t(z * side + x); };
  for (int z = 0; z + 1 < side; ++z)
    for (int x = 0; x + 1 < side; ++x)
      for (const std::uint32_t corner :
           {at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)})
        mesh.indices.push_back(corner);
  return mesh;
}

const unsigned char* stream(const geometry::Buffer& buffer) {
  return reinterpret_cast<const unsigned char*>(buffer.bytes.data());
}

/// The two calls that decode a file's buffers, into memory of the same size taken the same way.
void bare_decode(const geometry::File& file) {
  const geometry::VertexBuffer& vertices = file.vertex_buffers[0];
  const std::size_t stride = vertices.prototype.stride;
  const auto vertex_memory =
      std::make_unique_for_overwrite<std::byte[]>(vertices.data.element_count * stride);
  keep(meshopt_decodeVertexBuffer(vertex_memory.get(), vertices.data.element_count, stride,
                                  stream(vertices.data), vertices.data.bytes.size()));
  const geometry::IndexBuffer& indices = file.index_buffers[0];
  const std::size_t size = indices.prototype.index_size;
  const auto index_memory = std::make_unique_for_overwrite<std::byte[]>(indices.data.element_count * size);
  keep(meshopt_decodeIndexBuffer(index_memory.get(), indices.data.element_count, size, stream(indices.data),
                                 indices.data.bytes.size()));
}

std::size_t decoded_size(const geometry::Decoded& decoded) {
  std::size_t size = 0;
  for (const auto& vertices : decoded.vertices) size += vertices->bytes.size();
  for (const auto& indices : decoded.indices) size += indices->bytes.size();
  return size;
}

Bytes encoded_file(int side) {
  geometry::File file;
  (void)geometry::add_mesh(file, "hullShape", "set3/xyznuvtbpc", landscape(side), true);
  return geometry::write(file).value();
}

void read_and_decode(const Bytes& bytes) {
  const auto file = geometry::read(bytes).value();
  keep(geometry::decode(file));
}

}  // namespace

void geometry_read(std::vector<Row>& rows) {
  constexpr std::string_view kWhy =
      "Reading keeps the encoded bytes beside the decoded ones: a copy into new memory, whose first touch "
      "costs "
      "a tenth of decoding a large file, unless what ran before left memory to be used again.";
  for (const int side : {100, 250, 700}) {
    const Bytes bytes = encoded_file(side);
    const geometry::File file = geometry::read(bytes).value();
    const Times times = measure([&] { read_and_decode(bytes); }, [&] { bare_decode(file); }, 100);
    const std::string size = fmt::format("{:.2f} MB", double(bytes.size()) / 1e6);
    rows.push_back({"P3", "read and decode a .geometry of " + size + " / the bare decode calls",
                    times.first / times.second, 1.10, kWhy});
  }
  const Bytes half = encoded_file(500);
  const Bytes whole = encoded_file(707);
  const Times read = measure([&] { keep(geometry::read(whole)); }, [&] { keep(geometry::read(half)); }, 50);
  const double growth = double(whole.size()) / double(half.size());
  rows.push_back(
      {"time", "read a .geometry of twice the size / of once", read.first / read.second * 2 / growth, 2.5});
}

void geometry_memory(std::vector<Row>& rows) {
  const Bytes bytes = encoded_file(700);
  const geometry::File file = geometry::read(bytes).value();
  rows.push_back(peak_row("read and decode a .geometry", decoded_size(geometry::decode(file)),
                          [&] { read_and_decode(bytes); }));
}

}  // namespace mw::bench
