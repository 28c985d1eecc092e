#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include "fixtures.h"
#include "support/growth.h"

namespace mw::kotor::walkmesh {
namespace {

std::vector<std::string> told(const Rebuilt& rebuilt) {
  std::vector<std::string> lines;
  for (const Change& change : rebuilt.changes)
    lines.push_back(std::string(change.what) + " " + change.where + ": " + change.message);
  return lines;
}

using Lines = std::vector<std::string>;

/// A square of two faces, the second with vertices of its own along the seam.
File square_with_a_seam(float gap) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, gap, 0}, {1, 1, 0}, {0, 1 + gap, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                    {.corners = {3, 4, 5}, .material = kDirt, .transitions = {4, 9, -1}}};
  return build(mesh, Type::area).value();
}

TEST(WalkmeshRebuild, WhatWasBuiltStaysByteForByte) {
  for (const Sample which : kSamples) {
    const File file = sample(which);
    const Rebuilt rebuilt = rebuild(file).value();
    EXPECT_EQ(told(rebuilt), Lines{});
    EXPECT_EQ(written(rebuilt.file), written(file));
    const Rebuilt fixed = rebuild(file, {.fix = true}).value();
    EXPECT_EQ(told(fixed), Lines{});
    EXPECT_EQ(written(fixed.file), written(file));
  }
}

TEST(WalkmeshRebuild, StaleTablesAreMadeAnewAndTold) {
  const File whole = two_triangles_and_a_wall();
  File file = whole;
  file.header.position = {1, 2, 3};
  file.header.relative_use[1] = {4, 5, 6};
  file.normals[1] = {0, 1, 0};
  file.distances[2] = 7;
  file.adjacency[0] = {-1, -1, -1};
  file.perimeters = {2, 4};
  file.aabb[0].box_max.x = 0;
  const Rebuilt rebuilt = rebuild(file).value();
  EXPECT_EQ(told(rebuilt),
            (Lines{"table-rebuilt normals: 1 of 3 rows differ", "table-rebuilt distances: 1 of 3 rows differ",
                   "table-rebuilt aabb: 1 of 5 rows differ", "table-rebuilt adjacency: 1 of 2 rows differ",
                   "table-rebuilt perimeters: 2 of 2 rows differ"}));
  File expected = whole;
  expected.header.position = {1, 2, 3};
  expected.header.relative_use[1] = {4, 5, 6};
  EXPECT_EQ(written(rebuilt.file), written(expected));
}

