#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/tree.h>

#include <numeric>

#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Names that an edit brings and a model cannot have as they are, and names that follow others.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

// Textures.

auto calling_hide(std::string name) {
  return [=](Scene& scene) {
    for (scene::Material& material : scene.materials)
      if (material.name == "mw_hide") material = {.name = name};
  };
}

std::string texture_of(const Outcome& outcome, std::string_view node) {
  const Scene& scene = outcome.scene;
  const scene::Mesh& mesh = scene.meshes[*scene.nodes[node_called(scene, node, true)].mesh];
  const auto& textures = scene.materials[*mesh.primitives[0].material].textures;
  return textures.empty() ? "" : textures[0].name;
}

TEST(OntoTextureNames, ThatAreNoWordAreTold) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, calling_hide("my tex"));
    EXPECT_EQ(outcome.changes, Lines{"material mw_hide: renamed to my tex"});
    EXPECT_EQ(outcome.losses, Lines{"the name of the texture my tex, which becomes my_tex"});
    EXPECT_EQ(texture_of(outcome, "tail_g"), "my_tex");
  }
}

/// A dot begins what an image's name ends with.
TEST(OntoTextureNames, ThatEndAtADotAreToldUnlessItIsAnImages) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", calling_hide("fur.v2"));
  EXPECT_EQ(outcome.losses, Lines{"the name of the texture fur.v2, which becomes fur"});
  EXPECT_EQ(texture_of(outcome, "tail_g"), "fur");
  const Outcome image = after_edit("kotor-mdl", "sample.mdl", calling_hide("textures/fur.PNG"));
  EXPECT_EQ(image.losses, Lines());
  EXPECT_EQ(texture_of(image, "tail_g"), "fur");
  const Outcome dot = after_edit("kotor-mdl", "sample.mdl", calling_hide(".png"));
  EXPECT_EQ(dot.losses, (Lines{"tail_g: its texture has no name, by which a model would know it",
                               "body_g: its texture has no name, by which a model would know it"}));
}

TEST(OntoTextureNames, ThatAreTooLongAreRefused) {
  const std::string longest(31, 't');
  for (const auto& [format, name] : kModels) {
    EXPECT_EQ(after_edit(format, name, calling_hide(longest + "t")).changes,
              Lines{"error: tail_g: the texture " + longest + "t has 32 bytes, but a name has at most 31"});
    const Outcome fits = after_edit(format, name, calling_hide(longest));
    EXPECT_EQ(fits.losses, Lines());
    EXPECT_EQ(texture_of(fits, "tail_g"), longest);
  }
}

/// What the original has is not looked at.
TEST(OntoTextureNames, ThatTheOriginalHasStay) {
  const Document original = model_with([](mdl::File& file) {
    file.nodes[row_called(file, "tail_g")].mesh->header.texture_1 = FixedText<32>("my tex");
  });
  const Outcome outcome = after_edit_of(original, "sample.mdl", moving("tail_g"));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(texture_of(outcome, "tail_g"), "my tex");
}

/// glTF need not name its materials.
TEST(OntoTextureNames, MaterialsWithoutOneKeepThatOfTheOriginal) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", calling_hide(""));
  EXPECT_EQ(outcome.changes, Lines());
  EXPECT_EQ(outcome.notes, Lines{"material mw_hide: has no name in the scene; that of the original stays"});
  EXPECT_EQ(outcome.fields, Lines());
}

// Animations.

auto calling_walk(std::string name) {
  return [=](Scene& scene) {
    std::ranges::find(scene.animations, "walk", &scene::Animation::name)->name = name;
  };
}

TEST(OntoAnimationNames, ThatAreNoWordAreTold) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, calling_walk("my walk"));
    EXPECT_EQ(outcome.changes, Lines{"animation walk: renamed to my walk"});
    EXPECT_EQ(outcome.losses, Lines{"the name of the animation my walk, which becomes my_walk"});
    EXPECT_EQ(outcome.scene.animations[1].name, "my_walk");
  }
}

TEST(OntoAnimationNames, ThatAreTooLongAreRefused) {
  const std::string longest(31, 'w');
  for (const auto& [format, name] : kModels) {
    EXPECT_EQ(after_edit(format, name, calling_walk(longest + "w")).changes,
              Lines{"error: " + longest + "w: the name has 32 bytes, but an animation's has at most 31"});
    EXPECT_EQ(after_edit(format, name, calling_walk(longest)).scene.animations[1].name, longest);
  }
}

/// With properties that somebody edited, and the start that follows a renamed node.
TEST(OntoAnimationNames, KeepWhatElseIsEdited) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    calling_walk("stroll")(scene);
    scene.nodes[node_called(scene, "mw_creature")].name = "beast";
    scene::Extras& extras = scene.animations[1].extras;
    std::ranges::find(extras, "transition", &JsonMember::first)->second = 0.75F;
  });
  EXPECT_EQ(outcome.changes, (Lines{"node mw_creature: renamed to beast", "animation walk: renamed to stroll",
                                    "animation walk: property transition changed"}));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(*scene::find(outcome.scene.animations[1].extras, "root")->get_if<std::string>(), "beast");
  EXPECT_EQ(scene::float_of(*scene::find(outcome.scene.animations[1].extras, "transition")), 0.75F);
}

