#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "support/drawn.h"
#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Skins that come to a model, and bones that come to a skin.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

/// A copy of the sample's skin under another name; gives its number.
Index add_coat(Scene& scene) {
  scene::Node copy = scene.nodes[node_called(scene, "body_g", true)];
  copy.name = "coat_g";
  scene.meshes.push_back(scene.meshes[*copy.mesh]);
  copy.mesh = Index(scene.meshes.size() - 1);
  scene.skins.push_back(scene.skins[*copy.skin]);
  copy.skin = Index(scene.skins.size() - 1);
  add_node(scene, copy, node_called(scene, "mw_creature"));
  return *copy.skin;
}

/// Bones are bound elsewhere than they rest: each is moved and turned from there in its own way.
void add_bent_coat(Scene& scene) {
  scene::Skin& skin = scene.skins[add_coat(scene)];
  float step = 0;
  for (Mat4& bind : skin.inverse_binds) {
    step += 0.1F;
    bind = glm::translate(Mat4(1), Vec3(step, 0.2F, -step)) *
           glm::mat4_cast(glm::angleAxis(step, glm::normalize(Vec3(1, 2, 3)))) * bind;
  }
}

TEST(OntoNewSkins, AreDrawnAsTheSceneDrawsThem) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const Outcome outcome = after_edit(format, name, add_bent_coat);
    EXPECT_EQ(outcome.changes, (Lines{"node coat_g: added", "mesh coat_g: added"}));
    EXPECT_EQ(outcome.losses, Lines());
    Scene wanted = whole_scene(sample_of(format, name)).value();
    const std::size_t without = drawn(wanted).size();
    add_bent_coat(wanted);
    expect_same_drawing(wanted, outcome.scene);
    EXPECT_GT(drawn(outcome.scene).size(), without);
  }
}

/// A copy that has the name of what it was made from, beside it, as Blender duplicates and separates.
void add_copy(Scene& scene) {
  add_coat(scene);
  scene::Node& copy = scene.nodes[node_called(scene, "coat_g")];
  copy.name = "body_g";
  copy.extras.clear();
  copy.transform = {};
}

TEST(OntoNewSkins, OfTheNameOfAnotherLeaveThatItsNode) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const Document original = sample_of(format, name);
    Scene wanted = whole_scene(original).value();
    const std::size_t roots = wanted.roots.size();
    const Outcome outcome = after_edit_of(original, name, add_copy);
    EXPECT_EQ(outcome.changes, (Lines{"node body_g: added", "mesh body_g: added"}));
    EXPECT_EQ(outcome.losses, Lines());
    add_copy(wanted);
    expect_same_drawing(wanted, outcome.scene);
    EXPECT_EQ(outcome.scene.roots.front(), node_called(outcome.scene, "mw_creature"));
    EXPECT_EQ(outcome.scene.roots.size(), roots + 1);  // skins are roots of scenes
    const auto is_root = [](const scene::Node& node) { return node.name == "mw_creature"; };
    EXPECT_EQ(std::ranges::count_if(outcome.scene.nodes, is_root), 1);
  }
}

/// What is left of the skin and what was separated from it have one name, and one line each.
TEST(OntoNewSkins, ThatWereSeparatedAreToldOnce) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    add_copy(scene);
    const auto& copy = scene.nodes.back();
    scene::Primitive& part = scene.meshes[*copy.mesh].primitives[0];
    scene::Primitive& rest = mesh_of(scene, "body_g").primitives[0];
    ASSERT_GT(rest.indices.size(), 3U);
    part.indices.assign(rest.indices.end() - 3, rest.indices.end());
    rest.indices.resize(rest.indices.size() - 3);
  });
  EXPECT_EQ(outcome.changes,
            (Lines{"node body_g: added", "mesh body_g: 1 triangle removed", "mesh body_g: added"}));
}

