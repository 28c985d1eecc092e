#include <gtest/gtest.h>
#include <meshwright/formats/detail/apply_edits.h>

#include <algorithm>
#include <random>

#include "recorded.h"
#include "subjects.h"
#include "support/blender_like.h"
#include "told.h"

namespace mw {
namespace {

using scene::Scene;
using test::Aspects;
using test::Recorded;

/// One thing that somebody may do to a scene.
class Edit {
 public:
  Edit(Scene& scene, std::uint32_t seed) : scene_(scene), random_(seed) {}

  void apply() {
    switch (random_() % 12) {
      case 0:
        return move_vertex();
      case 1:
        return move_node();
      case 2:
        return rename_node();
      case 3:
        return add_mesh();
      case 4:
        return turn_triangle();
      case 5:
        return change_material();
      case 6:
        return change_key();
      case 7:
        return add_node();
      case 8:
        return change_weights();
      case 9:
        return change_light();
      case 10:
        return drop_animation();
      default:
        return change_extras();
    }
  }

 private:
  template <class T>
  T* any(std::vector<T>& rows) {
    return rows.empty() ? nullptr : &rows[random_() % rows.size()];
  }
  scene::Primitive* any_primitive() {
    scene::Mesh* mesh = any(scene_.meshes);
    return mesh == nullptr ? nullptr : any(mesh->primitives);
  }
  float number() { return float(random_() % 1000) / 500 - 1; }
  Vec3 point() {  // one number after the other: the order of arguments is a compiler's own
    Vec3 made{0};
    for (int i = 0; i < 3; ++i) made[i] = number();
    return made;
  }

  void move_vertex() {
    scene::Primitive* primitive = any_primitive();
    if (primitive == nullptr || primitive->positions.empty()) return;
    const Vec3 from = primitive->positions[random_() % primitive->positions.size()];
    const Vec3 by = point();
    for (Vec3& position : primitive->positions)
      if (position == from) position += by;
  }
  void move_node() {
    scene::Node* node = any(scene_.nodes);
    if (node == nullptr) return;
    node->transform.translation += point();
    if (random_() % 2 == 0) node->transform.rotation = glm::normalize(Quat(1, point()));
    if (random_() % 3 == 0) node->transform.scale *= 1.5F;
  }
  void rename_node() {
    if (scene::Node* node = any(scene_.nodes)) node->name += "_new";
  }
  void add_mesh() {
    const Vec3 at = point();
    scene_.meshes.push_back({.name = "added"});
    scene_.meshes.back().primitives.push_back(
        {.positions = {at, at + Vec3(1, 0, 0), at + Vec3(0, 1, 0), at + Vec3(1, 1, 0.5F)},
         .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
         .uvs = {std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}},
         .indices = {0, 1, 2, 2, 1, 3}});
    if (!scene_.materials.empty()) scene_.meshes.back().primitives[0].material = 0;
    scene::Node node{.name = "added", .mesh = scene::Index(scene_.meshes.size() - 1)};
    scene::add_node(
        scene_, node,
        scene_.roots.empty() || random_() % 2 == 0 ? std::nullopt : std::optional(scene_.roots[0]));
  }
  void turn_triangle() {
    scene::Primitive* primitive = any_primitive();
    if (primitive == nullptr || primitive->indices.size() < 6) return;
    if (random_() % 2 == 0)
      std::swap(primitive->indices[0], primitive->indices[1]);
    else
      primitive->indices.resize(primitive->indices.size() - 3);
  }
  void change_material() {
    scene::Material* material = any(scene_.materials);
    if (material == nullptr) return;
    if (random_() % 2 == 0) {
      material->name += "_other";
      for (scene::Texture& texture : material->textures) texture.name = "other";
    } else {
      material->base_color = {0.5F, 0.25F, 1, 0.75F};
      material->emissive = {0.5F, 0, 0};
    }
  }
  void change_key() {
    scene::Animation* animation = any(scene_.animations);
    scene::Channel* channel = animation == nullptr ? nullptr : any(animation->channels);
    if (channel == nullptr || channel->values.empty()) return;
    channel->values[random_() % channel->values.size()] += 0.125F;
    if (random_() % 3 == 0) animation->length += 1;
  }
  void add_node() {
    if (scene_.nodes.empty()) return;
    const auto parent = scene::Index(random_() % scene_.nodes.size());
    scene::add_node(scene_, {.name = "point", .transform = {.translation = point()}}, parent);
  }
  void change_weights() {
    scene::Primitive* primitive = any_primitive();
    if (primitive != nullptr && !primitive->weights.empty()) primitive->weights[0] = {0.25F, 0.75F, 0, 0};
    if (primitive != nullptr && !primitive->normals.empty()) primitive->normals[0] = {0, 1, 0};
    if (primitive != nullptr && !primitive->uvs[0].empty()) primitive->uvs[0][0] += Vec2(0.25F, 0.5F);
  }
  void change_light() {
    if (scene::Light* light = any(scene_.lights)) {
      light->colour = {1, 0.5F, 0};
      light->intensity *= 2;
      light->range = 7.0F;
    }
  }
  void drop_animation() {
    if (!scene_.animations.empty()) scene_.animations.erase(scene_.animations.begin());
  }
  void change_extras() {
    scene::Node* node = any(scene_.nodes);
    if (node == nullptr || node->extras.empty()) return;
    JsonValue& value = node->extras[random_() % node->extras.size()].second;
    value = random_() % 2 == 0 ? JsonValue(std::int64_t(1)) : JsonValue("text");
  }

  Scene& scene_;
  std::mt19937 random_;
};

Aspects put_back(const Scene& edited, const Document& original) {
  const auto made = apply_edits(edited, original);
  if (!made) return test::told(made.error());
  Aspects aspects{{"changes", test::told(made->changes)},
                  {"notes", test::told(made->notes)},
                  {"not applied", test::told(made->document.losses)}};
  test::append(aspects, "file", test::told(write_edited(*made, original)));
  return aspects;
}

Aspects new_file(const Scene& edited, const Format& format) {
  if (format.from_scene == nullptr) return {};
  const auto made = format.from_scene(edited, {.name = fmt::format("made{}", format.extensions.front())});
  if (!made) return test::told(made.error());
  Aspects aspects{{"losses", test::told(made->losses)}};
  test::append(aspects, "file", test::told(write(*made)));
  return aspects;
}

constexpr std::uint32_t kEdits = 40;

void record_edits(Recorded& recorded, const test::Subject& subject) {
  const auto original = test::opened(subject.output, subject.file);
  ASSERT_EQ(test::message_of(original), test::kNoError) << subject.name;
  const auto whole = whole_scene(*original);
  if (!whole) return;
  for (std::uint32_t seed = 0; seed < kEdits; ++seed) {
    Scene edited = *whole;
    for (std::uint32_t edit = 0; edit < 1 + seed % 3; ++edit) Edit(edited, 31 * seed + edit).apply();
    if (seed % 4 == 3) edited = test::blender_like(std::move(edited));
    Aspects aspects;
    if (subject.format->apply_edits != nullptr) test::append(aspects, "applied", put_back(edited, *original));
    test::append(aspects, "new", new_file(edited, *subject.format));
    recorded.add(fmt::format("{} edited {}", subject.name, seed), aspects);
  }
}

TEST(GoldenEdits, OfSamples) {
  Recorded recorded("edits");
  for (const test::Subject& subject : test::samples())
    if (subject.format->apply_edits != nullptr || subject.format->from_scene != nullptr)
      record_edits(recorded, subject);
  recorded.expect_same();
}

}  // namespace
}  // namespace mw
