#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "support/drawn.h"
#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Skins, names and areas that compiling would make anew, in models and in their texts.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

const mdl::File& file_in(const Outcome& outcome, std::optional<Document>& binary) {
  const bool text = outcome.document->format().id == "kotor-mdl-ascii";
  binary = text ? find_format("kotor-mdl")->from_text(*outcome.document, {}).value() : *outcome.document;
  return *binary->as<mdl::File>();
}

// Bones.

TEST(OntoBones, AMovedBoneOfATextDrawsWhatTheSceneDoes) {
  const Document model = sample_of("kotor-mdl", "sample.mdl");
  for (const bool plain : {false, true}) {
    SCOPED_TRACE(plain);
    const Document original = text_of_model(model, plain);
    const auto edit = [](Scene& scene) {
      scene.nodes[node_called(scene, "neck_g")].transform.translation.x += 0.5F;
    };
    const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", edit);
    EXPECT_EQ(outcome.changes, Lines{"node neck_g: moved"});
    EXPECT_EQ(outcome.losses, Lines());
    Scene wanted = whole_scene(original).value();
    const auto before = drawn(wanted);
    edit(wanted);
    expect_same_drawing(wanted, outcome.scene);
    EXPECT_NE(drawn(wanted), before);
  }
}

/// Skins of many real models were made in another pose than they rest in.
TEST(OntoBones, AMovedVertexOfASkinOfATextIsBoundAsItWas) {
  const Document original = text_of_model(model_with([](mdl::File& file) {
                                            mdl::Skin& skin =
                                                *file.nodes[row_called(file, "body_g")].mesh->skin;
                                            for (Vec3& place : skin.tbones) place.z += 0.25F;
                                          }),
                                          false);
  const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", moving("body_g"));
  EXPECT_EQ(outcome.losses, Lines());
  Scene wanted = whole_scene(original).value();
  moving("body_g")(wanted);
  expect_same_drawing(wanted, outcome.scene);
}

/// What no bone is may be anywhere: a text needs no notes about it.
TEST(OntoBones, AMovedHookLeavesAPlainTextPlain) {
  const Document original = text_of_model(sample_of("kotor-mdl", "sample.mdl"), true);
  const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", [](Scene& scene) {
    scene.nodes[node_called(scene, "hand")].transform.translation.x += 0.5F;
  });
  EXPECT_EQ(outcome.changes, Lines{"node hand: moved"});
  EXPECT_EQ(info(*outcome.document)->variant, "plain");
  EXPECT_EQ(info(original)->variant, "plain");
}

/// A bind that is no number is like no other, so the notes that hold it stay.
TEST(OntoBones, ABindThatIsNoNumberStaysInItsText) {
  const auto odd = [](mdl::File& file) {
    mdl::Mesh& mesh = *file.nodes[row_called(file, "body_g")].mesh;
    mesh.tail.area = 0;  // which needs no notes
    for (auto& rotation : mesh.skin->qbones) rotation[1] = kNan;
  };
  const Document original = text_of_model(model_with(odd), false);
  const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", moving("body_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex moved, normals recomputed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(info(*outcome.document)->variant, info(original)->variant);
  std::optional<Document> binary;
  const mdl::File& file = file_in(outcome, binary);
  for (const auto& rotation : file.nodes[row_called(file, "body_g")].mesh->skin->qbones)
    EXPECT_TRUE(std::isnan(rotation[1]));
}

// Weights.

auto weighing(const Vec4& weights) {
  return [=](Scene& scene) { mesh_of(scene, "body_g").primitives[0].weights[3] = weights; };
}

TEST(OntoWeights, ThatAreNoNumbersAreRefused) {
  for (const Vec4& weights : {Vec4(kNan), Vec4(1, kNan, 0, 0) * 0.25F})
    EXPECT_EQ(after_edit("kotor-mdl", "sample.mdl", weighing(weights)).changes,
              Lines{"error: body_g: has a weight that is not finite"});
}

TEST(OntoWeights, ThatAreAllNothingAreTold) {
  for (const auto& [format, name] :
       {std::pair("kotor-mdl", "sample.mdl"), std::pair("kotor-mdl-ascii", "sample.mdl.ascii")}) {
    const Outcome outcome = after_edit(format, name, weighing(Vec4(0)));
    EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex with other weights"});
    EXPECT_EQ(outcome.losses, Lines{"body_g: 1 vertex has no weights any more and follows its node"});
  }
}

TEST(OntoWeights, OfASkinThatCameAreToldToo) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Node copy = scene.nodes[node_called(scene, "body_g", true)];
    copy.name = "coat_g";
    scene.meshes.push_back(scene.meshes[*copy.mesh]);
    copy.mesh = Index(scene.meshes.size() - 1);
    std::fill_n(scene.meshes.back().primitives[0].weights.begin(), 2, Vec4(0));
    add_node(scene, copy, node_called(scene, "mw_creature"));
  });
  EXPECT_EQ(outcome.losses, Lines{"coat_g: 2 vertices have no weights any more and follow its node"});
}

// Areas.

