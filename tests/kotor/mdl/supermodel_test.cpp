#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <map>

#include "fixtures.h"
#include "play.h"
#include "support/growth.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

std::vector<std::string> animation_names(const File& file) {
  std::vector<std::string> names;
  names.reserve(file.animations.size());
  for (const Animation& animation : file.animations)
    names.emplace_back(animation.header.geometry.name.view());
  return names;
}

/// Finds among these, by name; counts in `asked`.
struct Shelf {
  std::map<std::string, Bytes> models;
  std::vector<std::string> asked = {};

  FindModel finder() {
    return [this](const std::string& name) -> Result<std::optional<Bytes>> {
      asked.push_back(name);
      const auto found = models.find(name);
      return found == models.end() ? std::nullopt : std::optional(found->second);
    };
  }
};

using Losses = std::vector<std::string>;

TEST(MdlSupermodel, NullInAnyCaseIsNone) {
  File file = sample({});
  EXPECT_EQ(supermodel_name(file), "");
  file.model.supermodel = FixedText<32>("null");
  EXPECT_EQ(supermodel_name(file), "");
  file.model.supermodel = FixedText<32>();
  EXPECT_EQ(supermodel_name(file), "");
  EXPECT_EQ(supermodel_name(heir("base")), "base");
}

TEST(MdlSupermodel, AnimationsComeWithTheirNodes) {
  File model = heir("mw_creature");
  const File base = sample({});
  EXPECT_EQ(inherit_animations(model, base), 0U);
  EXPECT_EQ(animation_names(model), animation_names(base));
  // The heir's numbers are others; its neck is still found, by name.
  const auto neck =
      std::ranges::find_if(model.nodes, [&](const Node& n) { return node_name(model, n) == "NECK_G"; });
  ASSERT_NE(neck, model.nodes.end());
  const auto row = std::size_t(neck - model.nodes.begin());
  const Mat4 theirs = pose(base, base.animations[0], 1)[kNeck];
  const Mat4 ours = pose(model, model.animations[0], 1)[row];
  EXPECT_LT(test::difference(theirs, ours), 1e-5F);
  EXPECT_GT(std::abs(ours[0][1]), 0.4F);  // it does turn
  EXPECT_GT(compare_with_scene(model), 50U);
}

TEST(MdlSupermodel, OfNodesWithTheSameNameTheNumberDecides) {
  File model = heir("mw_creature");
  model.names[kHip].text = "neck_g";
  model.nodes[kNeck].header.number = kNeck;
  inherit_animations(model, sample({}));
  const auto turned = pose(model, model.animations[0], 1);
  EXPECT_LT(test::difference(turned[kHip], pose_in_rest(model)[kHip]), 1e-6F);
  EXPECT_GT(std::abs(turned[kNeck][0][1]), 0.4F);
}

TEST(MdlSupermodel, PositionsAreScaledAndAddedToTheHeirsOwnRest) {
  File model = heir("mw_creature");
  model.model.animation_scale = 0.5F;
  const auto hip = std::size_t(
      std::ranges::find_if(model.nodes, [&](const Node& n) { return node_name(model, n) == "hip_g"; }) -
      model.nodes.begin());
  model.nodes[hip].header.position = {0, 0, 2};
  inherit_animations(model, sample({}));
  // The sample's hip rises by 0.125 in the middle of its walk.
  const Vec3 place(pose(model, model.animations[1], 0.5F)[hip][3]);
  EXPECT_LT(glm::distance(place, Vec3(0, 0, 2 + 0.0625F)), 1e-5F);
}

TEST(MdlSupermodel, SharedDataIsScaledOnce) {
  File base = sample({});
  Node& node = base.animations[1].nodes[kHip];
  node.controllers.push_back(node.controllers[0]);
  File model = heir("mw_creature");
  model.model.animation_scale = 0.5F;
  inherit_animations(model, base);
  const Node& ours = model.animations[1].nodes[kHip];
  EXPECT_EQ(ours.controllers.size(), 2U);
  EXPECT_EQ(ours.data[ours.controllers[0].data_index + 11], 0.0625F);
}

/// As many controllers as numbers, and each has them all.
TEST(MdlSupermodel, SharedDataTakesTimeInProportion) {
  const auto inherit = [](std::size_t count) {
    File base = sample({});
    Node& node = base.animations[1].nodes[kHip];
    node.data.assign(count, 1);
    node.controllers.assign(count,
                            {.type = kPositionController, .rows = std::uint16_t(count / 3), .columns = 3});
    return [base = std::move(base)] {
      File model = heir("mw_creature");
      model.model.animation_scale = 0.5F;
      inherit_animations(model, base);
      EXPECT_EQ(model.animations[1].nodes[kHip].data[0], 0.5F);
    };
  };
  test::expect_growth("inheriting", inherit(3000), inherit(12000));
}

