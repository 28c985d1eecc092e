#include <gtest/gtest.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/detail/record_extras.h>

#include <cmath>

#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Edits of a sample model: exactly what was edited is other in the file.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

TEST(OntoModel, ABoneInfluenceOfASkin) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    const scene::Node& holder = scene.nodes[node_called(scene, "body_g", true)];
    scene::Skin& skin = scene.skins[*holder.skin];
    skin.joints.push_back(node_called(scene, "hand"));
    skin.inverse_binds.push_back(glm::inverse(world_matrices(scene)[skin.joints.back()]));
    scene::Primitive& p = scene.meshes[*holder.mesh].primitives[0];
    p.joints[3] = {std::uint16_t(skin.joints.size() - 1), p.joints[3][0], 0, 0};
    p.weights[3] = {0.25F, 0.75F, 0, 0};
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex with other weights"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  Lines weights;
  for (const std::string& path : outcome.fields) {
    EXPECT_TRUE(path.starts_with("nodes[7].mesh.") || path.starts_with("mdx:nodes[7].")) << path;
    EXPECT_TRUE(path.find("vertices") == path.npos && path.find("normals") == path.npos) << path;
    if (path.ends_with(".weights")) weights.push_back(path);
  }
  EXPECT_EQ(weights, Lines{"mdx:nodes[7].rows[3].weights"});
}

TEST(OntoModel, WeightsAddUpToOne) {
  Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    mesh_of(scene, "body_g").primitives[0].weights[3] = {0.25F, 0.5F, 0, 0};
    mesh_of(scene, "body_g").primitives[0].joints[3] = {0, 1, 0, 0};
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex with other weights"});
  Vec4 weights = mesh_of(outcome.scene, "body_g").primitives[0].weights[3];
  std::sort(&weights.x, &weights.x + 4);
  EXPECT_EQ(weights, Vec4(0, 0, 1.0F / 3, 2.0F / 3));
}

TEST(OntoModel, AKeyOfAnAnimation) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Channel& channel = scene.animations[0].channels[0];
    channel.times.insert(channel.times.begin() + 1, channel.times[1] / 2);
    channel.values.insert(channel.values.begin() + 4, {0, 0, 0, 1});
  });
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: 1 key in 1 channel changed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.scene.animations[0].channels[0].times.size(), 4U);
}

TEST(OntoModel, AValueOfAKeyIsAllThatChanges) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    std::vector<float>& values = scene.animations[0].channels[0].values;
    std::copy_n(std::array<float, 4>{0, 0.6F, 0, 0.8F}.begin(), 4, values.begin() + 4);
  });
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: 1 key in 1 channel changed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, Lines{"animations[0].nodes[2].data[4]"});
}

TEST(OntoModel, ANodeOfAModel) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Node hook{.name = "newhook"};
    hook.transform.translation = {1, 2, 3};
    add_node(scene, hook, node_called(scene, "neck_g"));
  });
  EXPECT_EQ(outcome.changes, Lines{"node newhook: added"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  const Index hook = node_called(outcome.scene, "newhook");
  EXPECT_EQ(outcome.scene.nodes[hook].transform.translation, Vec3(1, 2, 3));
  const auto& below = outcome.scene.nodes[node_called(outcome.scene, "neck_g")].children;
  EXPECT_TRUE(std::ranges::find(below, hook) != below.end());
}

TEST(OntoModel, AMeshOfAModelThatIsRemoved) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "tail_g")].mesh.reset();
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_FALSE(outcome.scene.nodes[node_called(outcome.scene, "tail_g")].mesh);
}

TEST(OntoModel, AMaterialOfAModelIsItsTexture) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Material& material : scene.materials) {
      if (material.name != "mw_hide") continue;
      material.name = "mw_fur";
      for (scene::Texture& texture : material.textures)
        if (texture.name == "mw_hide") texture.name = "mw_fur";
    }
  });
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.changes,
            (Lines{"material mw_hide: renamed to mw_fur", "material mw_hide: other textures"}));
  EXPECT_EQ(outcome.fields, (Lines{"nodes[6].mesh.texture_1", "nodes[7].mesh.texture_1"}));
}

