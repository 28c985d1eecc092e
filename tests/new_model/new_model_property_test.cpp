#include <rapidcheck.h>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <set>

#include "new_model_scenes.h"
#include "new_models.h"

namespace mw {
namespace {

using scene::Index;
using scene::Scene;

float any_number() {
  return float(*rc::gen::inRange(-16, 17)) / 4;
}
Vec3 any_place() {
  return {any_number(), any_number(), any_number()};
}
/// Less than a quarter turn, so that the short way between two is never in doubt.
Quat any_turn() {
  const Vec3 axis = glm::normalize(any_place() + Vec3(0.1F));
  return glm::angleAxis(float(*rc::gen::inRange(-10, 11)) / 8, axis);
}
/// Alike along all axes, or a mirror.
Vec3 any_even_scale() {
  const float size = *rc::gen::element(1.0F, 1.0F, 0.5F, 3.0F);
  return size * *rc::gen::element(Vec3(1), Vec3(1), Vec3(-1, 1, 1), Vec3(-1), Vec3(1, -1, -1));
}

scene::Primitive any_primitive() {
  scene::Primitive p;
  const int vertices = 3 * *rc::gen::inRange(1, 5);
  for (int i = 0; i < vertices; ++i) p.positions.push_back(any_place());
  if (*rc::gen::arbitrary<bool>())
    for (int i = 0; i < vertices; ++i) p.normals.push_back(any_turn() * Vec3(0, 1, 0));
  if (*rc::gen::arbitrary<bool>())
    for (int i = 0; i < vertices; ++i) p.uvs[0].emplace_back(any_number(), any_number());
  const int corners = *rc::gen::arbitrary<bool>() ? 0 : 3 * *rc::gen::inRange(1, 8);
  for (int i = 0; i < corners; ++i) p.indices.push_back(Index(*rc::gen::inRange(0, vertices)));
  return p;
}

void add_nodes(Scene& s) {
  const int count = *rc::gen::inRange(1, 8);
  for (int i = 0; i < count; ++i) {
    scene::Node node{.name = *rc::gen::element<std::string>("a", "A", "b c", "", "hip")};
    node.transform = {any_place(), any_turn(), any_even_scale()};
    if (*rc::gen::arbitrary<bool>()) node.mesh = Index(*rc::gen::inRange<std::size_t>(0, s.meshes.size()));
    const int parent = *rc::gen::inRange(-1, i);
    add_node(s, node, parent < 0 ? std::nullopt : std::optional(Index(parent)));
  }
  // Scales that differ by axis are right for what has nothing below it.
  for (scene::Node& node : s.nodes)
    if (node.children.empty() && *rc::gen::arbitrary<bool>()) node.transform.scale = any_place() + Vec3(0.1F);
}

/// All nodes are bones, bound in one pose that may lie anywhere.
void add_skin(Scene& s) {
  scene::Node skinned{.name = "skin", .mesh = Index(s.meshes.size()), .skin = 0};
  skinned.transform.translation = any_place();  // does not count
  Mat4 bind = glm::mat4_cast(any_turn());
  bind[3] = Vec4(any_place(), 1);
  scene::Skin skin;
  const std::vector<Mat4> places = world_matrices(s);
  for (std::size_t i = 0; i < s.nodes.size(); ++i) {
    if (!(std::abs(glm::determinant(glm::mat3(places[i]))) > 1e-3F)) continue;
    skin.joints.push_back(Index(i));
    skin.inverse_binds.push_back(glm::inverse(places[i]) * bind);
  }
  if (skin.joints.empty()) return;
  s.meshes.push_back({.name = "skin"});
  scene::Primitive p = any_primitive();
  const auto bones = int(skin.joints.size());
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const float weight = *rc::gen::element(0.0F, 0.25F, 0.5F);
    p.joints.emplace_back(*rc::gen::inRange(0, bones), *rc::gen::inRange(0, bones), 0, 0);
    p.weights.emplace_back(1 - weight, weight, 0, 0);
  }
  s.meshes.back().primitives.push_back(p);
  s.skins.push_back(skin);
  add_node(s, skinned);
}

scene::Channel any_channel(const Scene& s, Index node, scene::Target target) {
  const int keys = *rc::gen::inRange(1, 4);
  scene::Channel channel{.node = node, .target = target};
  channel.components = target == scene::Target::rotation ? 4 : 3;
  for (int key = 0; key < keys; ++key) {
    channel.times.push_back(float(key) / 2);
    const Quat turn = any_turn();
    Vec3 three = any_place();
    if (target == scene::Target::scale)
      three = s.nodes[node].transform.scale * *rc::gen::element(0.5F, 1.0F, 1.5F);
    if (target == scene::Target::rotation)
      channel.values.insert(channel.values.end(), {turn.x, turn.y, turn.z, turn.w});
    else
      channel.values.insert(channel.values.end(), {three.x, three.y, three.z});
  }
  return channel;
}

void add_animation(Scene& s) {
  scene::Animation animation{.name = *rc::gen::element<std::string>("walk", "run fast"), .length = 1};
  for (std::size_t node = 0; node < s.nodes.size(); ++node)
    for (const scene::Target target :
         {scene::Target::translation, scene::Target::rotation, scene::Target::scale})
      if (*rc::gen::inRange(0, 3) == 0) animation.channels.push_back(any_channel(s, Index(node), target));
  if (!animation.channels.empty()) s.animations.push_back(animation);
}

/// Within what models can have, whatever order and however named.
Scene any_scene() {
  Scene s;
  const int meshes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < meshes; ++i) {
    const Index mesh = test::add_mesh(s, any_primitive());
    if (*rc::gen::arbitrary<bool>()) s.meshes[mesh].primitives.push_back(any_primitive());
  }
  add_nodes(s);
  if (*rc::gen::arbitrary<bool>()) add_skin(s);
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) add_animation(s);
  return s;
}

TEST(NewModelProperty, ScenesDrawTheSameAsModels) {
  const bool held = rc::check("scene, model, scene", [] {
    const Scene s = any_scene();
    const auto made = test::new_model(s);
    RC_ASSERT((made ? "" : to_string(made.error())) == "");
    RC_ASSERT(test::drawing_difference(s, whole_scene(*made).value(), 1e-3F) == "");
    Findings findings;
    RC_ASSERT(bool(validate(*made, findings)));
    RC_ASSERT(findings.count(Severity::error) == 0U);
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace mw