TEST(WalkmeshRebuild, PutsWalkableFacesFirstAndTellsWhereTheyWere) {
  File file = two_triangles_and_a_wall();
  file.materials = {kNonWalk, kDirt, kDirt};
  file.edges = {{4, 5}};  // side 1 of face 1
  file.perimeters = {1};
  const Rebuilt rebuilt = rebuild(file).value();
  EXPECT_EQ(rebuilt.sources, (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(told(rebuilt)[0], "faces-ordered faces[0]: faces are in a new order, walkable ones first");
  EXPECT_EQ(rebuilt.file.faces[0], file.faces[1]);
  const auto edge = std::ranges::find(rebuilt.file.edges, 1U, &Edge::edge);
  ASSERT_NE(edge, rebuilt.file.edges.end());
  EXPECT_EQ(edge->transition, 5);
}

TEST(WalkmeshRebuild, ATransitionOnAClosedSideIsToldAsLost) {
  File file = two_triangles_and_a_wall();
  file.edges.push_back({1, 3});  // the side that both faces share
  EXPECT_EQ(told(rebuild(file).value()).back(),
            "transition-lost edges: 1 of 2 transitions are on sides that are not open");
}

TEST(WalkmeshRebuild, ACornerThatDoesNotExistIsAnErrorUnlessMended) {
  File file = two_triangles_and_a_wall();
  file.faces[1][2] = 9;
  EXPECT_EQ(to_string(rebuild(file).error()),
            "faces[1]: corner 9 >= vertex count 5 (--fix leaves such faces out)");
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "face-removed faces[1]: corner 9 >= vertex count 5");
  EXPECT_EQ(fixed.sources, (std::vector<std::uint32_t>{0, 2}));
  file = two_triangles_and_a_wall();
  file.vertices[2].z = INFINITY;
  EXPECT_EQ(told(rebuild(file, {.fix = true}).value())[0], "face-removed faces[1]: corner 2 is not finite");
}

TEST(WalkmeshRebuild, SeamsWithinTheToleranceAreClosed) {
  const Rebuilt fixed = rebuild(square_with_a_seam(0.0009F), {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "vertex-welded vertices[3]: is where vertices[1] is");
  EXPECT_EQ(told(fixed)[1], "vertex-welded vertices[5]: is where vertices[2] is");
  EXPECT_EQ(fixed.file.vertices.size(), 4U);
  EXPECT_EQ(fixed.file.faces, (std::vector<Face>{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(fixed.file.adjacency, (std::vector<Adjacency>{{-1, 5, -1}, {-1, -1, 1}}));
  std::vector<std::pair<std::uint32_t, std::int32_t>> edges;
  for (const Edge& edge : fixed.file.edges) edges.emplace_back(edge.edge, edge.transition);
  EXPECT_EQ(edges, (std::vector<std::pair<std::uint32_t, std::int32_t>>{{0, -1}, {3, 4}, {4, 9}, {2, -1}}));
  // Wider seams only when asked for; without mending not at all.
  EXPECT_EQ(rebuild(square_with_a_seam(0.0011F), {.fix = true})->file.vertices.size(), 6U);
  EXPECT_EQ(rebuild(square_with_a_seam(0.0011F), {.fix = true, .tolerance = 0.01F})->file.vertices.size(),
            4U);
  EXPECT_EQ(rebuild(square_with_a_seam(0))->file.vertices.size(), 6U);
  EXPECT_EQ(rebuild(square_with_a_seam(0), {.fix = true, .tolerance = 0})->file.vertices.size(), 4U);
}

TEST(WalkmeshRebuild, FacesThatWeldingCollapsesGo) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0.0005F, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {1, 3, 2}, .material = kDirt}};
  const Rebuilt fixed = rebuild(build(mesh, Type::area).value(), {.fix = true}).value();
  EXPECT_EQ(told(fixed)[1], "face-removed faces[1]: has no area when its corners are welded");
  EXPECT_EQ(fixed.file.faces.size(), 1U);
}

TEST(WalkmeshRebuild, OfFacesThatAreThereTwiceOneStays) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                    {.corners = {1, 2, 0}, .material = kDirt},     // turned by one
                    {.corners = {0, 2, 1}, .material = kDirt},     // looks down
                    {.corners = {2, 0, 1}, .material = kNonWalk},  // not walkable, in the same place
                    {.corners = {0, 1, 3}, .material = kNonWalk},
                    {.corners = {0, 3, 1}, .material = kNonWalk}};  // the other side of a wall
  File file = build(mesh, Type::area).value();
  file.edges.push_back({3, 6});  // side 0 of the second
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(fixed.sources, (std::vector<std::uint32_t>{0, 4, 5}));
  EXPECT_EQ(told(fixed)[0], "face-removed faces[1]: is the same as faces[0]");
  EXPECT_EQ(told(fixed)[1], "face-removed faces[2]: is the same as faces[0]");
  EXPECT_EQ(told(fixed)[2], "face-removed faces[3]: is the same as faces[0]");
  const auto edge = std::ranges::find(fixed.file.edges, 1U, &Edge::edge);  // from 1 to 2, as side 0 was
  ASSERT_NE(edge, fixed.file.edges.end());
  EXPECT_EQ(edge->transition, 6);
}

/// What nobody walks on may be the underside of a floor; only the other way round it is the floor once more.
TEST(WalkmeshRebuild, TheUndersideOfAFloorStays) {
  for (const bool floor_first : {true, false}) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                      {.corners = {0, 2, 1}, .material = kNonWalk}};
    File file = build(mesh, Type::area).value();
    if (!floor_first) {
      std::swap(file.faces[0], file.faces[1]);
      std::swap(file.materials[0], file.materials[1]);
    }
    const Rebuilt fixed = rebuild(file, {.fix = true}).value();
    EXPECT_EQ(fixed.file.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 1}}));
    EXPECT_EQ(fixed.file.materials, (std::vector<std::uint32_t>{kDirt, kNonWalk}));
    for (const std::string& line : told(fixed)) EXPECT_EQ(line.find("face-removed"), line.npos) << line;
  }
}