TEST(OntoModel, AKeyBehindTheEndMakesTheAnimationLonger) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Animation& animation = scene.animations[0];
    animation.channels[0].times.back() += 1;
    animation.length = animation.channels[0].times.back();
  });
  EXPECT_EQ(outcome.changes, (Lines{"animation pause1: length 3 instead of 2",
                                    "animation pause1: 1 key in 1 channel changed"}));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

TEST(OntoModel, AMaterialOfAModelThatIsRenamedOnly) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Material& material : scene.materials)
      if (material.name == "mw_hide") material = {.name = "mw_fur"};
  });
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.changes, Lines{"material mw_hide: renamed to mw_fur"});
  EXPECT_EQ(outcome.fields, (Lines{"nodes[6].mesh.texture_1", "nodes[7].mesh.texture_1"}));
}

TEST(OntoModel, AnotherNameOfANode) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].name = "nape_g";
  });
  EXPECT_EQ(outcome.changes, Lines{"node neck_g: renamed to nape_g"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, Lines{"names[2]"});  // nothing of the skin that it is a bone of
}

/// The skin of a node stands beside the tree in a scene; in a model they are one.
TEST(OntoModel, ASkinGoesWithTheNodeThatItBelongsTo) {
  for (const bool mesh_too : {false, true}) {
    const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
      for (scene::Node& node : scene.nodes)
        if (node.name == "body_g" && (mesh_too || !node.mesh)) node.name = "core_g";
    });
    EXPECT_EQ(outcome.changes.front(), "node body_g: renamed to core_g");
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(outcome.fields, Lines{"names[7]"});
  }
  const Outcome removed = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    Index empty = node_called(scene, "body_g");
    while (scene.nodes[empty].mesh || scene.nodes[empty].name != "body_g") ++empty;
    remove_node(scene, empty);
  });
  EXPECT_EQ(removed.changes,
            Lines{"error: body_g: was removed, but not its skin, which has its place from it; "
                  "keep it, or remove the skin too"});
}

Lines parents_in(const kotor::mdl::source::Model& model, std::string_view node) {
  Lines parents;
  for (const auto& animation : model.animations)
    for (const auto& each : animation.nodes)
      if (each.name == node) parents.push_back(each.parent);
  return parents;
}

/// The text of a model after an edit of its sample, which names parents and bones.
kotor::mdl::source::Model text_after(const auto& edit) {
  const Document original = sample_of("kotor-mdl-ascii", "sample.mdl.ascii");
  Scene scene = whole_scene(original).value();
  edit(scene);
  const auto made = apply_edits(scene, original);
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? *made->document.template as<kotor::mdl::source::Model>() : kotor::mdl::source::Model();
}

void put_below(Scene& scene, Index node, Index parent) {
  for (scene::Node& each : scene.nodes) std::erase(each.children, node);
  scene.nodes[parent].children.push_back(node);
}

TEST(OntoModel, AnimationsHaveTheTreeOfTheModel) {
  const auto edit = [](Scene& scene) {
    put_below(scene, node_called(scene, "neck_g"), node_called(scene, "tail_g"));
  };
  const auto model = text_after(edit);
  EXPECT_EQ(parents_in(model, "neck_g"), Lines(parents_in(model, "neck_g").size(), "tail_g"));
  EXPECT_FALSE(parents_in(model, "neck_g").empty());
  EXPECT_EQ(parents_in(model, "tail_g").size(), parents_in(model, "neck_g").size());
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", edit);
  EXPECT_EQ(outcome.changes, Lines{"node neck_g: below another parent"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines{"MDL_BIND_POSE_MISMATCH"});  // the scene is bound as it was, too
}

/// Its weights and children go to the one above.
TEST(OntoModel, ABoneThatIsRemoved) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    const Index bone = node_called(scene, "neck_g");
    const Index above = node_called(scene, "hip_g");
    for (const Index child : std::vector<Index>(scene.nodes[bone].children)) put_below(scene, child, above);
    for (scene::Skin& skin : scene.skins)
      for (Index& joint : skin.joints) joint = joint == bone ? above : joint;
    for (scene::Animation& animation : scene.animations) {
      std::erase_if(animation.channels, [&](const scene::Channel& each) { return each.node == bone; });
      for (scene::Channel& channel : animation.channels) channel.node -= channel.node > bone ? 1 : 0;
    }
    remove_node(scene, bone);
  });
  ASSERT_FALSE(outcome.changes.empty());
  EXPECT_EQ(outcome.changes[0], "node neck_g: removed");
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

