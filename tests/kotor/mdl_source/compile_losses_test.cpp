#include <gtest/gtest.h>

#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

using Lines = std::vector<std::string>;

Losses losses_of_text(const std::string& text, const CompileOptions& options = {}) {
  const auto made = compile(read_text(text), options);
  EXPECT_EQ(test::message_of(made), test::kNoError);
  return made ? made->losses : Losses();
}

std::string plate(std::string_view part, std::string_view by) {
  return replaced(std::string(kPlate), part, by);
}

constexpr std::string_view kLong = "12345678901234567890123456789012";  // 32 letters

TEST(MdlCompileLosses, NothingIsLostOfAPlainModel) {
  EXPECT_EQ(losses_of_text(std::string(kPlate)), Lines());
  for (const Variant variant : kVariants)
    EXPECT_EQ(losses_of_text(sample_text(sample(variant))), Lines()) << to_string(variant);
}

TEST(MdlCompileLosses, TextsThatAreCutAreToldAndEndWithANul) {
  const std::string name(kLong);
  const auto cut = [&](std::string_view where) {
    return Lines{std::string(where) + ": \"" + name + "\" is cut to 31 bytes"};
  };
  EXPECT_EQ(losses_of_text(plate("bitmap wood", "bitmap " + name)), cut("nodes[1].bitmap"));
  EXPECT_EQ(losses_of_text(plate("newmodel plate", "newmodel " + name)), cut("model.name"));
  EXPECT_EQ(losses_of_text(plate("newanim turn", "newanim " + name)), cut("animations[0].name"));
  EXPECT_EQ(losses_of_text(plate("animroot plate", "animroot " + name)), cut("animations[0].animroot"));
  EXPECT_EQ(losses_of_text(plate("event 0.5 snd_step", "event 0.5 " + name)), cut("animations[0].event"));
  EXPECT_EQ(losses_of_text(plate("bitmap wood", "bitmap " + name.substr(1))), Lines());
  const File file = compile_text(plate("bitmap wood", "bitmap " + name));
  EXPECT_EQ(file.nodes[1].mesh->header.texture_1.view(), name.substr(0, 31));
  EXPECT_EQ(losses_of_text(plate("bitmap wood", "texture2 " + name.substr(0, 12))),
            (Lines{"nodes[1].bitmap: \"123456789012\" is cut to 11 bytes"}));
}

TEST(MdlCompileLosses, NamesOfEventsAreOneWord) {
  const std::string text = plate("event 0.5 snd_step", "event 0.5 snd big step  # loud");
  EXPECT_EQ(losses_of_text(text), (Lines{"animations[0].event: \"snd big step\" is cut to its first word"}));
  EXPECT_EQ(compile_text(text).animations[0].events[0].name.view(), "snd");
  EXPECT_EQ(losses_of_text(plate("event 0.5 snd_step", "event 0.5 snd_step  # loud")), Lines());
}

TEST(MdlCompileLosses, WeightsAndConstraintsThatAreMissingAreTold) {
  const auto skin = [](std::string_view weights) {
    std::string text = plate("node trimesh top", "node skin top");
    return replaced(text, "endnode\nendmodelgeom",
                    "  weights\n" + std::string(weights) + "endnode\nendmodelgeom");
  };
  EXPECT_EQ(losses_of_text(skin("    top 1\n    top 1\n    top 1\n    top 1\n")), Lines());
  EXPECT_EQ(losses_of_text(skin("    top 1\n    top 1\n    top 1\n")),
            (Lines{"nodes[1].weights: 1 vertices have none, and no bone moves them"}));
  EXPECT_EQ(losses_of_text(skin("    top 1 top 0 plate 0 plate 0 top 0\n    top 1\n    top 1\n    top 1\n")),
            (Lines{"nodes[1].weights: all but the 4 heaviest of 1 vertices"}));
  std::string flag = plate("node trimesh top", "node danglymesh top");
  flag = replaced(flag, "endnode\nendmodelgeom", "  constraints 1\n    7\nendnode\nendmodelgeom");
  EXPECT_EQ(losses_of_text(flag), (Lines{"nodes[1].constraints: 3 vertices have none, and get 0"}));
}

TEST(MdlCompileLosses, KeysThatComeToNothingAreTold) {
  const std::string unknown = plate("    node dummy top", "    node dummy tip");
  EXPECT_EQ(losses_of_text(unknown),
            (Lines{"animations[0].nodes[1]: the keys of \"tip\", which is no node of the model"}));
  // They would move the root.
  EXPECT_TRUE(compile_text(unknown).animations[0].nodes[1].controllers.empty());
  EXPECT_EQ(losses_of_text(plate("        0.0 1.0 2.0 3.0\n", "        1.5 1.0 2.0 3.0\n")),
            (Lines{"animations[0].nodes[1].position: the sense of keys that are not in the order of their "
                   "times"}));
}

TEST(MdlCompileLosses, ASupermodelThatIsNotGivenIsTold) {
  const std::string text = plate("setsupermodel plate NULL", "setsupermodel plate s_female02");
  EXPECT_EQ(losses_of_text(text),
            (Lines{"the numbers of nodes that the supermodel \"s_female02\" has too, without which its "
                   "animations move others; --supermodel says where it is"}));
  File parent = compile_text(kPlate);
  parent.geometry.name = FixedText<32>("S_Female02");
  EXPECT_EQ(losses_of_text(text, {.supermodel = &parent}), Lines());
  parent.geometry.name = FixedText<32>("s_male02");
  EXPECT_EQ(losses_of_text(text, {.supermodel = &parent}),
            (Lines{"the numbers of the supermodel \"s_female02\": those of \"s_male02\" are used"}));
  // Notes have the numbers.
  File heir = sample({});
  heir.model.supermodel = FixedText<32>("s_female02");
  EXPECT_EQ(losses_of_text(sample_text(heir)), Lines());
}

TEST(MdlCompileLosses, RoundingForTheXboxIsTold) {
  EXPECT_EQ(losses_of_text(std::string(kPlate), {.platform = Platform::xbox}),
            (Lines{"top: normals and tangents are rounded to 11, 11 and 10 bits"}));
}

TEST(MdlDecompileLosses, PlainTextsTellWhatCompilingWillNotBringBack) {
  const auto losses = [](const File& file) { return decompile(file, {.plain = true}).losses; };
  File file = compile_text(kPlate);
  EXPECT_EQ(losses(file), Lines());
  file.nodes[1].mesh->mdx->rows.normals[2] = {1, 0, 0};
  file.nodes[1].header.number = 40;
  file.names.push_back({0, "plate_pwk"});
  file.unreferenced.push_back({9, Bytes(3)});
  EXPECT_EQ(losses(file),
            (Lines{"numbers of 1 nodes: compile it with --supermodel", "1 names that no node has",
                   "normals of 1 of 4 vertices, which come out more than 1 degree off",
                   "bytes that nothing refers to"}));
  const File other = compile_text(kPlate, {.game = Game::k2, .platform = Platform::xbox});
  EXPECT_EQ(losses(other), (Lines{"that the model is k2-xbox: compile it with --game k2 --platform xbox"}));
}

}  // namespace
}  // namespace mw::kotor::mdl
