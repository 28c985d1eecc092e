#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <set>

#include "mdl_scene.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;

bool all_finite(const std::vector<float>& values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

/// Keys whose time is not after the one before cannot be kept.
void drop_late_keys(Keys& keys) {
  Keys kept{.times = {}, .values = {}, .columns = keys.columns};
  for (std::size_t i = 0; i < keys.times.size(); ++i) {
    if (!std::isfinite(keys.times[i]) || (!kept.times.empty() && keys.times[i] <= kept.times.back()))
      continue;
    kept.times.push_back(keys.times[i]);
    const auto row = keys.values.begin() + std::ptrdiff_t(i * keys.columns);
    kept.values.insert(kept.values.end(), row, row + std::ptrdiff_t(keys.columns));
  }
  keys = std::move(kept);
}

class AnimationMaker {
 public:
  explicit AnimationMaker(SceneContext& context) : context_(context) {
    for (std::size_t row = 0; row < context.file.nodes.size(); ++row)
      rows_.try_emplace(context.file.nodes[row].header.number, row);
  }

  void make() {
    for (const Animation& animation : context_.file.animations) add(animation);
    const auto lost = [&](std::size_t count, std::string_view text) {
      if (count > 0) context_.scene.losses.push_back(fmt::format("{} {}", count, text));
    };
    lost(strangers_, "nodes of animations move no node of this model");
    lost(dropped_, "controllers of animations are not finite or reach beyond their data; they are left out");
  }

 private:
  void add(const Animation& animation) {
    scene::Animation out{.name = std::string(animation.header.geometry.name.view()),
                         .length = animation.header.length};
    if (!std::isfinite(out.length)) out.length = 0;
    JsonArray events;
    for (const Event& event : animation.events)
      events.push_back(JsonObject{{"time", event.time}, {"name", event.name.view()}});
    out.extras = {{"transition", animation.header.transition}, {"root", animation.header.root_name.view()}};
    if (!events.empty()) out.extras.emplace_back("events", std::move(events));
    taken_.clear();
    for (const Node& node : animation.nodes) add_node_channels(out, node);
    // What every format knows first, as glTF has it too.
    std::ranges::stable_partition(out.channels,
                                  [](const auto& c) { return c.target != scene::Target::custom; });
    context_.scene.animations.push_back(std::move(out));
  }

  void add_node_channels(scene::Animation& animation, const Node& node) {
    if (node.controllers.empty()) return;
    const auto row = rows_.find(node.header.number);
    if (row == rows_.end() || !context_.node_of_row[row->second]) {
      ++strangers_;
      return;
    }
    for (const Controller& controller : node.controllers) {
      auto keys = keys_of(node, controller);
      if (keys) drop_late_keys(*keys);
      if (!keys || keys->times.empty() || !(is_compressed(controller) || all_finite(keys->values))) {
        ++dropped_;
        continue;
      }
      add_channel(animation, controller, *keys, row->second);
    }
  }

  void add_channel(scene::Animation& animation, const Controller& controller, const Keys& keys,
                   std::size_t row) {
    const Node& rest = context_.file.nodes[row];
    scene::Channel channel{.node = *context_.node_of_row[row]};
    channel.times = keys.times;
    if (controller.type == kPositionController && keys.columns >= 3) {
      channel.target = scene::Target::translation;
      keys.columns == 9 && keys.times.size() > 1 ? add_bezier(channel, keys, rest)
                                                 : add_positions(channel, keys, rest);
    } else if (controller.type == kOrientationController &&
               (is_compressed(controller) || keys.columns == 4)) {
      channel.target = scene::Target::rotation;
      channel.components = 4;
      add_rotations(channel, keys, is_compressed(controller));
    } else if (controller.type == kScaleController && keys.columns == 1) {
      channel.target = scene::Target::scale;
      for (const float value : keys.values)
        channel.values.insert(channel.values.end(), {value, value, value});
    } else {
      channel.target = scene::Target::custom;
      const std::string_view name = controller_name(rest.header.type, controller.type);
      channel.name = name.empty() ? fmt::format("controller_{}", controller.type) : std::string(name);
      channel.components = std::uint32_t(keys.columns);
      channel.values = keys.values;
    }
    // Two controllers of one property: the first counts.
    if (channel.target != scene::Target::custom && !taken_.insert({channel.node, channel.target}).second)
      return;
    animation.channels.push_back(std::move(channel));
  }

  void push(scene::Channel& channel, const Vec3& value) const {
    const Vec3 turned = context_.axes.point(value);
    channel.values.insert(channel.values.end(), {turned.x, turned.y, turned.z});
  }

  /// Positions of animations are relative to the place in rest.
  void add_positions(scene::Channel& channel, const Keys& keys, const Node& rest) const {
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
      const float* v = keys.values.data() + i * keys.columns;
      push(channel, rest.header.position + Vec3(v[0], v[1], v[2]));
    }
  }

  /// Handles are relative to their value; a Hermite tangent is three times the handle over the time between
  /// the keys.
  void add_bezier(scene::Channel& channel, const Keys& keys, const Node& rest) const {
    channel.interpolation = scene::Interpolation::cubic;
    const auto vector = [&](std::size_t key, std::size_t part) {
      const float* v = keys.values.data() + key * keys.columns + part * 3;
      return Vec3(v[0], v[1], v[2]);
    };
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
      const float before = i > 0 ? keys.times[i] - keys.times[i - 1] : 0;
      const float after = i + 1 < keys.times.size() ? keys.times[i + 1] - keys.times[i] : 0;
      push(channel, before > 0 ? vector(i, 1) * (-3 / before) : Vec3(0));
      push(channel, rest.header.position + vector(i, 0));
      push(channel, after > 0 ? vector(i, 2) * (3 / after) : Vec3(0));
    }
  }

  /// Unit quaternions, each on the side of the one before, so that the way between them is the short one.
  void add_rotations(scene::Channel& channel, const Keys& keys, bool compressed) const {
    Quat previous(1, 0, 0, 0);
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
      const float* v = keys.values.data() + i * keys.columns;
      const auto raw = compressed ? unpack_quaternion(std::bit_cast<std::uint32_t>(v[0]))
                                  : std::array{v[0], v[1], v[2], v[3]};
      Quat q = context_.axes.rotation(unit_quat(raw[0], raw[1], raw[2], raw[3]));
      if (i > 0 && glm::dot(q, previous) < 0) q = -q;
      previous = q;
      channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
    }
  }

  SceneContext& context_;
  std::map<std::uint16_t, std::size_t> rows_;  // of the model's nodes, by number
  std::set<std::pair<Index, scene::Target>> taken_;
  std::size_t strangers_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace

Quat unit_quat(float x, float y, float z, float w) {
  const Quat q(w, x, y, z);
  const float length = glm::length(q);
  return std::isfinite(length) && length > 0 ? q / length : Quat(1, 0, 0, 0);
}

std::optional<Keys> keys_of(const Node& node, const Controller& controller) {
  Keys keys{.times = {}, .values = {}, .columns = controller_columns(controller)};
  const std::size_t rows = controller.rows;
  const std::size_t size = node.data.size();
  if (rows == 0 || keys.columns == 0 || controller.time_index > size || rows > size - controller.time_index)
    return std::nullopt;
  if (controller.data_index > size || rows * keys.columns > size - controller.data_index) return std::nullopt;
  const auto times = node.data.begin() + controller.time_index;
  const auto values = node.data.begin() + controller.data_index;
  keys.times.assign(times, times + std::ptrdiff_t(rows));
  keys.values.assign(values, values + std::ptrdiff_t(rows * keys.columns));
  return keys;
}

std::optional<Keys> find_keys(const Node& node, std::uint32_t type) {
  const auto found = std::ranges::find(node.controllers, type, &Controller::type);
  return found == node.controllers.end() ? std::nullopt : keys_of(node, *found);
}

void add_animations(SceneContext& context) {
  AnimationMaker(context).make();
}

}  // namespace mw::kotor::mdl