/// Editors put what is new beside the model's tree.
TEST(OntoModel, WhatIsAddedBesideTheRootGoesBelowIt) {
  for (const auto& [format, name] :
       {std::pair("kotor-mdl", "sample.mdl"), std::pair("kotor-mdl-ascii", "sample.mdl.ascii")}) {
    const Document original = sample_of(format, name);
    const Scene before = whole_scene(original).value();
    const Outcome outcome = after_edit_of(original, name, [](Scene& scene) {
      scene::Node hat{.name = "hat"};
      hat.transform.translation = {0, 2, 0};
      hat.mesh = Index(scene.meshes.size());
      scene.meshes.push_back(mesh_of(scene, "tail_g"));
      scene.meshes.back().name = "hat";
      add_node(scene, hat);
    });
    EXPECT_EQ(outcome.changes, (Lines{"node hat: added", "mesh hat: added"})) << name;
    EXPECT_EQ(outcome.losses, Lines()) << name;
    EXPECT_EQ(outcome.findings, Lines()) << name;
    EXPECT_EQ(outcome.scene.nodes.size(), before.nodes.size() + 1) << name;
    const Index root = node_called(outcome.scene, "mw_creature");
    EXPECT_EQ(outcome.scene.roots.front(), root) << name;
    const auto& children = outcome.scene.nodes[root].children;
    const Index hat = node_called(outcome.scene, "hat");
    EXPECT_EQ(std::ranges::count(children, hat), 1) << name;
    EXPECT_EQ(outcome.scene.nodes[hat].transform.translation, Vec3(0, 2, 0)) << name;
    const JsonValue extras(outcome.scene.nodes[root].extras);
    EXPECT_EQ(*extras.find("number")->get_if<std::uint64_t>(), 0U) << name;
  }
}

/// A node that lost its parent, as editors let it.
TEST(OntoModel, WhatIsTakenOutOfTheTreeGoesBelowItsRoot) {
  for (const auto& [format, name] :
       {std::pair("kotor-mdl", "sample.mdl"), std::pair("kotor-mdl-ascii", "sample.mdl.ascii")}) {
    const Document original = sample_of(format, name);
    const Scene before = whole_scene(original).value();
    const Outcome outcome = after_edit_of(original, name, [](Scene& scene) {
      const Index hand = node_called(scene, "hand");
      for (scene::Node& node : scene.nodes) std::erase(node.children, hand);
      scene.roots.push_back(hand);
    });
    EXPECT_EQ(outcome.changes, Lines{"node hand: below another parent"}) << name;
    EXPECT_EQ(outcome.losses, Lines()) << name;
    EXPECT_EQ(outcome.findings, Lines()) << name;
    EXPECT_EQ(outcome.scene.nodes.size(), before.nodes.size()) << name;
    const auto& children = outcome.scene.nodes[node_called(outcome.scene, "mw_creature")].children;
    EXPECT_EQ(std::ranges::count(children, node_called(outcome.scene, "hand")), 1) << name;
  }
}

/// Of the record of a light, and of one of its flares.
TEST(OntoModel, APropertyOfALight) {
  const auto after = [](const char* property, const char* member) {
    return after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
      for (auto& [name, value] : scene.lights.at(0).extras) {
        if (name != property) continue;
        JsonValue* row = &value;
        if (auto* const rows = value.get_if<JsonArray>()) row = &rows->at(0);
        for (auto& [own, number] : *row->get_if<JsonObject>())
          if (own == member) number = std::uint64_t(4);
      }
    });
  };
  const Outcome priority = after("light", "priority");
  EXPECT_EQ(priority.changes, Lines{"light lamp: property light changed"});
  EXPECT_EQ(priority.losses, Lines());
  EXPECT_EQ(priority.fields, Lines{"nodes[3].light.priority"});
  const Outcome size = after("flares", "size");
  EXPECT_EQ(size.changes, Lines{"light lamp: property flares changed"});
  EXPECT_EQ(size.losses, Lines());
  EXPECT_EQ(size.fields, Lines{"nodes[3].light.flare_sizes[0]"});
}

