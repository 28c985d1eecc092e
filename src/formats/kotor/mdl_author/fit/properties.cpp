#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "fit.h"
#include "mdl_author/from_scene/from_scene.h"
#include "mdl_source/text/keywords.h"

namespace mw::kotor::mdl {
namespace {

using scene::Extras;
using scene::Index;

/// Properties of a mesh that its node may have by themselves, as editors show them.
constexpr std::string_view kOfMesh[] = {"diffuse",    "ambient",         "transparency_hint",
                                        "animate_uv", "uv_direction",    "uv_jitter",
                                        "texture_1",  "uv_jitter_speed", "lightmapped",
                                        "texture_2",  "rotate_texture",  "background_geometry",
                                        "shadow",     "beaming",         "render",
                                        "texture_3",  "face_materials",  "texture_4"};
constexpr std::string_view kOfCloth[] = {"displacement", "tightness", "period"};
/// Of the model, which the only root may have.
constexpr std::string_view kOfModel[] = {"classification",  "subclassification", "supermodel",
                                         "animation_scale", "affected_by_fog",   "radius",
                                         "box_min",         "box_max",           "variant"};
constexpr std::uint8_t kCharacterClass = 4;
constexpr std::uint32_t kNonWalk = 7;

void set(Extras& extras, std::string_view name, JsonValue value) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  if (found == extras.end())
    extras.emplace_back(name, std::move(value));
  else
    found->second = std::move(value);
}

/// Ticks are numbers in models.
JsonValue as_number(const JsonValue& value) {
  const bool* truth = value.get_if<bool>();
  return truth != nullptr ? JsonValue(std::uint64_t(*truth ? 1 : 0)) : value;
}

bool is_on(const Extras& extras, std::string_view name) {
  const JsonValue* value = scene::find(extras, name);
  if (value == nullptr) return false;
  if (const bool* truth = value->get_if<bool>()) return *truth;
  return scene::integer_of(*value).value_or(0) != 0;
}

template <std::size_t N>
void take_named(Extras& to, const Extras& from, const std::string_view (&names)[N]) {
  for (const std::string_view name : names)
    if (const JsonValue* value = scene::find(from, name)) set(to, name, as_number(*value));
}

class PropertyTaker {
 public:
  explicit PropertyTaker(FitContext& context) : context_(context), scene_(context.scene) {}

  void run() {
    take_of_model();
    for (const Index node : nodes_in_order(scene_)) {
      if (scene_.nodes[node].mesh) take_of_mesh(scene_.nodes[node]);
      if (scene_.nodes[node].mesh) look_at_materials(scene_.nodes[node]);
    }
    for (scene::Material& material : scene_.materials)
      for (scene::Texture& texture : material.textures) texture.name = file_name_of(texture.name);
    take_of_lights(0);
    for (scene::Animation& animation : scene_.animations) make_events_a_list(animation, context_.losses);
    list_losses();
  }

  void run_of_new(const std::vector<Index>& origins, std::size_t old_lights) {
    for (const Index node : nodes_in_order(scene_)) {
      if (origins[node] != scene::kNewNode || !scene_.nodes[node].mesh) continue;
      take_of_mesh(scene_.nodes[node]);
      look_at_materials(scene_.nodes[node]);
      look_at_attributes(scene_.nodes[node]);
    }
    take_of_lights(old_lights);
    list_losses();
  }

 private:
  void take_of_model() {
    Extras& extras = scene_.extras;
    if (scene_.roots.size() == 1) {
      const Extras& root = scene_.nodes[scene_.roots[0]].extras;
      for (const std::string_view name : kOfModel)
        if (const JsonValue* value = scene::find(root, name); value && !scene::find(extras, name))
          extras.emplace_back(name, as_number(*value));
    }
    const JsonValue* value = scene::find(extras, "classification");
    const auto* word = value != nullptr ? value->get_if<std::string>() : nullptr;
    if (word != nullptr) {
      const auto* row = std::ranges::find_if(ascii::kClassifications, [&](const ascii::Classification& each) {
        return same_in_any_case(each.name, *word);
      });
      if (row != std::end(ascii::kClassifications))
        set(extras, "classification", std::uint64_t(row->value));
      else if (!scene::integer_of(*value))
        context_.losses.add(loss::CLASSIFICATION_DROPPED, *word, ascii::none_of_kinds(*word));
    }
    const bool skinned = std::ranges::any_of(scene_.nodes, [](const scene::Node& n) { return bool(n.skin); });
    if (value == nullptr && skinned) extras.emplace_back("classification", std::uint64_t(kCharacterClass));
  }

