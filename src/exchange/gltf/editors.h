#pragma once

#include <meshwright/core/json_value.h>
#include <meshwright/scene/scene.h>

#include <vector>

/// Additions to a glTF without which Blender would drop other data, and their removal when reading. Each is
/// marked in the extras of its owner, which Blender drops: edit::find_edits() handles files that Blender
/// made.
namespace mw::exchange {

/// A skin with joints without vertices after its own.
struct WrittenSkin {
  std::vector<scene::Index> joints;
  std::vector<Mat4> inverse_binds;
};

/// The mark of a skin: how many of its joints are its own.
inline constexpr const char* kOwnJoints = "own_joints";

/// The skins of a scene, with additional joints: nodes below joints that have children. Blender 3.4 opens
/// anything that is not a bone as an object, and drops the children of objects at bones when it saves.
std::vector<WrittenSkin> skins_for_editors(const scene::Scene& scene);

/// Removes joints after a skin's own, unless a vertex uses one, and the marks.
void take_back_joints(scene::Scene& scene);

/// The mark of a sampler: how many of its keys are the channel's own.
inline constexpr const char* kOwnKeys = "own_keys";

/// Whether a channel is written with a copy of its only key at 0, where it moves nothing: Blender 3.4
/// searches a single key among the whole frames after the first key of all, and stops if it is between two.
bool needs_second_key(const scene::Channel& channel);

/// Removes such a copy, unless the keys have changed.
void take_back_key(scene::Channel& channel, const JsonValue& sampler);

}  // namespace mw::exchange
