#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_text.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_scene.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "fixtures.h"
#include "support/losses.h"

namespace mw::kotor::walkmesh {
namespace {

/// Any triangles at all: shared, repeated, degenerate, of any material.
Mesh any_mesh() {
  Mesh mesh;
  const int vertices = *rc::gen::inRange(3, 20);
  for (int i = 0; i < vertices; ++i)
    mesh.vertices.emplace_back(*rc::gen::inRange(-5, 6), *rc::gen::inRange(-5, 6), *rc::gen::inRange(-2, 3));
  const int triangles = *rc::gen::inRange(0, 40);
  for (int i = 0; i < triangles; ++i) {
    Mesh::Triangle triangle;
    for (auto& corner : triangle.corners) corner = std::uint32_t(*rc::gen::inRange(0, vertices));
    triangle.material = *rc::gen::element<std::uint32_t>(1, 4, 7, 10, 19);
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

TEST(WalkmeshProperty, WhateverIsBuiltValidatesWithoutErrorAndComesBack) {
  const bool held = rc::check("build, write, read, JSON", [] {
    const File file = build(any_mesh(), Type::area).value();
    Findings findings;
    validate(file, findings);
    for (const Finding& finding : findings.all()) {
      // Loops chain by the sides' directions; faces wound against each other have none in common.
      if (finding.kind->code == "WALKMESH_PERIMETER_NOT_CLOSED") continue;
      RC_ASSERT(finding.kind->severity != Severity::error);
    }
    const Bytes bytes = written(file);
    RC_ASSERT(written(read(bytes).value()) == bytes);
    const std::string json = to_json(file);
    RC_ASSERT(
        from_json(JsonText::parse(json).value()).and_then([](const File& f) { return write(f); }).value() ==
        bytes);
  });
  EXPECT_TRUE(held);
}

/// A height field is wound one way, so that its loops must close too.
TEST(WalkmeshProperty, GridsValidateClean) {
  const bool held = rc::check("height field", [] {
    const int width = *rc::gen::inRange(1, 8);
    const int depth = *rc::gen::inRange(1, 8);
    Mesh mesh;
    for (int y = 0; y <= depth; ++y)
      for (int x = 0; x <= width; ++x)
        mesh.vertices.emplace_back(x, y, float(*rc::gen::inRange(0, 100)) / 50.0F);
    const auto at = [&](int x, int y) { return std::uint32_t(y * (width + 1) + x); };
    for (int y = 0; y < depth; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::uint32_t material = *rc::gen::element<std::uint32_t>(1, 1, 7);
        mesh.triangles.push_back(
            {.corners = {at(x, y), at(x + 1, y), at(x + 1, y + 1)}, .material = material});
        mesh.triangles.push_back(
            {.corners = {at(x, y), at(x + 1, y + 1), at(x, y + 1)}, .material = material});
      }
    }
    Findings findings;
    validate(build(mesh, Type::area).value(), findings);
    RC_ASSERT(findings.count(Severity::error) == 0U);
    RC_ASSERT(findings.count(Severity::warning) == 0U);
  });
  EXPECT_TRUE(held);
}

/// Adjacency by sorting against the plain definition, O(n^2): the first pair of sides between the same ends
/// that run opposite ways.
TEST(WalkmeshProperty, AdjacencyEqualsBruteForce) {
  const bool held = rc::check("adjacency", [] {
    const File file = build(any_mesh(), Type::area).value();
    const std::size_t sides = walkable_prefix(file.materials) * 3;
    const auto ends = [&](std::size_t side) {
      const std::uint32_t a = file.faces[side / 3][side % 3];
      const std::uint32_t b = file.faces[side / 3][(side % 3 + 1) % 3];
      return std::pair(a, b);
    };
    std::vector<std::int32_t> expected(sides, kNoNeighbour);
    for (std::size_t a = 0; a < sides; ++a) {
      for (std::size_t b = a + 1; b < sides && expected[a] == kNoNeighbour; ++b) {
        if (expected[b] != kNoNeighbour || a / 3 == b / 3 || ends(a).first == ends(a).second ||
            ends(a) != std::pair(ends(b).second, ends(b).first))
          continue;
        expected[a] = std::int32_t(b);
        expected[b] = std::int32_t(a);
      }
    }
    for (std::size_t side = 0; side < sides; ++side)
      RC_ASSERT(file.adjacency[side / 3][side % 3] == expected[side]);
  });
  EXPECT_TRUE(held);
}

/// An uneven floor with holes, one primitive per material, and a hook beside it.
scene::Scene any_floor() {
  scene::Scene s;
  const std::vector<std::uint32_t> surfaces = {1, 4, 7, 10};
  for (const std::uint32_t surface : surfaces) {
    scene::Material material;
    material.extras = {{"surface", std::uint64_t(surface)}};
    s.materials.push_back(std::move(material));
  }
  const int width = *rc::gen::inRange(1, 7);
  const int depth = *rc::gen::inRange(1, 7);
  std::vector<scene::Primitive> parts(surfaces.size());
  std::vector<Vec3> places;
  for (int z = 0; z <= depth; ++z)
    for (int x = 0; x <= width; ++x) places.emplace_back(x, float(*rc::gen::inRange(0, 64)) / 64, z);
  const auto at = [&](int x, int z) { return places[std::size_t(z * (width + 1) + x)]; };
  for (int z = 0; z < depth; ++z)
    for (int x = 0; x < width; ++x) {
      scene::Primitive& p = parts[std::size_t(*rc::gen::inRange(0, 4))];
      p.positions.insert(p.positions.end(), {at(x, z), at(x, z + 1), at(x + 1, z)});
      if (*rc::gen::inRange(0, 4) == 0) continue;  // a hole
      p.positions.insert(p.positions.end(), {at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)});
    }
  s.meshes.emplace_back();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].positions.empty()) continue;
    parts[i].material = scene::Index(i);
    s.meshes[0].primitives.push_back(std::move(parts[i]));
  }
  add_node(s, {.name = "floor", .mesh = 0});
  scene::Node hook{.name = "relative_use_1"};
  hook.transform.translation = {float(*rc::gen::inRange(-9, 9)), 0, float(*rc::gen::inRange(-9, 9))};
  add_node(s, std::move(hook));
  return s;
}