  void take_of_mesh(scene::Node& node) {
    const bool walked = node.role == scene::Role::walkmesh || node.role == scene::Role::collision ||
                        is_on(node.extras, "aabb") || is_on(node.extras, "walkmesh");
    const JsonValue* present = scene::find(node.extras, "mesh");
    const auto* object = present != nullptr ? present->get_if<JsonObject>() : nullptr;
    if (object == nullptr) {
      Extras mesh = properties_of(node, walked);
      set(node.extras, "mesh", std::move(mesh));
    }
    std::erase_if(node.extras, [](const JsonMember& member) { return member.first == "aabb"; });
    if (!walked) return;
    node.extras.emplace_back("aabb", true);
    node.role = scene::Role::collision;
    take_surfaces(node);
  }

  /// What of its materials no mesh has. Surfaces of a walkmesh are but their names, and blades have both
  /// sides.
  void look_at_materials(const scene::Node& node) {
    const JsonValue* mesh = scene::find(node.extras, "mesh");
    const auto* members = mesh != nullptr ? mesh->get_if<JsonObject>() : nullptr;
    const bool blade = members != nullptr && scene::find(*members, "saber") != nullptr;
    if (scene::find(node.extras, "aabb") != nullptr || blade) return;
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (!p.material) continue;
      const scene::Material& material = scene_.materials[*p.material];
      if (material.two_sided) two_sided_.insert(material.name);
      for (const scene::Texture& texture : material.textures)
        if (texture.role != "base_color" && texture.role != "lightmap")
          other_textures_.insert(fmt::format("{} of {}", texture.role, material.name));
    }
  }

