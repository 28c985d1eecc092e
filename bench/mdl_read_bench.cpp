#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>

#include <cstring>

#include "bench.h"
#include "peak_memory.h"

namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;

/// The sample's cloth, made large and plain: vertices and faces of a mesh as rooms have them.
mdl::Mesh large_mesh(const mdl::Mesh& small) {
  constexpr std::uint16_t kVertices = 1000;
  constexpr std::size_t kFaces = 1500;
  mdl::Mesh mesh = small;
  mesh.dangly.reset();
  mesh.header.vertex_count = kVertices;
  mesh.vertices.resize(kVertices);
  mesh.faces.resize(kFaces);
  mesh.index_counts = {3 * kFaces};
  mesh.index_lists[0].vertices.resize(3 * kFaces);
  mdl::VertexRows& rows = mesh.mdx->rows;
  rows.positions.resize(kVertices);
  rows.normals.resize(kVertices);
  rows.uvs[0].resize(kVertices);
  rows.tangents[0].resize(kVertices);
  return mesh;
}

/// A room of so many meshes, with the sample's skeleton and animations.
mdl::Pair room(std::uint32_t meshes) {
  constexpr std::size_t kTail = 6;
  mdl::File file = mdl::sample({});
  mdl::Node node = file.nodes[kTail];
  node.header.type = mdl::kNodeHeader | mdl::kNodeMesh;
  node.mesh = large_mesh(*file.nodes[kTail].mesh);
  for (std::uint32_t i = 0; i < meshes; ++i) {
    node.offset = 0x10000000 + i;
    file.nodes[0].children.push_back(std::uint32_t(file.nodes.size()));
    file.nodes.push_back(node);
  }
  mdl::lay_out(file, mdl::Family::a);
  return mdl::write(file).value();
}

}  // namespace

void mdl_read(std::vector<Row>& rows) {
  const mdl::Pair half = room(20);
  const mdl::Pair whole = room(40);
  Bytes mdl_copy = whole.mdl;
  Bytes mdx_copy = *whole.mdx;
  const auto copy = [&] {
    std::memcpy(mdl_copy.data(), whole.mdl.data(), whole.mdl.size());
    std::memcpy(mdx_copy.data(), whole.mdx->data(), whole.mdx->size());
    keep(mdl_copy);
    keep(mdx_copy);
  };
  const auto read = [](const mdl::Pair& pair) { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const double megabytes = double(whole.mdl.size() + whole.mdx->size()) / 1e6;
  const Times copied = measure([&] { read(whole); }, copy);
  rows.push_back({"P2", fmt::format("read an MDL and MDX of {:.1f} MB / warm copy", megabytes),
                  copied.first / copied.second, 12});
  const Times grown = measure([&] { read(whole); }, [&] { read(half); });
  rows.push_back({"time", "read a model of 40 meshes / of 20", grown.first / grown.second, 2.5});
}

void mdl_memory(std::vector<Row>& rows) {
  const mdl::Pair pair = room(100);
  rows.push_back(peak_row("read an MDL and MDX", pair.mdl.size() + pair.mdx->size(),
                          [&] { keep(mdl::read(pair.mdl, *pair.mdx)); }));
}

}  // namespace mw::bench
