#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include "support/drawn.h"
#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Animations of an edited scene: their events as people type them, and keys that a model cannot have.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

scene::Animation& animation_called(Scene& scene, std::string_view name) {
  const auto found = std::ranges::find(scene.animations, name, &scene::Animation::name);
  EXPECT_NE(found, scene.animations.end()) << name;
  return found != scene.animations.end() ? *found : scene.animations.at(0);
}

auto typing(JsonValue events, const char* animation = "walk") {
  return [=](Scene& scene) {
    scene::Extras& extras = animation_called(scene, animation).extras;
    std::erase_if(extras, [](const JsonMember& member) { return member.first == "events"; });
    extras.emplace_back("events", events);
  };
}

/// "0.25 snd_footstep" for each.
Lines events_of(const Outcome& outcome, std::string_view name) {
  Lines lines;
  if (!outcome.document) return outcome.changes;
  const Document& document = *outcome.document;
  const bool text = document.format().id == "kotor-mdl-ascii";
  const Document binary = text ? find_format("kotor-mdl")->from_text(document, {}).value() : document;
  for (const mdl::Animation& animation : binary.as<mdl::File>()->animations)
    if (animation.header.geometry.name.view() == name)
      for (const mdl::Event& event : animation.events)
        lines.push_back(fmt::format("{} {}", event.time, event.name.view()));
  return lines;
}

float length_of(const Outcome& outcome, std::string_view name) {
  for (const scene::Animation& animation : outcome.scene.animations)
    if (animation.name == name) return animation.length;
  return -1;
}

TEST(OntoEvents, ATextIsWhatTheListWouldBe) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    for (const JsonValue& events : {JsonValue("0.25 snd_hit, 0.5 snd_x"),
                                    JsonValue("[{'time': 0.25, 'name': 'snd_hit'}, "
                                              "{'time': 0.5, 'name': 'snd_x'}]"),
                                    JsonValue(JsonArray{JsonObject{{"time", 0.25F}, {"name", "snd_hit"}},
                                                        JsonObject{{"time", 0.5F}, {"name", "snd_x"}}})}) {
      const Outcome outcome = after_edit(format, name, typing(events));
      EXPECT_EQ(outcome.changes, Lines{"animation walk: property events changed"});
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(events_of(outcome, "walk"), (Lines{"0.25 snd_hit", "0.5 snd_x"}));
    }
  }
}

TEST(OntoEvents, ATextThatSaysTheSameIsNoChange) {
  const Outcome outcome =
      after_edit("kotor-mdl", "sample.mdl", typing("0.25 snd_footstep, 0.75 snd_footstep"));
  EXPECT_EQ(outcome.changes, Lines());
  EXPECT_EQ(outcome.fields, Lines());
}

TEST(OntoEvents, AnAnimationWithoutAnyGetsThem) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", typing("1.5 snd_yawn", "pause1"));
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: property events changed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(events_of(outcome, "pause1"), Lines{"1.5 snd_yawn"});
  EXPECT_EQ(events_of(outcome, "walk").size(), 2U);
}

TEST(OntoEvents, AllCanBeTakenAway) {
  for (const JsonValue& nothing : {JsonValue(""), JsonValue(JsonArray())}) {
    const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", typing(nothing));
    EXPECT_EQ(outcome.changes, Lines{"animation walk: property events changed"});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(events_of(outcome, "walk"), Lines());
  }
}

Scene& with_dance(Scene& scene, JsonValue events) {
  scene::Animation dance = animation_called(scene, "pause1");
  dance.name = "dance";
  dance.extras = {{"events", std::move(events)}};
  scene.animations.push_back(dance);
  return scene;
}

TEST(OntoEvents, AnAddedAnimationHasThem) {
  for (const auto& [format, name] : kModels) {
    for (const char* text : {"0.5 snd_clap, 1 snd_clap",
                             "[{'time': 0.5, 'name': 'snd_clap'}, {'time': 1.0, 'name': 'snd_clap'}]"}) {
      const Outcome outcome = after_edit(format, name, [&](Scene& scene) { with_dance(scene, text); });
      EXPECT_EQ(outcome.changes, Lines{"animation dance: added"});
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(events_of(outcome, "dance"), (Lines{"0.5 snd_clap", "1 snd_clap"}));
    }
  }
}

