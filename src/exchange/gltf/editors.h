#pragma once

#include <meshwright/core/json_value.h>
#include <meshwright/scene/scene.h>

#include <vector>

/// What a glTF has only so that Blender keeps the rest, and how reading takes it out again. Each is marked in
/// the extras of what has it, which Blender drops: what it made of a file is looked at by edit::find_edits().
namespace mw::exchange {

/// A skin with joints that no vertex goes with behind its own.
struct WrittenSkin {
  std::vector<scene::Index> joints;
  std::vector<Mat4> inverse_binds;
};

/// The mark of a skin: how many of its joints are its own.
inline constexpr const char* kOwnJoints = "own_joints";

/// The skins of a scene, with more joints where nodes hang below joints and have others below them: Blender
/// 3.4 opens what is no bone as an object, and leaves out the children of objects at bones when it saves.
std::vector<WrittenSkin> skins_for_editors(const scene::Scene& scene);

/// Takes out joints behind those that are a skin's own, unless a vertex goes with one, and the marks.
void take_back_joints(scene::Scene& scene);

/// The mark of a sampler: how many of its keys are the channel's own.
inline constexpr const char* kOwnKeys = "own_keys";

/// Whether a channel is written with a copy of its only key at 0, where it moves nothing: Blender 3.4 looks
/// for a single key among the whole frames behind the first key of all, and stops where it is between two.
bool needs_second_key(const scene::Channel& channel);

/// Takes such a copy out, unless the keys are others now.
void take_back_key(scene::Channel& channel, const JsonValue& sampler);

}  // namespace mw::exchange
