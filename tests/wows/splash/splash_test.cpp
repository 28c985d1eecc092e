#include <gtest/gtest.h>
#include <meshwright/wows/splash.h>

#include <glm/geometric.hpp>
#include <limits>

#include "fixtures.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"
#include "support/losses.h"

namespace mw::wows::splash {
namespace {

TEST(Splash, NamedBoxes) {
  const auto file = read(written_sample());
  ASSERT_TRUE(file) << to_string(file.error());
  ASSERT_EQ(file->boxes.size(), 3U);
  EXPECT_EQ(file->boxes[0].name, "CM_SB_bow_1");
  EXPECT_EQ(file->boxes[1].min, Vec3(-1.25F, -1, -3));
  EXPECT_EQ(file->boxes[2].max, Vec3(1, 1, -3));
  EXPECT_EQ(bounds(*file)->min, Vec3(-1.25F, -1, -7.5F));
  EXPECT_EQ(bounds(*file)->max, Vec3(1.25F, 1, 8));
  EXPECT_FALSE(bounds(File{}));
}

TEST(Splash, ComesBackThroughBytesAndJson) {
  test::expect_comes_back<Splash>(written_sample());
  test::expect_same_through_json<Splash>(written_sample());
  Bytes longer = written_sample();
  longer.push_back(std::byte(7));
  test::expect_comes_back<Splash>(longer);
  test::expect_same_through_json<Splash>(longer);
  test::expect_comes_back<Splash>(write(File{}).value());
}

TEST(Splash, EveryByteHasAName) {
  test::expect_every_byte_named<Splash>(written_sample(),
                                        {"count", "boxes[0].name_length", "boxes[1].name", "boxes[2].max"});
  test::expect_writing_tells_the_same<Splash>(written_sample());
}

TEST(Splash, TruncationsAndMalformationsAreErrors) {
  const Bytes whole = written_sample();
  const auto read_it = [](const Bytes& bytes) { return read(bytes); };
  test::expect_every_cut_fails(whole, read_it);
  test::expect_cut_messages(
      whole,
      {{2, "0x00000000: count: needs 4 bytes, but only 2 are left in the file"},
       {60, "0x00000000: count: 3 boxes do not fit the 56 bytes that are left"},
       {100, "0x00000063: boxes[2].min: needs 12 bytes, but only 1 are left in the file"}},
      read_it);
  const test::WordCase cases[] = {
      {"count", 0, 0xFFFFFFFF, "0x00000000: count: 4294967295 boxes do not fit the 119 bytes that are left"},
      {"name", 4, 1000, "0x00000008: boxes[0].name: needs 1000 bytes, but only 115 are left in the file"}};
  test::expect_word_messages(whole, cases, read_it);
}

TEST(Splash, RecognisedByItsBoxes) {
  const Bytes whole = written_sample();
  EXPECT_TRUE(sniff(whole));
  EXPECT_TRUE(sniff(test::prefix(whole, 100)));  // cut short: what is missing can then be told
  EXPECT_FALSE(sniff(test::prefix(whole, 40)));  // before the end of the first box
  EXPECT_FALSE(sniff(write(File{}).value()));    // nothing to go by
  const auto with = [&](std::size_t offset, auto value) {
    Bytes bytes = whole;
    test::put(bytes, offset, value);
    return sniff(bytes);
  };
  EXPECT_FALSE(with(0, std::uint32_t(1000)));  // more boxes than fit
  EXPECT_FALSE(with(4, std::uint32_t(0)));     // a box without a name
  EXPECT_FALSE(with(8, std::uint8_t(' ')));
  EXPECT_FALSE(with(8, std::uint8_t(0xE9)));
  EXPECT_FALSE(with(8, std::uint8_t(0x7F)));
  EXPECT_TRUE(with(8, std::uint8_t('~')));
  EXPECT_TRUE(with(19, std::numeric_limits<float>::quiet_NaN()));  // validate tells of it
  EXPECT_TRUE(with(19, 1e30F));
  EXPECT_FALSE(with(43, std::uint32_t(0)));  // the second box has no name
  EXPECT_TRUE(with(0, std::uint32_t(2)));    // bytes behind the last box
  File unusual = sample();
  for (NamedBox& box : unusual.boxes) box.name = "crate";
  File odd = unusual;
  odd.boxes[0].min.x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(sniff(write(odd).value()));  // neither its names nor its numbers speak for it
  Bytes bytes = write(unusual).value();
  EXPECT_TRUE(sniff(bytes));
  bytes.push_back(std::byte(0));
  EXPECT_FALSE(sniff(bytes));
}

TEST(Splash, WordsAndMutantsSurvive) {
  const Bytes whole = written_sample();
  const std::uint32_t values[] = {0, 1, 0x7F800000, 0xFFFFFFFF};
  const auto offsets = test::words(0, whole.size() - 4);
  EXPECT_GT(test::expect_words_survive<Splash>(whole, offsets, values).findings, 10U);
  const auto survivors = test::expect_mutants_survive<Splash>(
      test::mutants_of({whole}), [](const File& file) { EXPECT_FALSE(find_contradiction(to_scene(file))); });
  EXPECT_GT(survivors.readable, 1000U);
}

TEST(Splash, JsonSaysWhatIsWrongWithIt) {
  const std::string json = to_json(sample());
  EXPECT_NE(json.find(R"({"name": "CM_SB_bow_1", "min": [-1, -0.5, 4], "max": [1, 1, 8]})"), json.npos);
  test::expect_edit_messages<Splash>(
      json, {{R"("min": [-1, -0.5, 4])", R"("min": [-1, -0.5])", "boxes[0].min: expected 3 numbers, got 2"},
             {R"("boxes")", R"("crates")", "boxes: missing"}});
}

std::vector<test::FindingCase<File>> finding_cases() {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return {
      {"SPLASH_NAME_EMPTY", [](File& f) { f.boxes[1].name.clear(); }, "boxes[1].name 0x0000002f: has no name",
       [](File& f) { f.boxes[1].name = "CM_SB_"; }},
      {"SPLASH_NAME_REPEATED", [](File& f) { f.boxes[2].name = "CM_SB_bow_1"; },
       "boxes[2].name 0x00000056: name \"CM_SB_bow_1\" is already that of row 0",
       [](File& f) { f.boxes[2].name = "CM_SB_bow_2"; }},
      {"SPLASH_NAME_UNUSUAL", [](File& f) { f.boxes[0].name = "CM_sb_bow_1"; },
       "boxes[0].name 0x00000008: name \"CM_sb_bow_1\" does not begin with \"CM_SB_\"",
       [](File& f) { f.boxes[0].name = "CM_SB_x"; }},
      {"SPLASH_VALUE_NOT_FINITE", [](File& f) { f.boxes[0].max.y = kInfinity; },
       "boxes[0].max 0x0000001f: corner (1, inf, 8) is not finite",
       [](File& f) { f.boxes[0].max.y = std::numeric_limits<float>::max(); }},
      {"SPLASH_BOX_INVERTED",
       [](File& f) {
         f.boxes[0].min.x = 1.5F;
         f.boxes[0].min.z = 8.5F;
       },
       "boxes[0].min 0x00000013: min is above max on x and z", [](File& f) { f.boxes[0].min.x = 1; }},
      {"SPLASH_BOX_EMPTY", [](File& f) { f.boxes[0].min.y = 1; },
       "boxes[0].min 0x00000013: has no extent on y", [](File& f) { f.boxes[0].min.y = 0.999F; }},
      {"SPLASH_UNREFERENCED_BYTES", [](File& f) { f.unreferenced = {{123, Bytes(2)}}; },
       "unreferenced[0] 0x0000007b: 2 bytes that belong to no box", [](File& f) { f.boxes.pop_back(); }},
  };
}

TEST(SplashValidate, FindsWhatIsOddAndNothingElse) {
  test::expect_findings(finding_cases(), sample());
  test::expect_all_tested(finding_kinds(), finding_cases());
  test::expect_places_of_the_dump(finding_cases(), sample());
  test::expect_grammar(finding_kinds(), "SPLASH_");
  Findings findings;
  validate(sample(), findings);
  EXPECT_TRUE(findings.all().empty());
}

TEST(SplashScene, EveryBoxLooksOutward) {
  for (const bool raw : {false, true}) {
    const scene::Scene s = to_scene(sample(), {.raw_axes = raw});
    EXPECT_FALSE(find_contradiction(s));
    ASSERT_EQ(s.nodes.size(), 4U);
    EXPECT_EQ(s.nodes[1].name, "CM_SB_bow_1");
    const Box box = scene::bounds(s).value();
    EXPECT_EQ(box.min, raw ? Vec3(-1.25F, -1, -7.5F) : Vec3(-1.25F, -1, -8));
    EXPECT_EQ(box.max, raw ? Vec3(1.25F, 1, 8) : Vec3(1.25F, 1, 7.5F));
    const scene::Primitive& p = s.meshes[0].primitives[0];
    ASSERT_EQ(p.indices.size(), 36U);
    const Vec3 centre = (p.positions[0] + p.positions[7]) / 2.0F;
    for (std::size_t i = 0; i < 36; i += 3) {
      const Vec3& a = p.positions[p.indices[i]];
      const Vec3 face = glm::cross(p.positions[p.indices[i + 1]] - a, p.positions[p.indices[i + 2]] - a);
      EXPECT_GT(glm::dot(face, a - centre), 0) << i;
    }
  }
}

TEST(SplashScene, BoxesThatAreNotFiniteAreLeftOut) {
  File file = sample();
  file.boxes[1].max.x = std::numeric_limits<float>::quiet_NaN();
  const scene::Scene s = to_scene(file);
  EXPECT_EQ(s.meshes.size(), 2U);
  EXPECT_EQ(s.losses, (std::vector<std::string>{"1 boxes are not finite; they are left out"}));
}

}  // namespace
}  // namespace mw::wows::splash