/// A walkable face wins over one that is not, though it comes later and though that one looks up as well.
TEST(WalkmeshRebuild, TheWalkableFaceWins) {
  File file = two_triangles_and_a_wall();
  file.faces[2] = file.faces[0];
  file.materials = {kNonWalk, kDirt, kDirt};
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "face-removed faces[0]: is the same as faces[2]");
  EXPECT_EQ(fixed.sources, (std::vector<std::uint32_t>{1, 2}));
}

TEST(WalkmeshRebuild, TheFaceThatLooksUpWins) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{.corners = {0, 2, 1}, .material = kDirt}, {.corners = {0, 1, 2}, .material = kDirt}};
  const Rebuilt fixed = rebuild(build(mesh, Type::area).value(), {.fix = true}).value();
  EXPECT_EQ(fixed.sources, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(told(fixed)[0], "face-removed faces[0]: is the same as faces[1]");
}

TEST(WalkmeshRebuild, WalkableFacesThatLookDownAreTurnedWithTheirTransitions) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{.corners = {0, 2, 1}, .material = kDirt, .transitions = {2, 3, 4}},
                    {.corners = {0, 1, 3}, .material = kDirt},  // upright: neither up nor down
                    {.corners = {1, 2, 3}, .material = kNonWalk}};
  const File file = build(mesh, Type::area).value();
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "face-turned faces[0]: is walkable and looked down");
  EXPECT_EQ(fixed.file.faces[0], (Face{0, 1, 2}));
  EXPECT_EQ(fixed.file.faces[1], (Face{0, 1, 3}));
  EXPECT_EQ(fixed.file.normals[0], Vec3(0, 0, 1));
  // The transitions stay where they were: 2 between 0 and 2, 3 between 2 and 1; the third side has a
  // neighbour.
  std::map<std::uint32_t, std::int32_t> transitions;
  for (const Edge& edge : fixed.file.edges) transitions[edge.edge] = edge.transition;
  EXPECT_EQ(transitions[1], 3);
  EXPECT_EQ(transitions[2], 2);
  EXPECT_EQ(rebuild(file)->file.faces[0], (Face{0, 2, 1}));
}

/// A corner of the needle lies past the side that it should stop at, so that it looks down; both of its
/// neighbours run the right way.
TEST(WalkmeshRebuild, ANeedleThatLooksDownBetweenNeighboursThatFitStays) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {1, 0.002F, 0}, {1, 1, 0}, {1, -1, 0}};
  mesh.triangles = {{.corners = {0, 1, 3}, .material = kDirt},
                    {.corners = {1, 0, 2}, .material = kDirt},
                    {.corners = {0, 4, 2}, .material = kDirt},
                    {.corners = {4, 1, 2}, .material = kDirt}};
  const File file = build(mesh, Type::area).value();
  EXPECT_LT(file.normals[1].z, 0);
  EXPECT_EQ(file.adjacency[1], (Adjacency{0, 8, 10}));
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(told(fixed), Lines{});
  EXPECT_EQ(fixed.file.faces, file.faces);
  EXPECT_EQ(fixed.file.adjacency, file.adjacency);
}

/// Where fewer neighbours fit than do not, it is the winding that is wrong.
TEST(WalkmeshRebuild, AFaceThatRunsAgainstItsNeighboursIsTurned) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {1, 2, 3}, .material = kDirt}};
  const Rebuilt fixed = rebuild(build(mesh, Type::area).value(), {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "face-turned faces[1]: is walkable and looked down");
  EXPECT_EQ(fixed.file.adjacency, (std::vector<Adjacency>{{-1, 5, -1}, {-1, -1, 1}}));
}

