#include <gtest/gtest.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "fixtures.h"
#include "support/cases/finding_cases.h"

namespace mw::kotor::walkmesh {
namespace {

using test::expect_findings;
using Case = test::FindingCase<File>;

// The room: 92 vertices, 142 faces (64 walkable), 283 nodes, 40 edges, two loops that end at 36 and 40.
// Tables: vertices 0x88, faces 0x4d8, materials 0xb80, normals 0xdb8, distances 0x1460, aabb 0x1698,
// adjacency 0x473c, edges 0x4a3c, perimeters 0x4b7c.
std::vector<Case> table_cases() {
  return {
      {"WALKMESH_TYPE_UNKNOWN", [](File& f) { f.header.type = 2; },
       "type 0x00000008: type 2 is neither 0 (placeable or door) nor 1 (area)",
       [](File& f) { f.header.type = 0; }},
      {"WALKMESH_TABLE_OVERLAP", [](File& f) { f.header.material_offset = f.header.face_offset; },
       "materials 0x000004d8: shares 568 bytes with faces",
       [](File& f) {
         std::swap(f.header.perimeter_offset, f.header.edge_offset);
         f.header.edge_offset = f.header.perimeter_offset + 8;
       }},
      {"WALKMESH_TABLE_OUT_OF_ORDER",
       [](File& f) { f.header.perimeter_offset = f.header.edge_offset, f.header.edge_offset += 8; },
       "perimeters 0x00004a3c: lies before edges, unlike in the original files",
       [](File& f) { f.header.perimeter_offset = f.header.edge_offset; }},
      {"WALKMESH_EMPTY_TABLE_OUT_OF_RANGE",
       [](File& f) {
         f.perimeters.clear();
         f.header.perimeter_offset = 0x4b7d;
       },
       "perimeters: offset 0x00004b7d is past the end of the file (0x00004b7c)",
       [](File& f) {
         f.perimeters.clear();
         f.header.perimeter_offset = 0x4b7c;
       }},
      {"WALKMESH_UNREFERENCED_BYTES", [](File& f) { f.unreferenced = {{0x4b84, Bytes(3)}}; },
       "unreferenced[0] 0x00004b84: 3 bytes that no table refers to",
       [](File& f) { f.perimeters.push_back(40); }},
      {"WALKMESH_VALUE_NOT_FINITE",
       [](File& f) { f.vertices[2].y = std::numeric_limits<float>::quiet_NaN(); },
       "vertices[2] 0x000000a0: (2, nan, 0) is not a finite number",
       [](File& f) { f.vertices[2].y = std::numeric_limits<float>::max(); }},
      {"WALKMESH_VALUE_TOO_LARGE", [](File& f) { f.header.position.y = -1e30F; },
       "position 0x0000003c: (0, -1e+30, 0) is farther away than anything in the games",
       [](File& f) { f.header.position.y = -1e6F; }},
      {"WALKMESH_VALUE_TOO_LARGE", [](File& f) { f.vertices[2].y = 2e6F; },
       "vertices[2] 0x000000a0: (2, 2000000, 0) is farther away than anything in the games",
       [](File& f) { f.vertices[2].y = 1e6F; }},
      {"WALKMESH_AREA_HOOK_UNEXPECTED", [](File& f) { f.header.absolute_use[1] = {1, 2, 3}; },
       "absolute_use_2 0x00000030: an area has a use hook at 1, 2, 3",
       [](File& f) { f.header.absolute_use[1] = Vec3(-0.0F); }},

  };
}

std::vector<Case> face_cases() {
  return {
      {"WALKMESH_FACE_VERTEX_OUT_OF_RANGE", [](File& f) { f.faces[3][1] = 92; },
       "faces[3][1] 0x00000500: index 92 >= vertex count 92", [](File& f) { f.faces[3][1] = 91; }},
      {"WALKMESH_MATERIAL_UNKNOWN", [](File& f) { f.materials[141] = 23; },
       "materials[141] 0x00000db4: material 23 is not in the surface table",
       [](File& f) { f.materials[141] = 22; }},
      {"WALKMESH_WALKABLE_FACE_OUT_OF_ORDER", [](File& f) { f.materials[65] = kDirt; },
       "materials[64] 0x00000c80: 1 faces from here on are not walkable (material 7), but 1 behind them are",
       [](File& f) { f.materials[64] = kDirt; }},
      {"WALKMESH_WALKABLE_FACE_OUT_OF_ORDER", [](File& f) { f.materials[10] = f.materials[11] = kNonWalk; },
       "materials[10] 0x00000ba8: 2 faces from here on are not walkable (material 7), but 52 behind them are",
       [](File& f) { f.materials[63] = kNonWalk; }},
      {"WALKMESH_WALKABLE_FACE_MISSING", [](File& f) { f.materials.assign(f.materials.size(), kNonWalk); },
       "materials 0x00000b80: none of the 142 faces is walkable",
       [](File& f) {
         f.materials.assign(f.materials.size(), kNonWalk);
         f.materials[0] = kDirt;
       }},
      {"WALKMESH_FACE_VERTEX_REPEATED", [](File& f) { f.faces[0] = {5, 5, 6}; },
       "faces[0][1] 0x000004dc: corner 5 is used twice", [](File& f) { f.faces[0] = {5, 7, 6}; }},
      {"WALKMESH_FACE_DEGENERATE",
       [](File& f) { f.vertices[f.faces[0][2]] = f.vertices[f.faces[0][1]] + Vec3(0, 7e-7F, 0); },
       "faces[0] 0x000004d8: area 7e-07 square units",
       [](File& f) { f.vertices[f.faces[0][2]] = f.vertices[f.faces[0][1]] + Vec3(0, 1.5e-6F, 0); }},
      {"WALKMESH_FACE_REPEATED", [](File& f) { f.faces[5] = {f.faces[2][1], f.faces[2][2], f.faces[2][0]}; },
       "faces[5] 0x00000514: has the same corners as face 2",
       [](File& f) { f.faces[5] = {f.faces[2][1], f.faces[2][2], 70}; }},
      {"WALKMESH_FACE_DOWNWARD", [](File& f) { std::swap(f.faces[1][1], f.faces[1][2]); },
       "faces[1] 0x000004e4: walkable face looks down (normal z -1.000)",
       [](File& f) { std::swap(f.faces[100][1], f.faces[100][2]); }},  // a wall may look anywhere
      {"WALKMESH_FACE_UPRIGHT",
       [](File& f) {
         for (const std::uint32_t corner : f.faces[1]) f.vertices[corner].y = 0;
         f.vertices[f.faces[1][2]].z = 5;
       },
       "faces[1] 0x000004e4: walkable face stands upright", [](File& f) { f.materials[1] = 7; }},
      {"WALKMESH_NORMAL_NOT_UNIT", [](File& f) { f.normals[4] *= 1.0015F; },
       "normals[4] 0x00000de8: length 1.0015, expected 1", [](File& f) { f.normals[4] *= 1.0009F; }},
      {"WALKMESH_NORMAL_REVERSED", [](File& f) { f.normals[4] = {1, 0, -0.01F}; },
       "normals[4] 0x00000de8: stored normal points away from the winding by 90.6 degrees",
       [](File& f) { f.normals[4] = {1, 0, 0.01F}; }},
      {"WALKMESH_NORMAL_MISMATCH", [](File& f) { f.normals[4] = {0.03F, 0, 0.99955F}; },
       "normals[4] 0x00000de8: stored normal is 1.7 degrees off the face",
       [](File& f) { f.normals[4] = {0.0157F, 0, 0.99988F}; }},
      {"WALKMESH_DISTANCE_MISMATCH", [](File& f) { f.distances[4] += 0x1p-7F; },
       "distances[4] 0x00001470: distance 0.0078125, expected 0", [](File& f) { f.distances[4] += 0.0049F; }},
      {"WALKMESH_VERTEX_UNUSED", [](File& f) { f.vertices.push_back({50, 50, 50}); },
       "vertices[92] 0x000004d8: 1 vertices belong to no face, the first is 92",
       [](File& f) {
         f.vertices.push_back({50, 50, 50});
         f.faces[141][0] = 92;
       }},
      {"WALKMESH_VERTEX_REPEATED",
       [](File& f) {
         f.vertices.push_back(f.vertices[3]);
         f.faces[141][0] = 92;
       },
       "vertices[92] 0x000004d8: 1 vertices repeat the position of another, the first is 92",
       [](File& f) {
         f.vertices.push_back(f.vertices[3] + 0.001F);
         f.faces[141][0] = 92;
       }},

  };
}

std::vector<Case> adjacency_cases() {
  return {
      {"WALKMESH_ADJACENCY_COUNT_MISMATCH", [](File& f) { f.adjacency.pop_back(); },
       "adjacency 0x0000473c: 63 rows, but 64 walkable faces",
       [](File& f) {
         f.adjacency.pop_back();
         f.materials[63] = kNonWalk;
       }},
      // With faces out of order, rows up to the last walkable one do.
      {"WALKMESH_ADJACENCY_COUNT_MISMATCH",
       [](File& f) { f.materials[10] = kNonWalk, f.adjacency.push_back({-1, -1, -1}); },
       "adjacency 0x0000473c: 65 rows, but 63 walkable faces", [](File& f) { f.materials[10] = kNonWalk; }},
      {"WALKMESH_ADJACENCY_COUNT_MISMATCH",
       [](File& f) { f.materials[10] = kNonWalk, f.adjacency.resize(9); },
       "adjacency 0x0000473c: 9 rows, but 63 walkable faces",
       [](File& f) { f.materials[10] = kNonWalk, f.adjacency.resize(10); }},
      {"WALKMESH_ADJACENCY_OUT_OF_RANGE", [](File& f) { f.adjacency[0][0] = 192; },
       "adjacency[0][0] 0x0000473c: neighbour 192 is not a side of 64 walkable faces",
       [](File& f) { f.adjacency[0][0] = 191; }},
      {"WALKMESH_ADJACENCY_ONE_SIDED", [](File& f) { f.adjacency[0][2] = kNoNeighbour; },
       "adjacency[1][0] 0x00004748: neighbour is side 2, whose own neighbour is -1",
       [](File& f) { f.adjacency[0][2] = f.adjacency[1][0] = kNoNeighbour; }},
      {"WALKMESH_ADJACENCY_OF_ITSELF", [](File& f) { f.adjacency[1][0] = 3; },
       "adjacency[1][0] 0x00004748: neighbour 3 is the side itself", [](File& f) { f.adjacency[1][0] = 4; }},
      {"WALKMESH_ADJACENCY_MISMATCH", [](File& f) { f.adjacency[0][0] = 1; },
       "adjacency[0][0] 0x0000473c: neighbour side 1 does not share this side's ends",
       [](File& f) {
         f.vertices.push_back(f.vertices[f.faces[1][0]]);
         f.faces[1][0] = 92;
       }},
      {"WALKMESH_ADJACENCY_MISSING", [](File& f) { f.adjacency[0][2] = f.adjacency[1][0] = kNoNeighbour; },
       "adjacency[0][2] 0x00004744: no neighbour, but face 1 has the same two corners",
       [](File& f) {
         f.faces[1][0] = 90;
         f.adjacency[0][2] = f.adjacency[1][0] = kNoNeighbour;
       }},
      {"WALKMESH_EDGE_NOT_MANIFOLD", [](File& f) { f.faces[40] = {f.faces[0][0], f.faces[0][2], 90}; },
       "faces[0] 0x000004d8: 3 walkable faces meet at one edge, the first is face 0",
       [](File& f) { f.faces[100] = {f.faces[0][0], f.faces[0][2], 90}; }},  // walls may share it
      {"WALKMESH_SURFACE_NOT_CONNECTED",
       [](File& f) {
         for (std::size_t side = 0; side < 3; ++side) {
           const std::int32_t other = f.adjacency[0][side];
           if (other >= 0) f.adjacency[std::size_t(other / 3)][std::size_t(other % 3)] = kNoNeighbour;
           f.adjacency[0][side] = kNoNeighbour;
         }
       },
       "adjacency 0x0000473c: 2 separate islands, of 63, 1 faces",
       [](File& f) { f.adjacency[0][2] = f.adjacency[1][0] = kNoNeighbour; }},

  };
}

std::vector<Case> edge_cases() {
  return {
      {"WALKMESH_EDGE_OUT_OF_RANGE", [](File& f) { f.edges[5].edge = 192; },
       "edges[5].edge 0x00004a64: edge 192 is not a side of 64 walkable faces",
       [](File& f) { f.edges[5].edge = 191; }},
      {"WALKMESH_EDGE_NOT_OPEN", [](File& f) { f.edges[5].edge = 2; },
       "edges[5].edge 0x00004a64: side 2 has neighbour 3",
       [](File& f) { f.edges[5].edge = f.edges[6].edge; }},
      {"WALKMESH_EDGE_REPEATED", [](File& f) { f.edges[5].edge = f.edges[4].edge; },
       "edges[5].edge 0x00004a64: side 90 is already in the list at edges[4]",
       [](File& f) { std::swap(f.edges[5].edge, f.edges[4].edge); }},
      {"WALKMESH_EDGE_MISSING", [](File& f) { f.edges.pop_back(); },
       "adjacency[17][1] 0x0000480c: side 1 of face 17 is open, but not in the edge list",
       [](File& f) { std::swap(f.edges[38], f.edges[39]); }},
      {"WALKMESH_TRANSITION_UNREACHABLE", [](File& f) { f.edges[5] = {2, 3}; },
       "edges[5].transition 0x00004a68: transition to room 3 on side 2, which has neighbour 3",
       [](File& f) { f.edges[5].transition = 3; }},
      {"WALKMESH_TRANSITION_OUT_OF_RANGE", [](File& f) { f.edges[5].transition = -2; },
       "edges[5].transition 0x00004a68: transition -2 is below -1",
       [](File& f) { f.edges[5].transition = 0; }},
      {"WALKMESH_PERIMETER_LAST_MISMATCH", [](File& f) { f.perimeters.pop_back(); },
       "perimeters 0x00004b7c: the loops end at edge 36, but there are 40 edges",
       [](File& f) { f.perimeters = {4, 36, 40}; }},
      {"WALKMESH_PERIMETER_END_OUT_OF_RANGE", [](File& f) { f.perimeters[0] = 0; },
       "perimeters[0] 0x00004b7c: loop ends at edge 0, expected 1..40", [](File& f) { f.perimeters[0] = 1; }},
      {"WALKMESH_PERIMETER_END_OUT_OF_RANGE", [](File& f) { f.perimeters[1] = 36; },
       "perimeters[1] 0x00004b80: loop ends at edge 36, expected 37..40",
       [](File& f) { f.perimeters[1] = 37; }},
      {"WALKMESH_PERIMETER_NOT_CLOSED", [](File& f) { f.perimeters = {35, 40}; },
       "edges[34] 0x00004b4c: edge 34 ends at vertex 3, but edge 0 starts at vertex 0",
       [](File& f) { std::rotate(f.edges.begin(), f.edges.begin() + 1, f.edges.begin() + 36); }},

  };
}

std::vector<Case> tree_cases() {
  return {
      {"WALKMESH_AABB_COUNT_MISMATCH", [](File& f) { f.aabb.push_back(f.aabb.back()); },
       "aabb 0x00001698: 284 nodes, expected 283 for 142 faces", [](File& f) { f.aabb.back().face = 0; }},
      {"WALKMESH_AABB_ROOT_OUT_OF_RANGE", [](File& f) { f.header.aabb_root = 283; },
       "aabb_root 0x0000006c: root 283 is not one of 283 nodes", [](File& f) { f.header.aabb_root = 282; }},
      {"WALKMESH_AABB_ROOT_NOT_FIRST", [](File& f) { f.header.aabb_root = 1; },
       "aabb_root 0x0000006c: root is node 1, expected 0", [](File& f) { f.header.aabb_root = 283; }},
      {"WALKMESH_AABB_CHILD_OUT_OF_RANGE", [](File& f) { f.aabb[0].right = 283; },
       "aabb[0].right 0x000016c0: child 283 is not one of 283 nodes", [](File& f) { f.aabb[0].right = 282; }},
      {"WALKMESH_AABB_CYCLE", [](File& f) { f.aabb[1].left = 0; },
       "aabb[1].left 0x000016e8: child 0 has been reached before", [](File& f) { f.aabb[1].left = 283; }},
      {"WALKMESH_AABB_NODE_UNREACHABLE", [](File& f) { f.aabb[0].right = f.aabb[0].left; },
       "aabb[142] 0x00002f00: 141 nodes cannot be reached from the root, the first is 142",
       [](File& f) { std::swap(f.aabb[0].left, f.aabb[0].right); }},
      {"WALKMESH_AABB_NODE_OUT_OF_ORDER", [](File& f) { std::swap(f.aabb[0].left, f.aabb[0].right); },
       "aabb[142] 0x00002f00: node 142 comes where node 1 was expected",
       [](File& f) { f.aabb[0].plane = 0x20; }},
      {"WALKMESH_AABB_FACE_OUT_OF_RANGE", [](File& f) { f.aabb[282].face = 142; },
       "aabb[282].face 0x00004728: face 142 is not one of 142 faces",
       [](File& f) { f.aabb[282].face = 141; }},
      {"WALKMESH_AABB_INNER_FACE_UNEXPECTED", [](File& f) { f.aabb[0].face = 3; },
       "aabb[0].face 0x000016b0: inner node names face 3", [](File& f) { f.aabb[282].face = 0; }},
      {"WALKMESH_AABB_PLANE_UNKNOWN", [](File& f) { f.aabb[0].plane = 3; },
       "aabb[0].plane 0x000016b8: plane 3 in an inner node, expected 1, 2, 4, 8, 16 or 32",
       [](File& f) { f.aabb[0].plane = 0x20; }},
      {"WALKMESH_AABB_UNKNOWN_FIELD_MISMATCH", [](File& f) { f.aabb[0].unknown_0x1c = 0; },
       "aabb[0].unknown_0x1c 0x000016b4: value 0, expected 4", [](File& f) { f.aabb[0].plane = 3; }},
      {"WALKMESH_AABB_BOX_INVERTED", [](File& f) { f.aabb[0].box_min.y = 99; },
       "aabb[0] 0x00001698: minimum exceeds maximum on axis y",
       [](File& f) { f.aabb[0].box_min.y = f.aabb[0].box_max.y; }},
      {"WALKMESH_AABB_BOX_CHILD_MISMATCH", [](File& f) { f.aabb[0].box_max.x -= 0x1p-13F; },
       "aabb[0] 0x00001698: box misses its child 142 by 0.00012207031",
       [](File& f) { f.aabb[0].box_max.x -= 9e-5F; }},
      {"WALKMESH_AABB_BOX_FACE_TIGHT", [](File& f) { f.aabb[282].box_max.z -= 0.01015F; },
       "aabb[282] 0x00004710: box misses its face 125 by 0.00014972687",
       [](File& f) { f.aabb[282].box_max -= 0.01009F; }},
      {"WALKMESH_AABB_BOX_FACE_MISMATCH", [](File& f) { f.aabb[282].box_max.z -= 0.01F + 0x1p-7F; },
       "aabb[282] 0x00004710: box misses its face 125 by 0.0078125",
       [](File& f) { f.aabb[282].box_max -= 0.0149F; }},
      {"WALKMESH_AABB_FACE_MISSING", [](File& f) { f.aabb[282].face = f.aabb[281].face == 0 ? 1 : 0; },
       "faces[125] 0x00000ab4: in no leaf of the tree", [](File& f) { f.aabb[282].box_max.z -= 1; }},
      {"WALKMESH_AABB_FACE_REPEATED", [](File& f) { f.aabb[282].face = 0; },
       "faces[0] 0x000004d8: in leaf 15 and in leaf 282", [](File& f) { f.aabb[282].face = 142; }},
  };
}

const std::vector<Case>& area_cases() {
  static const std::vector<Case> cases =
      test::joined<Case>({table_cases(), face_cases(), adjacency_cases(), edge_cases(), tree_cases()});
  return cases;
}

const std::vector<Case>& object_cases() {
  static const std::vector<Case> cases = {
      {"WALKMESH_OBJECT_TABLE_UNEXPECTED",
       [](File& f) {
         f.perimeters = {0};
         f.header.perimeter_offset = 616;
       },
       "perimeters 0x00000268: a placeable or door has 1 rows, expected none",
       [](File& f) { f.header.perimeter_offset = 616; }},
      {"WALKMESH_HOOK_MISSING", [](File& f) { f.header.relative_use = {}; },
       "relative_use_1 0x0000000c: both use hooks of a placeable or door are at its origin",
       [](File& f) { f.header.relative_use[0] = {}; }},
      {"WALKMESH_ABSOLUTE_HOOK_MISMATCH", [](File& f) { f.header.absolute_use[1] = {0, 1 + 0x1p-9F, 0}; },
       "absolute_use_2 0x00000030: absolute hook is not position + relative hook, off by 0.001953125",
       [](File& f) { f.header.absolute_use[1] = {0, 1.0009F, 0}; }},
  };
  return cases;
}

TEST(WalkmeshValidate, EachCodeHasATriggerAndANearMiss) {
  expect_findings(area_cases(), sample(Sample::room));
  expect_findings(object_cases(), sample(Sample::placeable));
}

TEST(WalkmeshValidate, NoCodeIsWithoutATest) {
  test::expect_all_tested(finding_kinds(), area_cases(), object_cases());
}

/// What a dump calls the places of a file.
class DumpNames {
 public:
  explicit DumpNames(const File& file) {
    const Trace trace = [&](const TracedField& field) { fields_.emplace(field.path, field); };
    // A file whose tables do not fit together cannot be written, but is told all the same.
    (void)write(file, &trace);
  }