TEST(MdlSupermodel, AModelsOwnAnimationWins) {
  File model = heir("mw_creature");
  model.animations.push_back(sample({}).animations[1]);
  model.animations[0].header.geometry.name = FixedText<32>("WALK");
  model.animations[0].header.length = 7;
  inherit_animations(model, sample({}));
  EXPECT_EQ(animation_names(model), (std::vector<std::string>{"WALK", "pause1"}));
  EXPECT_EQ(model.animations[0].header.length, 7);
}

TEST(MdlSupermodel, NodesThatTheModelLacksAreCounted) {
  File model = heir("mw_creature");
  for (Name& name : model.names)
    if (name.text == "hip_g") name.text = "elsewhere";
  // The hip of "walk" is lost; that of "pause1" has no controller.
  EXPECT_EQ(inherit_animations(model, sample({})), 1U);
  ASSERT_EQ(model.animations.size(), 2U);
  EXPECT_EQ(model.animations[0].nodes.size(), 2U);  // the root and the neck, which now hangs on it
  EXPECT_EQ(model.animations[0].nodes[0].children, std::vector<std::uint32_t>{1});
}

TEST(MdlSupermodel, WhatWasInheritedCanBeWritten) {
  File model = heir("mw_creature");
  inherit_animations(model, sample({}));
  lay_out(model, Family::original);
  const auto again = read_pair(written(model));
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(animation_names(*again), animation_names(sample({})));
  Findings findings;
  validate(*again, findings);
  for (const Finding& finding : findings.all())
    EXPECT_EQ(finding.kind->severity, Severity::info) << finding.kind->code << " " << finding.message;
}

TEST(MdlSupermodel, TheNearerOneWins) {
  File middle = heir("mw_creature", "mw_middle");
  middle.animations.push_back(sample({}).animations[1]);
  middle.animations[0].header.length = 5;
  Shelf shelf{{{"mw_middle", written(laid_out(middle)).mdl}, {"mw_creature", written(sample({})).mdl}}};
  File model = heir("mw_middle");
  const auto losses = inherit_animations(model, shelf.finder(), "here");
  ASSERT_TRUE(losses) << to_string(losses.error());
  EXPECT_EQ(*losses, Losses{});
  EXPECT_EQ(shelf.asked, (std::vector<std::string>{"mw_middle", "mw_creature"}));
  EXPECT_EQ(animation_names(model), (std::vector<std::string>{"walk", "pause1"}));
  EXPECT_EQ(model.animations[0].header.length, 5);
}

TEST(MdlSupermodel, ChainsEnd) {
  Shelf shelf{{{"b", written(laid_out(heir("A", "b"))).mdl}, {"A", written(laid_out(heir("b", "A"))).mdl}}};
  File model = heir("b", "mw_heir");
  EXPECT_EQ(*inherit_animations(model, shelf.finder(), "here"),
            Losses{"the chain of supermodels has no end; it is left at b"});
  EXPECT_EQ(shelf.asked, (std::vector<std::string>{"b", "A", "b"}));
  File own = heir("Self", "self");
  shelf.models["Self"] = written(laid_out(own)).mdl;
  EXPECT_EQ(*inherit_animations(own, shelf.finder(), "here"),
            Losses{"the chain of supermodels has no end; it is left at Self"});
  Shelf ladder;
  for (int i = 0; i < 100; ++i)
    ladder.models[std::to_string(i)] = written(laid_out(heir(std::to_string(i + 1), std::to_string(i)))).mdl;
  File climber = heir("0", "climber");
  EXPECT_EQ(*inherit_animations(climber, ladder.finder(), "here"),
            Losses{"the chain of supermodels has no end; it is left at 16"});
}

TEST(MdlSupermodel, SaysWhatIsMissingOrBroken) {
  Shelf shelf;
  File model = heir("mw_creature");
  EXPECT_EQ(*inherit_animations(model, shelf.finder(), "the attic"),
            Losses{"supermodel mw_creature is not in the attic; its animations are missing"});
  File none = sample({});
  EXPECT_EQ(*inherit_animations(none, shelf.finder(), "the attic"), Losses{});
  shelf.models["mw_creature"] = Bytes(3);
  auto broken = inherit_animations(model, shelf.finder(), "the attic");
  ASSERT_FALSE(broken);
  EXPECT_EQ(to_string(broken.error()), "0x00000000: supermodel mw_creature: is no binary model");
  shelf.models["mw_creature"] = written(sample({})).mdl;
  shelf.models["mw_creature"].resize(4000);
  broken = inherit_animations(model, shelf.finder(), "the attic");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().field.find("supermodel mw_creature: "), 0U) << to_string(broken.error());
  EXPECT_EQ(model.animations.size(), 0U);
}

}  // namespace
}  // namespace mw::kotor::mdl