TEST(WalkmeshRebuild, ThreeFacesAtOneEdgeArePairedAndTold) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                    {.corners = {1, 0, 3}, .material = kDirt},
                    {.corners = {0, 1, 4}, .material = kDirt}};
  const Rebuilt rebuilt = rebuild(build(mesh, Type::area).value()).value();
  EXPECT_EQ(told(rebuilt), (Lines{"edge-shared faces[0]: 3 walkable faces meet at one edge: two each that "
                                  "run opposite ways are neighbours, in the order of their numbers"}));
  EXPECT_EQ(rebuilt.file.adjacency[0][0], 3);
  EXPECT_EQ(rebuilt.file.adjacency[1][0], 0);
  EXPECT_EQ(rebuilt.file.adjacency[2][0], -1);
}

/// Turns, repeats, nudges or breaks a walkable face, so that mending can make the file sound again.
void damage(File& file, std::mt19937& random) {
  const auto any = [&](std::size_t count) { return std::size_t(random() % count); };
  const std::size_t face = any(file.adjacency.size());
  switch (any(4)) {
    case 0:
      std::swap(file.faces[face][0], file.faces[face][1]);
      return;
    case 1:
      file.faces[face] = file.faces[any(file.adjacency.size())];
      return;
    case 2:
      file.faces[face][any(3)] = std::uint32_t(1000 + any(3));
      return;
    default:
      // A vertex of its own for one corner, a little beside the one it had.
      if (file.faces[face][0] >= file.vertices.size()) return;
      file.vertices.push_back(file.vertices[file.faces[face][0]] + Vec3(0.0004F, 0, 0));
      file.faces[face][0] = std::uint32_t(file.vertices.size() - 1);
  }
}

/// Damaged at random, every file comes out without an error, and a second mending finds nothing more.
TEST(WalkmeshRebuild, MendedFilesAreSoundAndStaySo) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    File file = sample(Sample::room);
    for (int i = 0; i < 6; ++i) damage(file, random);
    const auto fixed = rebuild(file, {.fix = true});
    ASSERT_TRUE(fixed) << round;
    Findings findings;
    validate(fixed->file, findings);
    for (const Finding& finding : findings.all())
      EXPECT_NE(to_string(finding.kind->severity), "error")
          << round << ": " << finding.where << finding.message;
    const auto again = rebuild(fixed->file, {.fix = true});
    ASSERT_TRUE(again);
    EXPECT_EQ(written(again->file), written(fixed->file)) << round;
  }
}

std::size_t errors_of(const File& file) {
  Findings findings;
  validate(file, findings);
  return std::size_t(std::ranges::count_if(
      findings.all(), [](const Finding& finding) { return finding.kind->severity == Severity::error; }));
}

/// Sides that run the same way are no neighbours: as such they would leave loops open.
TEST(WalkmeshRebuild, FacesThatFoldOverEachOtherAreToldAndLoopsClose) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {1, 1.5F, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {0, 1, 3}, .material = kDirt}};
  const Rebuilt rebuilt = rebuild(build(mesh, Type::area).value(), {.fix = true}).value();
  EXPECT_EQ(told(rebuilt), (Lines{"edge-folded faces[0]: and faces[1] run along one edge the same way: one "
                                  "folds over the other, and they are no neighbours"}));
  EXPECT_EQ(rebuilt.file.adjacency[0][0], -1);
  EXPECT_EQ(rebuilt.file.adjacency[1][0], -1);
  EXPECT_EQ(rebuilt.file.perimeters.size(), 2U);
  EXPECT_EQ(errors_of(rebuilt.file), 0U);
}

TEST(WalkmeshRebuild, AFaceWithACornerTwiceGoesAndItsNeighboursMeet) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                    {.corners = {2, 1, 1}, .material = kDirt},
                    {.corners = {2, 1, 3}, .material = kDirt}};
  const File file = build(mesh, Type::area).value();
  EXPECT_EQ(errors_of(file), 0U) << "it is odd, but its loops close";
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(told(fixed)[0], "face-removed faces[1]: has a corner twice");
  ASSERT_EQ(fixed.file.faces.size(), 2U);
  EXPECT_EQ(fixed.file.adjacency[0][1], 3);
  EXPECT_EQ(errors_of(fixed.file), 0U);
}

