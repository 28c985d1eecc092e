#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "fixtures.h"
#include "support/bytes.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"

namespace mw::wows::geometry {
namespace {

using test::expect_findings;
using test::put;
using Case = test::FindingCase<File>;

Bytes& vertices(File& file, std::size_t buffer = 0) {
  return file.vertex_buffers[buffer].data.bytes;
}
Hull& hull(File& file) {
  return file.collision_models[0].hulls[0];
}
ArmorModel& armor(File& file) {
  return file.armor_models[0];
}
/// Points at the file's end, or so many bytes before it.
void move_indices_to_end(File& file, std::int64_t before = 0) {
  file.index_buffers[0].prototype.data_pointer =
      std::int64_t(written(file).size()) - file.header.index_buffer_pointer - before;
}
void set_format(File& file, std::size_t buffer, std::string_view format) {
  file.vertex_buffers[buffer].format.assign(format).push_back('\0');
}
/// Turns the floor of a hull that is only so high: it points half as deep into it.
void turn_floor(File& file, float height) {
  std::ranges::reverse(hull(file).faces[0].vertices);
  for (std::size_t corner = 0; corner < 4; ++corner) hull(file).vertices[corner].y = 1 - height;
}
void set_density(File& file, std::uint16_t packed) {
  file.vertex_mappings[0].packed_density = file.index_mappings[0].packed_density = packed;
}

// The plain sample. Vertex mappings 0x48 (48 and 24 vertices in buffer 0, 8 in buffer 1, 24 in buffer 2),
// index mappings 0x88 (72, 36, 12, 36), vertex prototypes 0xc8, vertices 0x128.
std::vector<Case> piece_cases() {
  return {
      {"GEOMETRY_PIECE_OVERLAP", [](File& f) { move_indices_to_end(f, 1); },
       "index_buffers[0].data 0x00001302: shares 1 bytes with armor_models[0].name",
       [](File& f) { move_indices_to_end(f); }},
      {"GEOMETRY_PIECE_OUT_OF_ORDER",
       [](File& f) { std::swap(f.header.vertex_mapping_pointer, f.header.index_mapping_pointer); },
       "index_mappings 0x00000048: lies before vertex_mappings, unlike in the original files",
       [](File& f) { f.header.index_mapping_pointer = f.header.vertex_mapping_pointer; }},
      {"GEOMETRY_POINTER_NOT_ZERO",
       [](File& f) {
         f.armor_models.clear();
         f.header.armor_pointer = 72;
       },
       "armor_pointer 0x00000040: pointer 72, but there are no rows",
       [](File& f) {
         f.armor_models.clear();
         f.header.armor_pointer = 0;
       }},
      {"GEOMETRY_POINTER_NOT_ZERO", [](File& f) { f.collision_models.clear(); },
       "collision_pointer 0x00000038: pointer 3748, but there are no rows",
       [](File& f) {
         f.collision_models.clear();
         f.header.collision_pointer = 0;
       }},
      {"GEOMETRY_UNREFERENCED_BYTES", [](File& f) { f.unreferenced = {{0x4b84, Bytes(3)}}; },
       "unreferenced[0] 0x00004b84: 3 bytes that nothing points at",
       [](File& f) { armor(f).name.insert(0, "abc"); }},
      {"GEOMETRY_PADDING_NOT_ZERO", [](File& f) { f.vertex_buffers[1].prototype.format.unknown_0x04 = 5; },
       "vertex_buffers[1].format.unknown_0x04 0x000000f4: value 5, expected 0",
       [](File& f) { ++f.vertex_buffers[1].prototype.format.pointer; }},  // the field behind it
      {"GEOMETRY_TEXT_NOT_TERMINATED", [](File& f) { f.vertex_buffers[0].format.pop_back(); },
       "vertex_buffers[0].format 0x00000908: its 15 characters do not end with their only NUL",
       [](File& f) { f.vertex_buffers[0].format.insert(5, "r"); }},
  };
}

std::vector<Case> buffer_cases() {
  return {
      {"GEOMETRY_FORMAT_UNKNOWN", [](File& f) { f.vertex_buffers[0].format[7] = 'q'; },
       "vertex_buffers[0].format 0x00000908: \"set3/xyqnuvtbpc\": unknown element at \"xyqnuvtbpc\"",
       [](File& f) { f.vertex_buffers[0].format[3] = '1'; }},
      {"GEOMETRY_STRIDE_MISMATCH", [](File& f) { f.vertex_buffers[0].prototype.stride = 32; },
       "vertex_buffers[0].stride 0x000000e4: 32 bytes per vertex, but set3/xyznuvtbpc has 28",
       [](File& f) {
         f.vertex_buffers[0].prototype.stride = 20;
         set_format(f, 0, "set3/xyznuvpc");
       }},
      {"GEOMETRY_SKINNED_FLAG_MISMATCH", [](File& f) { f.vertex_buffers[2].prototype.is_skinned = 0; },
       "vertex_buffers[2].is_skinned 0x00000126: is 0, but the format has iiiww",
       [](File& f) {
         f.vertex_buffers[2].prototype.is_skinned = 0;
         set_format(f, 2, kStatic);
       }},
      {"GEOMETRY_BUMPED_FLAG_MISMATCH", [](File& f) { f.vertex_buffers[1].prototype.is_bumped = 1; },
       "vertex_buffers[1].is_bumped 0x00000107: is 1, but the format lacks tb",
       [](File& f) {
         f.vertex_buffers[1].prototype.is_bumped = 1;
         set_format(f, 1, kStatic);
       }},
      {"GEOMETRY_BUFFER_SIZE_NOT_WHOLE", [](File& f) { vertices(f).push_back(std::byte(0)); },
       "vertex_buffers[0].data 0x00000128: 2017 bytes are not a whole number of items of 28",
       [](File& f) { vertices(f).resize(2016 + 28); }},
      {"GEOMETRY_INDEX_SIZE_UNKNOWN",
       [](File& f) {
         f.index_buffers[0].prototype.list_type = 2;
         f.index_buffers[0].prototype.index_size = 0;
       },
       "index_buffers[0].index_size 0x00000d6a: index size 0 is neither 2 nor 4 (the list type before it is "
       "2)",
       [](File& f) { f.index_buffers[0].prototype.index_size = 4; }},
      {"GEOMETRY_LIST_TYPE_MISMATCH", [](File& f) { f.index_buffers[0].prototype.list_type = 1; },
       "index_buffers[0].list_type 0x00000d68: list type 1, but indices of 2 bytes",
       [](File& f) {
         f.index_buffers[0].prototype.list_type = 1;
         f.index_buffers[0].prototype.index_size = 4;
       }},

  };
}

std::vector<Case> mapping_cases() {
  return {
      {"GEOMETRY_MAPPING_BUFFER_OUT_OF_RANGE", [](File& f) { f.vertex_mappings[3].buffer = 3; },
       "vertex_mappings[3].buffer 0x0000007c: buffer 3 is not one of 3",
       [](File& f) { f.vertex_mappings[0].buffer = 2; }},
      {"GEOMETRY_MAPPING_ITEMS_OUT_OF_RANGE", [](File& f) { f.vertex_mappings[1].count = 25; },
       "vertex_mappings[1].count 0x00000064: 25 items at 48 leave a buffer of 72",
       [](File& f) { f.vertex_mappings[1].offset = 47, f.vertex_mappings[1].count = 25; }},
      {"GEOMETRY_MAPPING_OVERLAP", [](File& f) { f.index_mappings[0].count = 75; },
       "index_mappings[1].offset 0x000000a0: shares 3 items with index_mappings[0]",
       [](File& f) {
         f.index_mappings[0].count = f.index_mappings[1].offset = 75;
         f.index_mappings[1].count = 33;
       }},
      {"GEOMETRY_MAPPING_GAP", [](File& f) { f.index_mappings[0].count = 69; },
       "index_mappings[1].offset 0x000000a0: 3 items at 69 belong to no mapping",
       [](File& f) {
         f.index_mappings[0].count = f.index_mappings[1].offset = 69;
         f.index_mappings[1].count = 39;
       }},
      {"GEOMETRY_MAPPING_GAP", [](File& f) { f.index_mappings[3].count = 35; },
       "index_buffers[0].data: 1 items at 155 belong to no mapping",
       [](File& f) {
         f.index_mappings[3].count = 35;
         f.index_buffers[0].data.bytes.resize(2 * 155);
       }},
      {"GEOMETRY_MAPPING_OVERLAP", [](File& f) { f.index_mappings.push_back({7, 0, 0, 20, 1}); },
       "index_mappings[4].offset 0x000000d0: shares 1 items with index_mappings[0]",
       [](File& f) { f.index_mappings.push_back({7, 0, 0, 20, 0}); }},
      {"GEOMETRY_MAPPING_EMPTY", [](File& f) { f.index_mappings[3].count = 0; },
       "index_mappings[3].count 0x000000c4: has no items", [](File& f) { f.index_mappings[3].count = 1; }},
      {"GEOMETRY_MAPPING_ID_REPEATED", [](File& f) { f.vertex_mappings[2].id = f.vertex_mappings[0].id; },
       "vertex_mappings[2].id 0x00000068: id 0x03432c0c is already that of row 0",
       [](File& f) { f.vertex_mappings[2].id = f.index_mappings[0].id; }},
      {"GEOMETRY_INDICES_NOT_TRIANGLES", [](File& f) { f.index_mappings[3].count = 35; },
       "index_mappings[3].count 0x000000c4: 35 indices are no triangles",
       [](File& f) { f.index_mappings[3].count = 33; }},
      {"GEOMETRY_INDEX_OUT_OF_RANGE",
       [](File& f) { put(f.index_buffers[0].data.bytes, 0, std::uint16_t(48)); },
       "index_mappings[0] 0x00000088: 1 indices >= vertex count 48 of vertex_mappings[0], the first is 48",
       [](File& f) { put(f.index_buffers[0].data.bytes, 0, std::uint16_t(47)); }},
  };
}

std::vector<Case> pairing_cases() {
  return {
      {"GEOMETRY_VERTICES_UNPAIRED", [](File& f) { f.index_mappings.pop_back(); },
       "vertex_mappings[3] 0x00000078: no indices go with these 24 vertices (density 0.125)",
       [](File& f) { f.index_mappings[3].id = 99; }},  // its name is lost, but it fits
      {"GEOMETRY_INDICES_UNPAIRED", [](File& f) { f.index_mappings[3] = {99, 0, 0x3C00, 120, 36}; },
       "index_mappings[3] 0x000000b8: no vertices go with these 36 indices (density 1, 24 vertices needed)",
       [](File& f) { f.index_mappings[3].id = 99; }},
      {"GEOMETRY_PAIRING_AMBIGUOUS",
       [](File& f) {
         // Two copies of one mesh with ids that are no hashes: nothing tells them apart.
         for (std::uint32_t i = 0; i < 2; ++i) {
           EXPECT_TRUE(add_mesh(f, "unknown", kStatic, square(), false));
           f.vertex_mappings.back().id = i + 1;
           f.index_mappings.back().id = i + 3;
         }
       },
       "index_mappings[4] 0x000000e8: 1 other vertices would do as well as vertex_mappings[4]",
       [](File& f) {
         EXPECT_TRUE(add_mesh(f, "unknown1", kStatic, square(), false));
         EXPECT_TRUE(add_mesh(f, "unknown2", kStatic, square(), false));
       }},
      {"GEOMETRY_PAIR_ID_MISMATCH", [](File& f) { f.index_mappings[2].id = 1; },
       "index_mappings[2] 0x000000a8: goes with vertex_mappings[2] by density: no name explains both ids",
       [](File& f) {
         f.vertex_mappings[2].id = vertices_id("nobody knows this");
         f.index_mappings[2].id = indices_id("nobody knows this");
       }},
      {"GEOMETRY_PAIR_DENSITY_MISMATCH", [](File& f) { f.vertex_mappings[0].packed_density = 0x3C00; },
       "index_mappings[0].packed_density 0x0000008e: density 0.125, but vertex_mappings[0] has 1",
       [](File& f) { set_density(f, 0x3C00); }},
      {"GEOMETRY_MESH_DENSITY_MISMATCH", [](File& f) { set_density(f, 0x3006); },  // 6/1024 more than 0.125
       "index_mappings[0].packed_density 0x0000008e: density 0.12573, but the mesh has 0.125",
       [](File& f) { set_density(f, 0x3005); }},
      {"GEOMETRY_MESH_DENSITY_MISMATCH", [](File& f) { set_density(f, 1); },
       "index_mappings[0].packed_density 0x0000008e: density 5.9605e-08, but the mesh has 0.125",
       [](File& f) { set_density(f, 0); }},  // old files do not have it
      {"GEOMETRY_MESH_DENSITY_MISMATCH", [](File& f) { set_density(f, 0x3100); },
       "index_mappings[0].packed_density 0x0000008e: density 0.15625, but the mesh has 0.125",
       [](File& f) {  // the pair is not proven, so that it may be the pairing that is wrong
         set_density(f, 0x3100);
         f.vertex_mappings[0].id = 1;
         f.index_mappings[0].id = 2;
       }},

  };
}

/// Swaps two corners of so many triangles of a mesh.
void turn_triangles(File& file, std::size_t mapping, std::size_t count) {
  const std::size_t first = file.index_mappings[mapping].offset;
  Bytes& bytes = file.index_buffers[0].data.bytes;
  for (std::size_t triangle = 0; triangle < count; ++triangle)
    std::swap_ranges(bytes.begin() + std::ptrdiff_t(2 * (first + 3 * triangle)),
                     bytes.begin() + std::ptrdiff_t(2 * (first + 3 * triangle) + 2),
                     bytes.begin() + std::ptrdiff_t(2 * (first + 3 * triangle) + 2));
}

std::vector<Case> vertex_cases() {
  return {
      {"GEOMETRY_VALUE_NOT_FINITE",
       [](File& f) { put(vertices(f), 28 * 5 + 4, std::numeric_limits<float>::infinity()); },
       "vertex_buffers[0].data[5].xyz 0x000001b4: 1 numbers are not finite, the first is inf",
       [](File& f) { put(vertices(f), 28 * 5 + 4, std::numeric_limits<float>::max()); }},
      {"GEOMETRY_MESH_REVERSED", [](File& f) { turn_triangles(f, 0, 24); },
       "index_mappings[0] 0x00000088: 24 of 24 triangles look against their normals",
       [](File& f) { turn_triangles(f, 0, 16); }},
      {"GEOMETRY_MESH_REVERSED", [](File& f) { turn_triangles(f, 0, 17); },
       "index_mappings[0] 0x00000088: 17 of 24 triangles look against their normals",
       [](File& f) { turn_triangles(f, 3, 12); }},  // a skinned one: bones may mirror it
      {"GEOMETRY_POSITION_OUT_OF_RANGE", [](File& f) { put(vertices(f), 28 * 5 + 4, 1e30F); },
       "vertex_buffers[0].data[5].xyz 0x000001b4: 1 coordinates are beyond 100,000, the first is 1e+30",
       [](File& f) { put(vertices(f), 28 * 5 + 4, -100'000.0F); }},
      {"GEOMETRY_VALUE_NOT_FINITE", [](File& f) { put(vertices(f), 28 * 5 + 16, std::uint16_t(0x7C00)); },
       "vertex_buffers[0].data[5].uv 0x000001c4: 1 numbers are not finite, the first is inf",
       [](File& f) { put(vertices(f), 28 * 5 + 16, std::uint16_t(0x7BFF)); }},  // 65504
      {"GEOMETRY_VALUE_NOT_FINITE", [](File& f) { put(vertices(f, 1), 20, INFINITY); },
       "vertex_buffers[1].data[0].r 0x0000092c: 1 numbers are not finite, the first is inf",
       [](File& f) { put(vertices(f, 1), 20, 3e38F); }},
      {"GEOMETRY_VALUE_NOT_FINITE", [](File& f) { armor(f).plates[0].vertices[2].position.x = INFINITY; },
       "armor_models[0].plates[0].vertices[2].position 0x00001110: 1 numbers are not finite, the first is "
       "(inf, 0.75, -0.75)",
       [](File& f) { armor(f).plates[0].vertices[2].position.x = 3e38F; }},
      {"GEOMETRY_VALUE_NOT_FINITE", [](File& f) { hull(f).vertices[7].y = NAN; },
       "collision_models[0].hulls[0].vertices[7] 0x00000f24: 1 numbers are not finite, the first is (-0.75, "
       "nan, 0.75)",
       [](File& f) { hull(f).vertices[7].y = 3e38F; }},
      {"GEOMETRY_NORMAL_NOT_UNIT", [](File& f) { armor(f).plates[0].vertices[2].normal = {255, 154, 127}; },
       "armor_models[0].plates[0].vertices[2].normal 0x0000111c: 1 vectors are not of length 1, the first "
       "has 1.030",
       [](File& f) { armor(f).plates[0].vertices[2].normal = {255, 153, 127}; }},
      {"GEOMETRY_NORMAL_NOT_UNIT", [](File& f) { put(vertices(f), 28 * 2 + 12, std::uint32_t(0x7F9AFF)); },
       "vertex_buffers[0].data[2].n 0x0000016c: 1 vectors are not of length 1, the first has 1.030",
       [](File& f) { put(vertices(f), 28 * 2 + 12, std::uint32_t(0x7F99FF)); }},  // 1.028
      {"GEOMETRY_UNUSED_BYTE_NOT_ZERO", [](File& f) { put(vertices(f), 28 * 2 + 23, std::uint8_t(1)); },
       "vertex_buffers[0].data[2].t 0x00000174: 1 vertices have a byte set that is 0 in all original files, "
       "the first is 1",
       [](File& f) { put(vertices(f), 28 * 2 + 22, std::uint8_t(1)); }},  // the byte before it is used
      {"GEOMETRY_BONE_INDEX_NOT_MULTIPLE", [](File& f) { put(vertices(f, 2), 36 + 22, std::uint8_t(4)); },
       "vertex_buffers[2].data[1].iii 0x00000a1f: 1 vertices have a bone index that is no multiple of 3, the "
       "first is 4",
       [](File& f) { put(vertices(f, 2), 36 + 22, std::uint8_t(6)); }},
      {"GEOMETRY_WEIGHT_SUM_OUT_OF_RANGE", [](File& f) { put(vertices(f, 2), 36 + 25, std::uint8_t(52)); },
       "vertex_buffers[2].data[1].ww 0x00000a23: 1 vertices have weights over 255 in all, the first has 256",
       [](File& f) {
         put(vertices(f, 2), 36 + 25, std::uint8_t(52));
         put(vertices(f, 2), 36 + 26, std::uint8_t(203));
       }},

  };
}

std::vector<Case> armor_cases() {
  return {
      {"GEOMETRY_ARMOR_NOT_DECODABLE",
       [](File& f) {
         armor(f).unreadable = true;
         armor(f).rest = Bytes(31);
       },
       "armor_models[0].rest 0x000010b0: its 31 bytes cannot be read: at byte 28 plate_count: needs 4 bytes, "
       "but only 3 are left in the file",
       [](File& f) { armor(f).rest = Bytes(31); }},
      {"GEOMETRY_ARMOR_COUNT_TOO_LARGE", [](File& f) { f.missing_armor = 2; },
       "armor_count 0x00000014: is 3, expected 1: the record of the next armor model leads out of the file",
       [](File& f) { f.armor_models.push_back(armor(f)); }},
      {"GEOMETRY_ARMOR_ID_UNKNOWN", [](File& f) { armor(f).id = 1; },
       "armor_models[0].id 0x000010b0: id 0x1, expected 0x80000001",
       [](File& f) { f.armor_models.push_back(armor(f)); }},
      {"GEOMETRY_ARMOR_BOX_MISMATCH", [](File& f) { armor(f).box_max.x += 0x1p-9F; },
       "armor_models[0].box_min 0x000010b4: is off by 0.001953125 from the box of the plates",
       [](File& f) { armor(f).box_max.x += 0.0009F; }},
      {"GEOMETRY_PLATE_BOX_MISMATCH", [](File& f) { armor(f).plates[1].box_min.y -= 0x1p-9F; },
       "armor_models[0].plates[1].box_min 0x00001274: is off by 0.001953125 from the box of its 6 vertices",
       [](File& f) { armor(f).plates[1].box_min.y -= 0.0009F; }},
      {"GEOMETRY_PLATE_NOT_TRIANGLES", [](File& f) { armor(f).plates[0].vertices.pop_back(); },
       "armor_models[0].plates[0].vertex_count 0x000010ec: 23 vertices are no triangles",
       [](File& f) { armor(f).plates[0].vertices.resize(21); }},
      {"GEOMETRY_PLATE_EMPTY", [](File& f) { armor(f).plates[0].vertices.clear(); },
       "armor_models[0].plates[0].vertex_count 0x000010ec: has no vertices",
       [](File& f) { armor(f).plates[0].vertices.resize(1); }},
      {"GEOMETRY_PLATE_KEY_OUT_OF_RANGE", [](File& f) { armor(f).plates[0].layer = 0; },
       "armor_models[0].plates[0].material 0x000010d0: layer 0 and material 60, expected 1 or more of both",
       [](File& f) { armor(f).plates[1].layer = armor(f).plates[1].material = 1; }},
      {"GEOMETRY_MODEL_UNREFERENCED_BYTES", [](File& f) { armor(f).rest = Bytes(4); },
       "armor_models[0].rest 0x000012f0: 4 bytes behind the last row",
       [](File& f) { armor(f).plates[1].vertices.emplace_back(); }},

  };
}

std::vector<Case> collision_cases() {
  return {
      {"GEOMETRY_COLLISION_VERSION_UNKNOWN", [](File& f) { f.collision_models[0].version = 3; },
       "collision_models[0].version 0x00000ec4: version 0x3 is not known, 0 bytes are kept as they are",
       [](File& f) { f.collision_models[0].version = kOldCollisionVersion; }},
      {"GEOMETRY_HULL_NOT_CLOSED", [](File& f) { hull(f).faces.pop_back(); },
       "collision_models[0].hulls[0] 0x00000ecc: 8 vertices - 12 edges + 5 faces is 1, expected 2",
       [](File& f) {
         hull(f).faces.pop_back();
         hull(f).edges.pop_back();
       }},
      {"GEOMETRY_HULL_VERTEX_OUT_OF_RANGE", [](File& f) { hull(f).faces[2].vertices[1] = 8; },
       "collision_models[0].hulls[0].faces[2].vertices[1] 0x00000ff0: vertex 8 is not one of 8",
       [](File& f) { hull(f).faces[2].vertices[1] = 7; }},
      {"GEOMETRY_HULL_VERTEX_OUT_OF_RANGE", [](File& f) { hull(f).edges[3][1] = 8; },
       "collision_models[0].hulls[0].edges[3] 0x00000f4c: vertex 8 is not one of 8",
       [](File& f) { hull(f).edges[3][1] = 7; }},
      {"GEOMETRY_HULL_VERTEX_OUT_OF_RANGE", [](File& f) { hull(f).edges[3][1] = -1; },
       "collision_models[0].hulls[0].edges[3] 0x00000f4c: vertex -1 is not one of 8",
       [](File& f) { hull(f).edges[2][0] = 0; }},
      {"GEOMETRY_HULL_EDGE_OUT_OF_RANGE", [](File& f) { hull(f).faces[2].edges[3] = 12; },
       "collision_models[0].hulls[0].faces[2].edges[3] 0x00001008: edge 12 is not one of 12",
       [](File& f) { hull(f).faces[2].edges[3] = 11; }},
      {"GEOMETRY_HULL_EDGE_MISMATCH", [](File& f) { hull(f).faces[0].edges[0] = 2; },
       "collision_models[0].hulls[0].faces[0].edges[0] 0x00000fac: edge 2 does not join vertices 0 and 1",
       [](File& f) { std::swap(hull(f).edges[0][0], hull(f).edges[0][1]); }},
      {"GEOMETRY_HULL_EDGE_MISMATCH", [](File& f) { hull(f).edges[0] = {0, 5}; },  // one end is right
       "collision_models[0].hulls[0].faces[0].edges[0] 0x00000fac: edge 0 does not join vertices 0 and 1",
       [](File& f) { hull(f).edges[0] = {1, 0}; }},
      {"GEOMETRY_HULL_EDGE_MISMATCH", [](File& f) { hull(f).edges[0] = {1, 5}; },
       "collision_models[0].hulls[0].faces[0].edges[0] 0x00000fac: edge 0 does not join vertices 0 and 1",
       [](File& f) { hull(f).edges[0] = {1, 0}; }},
      {"GEOMETRY_HULL_FACE_CORNERS_TOO_FEW",
       [](File& f) {
         hull(f).faces[0].vertices.resize(2);
         hull(f).faces[0].edges.resize(2);
       },
       "collision_models[0].hulls[0].faces[0].corner_count 0x00000f98: has 2 corners",
       [](File& f) {
         hull(f).faces[0].vertices.resize(3);
         hull(f).faces[0].edges.resize(3);
       }},
      {"GEOMETRY_HULL_FACE_REVERSED", [](File& f) { turn_floor(f, 0x1p-8F); },
       "collision_models[0].hulls[0].faces[0] 0x00000f98: points into the hull, 0.001953125 units deep",
       [](File& f) { turn_floor(f, 0.0019F); }},
      {"GEOMETRY_HULL_FLAG_UNKNOWN", [](File& f) { hull(f).faces[0].flag = 2; },
       "collision_models[0].hulls[0].faces[0].flag 0x00000fbc: flag 2 is neither 0 nor 1",
       [](File& f) { hull(f).faces[0].flag = 1; }},
  };
}

const std::vector<Case>& plain_cases() {
  static const std::vector<Case> cases =
      test::joined<Case>({piece_cases(), buffer_cases(), mapping_cases(), pairing_cases(), vertex_cases(),
                          armor_cases(), collision_cases()});
  return cases;
}

const std::vector<Case>& encoded_cases() {
  static const std::vector<Case> cases = {
      {"GEOMETRY_ENCODED_COUNT_MISMATCH", [](File& f) { f.vertex_buffers[0].data.element_count = 71; },
       "vertex_buffers[0].data.element_count 0x0000012c: 71 encoded items, but the mappings use 72",
       [](File& f) { f.vertex_buffers[0].data.element_count = 71, f.vertex_mappings[1].count = 23; }},
      {"GEOMETRY_CODEC_VERSION_UNKNOWN", [](File& f) { f.index_buffers[0].data.bytes[0] = std::byte(0xE1); },
       "index_buffers[0].data.payload 0x00000690: the stream begins with 0xe1, expected 0xe0",
       [](File& f) { f.index_buffers[0].data.bytes[1] = std::byte(0xE1); }},
      {"GEOMETRY_STREAM_NOT_DECODABLE", [](File& f) { f.vertex_buffers[1].data.bytes.resize(60); },
       "vertex_buffers[1].data.payload 0x00000468: the stream ends too early",
       [](File& f) { f.vertex_buffers[1].data.bytes.back() ^= std::byte(1); }},  // another value, that is all
  };
  return cases;
}

TEST(GeometryValidate, EachCodeHasATriggerAndANearMiss) {
  expect_findings(plain_cases(), sample(SampleData::plain));
  expect_findings(encoded_cases(), sample(SampleData::encoded));
}

TEST(GeometryValidate, PlacesAreThoseOfTheDump) {
  test::expect_places_of_the_dump(plain_cases(), sample(SampleData::plain));
  test::expect_places_of_the_dump(encoded_cases(), sample(SampleData::encoded));
}

TEST(GeometryValidate, CodesFollowOneGrammar) {
  test::expect_grammar(finding_kinds(), "GEOMETRY_");
  EXPECT_EQ(finding::INDEX_OUT_OF_RANGE.code, "GEOMETRY_INDEX_OUT_OF_RANGE");
}

TEST(GeometryValidate, NoCodeIsWithoutATest) {
  test::expect_all_tested(finding_kinds(), plain_cases(), encoded_cases());
}

TEST(GeometryValidate, SamplesAreClean) {
  for (const SampleData which : kSamples) {
    Findings findings;
    validate(sample(which), findings);
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << finding.kind->code << " " << test::describe(finding);
  }
}

/// The decoder's own reasons, and those for which it is not asked.
TEST(GeometryValidate, DecodingFailsWithItsReason) {
  const auto reason = [](const test::Change<File>& change) {
    const File file = test::changed(sample(SampleData::encoded), change);
    const auto found = test::findings_of(file, "GEOMETRY_STREAM_NOT_DECODABLE");
    return found.empty() ? "nothing" : found.front();
  };
  EXPECT_EQ(
      reason([](File& f) { f.vertex_buffers[0].data.bytes[0] = std::byte(0x77); }),
      "vertex_buffers[0].data.payload 0x00000130: not a stream of this codec, or of an unknown version");
  EXPECT_EQ(reason([](File& f) { f.vertex_buffers[0].data.bytes.push_back(std::byte(0)); }),
            "vertex_buffers[0].data.payload 0x00000130: the stream does not end where it should");
  EXPECT_EQ(reason([](File& f) { f.vertex_buffers[0].prototype.stride = 30; }),
            "vertex_buffers[0].data.payload 0x00000130: the codec has no vertices of 30 bytes");
  EXPECT_EQ(reason([](File& f) {
              f.index_buffers[0].data.element_count = 157;
              f.index_mappings[3].count = 37;
            }),
            "index_buffers[0].data.payload 0x00000690: 157 encoded indices are no triangles");
  EXPECT_EQ(reason([](File& f) {
              f.vertex_mappings[0].count = f.vertex_buffers[0].data.element_count = 0xFFFFFFFF;
            }),
            "vertex_buffers[0].data.payload 0x00000130: 4294967295 elements cannot be encoded in 800 bytes");
}

/// Thousands of mappings that all lie on the whole buffer: told, and over soon.
TEST(GeometryValidate, MappingsThatLieOnEachOtherEnd) {
  File file = sample(SampleData::plain);
  const Mapping whole{1, 0, 0, 0, 156};
  file.index_mappings.assign(20000, whole);
  file.vertex_mappings.assign(20000, {1, 0, 0, 0, 72});
  Findings findings;
  validate(file, findings);
  EXPECT_GT(findings.all().size(), 20000U);
}

TEST(GeometryValidate, GoesOnAfterTheFirstFinding) {
  File file = sample(SampleData::encoded);
  file.vertex_buffers[0].data.bytes.resize(10);
  file.index_buffers[0].prototype.index_size = 7;
  file.armor_models[0].id = 0;
  hull(file).faces.clear();
  Findings findings;
  validate(file, findings);
  std::set<std::string_view> codes;
  for (const Finding& finding : findings.all()) codes.insert(finding.kind->code);
  for (const char* code : {"GEOMETRY_STREAM_NOT_DECODABLE", "GEOMETRY_INDEX_SIZE_UNKNOWN",
                           "GEOMETRY_ARMOR_ID_UNKNOWN", "GEOMETRY_HULL_NOT_CLOSED"})
    EXPECT_TRUE(codes.contains(code)) << code;
}

}  // namespace
}  // namespace mw::wows::geometry
