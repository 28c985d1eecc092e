#include "models.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;

constexpr std::size_t kTail = 6;  // row of the sample's cloth

/// The sample's cloth with more vertices and faces, in waves.
mdl::Mesh large_mesh(const mdl::Mesh& small, std::uint16_t vertices, std::size_t faces) {
  mdl::Mesh mesh = small;
  mesh.dangly.reset();
  mesh.header.vertex_count = vertices;
  mesh.vertices.resize(vertices);
  for (std::size_t i = 0; i < vertices; ++i)
    mesh.vertices[i] = {float(i % 32), float(i / 32), std::sin(float(i))};  // NOLINT(*-integer-division)
  mesh.faces.resize(faces);
  mesh.index_counts = {std::uint32_t(3 * faces)};
  mesh.index_lists[0].vertices.resize(3 * faces);
  for (std::size_t i = 0; i < 3 * faces; ++i) {
    const auto corner = std::uint16_t((i / 3 + i % 3 * 7) % vertices);
    mesh.faces[i / 3].vertices[i % 3] = mesh.index_lists[0].vertices[i] = corner;
  }
  mdl::VertexRows& rows = mesh.mdx->rows;
  rows.positions = mesh.vertices;
  rows.normals.assign(vertices, {0, 0, 1});
  rows.uvs[0].assign(vertices, {0.25F, 0.75F});
  rows.tangents[0].assign(vertices, rows.tangents[0][0]);
  return mesh;
}

/// Hangs copies of the sample's cloth on the root, each with a name of its own.
mdl::File with_meshes(std::uint32_t meshes, std::uint16_t vertices, std::size_t faces) {
  mdl::File file = mdl::sample({});
  mdl::Node node = file.nodes[kTail];
  node.header.type = mdl::kNodeHeader | mdl::kNodeMesh;
  node.mesh = large_mesh(*file.nodes[kTail].mesh, vertices, faces);
  for (std::uint32_t i = 0; i < meshes; ++i) {
    node.header.number = node.header.name_index = std::uint16_t(file.names.size());
    file.names.push_back({0, fmt::format("part_{}", i)});
    file.nodes[0].children.push_back(std::uint32_t(file.nodes.size()));
    file.nodes.push_back(node);
  }
  file.geometry.node_count = std::uint32_t(file.names.size());
  return file;
}

mdl::Pair written(mdl::File& file) {
  mdl::lay_out(file, mdl::Family::original);
  return mdl::write(file).value();
}

/// Ten keys of a controller, behind what the node has already.
void add_keys(mdl::Node& node, std::uint32_t type, std::uint16_t unknown, std::uint8_t columns, auto value) {
  constexpr std::uint16_t kKeys = 10;
  const auto start = std::uint16_t(node.data.size());
  node.controllers.push_back({.type = type,
                              .unknown_0x04 = unknown,
                              .rows = kKeys,
                              .time_index = start,
                              .data_index = std::uint16_t(start + kKeys),
                              .columns = columns});
  for (int key = 0; key < kKeys; ++key) node.data.push_back(float(key) * 0.1F);
  for (int key = 0; key < kKeys; ++key)
    for (int column = 0; column < columns; ++column) node.data.push_back(value(key, column));
}

mdl::Animation moving_all(const mdl::File& file, std::uint32_t number) {
  mdl::Animation animation = file.animations[0];
  animation.header.geometry.name = FixedText<32>(fmt::format("move_{}", number));
  animation.header.geometry.node_count = file.geometry.node_count;
  animation.nodes.resize(1);
  animation.nodes[0].children.clear();
  for (const mdl::Node& limb : file.nodes) {
    if (limb.header.name_index <= kTail) continue;
    mdl::Node node;
    node.header.number = node.header.name_index = limb.header.name_index;
    const auto turn = [](int key, int column) {
      const float half = float(key) * 0.05F;
      return column == 2 ? std::sin(half) : column == 3 ? std::cos(half) : 0;
    };
    add_keys(node, mdl::kPositionController, 16, 3, [](int key, int) { return float(key) * 0.01F; });
    add_keys(node, mdl::kOrientationController, 28, 4, turn);
    animation.nodes[0].children.push_back(std::uint32_t(animation.nodes.size()));
    animation.nodes.push_back(std::move(node));
  }
  return animation;
}

}  // namespace

mdl::Pair room(std::uint32_t meshes) {
  mdl::File file = with_meshes(meshes, 1000, 1500);
  return written(file);
}

mdl::Pair creature(std::uint32_t animations) {
  mdl::File file = with_meshes(100, 70, 50);
  std::vector<mdl::Animation> all;
  for (std::uint32_t i = 0; i < animations; ++i) all.push_back(moving_all(file, i));
  file.animations = std::move(all);
  return written(file);
}

}  // namespace mw::bench
