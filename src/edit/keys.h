#pragma once

#include <meshwright/scene/scene.h>

#include <cstddef>
#include <span>

/// Keys of a channel before and after. Tangents are not compared: Blender does not read them, and makes its
/// own.
namespace mw::edit {

using namespace scene;

/// How many numbers a key has, with its tangents.
std::size_t width_of(const Channel& channel);
/// The value of a key; tangents are around it.
std::span<const float> value_at(const Channel& channel, std::size_t row);

/// How many keys of one equal those of the other, one by one; both have the same target.
std::size_t count_same_keys(const Channel& a, const Channel& b, float tolerance);

/// The interpolation does not matter with a single key.
bool same_form(const Channel& a, const Channel& b);

bool same_channel(const Channel& a, const Channel& b, float tolerance);

/// Whether nothing moves: every value is the first.
bool is_still(const Channel& channel, float tolerance);

/// Whether a constant channel leaves its node in rest.
bool is_rest(const Channel& channel, const Transform& rest, float tolerance);

/// How many keys have other tangents, of channels that are the same.
std::size_t count_other_tangents(const Channel& a, const Channel& b, float tolerance);

/// The edited keys, with those of the original where they are equal; `changed` counts all others.
Channel merged(const Channel& before, Channel after, float tolerance, std::size_t& changed);

}  // namespace mw::edit