/// A text of a model without skins has no notes about any.
TEST(OntoNewSkins, OfATextWithoutOneToo) {
  const Document model = model_with([](mdl::File& file) {
    mdl::Node& body = file.nodes[row_called(file, "body_g")];
    body.mesh.reset();
    body.header.type = mdl::kNodeHeader;
  });
  OptionValues plain;
  plain.set("plain", "");
  const OptionValues none;
  const Document text = find_format("kotor-mdl-ascii")->from_binary(model, plain).value();
  const Document original = opened(write(text, {.options = none}).value(), "sample.mdl.ascii").value();
  Scene sample = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  add_bent_coat(sample);
  const auto edit = [&](Scene& scene) {
    scene::Node coat = sample.nodes[node_called(sample, "coat_g")];
    scene::Skin skin = sample.skins[*coat.skin];
    for (Index& joint : skin.joints) joint = node_called(scene, sample.nodes[joint].name);
    skin.root.reset();
    scene.skins.push_back(skin);
    scene.meshes.push_back(sample.meshes[*coat.mesh]);
    scene.meshes.back().primitives[0].material.reset();
    coat.skin = Index(scene.skins.size() - 1);
    coat.mesh = Index(scene.meshes.size() - 1);
    coat.extras.clear();
    add_node(scene, coat, node_called(scene, "mw_creature"));
  };
  const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", edit);
  EXPECT_EQ(outcome.losses, Lines());
  Scene wanted = whole_scene(original).value();
  edit(wanted);
  expect_same_drawing(wanted, outcome.scene);
}

/// A skin that is bound where its bones rest needs no notes, and the compiler's own numbers.
TEST(OntoNewSkins, BoundWhereTheyRestLeaveAPlainTextPlain) {
  const Document model = sample_of("kotor-mdl", "sample.mdl");
  OptionValues plain;
  plain.set("plain", "");
  const OptionValues none;
  const Document text = find_format("kotor-mdl-ascii")->from_binary(model, plain).value();
  const Document original = opened(write(text, {.options = none}).value(), "sample.mdl.ascii").value();
  const Outcome outcome = after_edit_of(original, "sample.mdl.ascii", [](Scene& scene) { add_coat(scene); });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(info(*outcome.document)->variant, "plain");
}

/// Binds of a model are turns and places.
TEST(OntoNewSkins, WithScalesInTheirBindsAreBoundWhereTheyRest) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const auto edit = [](Scene& scene) {
      scene::Skin& skin = scene.skins[add_coat(scene)];
      float size = 1;
      for (Mat4& bind : skin.inverse_binds) bind = glm::scale(Mat4(1), Vec3(size += 0.25F)) * bind;
    };
    const Outcome outcome = after_edit(format, name, edit);
    Lines losses = {
        "coat_g: its bones do not rest where they were bound; its vertices are bound where they are in rest"};
    // Sizes bend the normals of the new mesh otherwise than its places.
    if (std::string_view(format) == "kotor-mdl-ascii")
      losses.insert(losses.begin(),
                    "the normals of 8 of 12 vertices: a text has groups of smooth faces instead, which make "
                    "others of more than 5 degrees from them");
    EXPECT_EQ(outcome.losses, losses);
    Scene wanted = whole_scene(sample_of(format, name)).value();
    edit(wanted);
    EXPECT_FALSE(first_missing(drawn(wanted), drawn(outcome.scene), 1e-4F));
  }
}

/// What rests at 0 is not there for good.
TEST(OntoNewSkins, OfABoneThatGrowsFromNothingHaveTheirSize) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const auto edit = [](Scene& scene) {
      const Index bone = add_node(scene, {.name = "bud_g"}, node_called(scene, "mw_creature"));
      scene::Skin& skin = scene.skins[add_coat(scene)];
      std::ranges::fill(skin.joints, bone);
      std::ranges::fill(skin.inverse_binds, Mat4(1));
      let_grow(scene, bone);
    };
    const Outcome outcome = after_edit(format, name, edit);
    EXPECT_EQ(outcome.losses, Lines{"bud_g: rests at a scale of 0, which a model has in keys only: it rests "
                                    "as large as its largest key"});
    Scene wanted = whole_scene(sample_of(format, name)).value();
    edit(wanted);
    expect_same_motion(wanted, outcome.scene, wanted.animations.size() - 1);
  }
}

/// Weights that are left are of no bones.
TEST(OntoLostSkins, AreThoseOfTheOriginal) {
  for (const auto& [format, name] : kModels) {
    const Outcome outcome = after_edit(
        format, name, [](Scene& scene) { scene.nodes[node_called(scene, "body_g", true)].skin.reset(); });
    EXPECT_EQ(outcome.changes, Lines());
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.fields, Lines());
    EXPECT_EQ(outcome.notes, Lines{"mesh body_g: has no skin in the scene; that of the original stays"});
  }
}