TEST(OntoEvents, WhatIsNoneIsTold) {
  const Outcome typed = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    with_dance(scene, "0.5 snd_clap, snd_slip, 1 " + std::string(32, 'x'));
  });
  EXPECT_EQ(typed.losses,
            (Lines{"events of dance: no time and name: \"snd_slip\"",
                   "events of dance: names of more than 31 bytes, which are cut: " + std::string(32, 'x')}));
  EXPECT_EQ(events_of(typed, "dance"), (Lines{"0.5 snd_clap", "1 " + std::string(31, 'x')}));
  const auto losses = [](const JsonValue& events) {
    return after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) { with_dance(scene, events); }).losses;
  };
  EXPECT_EQ(losses(std::uint64_t(3)), Lines{"events of dance: no time and name: an integer"});
  EXPECT_EQ(losses(JsonArray{JsonObject{{"time", 1.0F}}, JsonObject{{"name", "x"}}, "x"}),
            Lines{"events of dance: no time and name: an object, an object, a string"});
  const Outcome changed = after_edit("kotor-mdl", "sample.mdl", typing("0.25 snd_footstep, oops"));
  EXPECT_EQ(changed.losses, (Lines{"events of walk: no time and name: \"oops\"",
                                   "animation walk: property events changed: not in what was made"}));
  EXPECT_EQ(events_of(changed, "walk"), Lines{"0.25 snd_footstep"});
}

TEST(OntoEvents, ThoseOfTheOriginalStayWhereNothingCanBeRead) {
  const Lines own = events_of(after_edit("kotor-mdl", "sample.mdl", [](Scene&) {}), "walk");
  ASSERT_FALSE(own.empty());
  const Outcome spoilt = after_edit("kotor-mdl", "sample.mdl", typing("oops"));
  EXPECT_EQ(events_of(spoilt, "walk"), own);
  EXPECT_EQ(spoilt.losses, (Lines{"events of walk: no time and name: \"oops\"",
                                  "animation walk: property events changed: not in what was made"}));
  EXPECT_EQ(events_of(after_edit("kotor-mdl", "sample.mdl", typing("")), "walk"), Lines());
}

TEST(OntoEvents, NamesAreOneWord) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, typing("0.25 snd foot step, 0.5 snd_x"));
    EXPECT_EQ(outcome.losses,
              (Lines{"events of walk: names that are not one word: snd foot step becomes snd_foot_step",
                     "animation walk: property events changed: not in what was made"}));
    EXPECT_EQ(events_of(outcome, "walk"), (Lines{"0.25 snd_foot_step", "0.5 snd_x"}));
  }
}

TEST(OntoEvents, ThatNeverHappenAreTold) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, typing("-1 snd_a, 0.5 snd_x, 1e30 snd_b"));
    EXPECT_EQ(outcome.changes, Lines{"animation walk: property events changed"});
    EXPECT_EQ(
        outcome.losses,
        Lines{"events of walk: never happen, being outside its length of 1 s: snd_a at -1, snd_b at 1e+30"});
    EXPECT_EQ(events_of(outcome, "walk").size(), 3U);
  }
  const Outcome at_the_ends = after_edit("kotor-mdl", "sample.mdl", typing("0 snd_a, 1 snd_b"));
  EXPECT_EQ(at_the_ends.losses, Lines());
}

/// The last key does not make an animation longer that somebody made shorter.
TEST(OntoEvents, BehindTheEndOfAShortenedAnimationAreTold) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome =
        after_edit(format, name, [](Scene& scene) { animation_called(scene, "walk").length = 0.5F; });
    EXPECT_EQ(outcome.losses,
              Lines{"events of walk: never happen, being outside its length of 0.5 s: snd_footstep at 0.75"});
    EXPECT_EQ(length_of(outcome, "walk"), 0.5F);
  }
}

/// A key behind the end makes it longer.
TEST(OntoEvents, BeforeAKeyBehindTheOldEndHappen) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    typing("0.25 snd_a, 1.5 snd_b")(scene);
    for (scene::Channel& channel : animation_called(scene, "walk").channels) channel.times.back() = 2;
  });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(length_of(outcome, "walk"), 2);
}

/// They are the original's own business.
TEST(OntoEvents, OutsideInTheOriginalAreNotTold) {
  const Document original = model_with([](mdl::File& file) {
    for (mdl::Animation& animation : file.animations)
      for (mdl::Event& event : animation.events) event.time += 7;
  });
  const Outcome outcome = after_edit_of(original, "sample.mdl", moving("tail_g"));
  EXPECT_EQ(outcome.losses, Lines());
}

