#include <gtest/gtest.h>
#include <meshwright/wows/detail/primitives_findings.h>

#include <limits>

#include "fixtures.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"

namespace mw::wows::primitives {
namespace {

using Case = test::FindingCase<File>;

/// The sample: indices 4 (24 bytes of them at 76, a group at 100), vertices 116, then the same of a coarser
/// level: indices 568, vertices 676; table 1032.
std::vector<Case> content_cases() {
  return {
      {"PRIMITIVES_FORMAT_UNKNOWN", [](File& f) { vertices_of(f, 1).header.format = FixedText<64>("xyz?"); },
       "sections[1].format 0x00000074: \"xyz?\" is not known",
       [](File& f) { vertices_of(f, 1).header.format = FixedText<64>("xyznuvr"); }},
      {"PRIMITIVES_VERTEX_COUNT_MISMATCH", [](File& f) { vertices_of(f, 1).header.count = 13; },
       "sections[1].count 0x000000b4: 13 vertices of 32 bytes do not fit 384 bytes",
       [](File& f) { vertices_of(f, 1).header.count = 11; }},
      {"PRIMITIVES_UNREFERENCED_BYTES", [](File& f) { vertices_of(f, 1).header.count = 11; },
       "sections[1].rest 0x00000218: 32 bytes that no count covers",
       [](File& f) { vertices_of(f, 1).header.count = 13; }},
      {"PRIMITIVES_UNREFERENCED_BYTES", [](File& f) { indices_of(f, 0).rest.resize(4); },
       "sections[0].rest 0x00000074: 4 bytes that no count covers",
       [](File& f) { indices_of(f, 0).groups.emplace_back(); }},
      {"PRIMITIVES_VALUE_NOT_FINITE",
       [](File& f) {
         test::put(vertices_of(f, 1).bytes, 32 * 2 + 16, std::numeric_limits<float>::infinity());
       },
       "sections[1].vertices[2].uv 0x00000108: 1 numbers are not finite, the first is inf",
       [](File& f) { test::put(vertices_of(f, 1).bytes, 32 * 2 + 16, std::numeric_limits<float>::max()); }},
      {"PRIMITIVES_VALUE_TOO_LARGE", [](File& f) { test::put(vertices_of(f, 1).bytes, 32 * 2 + 16, -1e20F); },
       "sections[1].vertices[2].uv 0x00000108: 1 numbers are beyond 1,000,000, the first is -1e+20",
       [](File& f) { test::put(vertices_of(f, 1).bytes, 32 * 2 + 16, -1e6F); }},
      {"PRIMITIVES_NORMAL_NOT_UNIT",
       [](File& f) { test::put(vertices_of(f, 1).bytes, 32 * 3 + 12, std::uint32_t(0)); },
       "sections[1].vertices[3].n 0x00000124: 1 vectors are not of length 1, the first has 0.000",
       [](File& f) { test::put(vertices_of(f, 1).bytes, 32 * 3 + 12, std::uint32_t(1020)); }},  // 0.997
      {"PRIMITIVES_INDICES_NOT_TRIANGLES", [](File& f) { indices_of(f, 0).indices.push_back(0); },
       "sections[0].index_count 0x00000044: 13 indices are no triangles",
       [](File& f) { indices_of(f, 0).indices.resize(9); }},
      {"PRIMITIVES_INDEX_OUT_OF_RANGE",
       [](File& f) {
         indices_of(f, 0).indices[4] = 12;
         indices_of(f, 0).indices[5] = 13;
       },
       "sections[0].index_count 0x00000044: 2 indices >= vertex count 12, the first is 12",
       [](File& f) { indices_of(f, 0).indices[4] = 11; }},
  };
}

std::vector<Case> other_cases() {
  return {
      {"PRIMITIVES_GROUP_OUT_OF_RANGE", [](File& f) { indices_of(f, 0).groups[0].first_index = 1; },
       "sections[0].groups[0].first_index 0x00000064: 4 triangles at 1 leave the 12 there are",
       [](File& f) { indices_of(f, 0).groups[0].triangle_count = 3; }},
      {"PRIMITIVES_GROUP_OUT_OF_RANGE", [](File& f) { indices_of(f, 0).groups[0].vertex_count = 13; },
       "sections[0].groups[0].first_vertex 0x0000006c: 13 vertices at 0 leave the 12 there are",
       [](File& f) { indices_of(f, 0).groups[0].vertex_count = 11; }},
      {"PRIMITIVES_GROUP_COUNT_MISMATCH", [](File& f) { indices_of(f, 0).groups[0].triangle_count = 3; },
       "sections[0].group_count 0x00000048: the groups have 3 triangles, the indices 4",
       [](File& f) { indices_of(f, 0).groups = {{0, 1, 0, 12}, {3, 3, 0, 12}}; }},
      {"PRIMITIVES_NAME_REPEATED", [](File& f) { f.sections[2].name = "PyramidShape.indices"; },
       "table[2].name 0x0000047c: \"PyramidShape.indices\" is already the name of row 0",
       [](File& f) { f.sections[2].name = "pyramidShape.indices"; }},
      {"PRIMITIVES_VERTICES_UNPAIRED", [](File& f) { f.sections[0].name = "Pyramid.indices"; },
       "table[1].name 0x00000448: there is no section \"PyramidShape.indices\"",
       [](File& f) { f.sections[0].reserved[0] = 1; }},
      {"PRIMITIVES_INDICES_UNPAIRED", [](File& f) { f.sections[0].name = "Pyramid.indices"; },
       "table[0].name 0x00000420: there is no section \"Pyramid.vertices\"",
       [](File& f) { f.sections[0].reserved[0] = 1; }},
      {"PRIMITIVES_RESERVED_NOT_ZERO", [](File& f) { f.sections[1].reserved = {0, 0, 7, 0}; },
       "table[1].reserved 0x00000438: (0, 0, 7, 0), expected 0",
       [](File& f) { f.sections[1].name = "x.vertices"; }},
      {"PRIMITIVES_PADDING_NOT_ZERO",
       [](File& f) {
         f.sections[0].content = Bytes(3);
         f.sections[0].padding = Bytes(1, std::byte(9));
       },
       "sections[0].padding 0x00000007: 1 bytes are not all 0",
       [](File& f) {
         f.sections[0].content = Bytes(3);
         f.sections[0].padding = Bytes(1);
       }},
      {"PRIMITIVES_PADDING_NOT_ZERO",
       [](File& f) {
         f.sections[1].name = "Pyramid.vertices!";
         f.sections[1].name_padding = Bytes(3, std::byte(9));
       },
       "table[1].name_padding 0x0000045d: 3 bytes are not all 0",
       [](File& f) { f.sections[1].name = "Pyramid.vertices!"; }},
  };
}

TEST(PrimitivesValidate, FindsWhatIsOddAndNothingElse) {
  test::expect_findings(content_cases(), sample());
  test::expect_findings(other_cases(), sample());
  test::expect_all_tested(finding_kinds(), content_cases(), other_cases());
  test::expect_places_of_the_dump(content_cases(), sample());
  test::expect_places_of_the_dump(other_cases(), sample());
  test::expect_grammar(finding_kinds(), "PRIMITIVES_");
  Findings findings;
  validate(sample(), findings);
  EXPECT_TRUE(findings.all().empty());
}

}  // namespace
}  // namespace mw::wows::primitives
