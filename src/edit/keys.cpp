#include "keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "find.h"

namespace mw::edit {
namespace {

/// Whether a key of one is that of the other; both have the same form.
bool same_key(const Channel& a, std::size_t row, const Channel& b, std::size_t other, float tolerance) {
  if (!is_within(double(a.times[row]), double(b.times[other]), double(tolerance))) return false;
  const std::span<const float> before = value_at(a, row);
  const std::span<const float> after = value_at(b, other);
  float sign = 1;
  if (a.target == Target::rotation) {
    float dot = 0;
    for (std::size_t k = 0; k < before.size(); ++k) dot += before[k] * after[k];
    sign = dot < 0 ? -1.0F : 1.0F;
  }
  for (std::size_t k = 0; k < before.size(); ++k)
    if (std::isfinite(before[k]) && !is_within(double(before[k]), double(sign * after[k]), double(tolerance)))
      return false;
  return true;
}

}  // namespace

std::size_t width_of(const Channel& channel) {
  return std::size_t(channel.components) * (channel.interpolation == Interpolation::cubic ? 3 : 1);
}

std::span<const float> value_at(const Channel& channel, std::size_t row) {
  const std::size_t skip = channel.interpolation == Interpolation::cubic ? channel.components : 0;
  return std::span(channel.values).subspan(row * width_of(channel) + skip, channel.components);
}

std::size_t count_same_keys(const Channel& a, const Channel& b, float tolerance) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < std::min(a.times.size(), b.times.size()); ++row)
    count += same_key(a, row, b, row, tolerance) ? 1 : 0;
  return count;
}

std::size_t count_other_tangents(const Channel& a, const Channel& b, float tolerance) {
  if (a.interpolation != Interpolation::cubic) return 0;
  const std::size_t width = width_of(a);
  std::size_t count = 0;
  for (std::size_t row = 0; row < a.times.size(); ++row) {
    bool same = true;
    for (std::size_t k = row * width; k < (row + 1) * width; ++k)
      same = same && (!std::isfinite(a.values[k]) ||
                      is_within(double(a.values[k]), double(b.values[k]), double(tolerance)));
    count += same ? 0 : 1;
  }
  return count;
}

bool same_form(const Channel& a, const Channel& b) {
  if (a.components != b.components) return false;
  const bool cubic = a.interpolation == Interpolation::cubic || b.interpolation == Interpolation::cubic;
  return a.interpolation == b.interpolation || (!cubic && a.times.size() == 1 && b.times.size() == 1);
}

bool same_channel(const Channel& a, const Channel& b, float tolerance) {
  if (!same_form(a, b) || a.times.size() != b.times.size()) return false;
  for (std::size_t row = 0; row < a.times.size(); ++row)
    if (!same_key(a, row, b, row, tolerance)) return false;
  return true;
}

bool is_still(const Channel& channel, float tolerance) {
  for (std::size_t row = 1; row < channel.times.size(); ++row)
    for (std::size_t k = 0; k < channel.components; ++k)
      if (!is_within(double(value_at(channel, row)[k]), double(value_at(channel, 0)[k]), double(tolerance)))
        return false;
  return true;
}

bool is_rest(const Channel& channel, const Transform& rest, float tolerance) {
  if (channel.times.empty()) return true;
  if (channel.target == Target::custom || !is_still(channel, tolerance)) return false;
  std::array<float, 4> own = {rest.scale.x, rest.scale.y, rest.scale.z, 0};
  if (channel.target == Target::translation)
    own = {rest.translation.x, rest.translation.y, rest.translation.z, 0};
  if (channel.target == Target::rotation)
    own = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  Channel still = channel;
  still.interpolation = Interpolation::linear;
  still.times = {channel.times[0]};
  still.values.assign(own.begin(), own.begin() + channel.components);
  Channel first = still;
  for (std::size_t k = 0; k < channel.components; ++k) first.values[k] = value_at(channel, 0)[k];
  return same_channel(still, first, tolerance);
}

Channel merged(const Channel& before, Channel after, float tolerance, std::size_t& changed) {
  const std::size_t width = width_of(after);
  std::size_t other = 0;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < after.times.size() && same_form(before, after); ++row) {
    const float reach = tolerance * std::max(1.0F, after.times[row]);
    while (other < before.times.size() && before.times[other] < after.times[row] - reach) ++other;
    if (other == before.times.size() || !same_key(before, other, after, row, tolerance)) continue;
    after.times[row] = before.times[other];
    std::copy_n(before.values.begin() + std::ptrdiff_t(other * width), width,
                after.values.begin() + std::ptrdiff_t(row * width));
    ++kept;
  }
  changed = std::max(before.times.size(), after.times.size()) - kept;
  return after;
}

}  // namespace mw::edit
