#pragma once

#include <meshwright/scene/scene.h>

#include <cstddef>

/// Keys of a channel before and after. Tangents are not compared: Blender reads none, and makes its own.
namespace mw::scene {

bool same_channel(const Channel& a, const Channel& b, float tolerance);

/// Whether nothing moves: every value is the first.
bool is_still(const Channel& channel, float tolerance);

/// Whether a channel that does not move leaves its node where it rests.
bool is_rest(const Channel& channel, const Transform& rest, float tolerance);

/// How many keys have other tangents, of channels that are the same.
std::size_t count_other_tangents(const Channel& a, const Channel& b, float tolerance);

/// The edited keys, with those of the original that are the same; `changed` counts all others.
Channel merged(const Channel& before, Channel after, float tolerance, std::size_t& changed);

/// The edited keys without one at 0 that only repeats the single key of the original: a glTF for Blender has
/// it there.
Channel without_repeated_key(const Channel& before, Channel after, float tolerance);

/// The edited keys of a node below a bone. Blender writes those of an object there in the frame of the bone's
/// tip: a quarter turn around x, and for places the bone's length along z. Undone where more keys are those
/// of the original then. Where y and z of all places are one this could be a move along z: `surely` says that
/// it is none.
Channel out_of_bone(const Channel& before, const Channel& after, bool surely, float tolerance);

}  // namespace mw::scene
