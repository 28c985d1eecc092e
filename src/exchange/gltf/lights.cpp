#include "lights.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "names.h"

namespace mw::exchange {
namespace {

/// Others may mean something else by that word.
bool is_light(const JsonValue& json) {
  const JsonValue* type = json.find("type");
  const auto* kind = type != nullptr ? type->get_if<std::string>() : nullptr;
  return kind != nullptr && find_name(kLightNames, *kind) && json.find("intensity") != nullptr;
}

}  // namespace

JsonObject light_in_extras(const scene::Light& light, std::string_view holder,
                           std::optional<scene::Index> shared) {
  JsonObject object = {{"type", kLightNames[std::size_t(light.kind)]},
                       {"color", JsonArray{light.colour.x, light.colour.y, light.colour.z}},
                       {"intensity", light.intensity}};
  if (light.name != holder) object.emplace_back("name", light.name);
  if (shared) object.emplace_back("shared", std::uint64_t(*shared));
  if (light.range) object.emplace_back("range", *light.range);
  if (light.kind == scene::LightKind::spot)
    object.emplace_back(
        "spot", JsonObject{{"innerConeAngle", light.inner_cone}, {"outerConeAngle", light.outer_cone}});
  if (!light.extras.empty()) object.emplace_back("extras", light.extras);
  return object;
}

const JsonArray& LightReader::list() {
  static const JsonArray kNone;
  if (list_ != nullptr) return *list_;
  const JsonValue* extensions = in_.json().find("extensions");
  const JsonValue* lights = extensions != nullptr ? extensions->find(kLights) : nullptr;
  list_ = lights != nullptr ? &in_.list(*lights, "lights") : &kNone;
  return *list_;
}

std::optional<scene::Index> LightReader::of_node(const JsonValue& json, scene::Node& node) {
  const JsonValue* extensions = json.find("extensions");
  const JsonValue* light = extensions != nullptr ? extensions->find(kLights) : nullptr;
  if (light != nullptr) return in_.index(*light, "light", list().size());
  const auto found = std::ranges::find(node.extras, "light", &JsonMember::first);
  if (found == node.extras.end() || !is_light(found->second)) return std::nullopt;
  const JsonValue kept = std::move(found->second);
  node.extras.erase(found);
  const auto next = scene::Index(list().size() + kept_.size());
  if (kept.find("shared") != nullptr) {
    const auto [same, added] = shared_.try_emplace(in_.natural(kept, "shared", 0), next);
    if (!added) return same->second;
  }
  kept_.push_back(read_kept(kept, node.name));
  return next;
}

std::vector<scene::Light> LightReader::finish(scene::Extras& scene_extras) {
  std::vector<scene::Light> lights;
  for (const JsonValue& json : list()) {
    in_.where = fmt::format("lights[{}]", lights.size());
    lights.push_back(read(json));
    lights.back().name = take_text(lights.back().extras, "name", in_.text(json, "name"));
  }
  std::ranges::move(kept_, std::back_inserter(lights));
  const auto unused = std::ranges::find(scene_extras, "lights", &JsonMember::first);
  const auto* list = unused != scene_extras.end() ? unused->second.get_if<JsonArray>() : nullptr;
  if (list == nullptr || !std::ranges::all_of(*list, is_light)) return lights;
  for (const JsonValue& json : *list) lights.push_back(read_kept(json, ""));
  scene_extras.erase(unused);
  return lights;
}

scene::Light LightReader::read_kept(const JsonValue& json, const std::string& holder) {
  scene::Light light = read(json);
  light.name = json.find("name") != nullptr ? in_.text(json, "name") : holder;
  return light;
}

scene::Light LightReader::read(const JsonValue& json) {
  scene::Light light;
  light.extras = extras_of(json);
  if (const auto kind = find_name(kLightNames, in_.text(json, "type"))) light.kind = scene::LightKind(*kind);
  in_.numbers(json, "color", {&light.colour.x, 3});
  light.intensity = in_.number(json, "intensity", 1);
  if (json.find("range") != nullptr) light.range = in_.number(json, "range", 0);
  if (const JsonValue* spot = json.find("spot")) {
    light.inner_cone = in_.number(*spot, "innerConeAngle", light.inner_cone);
    light.outer_cone = in_.number(*spot, "outerConeAngle", light.outer_cone);
  }
  return light;
}

}  // namespace mw::exchange
