#include <gtest/gtest.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/plan.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <string>

#include "model_documents.h"
#include "support/losses.h"
#include "verb_growth.h"

/// Every verb over files that are made to be slow: what they share or repeat is as much as they have.
namespace mw {
namespace {

namespace mdl = kotor::mdl;
namespace walkmesh = kotor::walkmesh;

using test::expect_all_verbs;
using test::expect_verb;
using test::laid_out;
using enum test::SampleRow;

/// Hangs copies of a node of the sample on the root, each with a name and a number of its own.
void add_copies(mdl::File& file, const mdl::Node& node, std::size_t count, const auto& edit) {
  for (std::size_t i = 0; i < count; ++i) {
    mdl::Node& copy = file.nodes.emplace_back(node);
    copy.children.clear();
    copy.header.number = copy.header.name_index = std::uint16_t(file.names.size());
    file.names.push_back({0, "part" + std::to_string(i)});
    file.nodes[0].children.push_back(std::uint32_t(file.nodes.size() - 1));
    edit(copy, i);
  }
}

/// As many controllers as rows, and all have the same rows.
void share_keys(mdl::Node& node, std::size_t count, std::uint32_t type, std::uint8_t columns) {
  for (std::size_t i = 0; i < count; ++i) node.data.push_back(float(i));
  const mdl::Controller shared{
      .type = type, .rows = std::uint16_t(count / columns), .data_index = 0, .columns = columns};
  node.controllers.assign(count, shared);
}

constexpr std::uint32_t kUnknownController = 4242;
constexpr std::uint32_t kAlphaController = 132;

TEST(Growth, ControllersOfAnAnimationThatShareTheirKeys) {
  for (const std::uint32_t type : {kUnknownController, kAlphaController}) {
    const auto make = [&](std::size_t size) {
      mdl::File file = mdl::sample({});
      mdl::Node node;
      node.header.number = node.header.name_index = std::uint16_t(kTail);
      share_keys(node, size, type, 1);
      file.animations[0].nodes[0].children.push_back(std::uint32_t(file.animations[0].nodes.size()));
      file.animations[0].nodes.push_back(std::move(node));
      return laid_out(std::move(file));
    };
    expect_all_verbs(make, 500);
  }
}

TEST(Growth, ControllersOfANodeThatShareTheirKeys) {
  const auto make = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    file.nodes[kTail].data.clear();
    share_keys(file.nodes[kTail], size, mdl::kPositionController, 3);
    return laid_out(std::move(file));
  };
  expect_all_verbs(make, 500);
}

bool has_loss(const Output& output, std::string_view loss) {
  return test::count(output.losses, loss) > 0;
}

/// A conversion gives no more than 64 times what it was given, and a megabyte.
TEST(Growth, WhatControllersShareIsNotRepeatedWithoutEnd) {
  for (const std::uint32_t type : {kUnknownController, kAlphaController}) {
    mdl::File file = mdl::sample({});
    mdl::Node node;
    node.header.number = node.header.name_index = std::uint16_t(kTail);
    share_keys(node, 3200, type, 1);
    file.animations[0].nodes[0].children.push_back(std::uint32_t(file.animations[0].nodes.size()));
    file.animations[0].nodes.push_back(std::move(node));
    const Document document = laid_out(std::move(file));
    const std::size_t size = write(document)->bytes.size();
    for (const Format* format : targets_of(document.format())) {
      const auto made = convert(document, {.format = format});
      if (made) {
        EXPECT_LE(made->output.bytes.size(), 64 * size + (1 << 20)) << format->id;
      }
    }
    const auto glb = convert(document, {.format = find_format("gltf")}).value();
    EXPECT_TRUE(has_loss(glb.output,
                         "3198 controllers of animations share their keys with too many others; "
                         "they are left out"));
  }
}

TEST(Growth, SkinsWithoutBones) {
  const auto make = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    const mdl::Node body = file.nodes[kBody];
    add_copies(file, body, size, [](mdl::Node& node, std::size_t) {
      mdl::Skin& skin = *node.mesh->skin;
      skin.bone_map.clear();
      skin.qbones.clear();
      skin.tbones.clear();
    });
    return laid_out(std::move(file));
  };
  expect_all_verbs(make, 60);
}

TEST(Growth, TexturesThatOccurOnce) {
  const auto make = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    const mdl::Node tail = file.nodes[kTail];
    add_copies(file, tail, size, [](mdl::Node& node, std::size_t i) {
      node.mesh->header.texture_1 = FixedText<32>("texture" + std::to_string(i));
    });
    return laid_out(std::move(file));
  };
  expect_all_verbs(make, 100);
}