TEST(OntoArea, OfASkinIsComputedWhereTheOriginalHasOne) {
  for (const float area : {0.0F, 0.5F}) {
    const Document original =
        model_with([&](mdl::File& file) { file.nodes[row_called(file, "body_g")].mesh->tail.area = area; });
    for (const bool text : {false, true}) {
      const Outcome outcome =
          text ? after_edit_of(text_of_model(original, false), "sample.mdl.ascii", moving("body_g"))
               : after_edit_of(original, "sample.mdl", moving("body_g"));
      std::optional<Document> binary;
      const mdl::File& file = file_in(outcome, binary);
      const mdl::Mesh& mesh = *file.nodes[row_called(file, "body_g")].mesh;
      double sum = 0;
      for (const mdl::Face& face : mesh.faces) {
        const auto at = [&](std::size_t k) { return mesh.vertices[face.vertices[k]]; };
        sum += double(glm::length(glm::cross(at(1) - at(0), at(2) - at(0)))) / 2;
      }
      EXPECT_GT(sum, 0.1);
      EXPECT_NEAR(double(mesh.tail.area), area == 0 ? 0 : sum, 1e-5) << text;
      EXPECT_EQ(outcome.findings, Lines());
    }
  }
}

// Names.

TEST(OntoNewNames, BlanksInThemStay) {
  const Document model = sample_of("kotor-mdl", "sample.mdl");
  for (const bool text : {false, true}) {
    const Document original = text ? text_of_model(model, true) : model;
    const Outcome outcome =
        after_edit_of(original, text ? "sample.mdl.ascii" : "sample.mdl", [](Scene& scene) {
          scene.nodes[node_called(scene, "tail_g")].name = "new tail";
          add_node(scene, {.name = "new hook"}, node_called(scene, "neck_g"));
        });
    EXPECT_EQ(outcome.changes, (Lines{"node new hook: added", "node tail_g: renamed to new tail"}));
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    std::optional<Document> binary;
    const mdl::File& file = file_in(outcome, binary);
    EXPECT_EQ(file.nodes.size(), kotor::mdl::sample({}).nodes.size() + 1);
    EXPECT_TRUE(file.nodes[row_called(file, "new tail")].mesh);
    EXPECT_FALSE(file.nodes[row_called(file, "new hook")].mesh);
  }
}

/// A text without skins has notes where its names need them, and only there.
TEST(OntoNewNames, BlanksInThemStayInATextWithoutSkins) {
  const auto without_skin = [](mdl::File& file) {
    mdl::Node& body = file.nodes[row_called(file, "body_g")];
    body.mesh.reset();
    body.header.type = mdl::kNodeHeader;
  };
  const auto renaming = [](const char* from, const char* to) {
    return [=](Scene& scene) { scene.nodes[node_called(scene, from)].name = to; };
  };
  const Document plain = text_of_model(model_with(without_skin), true);
  Outcome outcome = after_edit_of(plain, "sample.mdl.ascii", renaming("tail_g", "new tail"));
  EXPECT_EQ(outcome.losses, Lines());
  node_called(outcome.scene, "new tail");
  outcome = after_edit_of(plain, "sample.mdl.ascii", renaming("tail_g", "new_tail"));
  EXPECT_EQ(info(*outcome.document)->variant, "plain");
  const Document noted = text_of_model(model_with([&](mdl::File& file) {
                                         without_skin(file);
                                         file.names[row_called(file, "hip_g")].text = "Generic 1";
                                       }),
                                       false);
  outcome = after_edit_of(noted, "sample.mdl.ascii", renaming("tail_g", "new_tail"));
  EXPECT_EQ(outcome.changes, Lines{"node tail_g: renamed to new_tail"});
  EXPECT_EQ(outcome.losses, Lines());
  node_called(outcome.scene, "Generic 1");
}

TEST(OntoNewNames, OneThatDiffersByABlankIsANewOne) {
  const Document original = model_with([](mdl::File& file) { file.names[6].text = "a_tail"; });
  const Outcome outcome = after_edit_of(original, "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "a_tail")].name = "a tail";
  });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.fields, Lines{"names[6]"});
}

TEST(OntoNewNames, WhatNoNameCanHaveIsTold) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "tail_g")].name =
        "Kn\xC3\xB6"
        "chel";
  });
  EXPECT_EQ(outcome.losses, Lines{"the name of the node Kn\xC3\xB6"
                                  "chel, which becomes Kn__chel"});
}

/// As Blender's import turns them: bones point elsewhere, and all below them stays where it is.
TEST(OntoBones, BonesThatAreTurnedWhereTheyAreAreNotedAndTurnedBack) {
  const Quat quarter(std::sqrt(0.5F), std::sqrt(0.5F), 0, 0);
  const Quat back = glm::inverse(quarter);
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
    scene.animations.clear();
    scene::Skin& skin = scene.skins.at(0);
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
      scene::Node& bone = scene.nodes[skin.joints[i]];
      bone.transform.rotation = bone.transform.rotation * quarter;
      skin.inverse_binds[i] = glm::mat4_cast(back) * skin.inverse_binds[i];
      for (const Index child : bone.children) {
        scene::Transform& below = scene.nodes[child].transform;
        below = {back * below.translation, back * below.rotation, below.scale};
      }
    }
  });
  EXPECT_EQ(outcome.changes, Lines());
  EXPECT_EQ(
      std::ranges::count(outcome.notes,
                         "bones that are turned where they are, as Blender's import does, are turned back"),
      1);
}

}  // namespace
}  // namespace mw
