#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "input.h"

/// Lights of a glTF document: those of KHR_lights_punctual, and those stored in extras, which no viewer
/// shows.
namespace mw::exchange {

/// With the members that KHR_lights_punctual gives it, its own extras, and its name unless that is its
/// holder's. A light that several nodes share has its number, by which the copies are known as one.
JsonObject light_in_extras(const scene::Light& light, std::string_view holder,
                           std::optional<scene::Index> shared = {});

/// Collects the lights of a document. Those of the extension come first, then those of nodes' extras in the
/// order of the nodes, then those that no node refers to.
class LightReader {
 public:
  explicit LightReader(GltfInput& in) : in_(in) {}

  /// The light of a node; removed from its extras if it was stored there.
  std::optional<scene::Index> of_node(const JsonValue& json, scene::Node& node);
  /// Removes those that no node refers to from the scene's extras, and returns all.
  std::vector<scene::Light> finish(scene::Extras& scene_extras);

 private:
  const JsonArray& list();
  scene::Light read(const JsonValue& json);
  scene::Light read_kept(const JsonValue& json, const std::string& holder);

  GltfInput& in_;
  const JsonArray* list_ = nullptr;  // found once: a document may have any number of members
  std::vector<scene::Light> kept_;
  std::map<std::uint64_t, scene::Index> shared_;  // by their numbers
};

}  // namespace mw::exchange
