#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/mdl.h>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "support/drawn.h"
#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Edits of skins and their bones in Blender, which binds skins anew when it saves.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

/// The sample with its skin beside the middle, so that its vertices are not where they are drawn. Its bones
/// are bound so far from where they rest.
Document model_with_skin_beside(const Vec3& bound_off) {
  return model_with([&](mdl::File& file) {
    const auto row = [&](std::string_view name) { return std::uint32_t(row_called(file, name)); };
    mdl::Node& body = file.nodes[row("body_g")];
    const Vec3 beside(0.5F, 0.25F, -0.125F);
    body.header.position = beside;
    for (const mdl::Controller& controller : body.controllers)
      if (controller.type == mdl::kPositionController)
        for (std::uint16_t k = 0; k < 3; ++k) body.data[controller.data_index + k] = beside[k];
    const std::uint32_t bones[] = {row("hip_g"), row("neck_g")};
    ASSERT_TRUE(mdl::bind_skin(file, row("body_g"), bones));
    for (Vec3& place : body.mesh->skin->tbones) place += bound_off;
  });
}

struct Model {
  std::string name;
  Document document;
};
std::vector<Model> models_with_skin_beside(const Vec3& bound_off = Vec3(0)) {
  const Document model = model_with_skin_beside(bound_off);
  return {{"sample.mdl", model}, {"sample.mdl.ascii", text_of_model(model)}};
}

/// What Blender makes of skins when it saves: bound where their bones are, and their vertices where they are
/// drawn.
void bind_anew(Scene& scene) {
  const std::vector<Mat4> places = world_matrices(scene);
  for (scene::Node& node : scene.nodes) {
    if (!node.skin) continue;
    const Quat turn = scene.nodes[node_called(scene, "mw_creature")].transform.rotation;
    for (scene::Primitive& p : scene.meshes[*node.mesh].primitives) {
      const scene::Primitive before = p;
      for (std::size_t i = 0; i < p.positions.size(); ++i) {
        p.positions[i] = drawn_vertex(scene, node, Mat4(1), places, before, i);
        if (i < p.normals.size()) p.normals[i] = turn * p.normals[i];
      }
    }
  }
  for (scene::Skin& skin : scene.skins)
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
      skin.inverse_binds[i] = glm::inverse(places[skin.joints[i]]);
}

/// The armature is the model's root.
void move_armature(Scene& scene, const scene::Transform& place) {
  scene.nodes[node_called(scene, "mw_creature")].transform = place;
  bind_anew(scene);
}

void expect_drawn_as(const Scene& wanted, const Outcome& outcome) {
  EXPECT_FALSE(first_missing(drawn(wanted), drawn(outcome.scene), 1e-4F));
  EXPECT_EQ(drawn(wanted).size(), drawn(outcome.scene).size());
}

TEST(OntoSkins, OfAnArmatureThatIsMovedAreMovedOnce) {
  const Quat turn = glm::angleAxis(0.75F, glm::normalize(Vec3(1, 2, 3)));
  for (const Model& model : models_with_skin_beside()) {
    for (const scene::Transform& place : {scene::Transform{.translation = {1, 0, 0}},
                                          scene::Transform{.translation = {0.5F, 2, -1}, .rotation = turn}}) {
      SCOPED_TRACE(model.name);
      const auto edit = [&](Scene& scene) { move_armature(scene, place); };
      const Outcome outcome = after_edit_of(model.document, model.name, edit);
      EXPECT_EQ(outcome.changes, Lines{"node mw_creature: moved"});
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(outcome.notes, Lines());
      EXPECT_EQ(outcome.findings, Lines());
      Scene wanted = whole_scene(model.document).value();
      edit(wanted);
      expect_drawn_as(wanted, outcome);
    }
  }
}

/// Skins have no scale, so that nothing has that of what they hang on.
TEST(OntoSkins, OfAnArmatureThatIsScaledStayAsLargeAsAllElse) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const Outcome outcome = after_edit(
        format, name, [](Scene& scene) { move_armature(scene, scene::Transform{.scale = Vec3(2)}); });
    EXPECT_EQ(outcome.changes, Lines{"node mw_creature: moved"});
    EXPECT_EQ(outcome.losses,
              (Lines{"node mw_creature: its scale, which goes into vertices and cannot into those of a skin",
                     "node mw_creature: moved: not in what was made"}));
    expect_same_drawing(whole_scene(sample_of(format, name)).value(), outcome.scene);
  }
}