TEST(Growth, NodesOfOneName) {
  const auto make = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    const mdl::Node tail = file.nodes[kTail];
    add_copies(file, tail, size, [](mdl::Node& node, std::size_t) {
      node.header.number = node.header.name_index = std::uint16_t(kTail);
    });
    return laid_out(std::move(file));
  };
  expect_all_verbs(make, 100);
}

/// Each moves one of many nodes.
TEST(Growth, SmallAnimationsOfALargeModel) {
  const auto make = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    add_copies(file, mdl::Node(), size, [](mdl::Node&, std::size_t) {});
    mdl::Animation small = file.animations[0];
    small.nodes.resize(1);
    small.nodes[0].children.clear();
    for (std::size_t i = 0; i < size; ++i) {
      small.header.geometry.name = FixedText<32>("walk" + std::to_string(i));
      file.animations.push_back(small);
    }
    return laid_out(std::move(file));
  };
  expect_all_verbs(make, 300);
}

/// A strip of squares, each with a material that no other has.
walkmesh::Mesh strip(std::size_t squares) {
  walkmesh::Mesh mesh;
  for (std::size_t i = 0; i <= squares; ++i) {
    mesh.vertices.emplace_back(float(i), 0, 0);
    mesh.vertices.emplace_back(float(i), 1, 0);
  }
  for (std::size_t i = 0; i < squares; ++i) {
    const auto at = std::uint32_t(2 * i);
    mesh.triangles.push_back({.corners = {at, at + 2, at + 3}, .material = std::uint32_t(1000 + i)});
    mesh.triangles.push_back({.corners = {at, at + 3, at + 1}, .material = std::uint32_t(1000 + i)});
  }
  return mesh;
}

TEST(Growth, WalkmeshesOfManyMaterials) {
  const auto make = [](std::size_t size) {
    return Document(*find_format("kotor-walkmesh"),
                    walkmesh::build(strip(size), walkmesh::Type::area).value());
  };
  expect_all_verbs(make, 200);
  const Document once = make(200);
  const Document four_times = make(800);
  expect_verb("plan", once, four_times, [](const Document& d) { return bool(draw_plan({&d, 1})); });
}

/// All faces lie on each other.
TEST(Growth, WalkmeshesOfOneFace) {
  const auto make = [](std::size_t size) {
    walkmesh::Mesh mesh = strip(1);
    mesh.triangles.assign(size, {.corners = {0, 2, 3}, .material = 4});
    return Document(*find_format("kotor-walkmesh"), walkmesh::build(mesh, walkmesh::Type::area).value());
  };
  expect_all_verbs(make, 200);
}

wows::geometry::Mesh square() {
  wows::geometry::Mesh mesh{std::vector<wows::geometry::Vertex>(4), {0, 1, 2, 0, 2, 3}};
  for (std::size_t i = 0; i < 4; ++i) {
    mesh.vertices[i].position = {float(i / 2), 0, float(i % 2)};
    mesh.vertices[i].uv[0] = {float(i / 2), float(i % 2)};
    mesh.vertices[i].normal = {0, 1, 0};
  }
  return mesh;
}

wows::geometry::File squares(std::size_t count, bool encoded) {
  const wows::geometry::Mesh mesh = square();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("part" + std::to_string(i) + "Shape");
  std::vector<wows::geometry::NewMesh> meshes;
  for (const std::string& name : names) meshes.push_back({name, "set3/xyznuvpc", mesh});
  wows::geometry::File file;
  EXPECT_TRUE(add_meshes(file, meshes, encoded));
  return file;
}

TEST(Growth, GeometryOfManyMeshes) {
  for (const bool encoded : {false, true}) {
    const auto make = [&](std::size_t size) {
      return Document(*find_format("wows-geometry"), squares(size, encoded));
    };
    expect_all_verbs(make, 50);
  }
  test::expect_growth("adding", [] { squares(200, true); }, [] { squares(800, true); });
}

TEST(Growth, BwmOfManyMeshesOfOneName) {
  namespace bwm = bw2::bwm;
  const auto make = [](std::size_t size) {
    bwm::ModelInput input;
    bwm::MeshInput mesh;
    mesh.name = "one";
    mesh.positions = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
    mesh.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    mesh.uv_sets = {{{0, 0}, {0, 1}, {1, 0}}};
    for (std::size_t i = 0; i < size; ++i) {
      input.materials.emplace_back().diffuse = FixedText<64>("t" + std::to_string(i) + ".dds");
      mesh.parts = {{std::uint32_t(i), {0, 1, 2}, {}}};
      input.meshes.push_back(mesh);
    }
    return Document(*find_format("bw2-bwm"), bwm::build(input).value());
  };
  expect_all_verbs(make, 200);  // of so many both files are blocks of memory that the system itself hands out
}

}  // namespace
}  // namespace mw