  /// Whole models list them where they divide meshes.
  void look_at_attributes(const scene::Node& node) {
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (!p.colours.empty()) coloured_.insert(node.name);
      for (const scene::CustomAttribute& custom : p.custom)
        if (custom.name != "CONSTRAINT") custom_.insert(fmt::format("_{} of {}", custom.name, node.name));
    }
  }

  /// Of a node that no model was made into.
  Extras properties_of(const scene::Node& node, bool walked) const {
    Extras mesh;
    if (walked || node.role != scene::Role::visual) mesh.emplace_back("render", std::uint64_t(0));
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (!p.material || walked) continue;
      const scene::Material& material = scene_.materials[*p.material];
      const Vec4& colour = material.base_color;
      if (Vec3(colour) != Vec3(1)) set(mesh, "diffuse", JsonArray{colour.x, colour.y, colour.z});
      if (material.alpha != scene::Alpha::opaque) set(mesh, "transparency_hint", std::uint64_t(1));
      break;
    }
    take_named(mesh, node.extras, kOfMesh);
    if (const JsonValue* map = scene::find(node.extras, "lightmap")) set(mesh, "texture_2", *map);
    const bool second = std::ranges::any_of(scene_.meshes[*node.mesh].primitives,
                                            [](const scene::Primitive& p) { return !p.uvs[1].empty(); });
    const JsonValue* map = scene::find(mesh, "texture_2");
    const auto name = map != nullptr ? scene::field_text(*map) : std::nullopt;
    if (second && name && !names_nothing(*name)) set(mesh, "lightmapped", std::uint64_t(1));
    Extras cloth;
    take_named(cloth, node.extras, kOfCloth);
    if (!cloth.empty() && !node.skin) mesh.emplace_back("dangly", std::move(cloth));
    return mesh;
  }

  /// Materials of a walkmesh are surfaces, by their names, as in a .wok.
  void take_surfaces(scene::Node& node) {
    JsonArray runs;
    bool known = false;
    std::vector<std::string> strangers;
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      const auto surface = surface_of(p);
      known = known || surface;
      if (!surface) strangers.push_back(p.material ? scene_.materials[*p.material].name : "(none)");
      const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
      runs.emplace_back(std::uint64_t(surface.value_or(kNonWalk)));
      runs.emplace_back(std::uint64_t(corners / 3));
    }
    const auto found = std::ranges::find(node.extras, "mesh", &JsonMember::first);
    auto* mesh = found->second.get_if<JsonObject>();
    if (mesh == nullptr) return;
    // A model's own walkmesh has its numbers, unless somebody painted it.
    const bool painted = known && scene_.meshes[*node.mesh].primitives.size() > 1;
    const bool numbered = scene::find(*mesh, "face_materials") != nullptr || !is_new(node);
    if (numbered && !painted) return;
    strangers_.insert(strangers_.end(), strangers.begin(), strangers.end());
    set(*mesh, "face_materials", std::move(runs));
  }

  /// Nodes that a model was made into have their numbers.
  static bool is_new(const scene::Node& node) { return scene::find(node.extras, "number") == nullptr; }

  std::optional<std::uint32_t> surface_of(const scene::Primitive& p) const {
    if (!p.material) return std::nullopt;
    const scene::Material& material = scene_.materials[*p.material];
    if (const JsonValue* id = scene::find(material.extras, "surface"))
      if (const auto number = scene::integer_of(*id); number && *number >= 0) return std::uint32_t(*number);
    if (const auto id = SurfaceMaterials::built_in().find_name(material.name)) return id;
    return is_white(material) ? std::nullopt : surface_of_colour(Vec3(material.base_color));
  }
  static bool is_white(const scene::Material& material) { return Vec3(material.base_color) == Vec3(1); }

  /// Lights of other programs have no radius: it is where the game's light of multiplier 1 is as bright.
  void take_of_light(scene::Light& light) {
    if (light.kind != scene::LightKind::point) ++other_lights_;
    if (scene::find(light.extras, "light") != nullptr) return;
    light.extras.emplace_back("light", JsonObject{{"priority", std::uint64_t(5)},
                                                  {"dynamic_type", std::uint64_t(2)},
                                                  {"fading", std::uint64_t(1)}});
    if (!light.range) light.range = std::max(0.1F, 2 * std::sqrt(std::max(0.0F, light.intensity)));
  }

  void take_of_lights(std::size_t first) {
    for (std::size_t i = first; i < scene_.lights.size(); ++i) take_of_light(scene_.lights[i]);
  }

  void list_losses() {
    if (other_lights_ > 0)
      context_.losses.add(loss::LIGHT_DIRECTION_DROPPED, "", counted(other_lights_, "light", "lights"));
    const auto list = [&](const std::set<std::string>& names, const FindingKind& kind) {
      const std::vector<std::string> rows(names.begin(), names.end());
      if (!rows.empty()) context_.losses.add(kind, rows.size() == 1 ? rows[0] : "", listed(rows));
    };
    list(other_textures_, loss::TEXTURES_DROPPED);
    list(coloured_, loss::COLOURS_DROPPED);
    list(custom_, loss::ATTRIBUTES_DROPPED);
    list(two_sided_, loss::SECOND_SIDE_DROPPED);
    if (!strangers_.empty())
      context_.losses.add(loss::SURFACE_UNKNOWN, strangers_.size() == 1 ? strangers_[0] : "",
                          counted(strangers_.size(), "material of a walkmesh is no surface and becomes",
                                  "materials of walkmeshes are no surfaces and become"),
                          listed(strangers_));
  }

  FitContext& context_;
  scene::Scene& scene_;
  std::size_t other_lights_ = 0;
  std::vector<std::string> strangers_;
  std::set<std::string> other_textures_;
  std::set<std::string> two_sided_;
  std::set<std::string> coloured_;  // nodes
  std::set<std::string> custom_;
};

}  // namespace

void take_properties(FitContext& context) {
  PropertyTaker(context).run();
}

void take_new_properties(FitContext& context, const std::vector<Index>& origins, std::size_t old_lights) {
  PropertyTaker(context).run_of_new(origins, old_lights);
}

}  // namespace mw::kotor::mdl