scene::Animation without_extras(scene::Animation animation, std::string name) {
  animation.name = std::move(name);
  animation.extras.clear();
  return animation;
}

/// Blender drops the properties of animations.
TEST(OntoEvents, StayWhereTheirAnimationWasRenamed) {
  for (const auto& [format, name] : kModels) {
    const Lines own = events_of(after_edit(format, name, [](Scene&) {}), "walk");
    ASSERT_EQ(own.size(), 2U);
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene::Animation& walk = animation_called(scene, "walk");
      walk = without_extras(walk, "stroll");
    });
    EXPECT_EQ(outcome.changes, Lines{"animation walk: renamed to stroll"});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(events_of(outcome, "stroll"), own);
    EXPECT_EQ(events_of(outcome, "walk"), Lines());
    EXPECT_EQ(length_of(outcome, "stroll"), 1);
  }
}

TEST(OntoEvents, OfAnAnimationThatComesBackAsAnotherAreTold) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene::Animation& walk = animation_called(scene, "walk");
      walk = without_extras(walk, "stroll");
      walk.channels[0].values[4] += 0.5F;
    });
    EXPECT_EQ(outcome.changes, (Lines{"animation walk: removed", "animation stroll: added"}));
    EXPECT_EQ(outcome.losses, Lines{"events of walk, whose keys no animation that came has: snd_footstep at "
                                    "0.25, snd_footstep at 0.75"});
  }
}

/// Who removes an animation removes them with it, and who types others has those.
TEST(OntoEvents, OfAnAnimationThatIsRemovedAreNotTold) {
  const auto losses = [](const auto& edit) { return after_edit("kotor-mdl", "sample.mdl", edit).losses; };
  const auto remove_walk = [](Scene& scene) {
    std::erase_if(scene.animations, [](const scene::Animation& each) { return each.name == "walk"; });
  };
  EXPECT_EQ(losses(remove_walk), Lines());
  EXPECT_EQ(losses([&](Scene& scene) {
              remove_walk(scene);
              with_dance(scene, "0.5 snd_clap");
            }),
            Lines());
}

/// Half of the world writes numbers so.
TEST(OntoEvents, ACommaInANumberIsNoEventByItself) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, typing("0,25 snd_x"));
    EXPECT_EQ(outcome.losses, (Lines{"events of walk: no time and name: \"0,25 snd_x\"",
                                     "animation walk: property events changed: not in what was made"}));
    EXPECT_EQ(events_of(outcome, "walk"), events_of(after_edit(format, name, [](Scene&) {}), "walk"));
  }
}

// Scales.

/// The scale of each key of the tail, which a controller has one number for.
std::vector<float> scales_of(const Outcome& outcome, std::string_view animation) {
  for (const scene::Animation& each : outcome.scene.animations)
    for (const scene::Channel& channel : each.channels)
      if (each.name == animation && channel.target == scene::Target::scale) return channel.values;
  return {};
}

TEST(OntoScaleKeys, OfAnAddedAnimationAreTheMeanWhereTheyDiffer) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene::Channel grows{.node = node_called(scene, "tail_g"),
                           .target = scene::Target::scale,
                           .components = 3,
                           .times = {0, 1, 2},
                           .values = {1, 1, 1, -1, 1, 1, 2, 3, 4}};
      scene.animations.push_back({.name = "grow", .length = 2, .channels = {grows}});
    });
    EXPECT_EQ(outcome.changes, Lines{"animation grow: added"});
    EXPECT_EQ(outcome.losses,
              Lines{"1 channel of scales differs by axis: a model has one for all, the mean"});
    const float third = 1.0F / 3;
    EXPECT_EQ(scales_of(outcome, "grow"), (std::vector<float>{1, 1, 1, third, third, third, 3, 3, 3}));
  }
}

TEST(OntoScaleKeys, ThatAreAlikeAreNotTold) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Channel grows{.node = node_called(scene, "tail_g"),
                         .target = scene::Target::scale,
                         .components = 3,
                         .times = {0, 1},
                         .values = {1, 1, 1, 2, 2, 2}};
    scene.animations.push_back({.name = "grow", .length = 1, .channels = {grows}});
  });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(scales_of(outcome, "grow"), (std::vector<float>{1, 1, 1, 2, 2, 2}));
}

