#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/scene.h>

#include <optional>
#include <string>

/// Numbers of scenes that no file should get: NaN, infinity, those so large that radii, areas and planes that
/// follow from them are no numbers any more, and rotations of length 0.
namespace mw::kotor {

/// Of places and texture coordinates.
inline bool is_usable(float number) {
  return number >= -scene::kFarthest && number <= scene::kFarthest;  // false for NaN
}
inline bool is_usable(const Vec3& place) {
  return is_usable(place.x) && is_usable(place.y) && is_usable(place.z);
}

/// "(1, NaN, 0)".
std::string spelled(const Vec3& place);

/// The first such number of a scene: places of nodes and vertices, texture coordinates, weights, inverse
/// binds, keys and their times. Where `before` is given, a node or an animation that had one of the same kind
/// there may keep it.
std::optional<Error> find_unusable(const scene::Scene& scene, const scene::Scene* before = nullptr);

/// The same for a description, whose vertices have the scales of the scene in them and whose controllers and
/// events may be of its properties.
std::optional<Error> find_unusable(const mdl::source::Model& model);

/// A key before an animation begins.
std::optional<Error> find_early_key(const scene::Scene& scene, const scene::Scene& before);

}  // namespace mw::kotor