/// A scale that is applied is in all places, those of the nodes of skins too.
TEST(OntoSkins, OfAnArmatureWhoseScaleIsAppliedAreAsLargeAsAllElse) {
  for (const Model& model : models_with_skin_beside()) {
    SCOPED_TRACE(model.name);
    const auto edit = [](Scene& scene) {
      bind_anew(scene);
      for (scene::Node& node : scene.nodes) node.transform.translation *= 2.0F;
      for (scene::Mesh& mesh : scene.meshes)
        for (scene::Primitive& p : mesh.primitives)
          for (Vec3& position : p.positions) position *= 2.0F;
      for (scene::Skin& skin : scene.skins)
        for (Mat4& bind : skin.inverse_binds) bind[3] = Vec4(2.0F * Vec3(bind[3]), 1);
      scene.animations.clear();  // their places are those of the model as it was
    };
    const Outcome outcome = after_edit_of(model.document, model.name, edit);
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    Scene wanted = whole_scene(model.document).value();
    edit(wanted);
    expect_drawn_as(wanted, outcome);
  }
}

// Vertices that no bone has.

/// Blender gives them to a bone of its own, at the armature.
Index add_neutral_bone(Scene& scene) {
  const Index bone = add_node(scene, {.name = "neutral_bone"}, node_called(scene, "mw_creature"));
  scene.nodes[bone].transform.rotation = glm::angleAxis(-1.5707963F, Vec3(1, 0, 0));
  const scene::Node& body = scene.nodes[node_called(scene, "body_g", true)];
  scene::Skin& skin = scene.skins[*body.skin];
  skin.joints.push_back(bone);
  skin.inverse_binds.push_back(glm::inverse(world_matrices(scene)[bone]));
  return Index(skin.joints.size() - 1);
}

void add_triangle_without_weights(Scene& scene) {
  bind_anew(scene);
  const Index bone = add_neutral_bone(scene);
  scene::Primitive& p = mesh_of(scene, "body_g").primitives[0];
  for (const Vec3& corner : {Vec3(1, 1, 1), Vec3(2, 1, 1), Vec3(1, 2, 1)}) {
    p.indices.push_back(Index(p.positions.size()));
    p.positions.push_back(corner);
    p.normals.emplace_back(0, 0, 1);
    p.joints.emplace_back(bone, 0, 0, 0);
    p.weights.emplace_back(1, 0, 0, 0);
    for (std::vector<Vec2>& uvs : p.uvs)
      if (!uvs.empty()) uvs.emplace_back(0);
  }
  p.tangents.clear();
}

TEST(OntoSkins, TrianglesWithoutWeightsAreWhereTheyAreShown) {
  for (const Vec3& bound_off : {Vec3(0), Vec3(0.25F, 0, 0.5F)}) {
    for (const Model& model : models_with_skin_beside(bound_off)) {
      SCOPED_TRACE(model.name);
      const Outcome outcome = after_edit_of(model.document, model.name, add_triangle_without_weights);
      EXPECT_EQ(outcome.changes, (Lines{"node neutral_bone: added", "mesh body_g: 1 triangle added"}));
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(outcome.findings, Lines());
      Scene wanted = whole_scene(model.document).value();
      add_triangle_without_weights(wanted);
      expect_drawn_as(wanted, outcome);
    }
  }
}

/// The weights of a bone that is gone are nobody's; what it moved stays where it was.
TEST(OntoSkins, VerticesOfABoneThatIsRemovedStay) {
  for (const Model& model : models_with_skin_beside()) {
    SCOPED_TRACE(model.name);
    const auto edit = [](Scene& scene) {
      bind_anew(scene);
      const Index neutral = add_neutral_bone(scene);
      const Index neck = node_called(scene, "neck_g");
      scene::Skin& skin = scene.skins[*scene.nodes[node_called(scene, "body_g", true)].skin];
      const auto gone = std::ranges::find(skin.joints, neck) - skin.joints.begin();
      scene::Primitive& p = mesh_of(scene, "body_g").primitives[0];
      for (Vec3& position : p.positions) position *= 1 + 4e-6F;  // as much as bending may move them
      for (std::size_t i = 0; i < p.joints.size(); ++i)
        for (int k = 0; k < 4; ++k)
          if (p.joints[i][k] == gone) p.joints[i][k] = std::uint16_t(neutral);
      skin.joints[std::size_t(gone)] = skin.joints[neutral];
      skin.inverse_binds[std::size_t(gone)] = skin.inverse_binds[neutral];
      scene.animations.clear();
      const std::vector<Index> children = std::exchange(scene.nodes[neck].children, {});
      for (const Index child : children) scene.nodes[node_called(scene, "hip_g")].children.push_back(child);
      remove_node(scene, neck);
    };
    const Outcome outcome = after_edit_of(model.document, model.name, edit);
    for (const std::string& change : outcome.changes)
      EXPECT_EQ(change.find("vertices moved"), change.npos) << change;
    EXPECT_EQ(outcome.losses, Lines());
    Scene wanted = whole_scene(model.document).value();
    edit(wanted);
    expect_drawn_as(wanted, outcome);
  }
}

