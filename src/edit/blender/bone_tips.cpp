#include "bone_tips.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "keys.h"

namespace mw::edit {
namespace {

glm::dquat tip() {
  return {std::sqrt(0.5), std::sqrt(0.5), 0, 0};
}

glm::dvec3 place_in(std::span<const float> value) {
  return {value[0], value[1], value[2]};
}

/// Along y, in the frame of the bone.
double length_of_bone(const Channel& before, const Channel& after, const glm::dquat& bone) {
  std::vector<double> lengths;
  for (std::size_t row = 0; row < std::min(before.times.size(), after.times.size()); ++row) {
    const glm::dvec3 own = glm::conjugate(bone) * place_in(value_at(before, row));
    const double length = (own - tip() * place_in(value_at(after, row))).y;
    if (std::isfinite(length)) lengths.push_back(length);
  }
  if (lengths.empty()) return 0;
  const auto middle = lengths.begin() + std::ptrdiff_t(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  return *middle;
}

void move_out(std::span<float> value, double length, const glm::dquat& bone) {
  if (value.size() == 3) {
    const glm::dvec3 place = bone * (tip() * place_in(value) + glm::dvec3(0, length, 0));
    for (std::size_t k = 0; k < 3; ++k) value[k] = float(place[int(k)]);
    return;
  }
  const glm::dquat turn = bone * tip() * glm::dquat(value[3], value[0], value[1], value[2]);
  value[0] = float(turn.x);
  value[1] = float(turn.y);
  value[2] = float(turn.z);
  value[3] = float(turn.w);
}

/// Whether a quarter turn around x would show: y and z are not one.
bool shows_turn(const Channel& channel, float tolerance) {
  for (std::size_t row = 0; row < channel.times.size(); ++row) {
    const std::span<const float> value = value_at(channel, row);
    if (channel.target == Target::rotation || std::abs(value[1] - value[2]) > tolerance) return true;
  }
  return false;
}

}  // namespace

bool is_place_or_rotation(const Channel& channel) {
  return (channel.target == Target::rotation && channel.components == 4) ||
         (channel.target == Target::translation && channel.components == 3);
}

Channel out_of_tip(const Channel& before, Channel after, const glm::dquat& bone) {
  const double length = before.target == Target::translation ? length_of_bone(before, after, bone) : 0;
  const std::size_t width = width_of(after);
  for (std::size_t row = 0; row < after.times.size(); ++row)
    for (std::size_t part = 0; part < width; part += after.components) {
      const bool is_handle = width > after.components && part != after.components;
      move_out(std::span(after.values).subspan(row * width + part, after.components), is_handle ? 0 : length,
               bone);
    }
  return after;
}

Channel without_repeated_key(const Channel& before, Channel after, float tolerance) {
  const bool repeats = before.times.size() == 1 && before.times[0] > 0 && after.times.size() == 2 &&
                       after.times[0] == 0 && after.interpolation != Interpolation::cubic &&
                       is_still(after, tolerance);
  if (!repeats) return after;
  after.times.erase(after.times.begin());
  after.values.erase(after.values.begin(), after.values.begin() + std::ptrdiff_t(after.components));
  return after;
}

Channel out_of_bone(const Channel& before, const Channel& after, bool surely, float tolerance) {
  if (!is_place_or_rotation(before) || !same_form(before, after) ||
      !(surely || shows_turn(before, tolerance)))
    return after;
  Channel out = out_of_tip(before, after);
  const bool better = count_same_keys(before, out, tolerance) > count_same_keys(before, after, tolerance);
  return better ? out : after;
}

}  // namespace mw::edit