/// Each triangle by its places, from its least corner on, and its material.
std::multiset<std::string> triangles_of(const scene::Scene& s) {
  std::multiset<std::string> triangles;
  for (const scene::Mesh& mesh : s.meshes)
    for (const scene::Primitive& p : mesh.primitives) {
      if (p.topology != scene::Topology::triangles) continue;
      const std::size_t count = p.indices.empty() ? p.positions.size() : p.indices.size();
      for (std::size_t i = 0; i + 2 < count; i += 3) {
        std::vector<std::string> corners;
        for (std::size_t k = i; k < i + 3; ++k) {
          const Vec3& v = p.positions[p.indices.empty() ? k : p.indices[k]];
          corners.push_back(fmt::format("{} {} {}", v.x, v.y, v.z + 0.0F));
        }
        std::ranges::rotate(corners, std::ranges::min_element(corners));
        const scene::Extras& extras = s.materials[*p.material].extras;
        const auto surface = std::ranges::find(extras, "surface", &JsonMember::first);
        triangles.insert(
            fmt::format("{}: {}", fmt::join(corners, ", "), *surface->second.get_if<std::uint64_t>()));
      }
    }
  return triangles;
}

TEST(WalkmeshProperty, FloorsOfScenesComeBack) {
  const bool held = rc::check("scene, walkmesh, scene", [] {
    const scene::Scene before = any_floor();
    const auto made = from_scene(before);
    RC_ASSERT(made.has_value());
    RC_ASSERT(made->losses.empty());
    const File file = read(written(made->file)).value();
    Findings findings;
    validate(file, findings);
    RC_ASSERT(findings.count(Severity::error) == 0U);
    const scene::Scene after = to_scene(file);
    RC_ASSERT(triangles_of(after) == triangles_of(before));
    const auto hook = std::ranges::find(after.nodes, "relative_use_1", &scene::Node::name);
    const Vec3 place = before.nodes[1].transform.translation;
    if (hook != after.nodes.end())
      RC_ASSERT(hook->transform.translation == place);
    else
      RC_ASSERT(place == Vec3(0));
    // What is written and what it says are one thing, however often it goes around.
    RC_ASSERT(triangles_of(to_scene(from_scene(after).value().file)) == triangles_of(before));
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