  /// Whether the path is that of a field, of one of its numbers, or of a row or table that begins there.
  bool has(const std::string& where, std::uint64_t offset) const {
    if (const auto field = fields_.find(where); field != fields_.end()) return field->second.offset == offset;
    const std::string outer = where.substr(0, where.rfind('['));
    if (const auto field = fields_.find(outer); field != fields_.end()) {
      const auto index = std::stoull(where.substr(outer.size() + 1));
      return index < field->second.type.count && field->second.offset + 4 * index == offset;
    }
    return std::ranges::any_of(fields_, [&](const auto& entry) {
      const auto& [path, field] = entry;
      return field.offset == offset && (path.starts_with(where + "[") || path.starts_with(where + "."));
    });
  }

 private:
  std::map<std::string, TracedField> fields_;
};

void expect_places_named(const std::vector<Case>& cases, const File& plain) {
  for (const Case& c : cases) {
    const File file = test::changed(plain, c.trigger);
    const DumpNames names(file);
    Findings findings;
    validate(file, findings);
    for (const Finding& finding : findings.all()) {
      if (!finding.offset) continue;
      EXPECT_TRUE(names.has(finding.where, *finding.offset)) << c.code << ": " << test::describe(finding);
    }
  }
}

TEST(WalkmeshValidate, PlacesHaveTheNamesOfTheDump) {
  expect_places_named(area_cases(), sample(Sample::room));
  expect_places_named(object_cases(), sample(Sample::placeable));
}

/// One cause, one finding: a wrong material is told where it is, not at each face behind it.
TEST(WalkmeshValidate, AMaterialInTheWayIsToldOnce) {
  File file = sample(Sample::room);
  file.materials[10] = kNonWalk;
  Findings one;
  validate(file, one);
  ASSERT_EQ(one.all().size(), 1U);
  EXPECT_EQ(
      test::describe(one.all()[0]),
      "materials[10] 0x00000ba8: 1 faces from here on are not walkable (material 7), but 53 behind them "
      "are");
  file.materials[20] = file.materials[21] = kNonWalk;
  file.materials[141] = kDirt;
  EXPECT_EQ(test::findings_of(file, "WALKMESH_WALKABLE_FACE_OUT_OF_ORDER"),
            (std::vector<std::string>{
                "materials[10] 0x00000ba8: 1 faces from here on are not walkable (material 7), but 52 behind "
                "them are",
                "materials[20] 0x00000bd0: 2 faces from here on are not walkable (material 7), but 43 behind "
                "them are",
                "materials[64] 0x00000c80: 77 faces from here on are not walkable (material 7), but 1 behind "
                "them are"}));
}

TEST(WalkmeshValidate, KindsArePublic) {
  File file = sample(Sample::room);
  file.aabb[1].left = 0;
  Findings findings;
  validate(file, findings);
  EXPECT_TRUE(std::ranges::any_of(
      findings.all(), [](const Finding& finding) { return finding.kind == &finding::AABB_CYCLE; }));
  EXPECT_EQ(finding::AABB_CYCLE.code, "WALKMESH_AABB_CYCLE");
  EXPECT_EQ(finding_kinds().data(), finding::kKinds);
}

TEST(WalkmeshValidate, SamplesAreClean) {
  for (const Sample which : kSamples) {
    Findings findings;
    validate(sample(which), findings);
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << finding.kind->code << " " << test::describe(finding);
  }
}

TEST(WalkmeshValidate, GoesOnAfterTheFirstFinding) {
  File file = sample(Sample::room);
  file.header.type = 9;
  file.faces[0][0] = 0xFFFFFFFF;
  file.aabb[0].plane = 3;
  file.edges.clear();
  Findings findings;
  validate(file, findings);
  std::set<std::string_view> codes;
  for (const Finding& finding : findings.all()) codes.insert(finding.kind->code);
  for (const char* code :
       {"WALKMESH_TYPE_UNKNOWN", "WALKMESH_FACE_VERTEX_OUT_OF_RANGE", "WALKMESH_AABB_PLANE_UNKNOWN",
        "WALKMESH_EDGE_MISSING", "WALKMESH_PERIMETER_LAST_MISMATCH"})
    EXPECT_TRUE(codes.contains(code)) << code;
}

/// A chain of a million nodes, a self-loop and a pair that point at each other: the walk ends.
TEST(WalkmeshValidate, TreesThatAreNoTreesEnd) {
  File file = one_triangle();
  file.aabb.assign(1000000, AabbNode{});
  for (std::uint32_t i = 0; i < file.aabb.size(); ++i) {
    file.aabb[i].left = i + 1;
    file.aabb[i].right = i;
    file.aabb[i].plane = 1;
  }
  Findings findings;
  validate(file, findings);
  EXPECT_GT(findings.count(Severity::error), file.aabb.size());
  file.aabb.assign(2, AabbNode{});
  file.aabb[0].left = file.aabb[0].right = 1;
  file.aabb[1].left = file.aabb[1].right = 0;
  Findings pair;
  validate(file, pair);
  EXPECT_GT(pair.count(Severity::error), 0U);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