TEST(OntoNewSkins, WithoutWeightsAreToldAndStayWhereTheyAre) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const auto edit = [](Scene& scene) {
      scene::Skin& skin = scene.skins[add_coat(scene)];
      for (Mat4& bind : skin.inverse_binds) bind = glm::scale(Mat4(1), Vec3(3)) * bind;
      scene::Node& coat = scene.nodes[node_called(scene, "coat_g")];
      coat.transform.scale = Vec3(2);  // of a mesh it goes into the vertices
      for (scene::Primitive& p : scene.meshes[*coat.mesh].primitives) {
        p.weights.clear();
        p.joints.clear();
      }
    };
    const Outcome outcome = after_edit(format, name, edit);
    EXPECT_EQ(outcome.losses, Lines{"coat_g: its skin has no bones with weights and is left out"});
    EXPECT_EQ(outcome.findings, Lines());
    Scene wanted = whole_scene(sample_of(format, name)).value();
    edit(wanted);
    expect_same_drawing(wanted, outcome.scene);
  }
}

/// As programs export that count in centimetres: a scale above the bones, and its opposite in their binds.
TEST(OntoNewSkins, BelowAScaleHaveItInTheirBones) {
  const auto edit = [](Scene& scene) {
    scene::Node rig{.name = "rig"};
    rig.transform.scale = Vec3(0.01F);
    const Index top = add_node(scene, rig, node_called(scene, "mw_creature"));
    const Index arm = add_node(scene, {.name = "arm_b"}, top);
    scene.nodes[arm].transform.translation = {0, 100, 0};
    const Index hand = add_node(scene, {.name = "hand_b"}, arm);
    scene.nodes[hand].transform.translation = {0, 50, 0};
    scene::Skin& skin = scene.skins[add_coat(scene)];
    skin.joints = {arm, hand};
    const std::vector<Mat4> places = world_matrices(scene);
    skin.inverse_binds = {glm::inverse(places[arm]), glm::inverse(places[hand])};
    scene::Primitive& p = mesh_of(scene, "coat_g").primitives[0];
    for (std::size_t i = 0; i < p.joints.size(); ++i) {
      p.joints[i] = {i % 2, 0, 0, 0};
      p.weights[i] = {1, 0, 0, 0};
    }
  };
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", edit);
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  Scene wanted = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  edit(wanted);
  expect_same_drawing(wanted, outcome.scene);
}

// Bones.

/// Each vertex of a skin goes with a bone of its own, as far as there are any.
void give_bones(Scene& scene, const char* node, std::size_t count) {
  scene::Node& holder = scene.nodes[node_called(scene, node, true)];
  scene::Skin& skin = scene.skins[*holder.skin];
  const auto mesh = *holder.mesh;
  skin.joints.clear();
  skin.inverse_binds.clear();
  const Index above = node_called(scene, "mw_creature");
  for (std::size_t i = 0; i < count; ++i) {
    skin.joints.push_back(add_node(scene, {.name = fmt::format("bone_{}", i)}, above));
    skin.inverse_binds.emplace_back(1);
  }
  scene::Primitive& p = scene.meshes[mesh].primitives[0];
  ASSERT_GE(p.positions.size() * 4, count);
  for (std::size_t i = 0; i < p.joints.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) p.joints[i][int(k)] = std::uint16_t((4 * i + k) % count);
    p.weights[i] = Vec4(0.25F);
  }
}

TEST(OntoBonesOfAMesh, MoreThanAMeshHoldsAreRefused) {
  for (const auto& [format, name] : kModels) {
    const auto changes = [&](const auto& edit) { return after_edit(format, name, edit).changes; };
    EXPECT_EQ(changes([](Scene& scene) { give_bones(scene, "body_g", 18); }),
              Lines{"error: body_g: has 18 bones, but a mesh of this game holds 17: separate it"});
    EXPECT_EQ(changes([](Scene& scene) {
                add_coat(scene);
                give_bones(scene, "coat_g", 20);
              }),
              Lines{"error: coat_g: has 20 bones, but a mesh of this game holds 17: separate it"});
    EXPECT_EQ(changes([](Scene& scene) { give_bones(scene, "body_g", 17); }).back(),
              "mesh body_g: 12 vertices with other weights");
  }
}

}  // namespace
}  // namespace mw
