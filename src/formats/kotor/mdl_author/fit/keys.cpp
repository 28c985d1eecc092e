#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/transform.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "fit.h"

namespace mw::kotor::mdl {
namespace {

using scene::Channel;
using scene::Interpolation;

constexpr float kStep = 1e-3F;           // seconds that a jump takes
constexpr float kSample = 1.0F / 30;     // seconds between the keys that a curve becomes
constexpr std::size_t kMostKeys = 8192;  // of a curve; a node has room for 65,535 numbers in all

/// A key before each jump holds the value until then.
void hold(Channel& channel) {
  const std::size_t width = channel.components;
  std::vector<float> times;
  std::vector<float> values;
  const auto add = [&](float time, std::size_t row) {
    times.push_back(time);
    const auto first = channel.values.begin() + std::ptrdiff_t(row * width);
    values.insert(values.end(), first, first + std::ptrdiff_t(width));
  };
  for (std::size_t row = 0; row < channel.times.size(); ++row) {
    if (row > 0) {
      const float before =
          channel.times[row] - std::min(kStep, (channel.times[row] - channel.times[row - 1]) / 2);
      if (before > channel.times[row - 1] && before < channel.times[row]) add(before, row - 1);
    }
    add(channel.times[row], row);
  }
  channel.times = std::move(times);
  channel.values = std::move(values);
  channel.interpolation = Interpolation::linear;
}

/// The cubic of two keys, as glTF has it.
float on_curve(const Channel& channel, std::size_t row, std::size_t component, float part) {
  const std::size_t width = channel.components;
  const float* a = channel.values.data() + row * 3 * width + component;
  const float* b = a + 3 * width;
  const float span = channel.times[row + 1] - channel.times[row];
  const float t2 = part * part;
  const float t3 = t2 * part;
  return (2 * t3 - 3 * t2 + 1) * a[width] + span * (t3 - 2 * t2 + part) * a[2 * width] +
         (3 * t2 - 2 * t3) * b[width] + span * (t3 - t2) * b[0];
}

/// Keys on the curve, thirty in a second; false where these would be too many and are fewer.
bool sample(Channel& channel) {
  const std::size_t width = channel.components;
  const std::size_t rows = channel.times.size();
  const float length = channel.times.back() - channel.times.front();
  const float step = std::max(kSample, length / float(kMostKeys));
  std::vector<float> times;
  std::vector<float> values;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool last = row + 1 == rows;
    const float span = last ? 0 : channel.times[row + 1] - channel.times[row];
    const auto pieces = last ? 1 : std::max<std::size_t>(1, std::size_t(std::ceil(span / step)));
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const float part = float(piece) / float(pieces);
      times.push_back(channel.times[row] + part * span);
      for (std::size_t k = 0; k < width; ++k)
        values.push_back(piece == 0 ? channel.values[row * 3 * width + width + k]
                                    : on_curve(channel, row, k, part));
    }
  }
  channel.times = std::move(times);
  channel.values = std::move(values);
  channel.interpolation = Interpolation::linear;
  return step <= kSample;
}

/// With the events in its properties.
void move_by(scene::Animation& animation, float seconds) {
  for (Channel& channel : animation.channels)
    for (float& time : channel.times) time += seconds;
  animation.length += seconds;
  const auto found = std::ranges::find(animation.extras, "events", &JsonMember::first);
  auto* events = found != animation.extras.end() ? found->second.get_if<JsonArray>() : nullptr;
  if (events == nullptr) return;
  for (JsonValue& event : *events)
    if (auto* members = event.get_if<JsonObject>())
      for (auto& [name, value] : *members)
        if (const auto time = scene::float_of(value); name == "time" && time) value = *time + seconds;
}

}  // namespace

void begin_at_zero(FitContext& context) {
  std::vector<std::string> moved;
  for (scene::Animation& animation : context.scene.animations) {
    float first = 0;
    for (const Channel& channel : animation.channels)
      if (!channel.times.empty()) first = std::min(first, channel.times.front());
    if (first == 0) continue;
    move_by(animation, -first);
    moved.push_back(fmt::format("{} by {} s", animation.name, -first));
  }
  if (!moved.empty())
    context.losses.add(loss::ANIMATION_MOVED, "",
                       counted(moved.size(), "animation begins", "animations begin"), listed(moved));
}

void straighten_keys(FitContext& context) {
  std::size_t held = 0;
  std::size_t sampled = 0;
  std::size_t coarse = 0;
  for (scene::Animation& animation : context.scene.animations) {
    for (Channel& channel : animation.channels) {
      if (channel.times.empty()) continue;
      if (channel.interpolation == Interpolation::step && channel.times.size() > 1) {
        hold(channel);
        ++held;
      }
      // Only places have curves in a model.
      if (channel.interpolation == Interpolation::cubic && channel.target != scene::Target::translation) {
        coarse += sample(channel) ? 0 : 1;
        ++sampled;
      }
    }
  }
  scene::make_rotations_unit(context.scene);
  if (held > 0)
    context.losses.add(loss::STEPS_STRAIGHTENED, "",
                       counted(held, "channel of an animation jumps", "channels of animations jump"));
  if (sampled > 0)
    context.losses.add(
        loss::CURVES_SAMPLED, "",
        counted(sampled, "channel of an animation is a curve", "channels of animations are curves"));
  if (coarse > 0)
    context.losses.add(loss::CURVE_COARSE, "",
                       counted(coarse, "curve is so long that it has", "curves are so long that they have"),
                       kMostKeys);
}

}  // namespace mw::kotor::mdl