TEST(OntoAnimationNames, WhatElseIsLostIsToldByTheNewOne) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    calling_walk("stroll")(scene);
    scene.animations[1].extras.emplace_back("zz", std::string("1"));
  });
  EXPECT_EQ(outcome.losses, Lines{"animation stroll: property zz changed: not in what was made"});
}

/// A supermodel's animations are behind those of the file; one that was renamed is the model's own.
TEST(OntoAnimationNames, OfTheSupermodelComeWhereTheyAreNew) {
  const mdl::File file = mdl::sample({});
  Scene before = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  before.animations.push_back(before.animations[0]);
  before.animations.back().name = "inherited";
  std::vector<Index> nodes(before.nodes.size());
  std::iota(nodes.begin(), nodes.end(), Index(0));
  const std::vector<Index> animations = {0, 1, 2};
  const auto names = [&](const Scene& after) {
    const auto made = mdl::apply_edits(file, {before, after, nodes, animations});
    Lines lines;
    for (const mdl::Animation& animation : made.value().made.file.animations)
      lines.emplace_back(animation.header.geometry.name.view());
    return lines;
  };
  EXPECT_EQ(names(before), (Lines{"pause1", "walk"}));
  Scene after = before;
  after.animations.back().name = "adopted";
  EXPECT_EQ(names(after), (Lines{"pause1", "walk", "adopted"}));
}

/// What is missing of a supermodel is not lost, whatever else came.
TEST(OntoAnimationNames, EventsOfTheSupermodelStayThere) {
  const mdl::File file = mdl::sample({});
  Scene before = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  ASSERT_NE(scene::find(before.animations[1].extras, "events"), nullptr);
  before.animations.push_back(before.animations[1]);
  before.animations.back().name = "inherited";
  std::vector<Index> nodes(before.nodes.size());
  std::iota(nodes.begin(), nodes.end(), Index(0));
  Scene after = before;
  after.animations.back() = before.animations[0];
  after.animations.back().name = "mine";
  std::erase_if(after.animations.back().extras, [](const auto& member) { return member.first == "events"; });
  const std::vector<Index> animations = {0, 1, scene::kNewNode};
  EXPECT_EQ(mdl::apply_edits(file, {before, after, nodes, animations}).value().made.losses, Lines());
}

// Where animations start.

Lines starts_of(const Outcome& outcome) {
  Lines starts;
  for (const scene::Animation& animation : outcome.scene.animations)
    starts.push_back(*scene::find(animation.extras, "root")->get_if<std::string>());
  return starts;
}

TEST(OntoAnimationStarts, FollowTheNodeThatWasRenamed) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(
        format, name, [](Scene& scene) { scene.nodes[node_called(scene, "mw_creature")].name = "My_Beast"; });
    EXPECT_EQ(outcome.changes, Lines{"node mw_creature: renamed to My_Beast"});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(outcome.notes,
              Lines{"animation pause1 and 1 other: starts at a node that was renamed, by its new name"});
    EXPECT_EQ(starts_of(outcome), (Lines{"My_Beast", "My_Beast"}));
  }
}

TEST(OntoAnimationStarts, StayWhereAnotherNodeWasRenamed) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "tail_g")].name = "plume_g";
  });
  EXPECT_EQ(outcome.notes, Lines());
  EXPECT_EQ(starts_of(outcome), (Lines{"mw_creature", "mw_creature"}));
}

/// Who types a name means the node that has it now.
TEST(OntoAnimationStarts, ThatCameOrWereTypedStay) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      scene.nodes[node_called(scene, "tail_g")].name = "plume_g";
      scene.nodes[node_called(scene, "neck_g")].name = "tail_g";
      scene::Animation added = scene.animations[0];
      added.name = "nod";
      for (scene::Animation* animation : {&added, &scene.animations[0]})
        std::ranges::find(animation->extras, "root", &JsonMember::first)->second = "tail_g";
      scene.animations.push_back(added);
    });
    EXPECT_EQ(outcome.notes, Lines());
    EXPECT_EQ(starts_of(outcome), (Lines{"tail_g", "mw_creature", "tail_g"}));
  }
}

/// Where two names are alike but for their case, an animation stays with the one that keeps it.
TEST(OntoAnimationStarts, StayWhereANodeHasTheNameStill) {
  const Document original = model_with([](mdl::File& file) {
    file.names[file.nodes[row_called(file, "tail_g")].header.name_index].text = "NECK_G";
    for (mdl::Animation& animation : file.animations) animation.header.root_name = FixedText<32>("neck_g");
  });
  const Outcome outcome = after_edit_of(original, "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "NECK_G")].name = "plume_g";
  });
  EXPECT_EQ(outcome.changes, Lines{"node NECK_G: renamed to plume_g"});
  EXPECT_EQ(outcome.notes, Lines());
  EXPECT_EQ(starts_of(outcome), (Lines{"neck_g", "neck_g"}));
}

TEST(OntoAnimationStarts, AreFoundInAnyCase) {
  const Document original = model_with([](mdl::File& file) {
    for (mdl::Animation& animation : file.animations)
      animation.header.root_name = FixedText<32>("MW_Creature");
  });
  const Outcome outcome = after_edit_of(original, "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "mw_creature")].name = "beast";
  });
  EXPECT_EQ(starts_of(outcome), (Lines{"beast", "beast"}));
}

}  // namespace
}  // namespace mw