/// What rests at 0 is not there for good.
TEST(OntoScaleKeys, OfAMeshThatRestsAtNothingGiveItItsSize) {
  for (const auto& [format, name] : kModels) {
    const auto edit = [](Scene& scene) { let_grow(scene, node_called(scene, "tail_g")); };
    const Outcome outcome = after_edit(format, name, edit);
    EXPECT_EQ(
        outcome.losses,
        (Lines{"tail_g: rests at a scale of 0, which a model has in keys only: it rests as large as its "
               "largest key"}));
    Scene wanted = whole_scene(sample_of(format, name)).value();
    edit(wanted);
    expect_same_motion(wanted, outcome.scene, wanted.animations.size() - 1);
  }
}

// What is between keys.

/// The head turns to one side, and back at the end.
scene::Animation nod(const Scene& scene, scene::Interpolation between) {
  scene::Channel turns{.node = node_called(scene, "neck_g"),
                       .target = scene::Target::rotation,
                       .components = 4,
                       .interpolation = between,
                       .times = {0, 1}};
  turns.values = {0, 0.6F, 0, 0.8F, 0, 0, 0, 1};
  if (between == scene::Interpolation::cubic)
    turns.values = {0, 0, 0, 0, 0, 0.6F, 0, 0.8F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
  return {.name = "nod", .length = 1, .channels = {turns}};
}

TEST(OntoJumps, OfAnAddedAnimationTakeAMillisecond) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene.animations.push_back(nod(scene, scene::Interpolation::step));
    });
    EXPECT_EQ(outcome.changes, Lines{"animation nod: added"});
    EXPECT_EQ(outcome.losses,
              Lines{"1 channel of an animation jumps from key to key: each jump takes a millisecond"});
    const scene::Channel& turns = outcome.scene.animations.back().channels.at(0);
    ASSERT_EQ(turns.times.size(), 3U);
    EXPECT_NEAR(double(turns.times[1]), 0.999, 1e-6);
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(double(turns.values[4 + k]), double(turns.values[k]), 1e-6);
  }
}

TEST(OntoJumps, CurvesOfRotationsBecomeKeys) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.animations.push_back(nod(scene, scene::Interpolation::cubic));
  });
  EXPECT_EQ(outcome.losses,
            Lines{"1 channel of an animation is a curve, which a model has for places only: straight "
                  "keys instead, 30 in a second"});
  EXPECT_EQ(outcome.scene.animations.back().channels.at(0).times.size(), 31U);
}

/// A key of half a third of a turn, however long it is: what is packed has no place for a length.
TEST(OntoRotationKeys, AreMadeUnitOnes) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene::Animation turn = nod(scene, scene::Interpolation::linear);
      turn.channels[0].values = {0.3F, 0.3F, 0.3F, 0.3F, 0, 0, 0, 1};
      scene.animations.push_back(turn);
    });
    EXPECT_EQ(outcome.changes, Lines{"animation nod: added"});
    const std::vector<float>& values = outcome.scene.animations.back().channels.at(0).values;
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(values[k], 0.5F, 2e-3F) << name;
  }
}

// Numbers.

TEST(OntoKeyNumbers, ThatNoFileShouldHaveAreRefused) {
  const std::string why = ", which no file of the game should have";
  const auto error = [](const auto& edit) {
    return after_edit("kotor-mdl", "sample.mdl", edit).changes.at(0);
  };
  EXPECT_EQ(error([](Scene& scene) { animation_called(scene, "walk").channels[0].values[4] = 3e38F; }),
            "error: walk.hip_g: has a key with the value 3e+38" + why);
  EXPECT_EQ(error([](Scene& scene) {
              std::fill_n(animation_called(scene, "pause1").channels[0].values.begin() + 4, 4, 0.0F);
            }),
            "error: pause1.neck_g: has a key with the rotation (0, 0, 0, 0)" + why);
  EXPECT_EQ(error([](Scene& scene) {
              scene.nodes[node_called(scene, "tail_g")].transform.rotation = Quat(0, 0, 0, 0);
            }),
            "error: tail_g: is turned by (0, 0, 0, 0)" + why);
  EXPECT_EQ(error([](Scene& scene) { animation_called(scene, "pause1").length = -3; }),
            "error: pause1: takes -3 seconds" + why);
}

}  // namespace
}  // namespace mw
