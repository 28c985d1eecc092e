#include <gtest/gtest.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "geometry_fixtures.h"
#include "support/bytes.h"

namespace mw::wows::geometry {
namespace {

using test::put;
using Change = std::function<void(File&)>;

std::string describe(const Finding& finding) {
  const std::string offset = finding.offset ? " " + offset_text(*finding.offset) : "";
  return finding.where + offset + ": " + finding.message;
}

std::vector<std::string> findings_of(File file, const Change& change, std::string_view code) {
  change(file);
  Findings findings;
  validate(file, findings);
  std::vector<std::string> found;
  for (const Finding& finding : findings.all())
    if (finding.kind->code == code) found.push_back(describe(finding));
  return found;
}

void nothing(File&) {}

struct Case {
  std::string_view code;
  Change trigger;
  std::string finding;  // the first one of that code
  Change near_miss = nothing;
};

Bytes& vertices(File& file, std::size_t buffer = 0) {
  return file.vertex_buffers[buffer].data.bytes;
}
Hull& hull(File& file) {
  return file.collision_models[0].hulls[0];
}
ArmorModel& armor(File& file) {
  return file.armor_models[0];
}

// The plain sample. Vertex mappings 0x48 (48 and 24 vertices in buffer 0, 8 in buffer 1, 24 in buffer 2),
// index mappings 0x88 (72, 36, 12, 36), vertex prototypes 0xc8, vertices 0x128.
const std::vector<Case>& plain_cases() {
  static const std::vector<Case> cases = {
      {"GEOMETRY_PIECE_OVERLAP", [](File& f) { f.index_buffers[0].prototype.data_pointer = 0; },
       "index_buffers[0].data 0x00000d5c: shares 16 bytes with index_buffers"},
      {"GEOMETRY_PIECE_ORDER",
       [](File& f) { std::swap(f.header.vertex_mapping_pointer, f.header.index_mapping_pointer); },
       "index_mappings 0x00000048: lies before vertex_mappings, unlike in the original files"},
      {"GEOMETRY_POINTER_WITHOUT_ROWS",
       [](File& f) {
         f.armor_models.clear();
         f.header.armor_pointer = 72;
       },
       "armor_pointer 0x00000040: pointer 72, but there are no rows",
       [](File& f) {
         f.armor_models.clear();
         f.header.armor_pointer = 0;
       }},
      {"GEOMETRY_UNREFERENCED_BYTES", [](File& f) { f.unreferenced = {{0x4b84, Bytes(3)}}; },
       "unreferenced[0] 0x00004b84: 3 bytes that nothing points at"},
      {"GEOMETRY_PADDING_NOT_ZERO", [](File& f) { f.vertex_buffers[1].prototype.format.unknown_0x04 = 5; },
       "vertex_buffers[1].format.unknown_0x04 0x000000f4: value 5, expected 0"},
      {"GEOMETRY_TEXT_NOT_TERMINATED", [](File& f) { f.vertex_buffers[0].format.pop_back(); },
       "vertex_buffers[0].format 0x00000908: its 15 characters do not end with their only NUL",
       [](File& f) { f.vertex_buffers[0].format.insert(5, "r"); }},
      {"GEOMETRY_FORMAT_UNKNOWN", [](File& f) { f.vertex_buffers[0].format[7] = 'q'; },
       "vertex_buffers[0].format 0x000000c8: \"set3/xyqnuvtbpc\": unknown element at \"xyqnuvtbpc\"",
       [](File& f) { f.vertex_buffers[0].format[3] = '1'; }},
      {"GEOMETRY_STRIDE_MISMATCH", [](File& f) { f.vertex_buffers[0].prototype.stride = 32; },
       "vertex_buffers[0].stride 0x000000e4: 32 bytes a vertex, but set3/xyznuvtbpc has 28"},
      {"GEOMETRY_SKINNED_FLAG", [](File& f) { f.vertex_buffers[2].prototype.is_skinned = 0; },
       "vertex_buffers[2].is_skinned 0x00000126: is 0, but the format has iiiww"},
      {"GEOMETRY_BUMPED_FLAG", [](File& f) { f.vertex_buffers[1].prototype.is_bumped = 1; },
       "vertex_buffers[1].is_bumped 0x00000107: is 1, but the format lacks tb"},
      {"GEOMETRY_SIZE_NOT_WHOLE", [](File& f) { vertices(f).push_back(std::byte(0)); },
       "vertex_buffers[0].data 0x000000c8: 2017 bytes are not a whole number of items of 28",
       [](File& f) { vertices(f).resize(2016 + 28); }},
      {"GEOMETRY_INDEX_SIZE",
       [](File& f) {
         f.index_buffers[0].prototype.list_type = 2;
         f.index_buffers[0].prototype.index_size = 0;
       },
       "index_buffers[0].index_size 0x00000d6a: index size 0 is neither 2 nor 4 (the list type before it is "
       "2)"},
      {"GEOMETRY_LIST_TYPE", [](File& f) { f.index_buffers[0].prototype.list_type = 1; },
       "index_buffers[0].list_type 0x00000d68: list type 1, but indices of 2 bytes",
       [](File& f) {
         f.index_buffers[0].prototype.list_type = 1;
         f.index_buffers[0].prototype.index_size = 4;
       }},

      {"GEOMETRY_MAPPING_BUFFER", [](File& f) { f.vertex_mappings[3].buffer = 3; },
       "vertex_mappings[3].buffer 0x0000007c: buffer 3 is not one of 3",
       [](File& f) { f.vertex_mappings[3].buffer = 1; }},
      {"GEOMETRY_MAPPING_RANGE", [](File& f) { f.vertex_mappings[1].count = 25; },
       "vertex_mappings[1].count 0x00000064: 25 items at 48 leave a buffer of 72"},
      {"GEOMETRY_MAPPING_OVERLAP", [](File& f) { f.index_mappings[0].count = 75; },
       "index_mappings[1].offset 0x000000a0: shares 3 items with index_mappings[0]"},
      {"GEOMETRY_MAPPING_GAP", [](File& f) { f.index_mappings[0].count = 69; },
       "index_mappings[1].offset 0x000000a0: 3 items at 69 belong to no mapping"},
      {"GEOMETRY_MAPPING_EMPTY", [](File& f) { f.index_mappings[3].count = 0; },
       "index_mappings[3].count 0x000000c4: has no items", [](File& f) { f.index_mappings[3].count = 3; }},
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
      {"GEOMETRY_VERTICES_UNPAIRED", [](File& f) { f.index_mappings.pop_back(); },
       "vertex_mappings[3] 0x00000078: no indices go with these 24 vertices (density 0.125)",
       [](File& f) { f.index_mappings[3].id = 99; }},  // its name is lost, but it fits
      {"GEOMETRY_INDICES_UNPAIRED", [](File& f) { f.index_mappings[3] = {99, 0, 0x3C00, 120, 36}; },
       "index_mappings[3] 0x000000b8: no vertices go with these 36 indices (density 1, 24 vertices needed)",
       [](File& f) { f.index_mappings[3].id = 99; }},
      {"GEOMETRY_PAIRING_AMBIGUOUS",
       [](File& f) {
         // Two copies of one mesh whose names are not known: nothing tells them apart.
         const Mesh mesh = square();
         EXPECT_TRUE(add_mesh(f, "unknown1", kStatic, mesh, false));
         EXPECT_TRUE(add_mesh(f, "unknown2", kStatic, mesh, false));
       },
       "index_mappings[4] 0x000000e8: 1 other vertices would do as well as vertex_mappings[4]",
       [](File& f) {
         Mesh mesh = square();
         EXPECT_TRUE(add_mesh(f, "unknown1", kStatic, mesh, false));
         mesh.vertices.push_back(mesh.vertices[0]);
         mesh.indices.insert(mesh.indices.end(), {4, 1, 2});
         EXPECT_TRUE(add_mesh(f, "unknown2", kStatic, mesh, false));
       }},
      {"GEOMETRY_DENSITY_MISMATCH", [](File& f) { f.vertex_mappings[0].packed_density = 0x3C00; },
       "index_mappings[0].packed_density 0x0000008e: density 0.125, but vertex_mappings[0] has 1"},
      {"GEOMETRY_DENSITY_GEOMETRY",
       [](File& f) { f.vertex_mappings[0].packed_density = f.index_mappings[0].packed_density = 0x3C00; },
       "index_mappings[0].packed_density 0x0000008e: density 1, but the mesh has 0.125",
       [](File& f) { f.vertex_mappings[0].packed_density = f.index_mappings[0].packed_density = 0; }},

      {"GEOMETRY_NOT_FINITE",
       [](File& f) { put(vertices(f), 28 * 5 + 4, std::numeric_limits<float>::infinity()); },
       "vertex_buffers[0].data[5].xyz 0x000001b4: 1 numbers are not finite, the first is inf",
       [](File& f) { put(vertices(f), 28 * 5 + 4, std::numeric_limits<float>::max()); }},
      {"GEOMETRY_NORMAL_NOT_UNIT", [](File& f) { put(vertices(f), 28 * 2 + 12, std::uint32_t(0x7F7F7F)); },
       "vertex_buffers[0].data[2].n 0x0000016c: 1 vectors are not of length 1, the first has 0.000",
       [](File& f) { put(vertices(f), 28 * 2 + 12, std::uint32_t(0x7F7FFF)); }},
      {"GEOMETRY_UNUSED_BYTE", [](File& f) { put(vertices(f), 28 * 2 + 23, std::uint8_t(1)); },
       "vertex_buffers[0].data[2].t 0x00000174: 1 vertices have a byte set that is 0 in all original files, "
       "the first is 1"},
      {"GEOMETRY_BONE_NOT_MULTIPLE", [](File& f) { put(vertices(f, 2), 36 + 22, std::uint8_t(4)); },
       "vertex_buffers[2].data[1].iii 0x00000a1f: 1 vertices have a bone index that is no multiple of 3, the "
       "first is 4",
       [](File& f) { put(vertices(f, 2), 36 + 22, std::uint8_t(6)); }},
      {"GEOMETRY_WEIGHT_SUM", [](File& f) { put(vertices(f, 2), 36 + 25, std::uint8_t(52)); },
       "vertex_buffers[2].data[1].ww 0x00000a23: 1 vertices have weights over 255 in all, the first has 256",
       [](File& f) { put(vertices(f, 2), 36 + 25, std::uint8_t(50)); }},

      {"GEOMETRY_ARMOR_ID", [](File& f) { armor(f).id = 1; },
       "armor_models[0].id 0x000010b0: id 0x1, expected 0x80000001"},
      {"GEOMETRY_ARMOR_BOX", [](File& f) { armor(f).box_max.x += 0.5F; },
       "armor_models[0].box_min 0x000010b4: is off by 0.5 from the box of the plates",
       [](File& f) { armor(f).box_max.x += 0.0005F; }},
      {"GEOMETRY_PLATE_BOX", [](File& f) { armor(f).plates[1].box_min.y -= 0.5F; },
       "armor_models[0].plates[1].box_min 0x00001274: is off by 0.5 from the box of its 6 vertices",
       [](File& f) { armor(f).plates[1].box_min.y -= 0.0005F; }},
      {"GEOMETRY_PLATE_NOT_TRIANGLES", [](File& f) { armor(f).plates[0].vertices.pop_back(); },
       "armor_models[0].plates[0].vertices 0x000010ec: 23 vertices are no triangles",
       [](File& f) { armor(f).plates[0].vertices.resize(21); }},
      {"GEOMETRY_PLATE_EMPTY", [](File& f) { armor(f).plates[0].vertices.clear(); },
       "armor_models[0].plates[0].vertices 0x000010ec: has no vertices",
       [](File& f) { armor(f).plates[0].vertices.resize(3); }},
      {"GEOMETRY_PLATE_KEY", [](File& f) { armor(f).plates[0].layer = 0; },
       "armor_models[0].plates[0].material 0x000010d0: layer 0 and material 60, expected 1 or more of both",
       [](File& f) { armor(f).plates[0].layer = 9; }},
      {"GEOMETRY_MODEL_REST", [](File& f) { armor(f).rest = Bytes(4); },
       "armor_models[0].rest 0x000012f0: 4 bytes behind the last row"},

      {"GEOMETRY_COLLISION_VERSION", [](File& f) { f.collision_models[0].version = 3; },
       "collision_models[0].version 0x00000ec4: version 0x3 is not known, 0 bytes are kept as they are",
       [](File& f) { f.collision_models[0].version = kOldCollisionVersion; }},
      {"GEOMETRY_HULL_EULER", [](File& f) { hull(f).faces.pop_back(); },
       "collision_models[0].hulls[0] 0x00000ecc: 8 vertices - 12 edges + 5 faces is 1, expected 2",
       [](File& f) {
         hull(f).faces.pop_back();
         hull(f).edges.pop_back();
       }},
      {"GEOMETRY_HULL_VERTEX_RANGE", [](File& f) { hull(f).faces[2].vertices[1] = 8; },
       "collision_models[0].hulls[0].faces[2].vertices[1] 0x00000ff0: vertex 8 is not one of 8",
       [](File& f) { hull(f).faces[2].vertices[1] = 7; }},
      {"GEOMETRY_HULL_EDGE_RANGE", [](File& f) { hull(f).faces[2].edges[3] = 12; },
       "collision_models[0].hulls[0].faces[2].edges[3] 0x00001008: edge 12 is not one of 12",
       [](File& f) { hull(f).faces[2].edges[3] = 11; }},
      {"GEOMETRY_HULL_EDGE_MISMATCH", [](File& f) { hull(f).faces[0].edges[0] = 2; },
       "collision_models[0].hulls[0].faces[0].edges[0] 0x00000fac: edge 2 does not join vertices 0 and 1",
       [](File& f) { std::swap(hull(f).edges[0][0], hull(f).edges[0][1]); }},
      {"GEOMETRY_HULL_FACE_SMALL",
       [](File& f) {
         hull(f).faces[0].vertices.resize(2);
         hull(f).faces[0].edges.resize(2);
       },
       "collision_models[0].hulls[0].faces[0] 0x00000f98: has 2 corners",
       [](File& f) {
         hull(f).faces[0].vertices.resize(3);
         hull(f).faces[0].edges.resize(3);
       }},
      {"GEOMETRY_HULL_FACE_INWARD", [](File& f) { std::ranges::reverse(hull(f).faces[0].vertices); },
       "collision_models[0].hulls[0].faces[0] 0x00000f98: points into the hull, 0.5 units deep",
       [](File& f) {
         std::ranges::rotate(hull(f).faces[0].vertices, hull(f).faces[0].vertices.begin() + 1);
       }},
      {"GEOMETRY_HULL_FLAG", [](File& f) { hull(f).faces[0].flag = 2; },
       "collision_models[0].hulls[0].faces[0].flag 0x00000fbc: flag 2 is neither 0 nor 1",
       [](File& f) { hull(f).faces[0].flag = 1; }},
  };
  return cases;
}

const std::vector<Case>& encoded_cases() {
  static const std::vector<Case> cases = {
      {"GEOMETRY_ENCODED_COUNT", [](File& f) { f.vertex_buffers[0].data.element_count = 71; },
       "vertex_buffers[0].data 0x000000c8: 71 encoded items, but the mappings use 72"},
      {"GEOMETRY_CODEC_VERSION", [](File& f) { f.index_buffers[0].data.bytes[0] = std::byte(0xE1); },
       "index_buffers[0].data 0x00000678: the stream begins with 0xe1, expected 0xe0"},
      {"GEOMETRY_DECODE_FAILED", [](File& f) { f.vertex_buffers[1].data.bytes.resize(60); },
       "vertex_buffers[1].data 0x000000e8: the stream ends too early"},
  };
  return cases;
}

void run(const std::vector<Case>& cases, const File& base) {
  for (const Case& c : cases) {
    EXPECT_TRUE(findings_of(base, nothing, c.code).empty()) << c.code;
    const auto found = findings_of(base, c.trigger, c.code);
    EXPECT_EQ(found.empty() ? "nothing" : found.front(), c.finding) << c.code;
    EXPECT_EQ(findings_of(base, c.near_miss, c.code), std::vector<std::string>()) << c.code;
  }
}

TEST(GeometryValidate, EachCodeHasATriggerAndANearMiss) {
  run(plain_cases(), sample(SampleData::plain));
  run(encoded_cases(), sample(SampleData::encoded));
}

TEST(GeometryValidate, NoCodeIsWithoutATest) {
  std::set<std::string_view> tested;
  for (const auto* cases : {&plain_cases(), &encoded_cases()})
    for (const Case& c : *cases) tested.insert(c.code);
  for (const FindingKind& kind : finding_kinds()) EXPECT_TRUE(tested.contains(kind.code)) << kind.code;
  EXPECT_EQ(tested.size(), finding_kinds().size());
}

TEST(GeometryValidate, SamplesAreClean) {
  for (const SampleData which : kSamples) {
    Findings findings;
    validate(sample(which), findings);
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << finding.kind->code << " " << describe(finding);
  }
}

/// The decoder's own reasons, and those for which it is not asked.
TEST(GeometryValidate, DecodingFailsWithItsReason) {
  const auto reason = [](const Change& change) {
    const auto found = findings_of(sample(SampleData::encoded), change, "GEOMETRY_DECODE_FAILED");
    return found.empty() ? "nothing" : found.front();
  };
  EXPECT_EQ(reason([](File& f) { f.vertex_buffers[0].data.bytes[0] = std::byte(0x77); }),
            "vertex_buffers[0].data 0x000000c8: not a stream of this codec, or of an unknown version");
  EXPECT_EQ(reason([](File& f) { f.vertex_buffers[0].data.bytes.push_back(std::byte(0)); }),
            "vertex_buffers[0].data 0x000000c8: the stream does not end where it should");
  EXPECT_EQ(reason([](File& f) { f.vertex_buffers[0].prototype.stride = 30; }),
            "vertex_buffers[0].data 0x000000c8: the codec has no vertices of 30 bytes");
  EXPECT_EQ(reason([](File& f) {
              f.index_buffers[0].data.element_count = 157;
              f.index_mappings[3].count = 37;
            }),
            "index_buffers[0].data 0x00000678: 157 encoded indices are no triangles");
  EXPECT_EQ(reason([](File& f) {
              f.vertex_mappings[0].count = f.vertex_buffers[0].data.element_count = 0xFFFFFFFF;
            }),
            "vertex_buffers[0].data 0x000000c8: 4294967295 elements cannot be encoded in 800 bytes");
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
  for (const char* code :
       {"GEOMETRY_DECODE_FAILED", "GEOMETRY_INDEX_SIZE", "GEOMETRY_ARMOR_ID", "GEOMETRY_HULL_EULER"})
    EXPECT_TRUE(codes.contains(code)) << code;
}

}  // namespace
}  // namespace mw::wows::geometry