/// A needle of the floor may hold two faces together; one that nobody walks on holds nothing.
TEST(WalkmeshRebuild, FacesWithoutAreaGoUnlessTheyAreWalkable) {
  for (const std::uint32_t material : {7U, std::uint32_t(kDirt)}) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {1, 1, 0}, {2, 2, 0}};
    mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt},
                      {.corners = {2, 1, 3}, .material = material},
                      {.corners = {1, 4, 3}, .material = kDirt}};
    const Rebuilt fixed = rebuild(build(mesh, Type::area).value(), {.fix = true}).value();
    const bool told_so =
        std::ranges::count(told(fixed), "face-removed faces[2]: has no area, and is not walkable") == 1;
    EXPECT_EQ(told_so, material == 7U);
    EXPECT_EQ(fixed.file.faces.size(), material == 7U ? 2U : 3U);
  }
}

TEST(WalkmeshRebuild, VerticesThatAreNowhereGoWithTheirFaces) {
  File file = two_triangles_and_a_wall();
  const std::size_t vertices = file.vertices.size();
  file.vertices[0].x = std::numeric_limits<float>::quiet_NaN();
  const Rebuilt fixed = rebuild(file, {.fix = true}).value();
  EXPECT_EQ(fixed.file.vertices.size(), vertices - 1);
  EXPECT_TRUE(std::ranges::count(told(fixed), "vertex-removed vertices[0]: is not finite"));
  EXPECT_EQ(errors_of(fixed.file), 0U);
}

/// Whatever the triangles are, the tables made from them have no error.
TEST(WalkmeshRebuild, AnyTrianglesGetTablesWithoutErrors) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    Mesh mesh;
    const auto corners = std::uint32_t(3 + random() % 6);
    for (std::uint32_t i = 0; i < corners; ++i)
      mesh.vertices.emplace_back(float(random() % 8), float(random() % 8), 0);
    for (auto i = 1 + random() % 10; i > 0; --i)
      mesh.triangles.push_back(
          {.corners = {std::uint32_t(random() % corners), std::uint32_t(random() % corners),
                       std::uint32_t(random() % corners)},
           .material = random() % 4 == 0 ? 7U : kDirt});
    const File file = build(mesh, Type::area).value();
    ASSERT_EQ(errors_of(file), 0U) << seed;
    ASSERT_EQ(errors_of(rebuild(file, {.fix = true})->file), 0U) << seed;
  }
}

TEST(WalkmeshRebuild, AdjacencyTakesLinearTime) {
  const auto strip = [](std::uint32_t count) {
    std::vector<Face> faces;
    for (std::uint32_t i = 0; i < count; ++i)
      faces.push_back(i % 2 == 0 ? Face{i, i + 1, i + 2} : Face{i + 1, i, i + 2});
    return faces;
  };
  // All at one edge, the same way and then the other.
  const auto fence = [](std::uint32_t count) {
    std::vector<Face> faces;
    for (std::uint32_t i = 0; i < count; ++i)
      faces.push_back(i < count / 2 ? Face{0, 1, i + 2} : Face{1, 0, i + 2});
    return faces;
  };
  for (const auto& make : {std::function<std::vector<Face>(std::uint32_t)>(strip), {fence}}) {
    const std::vector<Face> small = make(20000);
    const std::vector<Face> large = make(80000);
    test::expect_growth(
        "adjacency", [&] { derive_adjacency(small, small.size()); },
        [&] { derive_adjacency(large, large.size()); });
  }
}

TEST(WalkmeshTransitions, AreCarriedToTheSidesThatAreThere) {
  const File old = two_triangles_and_a_wall();  // one transition, to room 5, between (1, 1) and (0, 1)
  Mesh mesh;
  mesh.vertices = {{1, 1.005F, 0}, {0, 1.005F, 0}, {0, 0, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}};
  File file = build(mesh, Type::area).value();
  EXPECT_EQ(carry_transitions(old, file, 0.001F), 1U);
  EXPECT_EQ(file.edges[0].transition, kNoTransition);
  EXPECT_EQ(carry_transitions(old, file), 0U);
  EXPECT_EQ(file.edges[0].transition, 5);
  EXPECT_EQ(file.edges[1].transition, kNoTransition);
  // One that is there already stays.
  file.edges[0].transition = 8;
  carry_transitions(old, file);
  EXPECT_EQ(file.edges[0].transition, 8);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