// Skins that are removed.

Index empty_body(const Scene& scene) {
  Index node = node_called(scene, "body_g");
  while (scene.nodes[node].mesh || scene.nodes[node].name != "body_g") ++node;
  return node;
}

std::ptrdiff_t count_called(const Scene& scene, std::string_view name) {
  return std::ranges::count(scene.nodes, name, &scene::Node::name);
}

void remove_body(Scene& scene) {
  remove_node(scene, node_called(scene, "body_g", true));
}

/// In a scene their node is another, which whoever deletes a mesh leaves.
TEST(OntoRemovedSkins, GoWithTheirNode) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const Outcome outcome = after_edit(format, name, remove_body);
    EXPECT_EQ(outcome.changes, Lines{"node body_g: removed"});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(count_called(outcome.scene, "body_g"), 0);
  }
}

TEST(OntoRemovedSkins, LeaveANodeThatIsMoreThanTheirs) {
  const auto expect_left = [](const auto& use) {
    for (const auto& [format, name] : kModels) {
      const Document used =
          after_edit(format, name, [&](Scene& scene) { use(scene, empty_body(scene)); }).document.value();
      const Outcome outcome = after_edit_of(used, name, remove_body);
      EXPECT_EQ(outcome.changes, Lines{"mesh body_g: removed"});
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(count_called(outcome.scene, "body_g"), 1);
      EXPECT_FALSE(outcome.scene.nodes[node_called(outcome.scene, "body_g")].mesh);
    }
  };
  expect_left([](Scene& scene, Index body) { add_node(scene, {.name = "badge"}, body); });
  expect_left([](Scene& scene, Index body) {
    scene.animations[0].channels.push_back({.node = body, .times = {0, 1}, .values = {0, 0, 0, 0, 1, 0}});
  });
}

/// Another mesh of its name takes its place, and nothing stays beside it.
TEST(OntoRemovedSkins, LeaveAMeshOfTheirNameAlone) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const auto edit = [](Scene& scene) {
      scene::Node& body = scene.nodes[node_called(scene, "body_g", true)];
      body.skin.reset();
      for (scene::Primitive& p : scene.meshes[*body.mesh].primitives) {
        p.joints.clear();
        p.weights.clear();
        for (Vec3& position : p.positions) position *= 0.75F;
      }
    };
    const Outcome outcome = after_edit(format, name, edit);
    EXPECT_EQ(outcome.changes, (Lines{"node body_g: removed", "node body_g: added", "mesh body_g: added"}));
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(count_called(outcome.scene, "body_g"), 1);
    Scene wanted = whole_scene(sample_of(format, name)).value();
    edit(wanted);
    expect_drawn_as(wanted, outcome);
  }
}

// Bones that have a mesh.

/// A bone of Blender has no mesh; an object below it has, and keeps its name when the bone is renamed.
TEST(OntoRenamedBones, TakeTheirMeshAlong) {
  for (const auto& [format, name] : kModels) {
    SCOPED_TRACE(name);
    const Outcome outcome = after_edit(format, name, [](Scene& scene) {
      const Index bone = node_called(scene, "tail_g");
      scene.nodes[bone].name = "rudder_g";
      const auto mesh = std::exchange(scene.nodes[bone].mesh, std::nullopt);
      add_node(scene, {.name = "tail_g", .mesh = mesh}, bone);
    });
    EXPECT_EQ(outcome.changes, Lines{"node tail_g: renamed to rudder_g"});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(count_called(outcome.scene, "tail_g"), 0);
    EXPECT_TRUE(outcome.scene.nodes[node_called(outcome.scene, "rudder_g")].mesh);
  }
}

}  // namespace
}  // namespace mw