/// Blender writes none.
TEST(OntoModel, ALightWithoutAReachKeepsThatOfTheOriginal) {
  const auto without = [](float brighter) {
    return after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
      ASSERT_TRUE(scene.lights.at(0).range);
      scene.lights[0].range.reset();
      scene.lights[0].intensity *= brighter;
    });
  };
  EXPECT_EQ(without(1).changes, Lines());
  const Outcome outcome = without(4);
  EXPECT_EQ(outcome.changes, Lines{"light lamp: other brightness"});
  const Scene before = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  EXPECT_EQ(outcome.scene.lights.at(0).range, before.lights.at(0).range);
  const Outcome farther =
      after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) { scene.lights.at(0).range = 9.0F; });
  EXPECT_EQ(farther.changes, Lines{"light lamp: other reach"});
}

/// The number of a controller of one, in rest.
float controller_of(const Outcome& outcome, std::string_view node, std::string_view name) {
  const Scene& scene = outcome.scene;
  const JsonValue* all = scene::find(scene.nodes[node_called(scene, node)].extras, "controllers");
  const JsonValue* found = all != nullptr ? all->find(name) : nullptr;
  return found != nullptr ? scene::float_of(*found).value_or(-1) : -1;
}

/// As in a new model.
TEST(OntoModel, ALightThatCameWithoutAReachGetsOne) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.lights.push_back({.name = "spot", .kind = scene::LightKind::spot, .intensity = 25});
    add_node(scene, {.name = "spot", .light = Index(scene.lights.size() - 1)}, scene.roots[0]);
  });
  EXPECT_EQ(outcome.losses, Lines{"the direction of 1 light: lights of models shine all around"});
  EXPECT_EQ(controller_of(outcome, "spot", "radius"), 10);
  EXPECT_EQ(controller_of(outcome, "spot", "multiplier"), 1);
}

TEST(OntoModel, AMeshThatCameHasTheColourOfItsMaterial) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Mesh mesh = mesh_of(scene, "tail_g");
    mesh.primitives[0].material = Index(scene.materials.size());
    scene.materials.push_back({.name = "red", .base_color = {1, 0.25F, 0, 1}});
    scene.meshes.push_back(mesh);
    add_node(scene, {.name = "hat", .mesh = Index(scene.meshes.size() - 1)}, scene.roots[0]);
  });
  EXPECT_EQ(outcome.losses, Lines{"material red: added: not in what was made"});  // its name
  const mdl::File& file = *outcome.document->as<mdl::File>();
  EXPECT_EQ(file.nodes[row_called(file, "hat")].mesh->header.diffuse, Vec3(1, 0.25F, 0));
}

/// Scenes have 1 - v, of which small numbers do not come back.
TEST(OntoModel, TextureCoordinatesOfAMirroredNodeKeepEveryBit) {
  const auto uvs_in = [](const Document& document) {
    const auto& file = *document.as<mdl::File>();
    const mdl::VertexRows& rows = file.nodes[row_called(file, "tail_g")].mesh->mdx->rows;
    std::vector<std::pair<float, float>> sorted;
    for (const Vec2& uv : rows.uvs[0]) sorted.emplace_back(uv.x, uv.y);
    std::ranges::sort(sorted);
    return sorted;
  };
  const Document original = model_with([](mdl::File& file) {
    float v = 0.01F;
    for (Vec2& uv : file.nodes[row_called(file, "tail_g")].mesh->mdx->rows.uvs[0]) uv.y = v *= 1.25F;
  });
  for (const Vec3 scale : {Vec3(-1, 1, 1), Vec3(1, 2, 1)}) {
    const Outcome outcome = after_edit_of(original, "sample.mdl", [&](Scene& scene) {
      scene.nodes[node_called(scene, "tail_g")].transform.scale = scale;
    });
    EXPECT_EQ(outcome.changes, Lines{"node tail_g: moved"});
    EXPECT_EQ(uvs_in(*outcome.document), uvs_in(original));
  }
}

TEST(OntoModel, AllPropertiesThatAreLostAreTold) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    auto& extras = scene.nodes[node_called(scene, "tail_g")].extras;
    extras.emplace_back("zz", std::string("1"));
    extras.emplace_back("yy", std::string("2"));
  });
  EXPECT_EQ(outcome.losses, (Lines{"node tail_g: property zz changed: not in what was made",
                                   "node tail_g: property yy changed: not in what was made"}));
}

}  // namespace
}  // namespace mw
