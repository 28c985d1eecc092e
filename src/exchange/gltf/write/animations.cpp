#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <unordered_map>

#include "gltf/editors.h"
#include "parts.h"

namespace mw::exchange {
namespace {

using Rows = JsonWriter::Rows;

bool is_native(const scene::Channel& channel) {
  return channel.target != scene::Target::custom && !channel.times.empty();
}

bool is_still(const scene::Animation& animation) {
  return std::ranges::none_of(animation.channels, is_native);
}

}  // namespace

void AnimationWriter::pack(BufferWriter& buffer) {
  samplers_.resize(scene_.animations.size());
  if (std::ranges::all_of(scene_.animations, is_still)) return;
  buffer.begin_floats();
  for (const scene::Animation& animation : scene_.animations) pack_animation(animation, buffer);
}

AnimationWriter::Keys AnimationWriter::keys_of(const scene::Channel& channel) {
  if (!needs_second_key(channel)) return {channel.times, channel.values};
  const std::vector<float>& times = made_.emplace_back(std::vector{0.0F, channel.times[0]});
  std::vector<float>& values = made_.emplace_back(channel.values);
  values.insert(values.end(), channel.values.begin(), channel.values.end());
  return {times, values};
}

void AnimationWriter::pack_animation(const scene::Animation& animation, BufferWriter& buffer) {
  std::vector<Sampler>& samplers = samplers_[std::size_t(&animation - scene_.animations.data())];
  samplers.reserve(animation.channels.size());
  std::unordered_map<std::string_view, std::uint32_t>
      inputs;  // by the bytes of the times: many have the same
  for (const scene::Channel& channel : animation.channels) {
    if (!is_native(channel)) continue;
    const Keys keys = keys_of(channel);
    const auto [input, added] = inputs.try_emplace(text_of(std::as_bytes(keys.times)));
    if (added) input->second = buffer.add_floats(keys.times, 1, true);
    const std::uint32_t output = buffer.add_floats(keys.values, channel.components, false);
    samplers.push_back({&channel, input->second, output});
  }
}

void AnimationWriter::write() {
  if (std::ranges::all_of(scene_.animations, is_still)) return;
  json_.key("animations");
  json_.begin_array();
  for (std::size_t i = 0; i < samplers_.size(); ++i)
    if (!samplers_[i].empty()) write_animation(scene_.animations[i], samplers_[i]);
  json_.end_array();
}

void AnimationWriter::write_animation(const scene::Animation& animation, std::span<const Sampler> samplers) {
  json_.begin_object();
  const scene::Extras renamed = json_.name(names_, animation.name);
  json_.key("channels");
  json_.begin_array();
  for (std::size_t i = 0; i < samplers.size(); ++i) {
    json_.formatted(FMT_COMPILE(R"({{"sampler":{},"target":{{"node":{},"path":"{}"}}}})"), i,
                    samplers[i].channel->node, kTargetNames[std::size_t(samplers[i].channel->target)]);
  }
  json_.end_array();
  json_.key("samplers");
  json_.begin_array();
  const std::string mark = fmt::format(R"(,"extras":{{"{}":1}})", kOwnKeys);
  for (const Sampler& sampler : samplers) {
    const bool doubled = needs_second_key(*sampler.channel);
    json_.formatted(FMT_COMPILE(R"({{"input":{},"interpolation":"{}","output":{}{}}})"), sampler.input,
                    kInterpolationNames[std::size_t(sampler.channel->interpolation)], sampler.output,
                    doubled ? mark : "");
  }
  json_.end_array();
  json_.key("extras");
  json_.begin_object();
  json_.members(animation.extras);
  json_.members(renamed);
  write_own_extras(animation);
  json_.end_object();
  json_.end_object();
}

void AnimationWriter::write_own_extras(const scene::Animation& animation) {
  json_.member("length", animation.length);
  const auto is_custom = [](const scene::Channel& c) { return c.target == scene::Target::custom; };
  if (std::ranges::none_of(animation.channels, is_custom)) return;
  json_.key("channels");
  json_.begin_array(Rows::one_line);
  for (const scene::Channel& channel : animation.channels)
    if (is_custom(channel)) write_custom(channel);
  json_.end_array();
}

void AnimationWriter::write_custom(const scene::Channel& channel) {
  json_.begin_object();
  json_.member("node", channel.node);
  json_.member("name", channel.name);
  json_.member("components", channel.components);
  json_.member("interpolation", kInterpolationNames[std::size_t(channel.interpolation)]);
  json_.numbers("times", channel.times);
  json_.numbers("values", channel.values);
  json_.end_object();
}

bool AnimationWriter::has_still() const {
  return std::ranges::any_of(scene_.animations, is_still);
}

void AnimationWriter::write_still() {
  json_.key("animations");
  json_.begin_array(Rows::one_line);
  for (const scene::Animation& animation : scene_.animations) {
    if (!is_still(animation)) continue;
    json_.begin_object();
    json_.member("name", animation.name);
    write_own_extras(animation);
    if (!animation.extras.empty()) json_.member("extras", JsonValue(animation.extras));
    json_.end_object();
  }
  json_.end_array();
}

}  // namespace mw::exchange
