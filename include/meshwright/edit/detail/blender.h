#pragma once

#include <meshwright/scene/scene.h>

#include <optional>
#include <string_view>

/// Changes that Blender makes to a scene by itself.
namespace mw::edit {

/// The edited scene with its bones turned back to those of the original, if most of its bones are turned, or
/// several by quarter turns. Blender's import turns bones by default (Bone Dir), and its export shows it in
/// inverse binds. Objects below a bone keep their places, at all times. Nothing if the bones were not turned.
std::optional<scene::Scene> with_bones_turned_back(const scene::Scene& original, const scene::Scene& edited);

/// "torso.001" -> "torso": Blender numbers repeated names. "torso.1" is the form of this project's glTF.
std::string_view without_number(std::string_view name);

}  // namespace mw::edit
