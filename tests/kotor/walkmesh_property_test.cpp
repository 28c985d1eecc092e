#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>
#include <rapidcheck.h>

#include "walkmesh_fixtures.h"

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

}  // namespace
}  // namespace mw::kotor::walkmesh
