#include "mdl_motion.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>

namespace mw::kotor::mdl {
namespace {

using scene::Channel;
using scene::Target;

bool is_finite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

class MotionMaker {
 public:
  MotionMaker(const File& model, const NodeIndex& index) : model_(model), index_(index) {}

  Motion make(const Animation& animation) {
    for (const Node& node : animation.nodes) add_node(node);
    return std::move(motion_);
  }

 private:
  void add_node(const Node& node) {
    if (node.controllers.empty()) return;
    const auto row = index_.find(node.header);
    if (!row) {
      ++motion_.strangers;
      return;
    }
    for (const Controller& controller : node.controllers) {
      const auto keys = keys_of(node, controller);
      if (!keys || !choose_rows(*keys, is_compressed(controller))) {
        ++motion_.dropped;
        continue;
      }
      add_channel(controller, *keys, *row);
    }
  }

  /// Keys whose time is not after the one before cannot be kept. False when nothing is left, or when a value
  /// is not finite.
  bool choose_rows(const Keys& keys, bool compressed) {
    rows_.clear();
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
      if (!std::isfinite(keys.times[i]) || (!rows_.empty() && keys.times[i] <= keys.times[rows_.back()]))
        continue;
      if (!compressed && !is_finite(keys.values.subspan(i * keys.columns, keys.columns))) return false;
      rows_.push_back(i);
    }
    return !rows_.empty();
  }

  void add_channel(const Controller& controller, const Keys& keys, std::uint32_t row) {
    const Node& rest = model_.nodes[row];
    Channel channel{.node = row};
    for (const std::size_t i : rows_) channel.times.push_back(keys.times[i]);
    if (controller.type == kPositionController && keys.columns >= 3) {
      const bool curve = keys.columns == 9 && rows_.size() > 1;
      curve ? add_curve(channel, keys, rest) : add_positions(channel, keys, rest);
    } else if (controller.type == kOrientationController &&
               (is_compressed(controller) || keys.columns == 4)) {
      channel.target = Target::rotation;
      channel.components = 4;
      add_rotations(channel, keys, is_compressed(controller));
    } else if (controller.type == kScaleController && keys.columns == 1) {
      channel.target = Target::scale;
      for (const std::size_t i : rows_) push(channel, Vec3(keys.values[i]));
    } else {
      add_custom(channel, controller, keys, rest);
    }
    // Two controllers of one property: the first counts.
    if (channel.target != Target::custom && !taken_.insert({row, channel.target}).second) return;
    motion_.channels.push_back(std::move(channel));
  }

  void add_custom(Channel& channel, const Controller& controller, const Keys& keys, const Node& rest) const {
    channel.target = Target::custom;
    const std::string_view name = controller_name(rest.header.type, controller.type);
    channel.name = name.empty() ? fmt::format("controller_{}", controller.type) : std::string(name);
    channel.components = std::uint32_t(keys.columns);
    for (const std::size_t i : rows_) {
      const auto values = keys.values.subspan(i * keys.columns, keys.columns);
      channel.values.insert(channel.values.end(), values.begin(), values.end());
    }
  }

  static void push(Channel& channel, const Vec3& value) {
    channel.values.insert(channel.values.end(), {value.x, value.y, value.z});
  }

  static Vec3 vector(const Keys& keys, std::size_t row, std::size_t part) {
    const auto v = keys.values.subspan(row * keys.columns + part * 3, 3);
    return {v[0], v[1], v[2]};
  }

  /// Positions of animations are relative to the place in rest.
  void add_positions(Channel& channel, const Keys& keys, const Node& rest) const {
    const Vec3 place = rest_transform(rest).translation;
    channel.values.reserve(rows_.size() * 3);
    for (const std::size_t i : rows_) push(channel, place + vector(keys, i, 0));
  }

  /// Handles are relative to their value; a Hermite tangent is three times the handle over the time between
  /// the keys.
  void add_curve(Channel& channel, const Keys& keys, const Node& rest) const {
    channel.interpolation = scene::Interpolation::cubic;
    const Vec3 place = rest_transform(rest).translation;
    channel.values.reserve(rows_.size() * 9);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const float before = k > 0 ? channel.times[k] - channel.times[k - 1] : 0;
      const float after = k + 1 < rows_.size() ? channel.times[k + 1] - channel.times[k] : 0;
      push(channel, before > 0 ? vector(keys, rows_[k], 1) * (-3 / before) : Vec3(0));
      push(channel, place + vector(keys, rows_[k], 0));
      push(channel, after > 0 ? vector(keys, rows_[k], 2) * (3 / after) : Vec3(0));
    }
  }

  /// Unit quaternions, each on the side of the one before, so that the way between them is the short one.
  void add_rotations(Channel& channel, const Keys& keys, bool compressed) const {
    Quat previous(1, 0, 0, 0);
    channel.values.reserve(rows_.size() * 4);
    for (const std::size_t i : rows_) {
      const auto v = keys.values.subspan(i * keys.columns, keys.columns);
      const auto raw = compressed ? unpack_quaternion(std::bit_cast<std::uint32_t>(v[0]))
                                  : std::array{v[0], v[1], v[2], v[3]};
      Quat q = unit_quat(raw[0], raw[1], raw[2], raw[3]);
      if (!channel.values.empty() && glm::dot(q, previous) < 0) q = -q;
      previous = q;
      channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
    }
  }

  const File& model_;
  const NodeIndex& index_;
  Motion motion_;
  std::set<std::pair<std::uint32_t, Target>> taken_;
  std::vector<std::size_t> rows_;  // of the controller at hand that are kept
};

std::uint32_t key_of(const NodeHeader& header) {
  return std::uint32_t(header.number) << 16 | header.name_index;
}

}  // namespace

std::optional<Keys> keys_of(const Node& node, const Controller& controller) {
  const std::size_t columns = controller_columns(controller);
  const std::size_t rows = controller.rows;
  const std::size_t size = node.data.size();
  if (rows == 0 || columns == 0 || controller.time_index > size || rows > size - controller.time_index)
    return std::nullopt;
  if (controller.data_index > size || rows * columns > size - controller.data_index) return std::nullopt;
  const std::span data(node.data);
  return Keys{data.subspan(controller.time_index, rows), data.subspan(controller.data_index, rows * columns),
              columns};
}

std::optional<Keys> find_keys(const Node& node, std::uint32_t type) {
  const auto found = std::ranges::find(node.controllers, type, &Controller::type);
  return found == node.controllers.end() ? std::nullopt : keys_of(node, *found);
}

Quat unit_quat(float x, float y, float z, float w) {
  const Quat q(w, x, y, z);
  const float length = glm::length(q);
  return std::isfinite(length) && length > 0 ? q / length : Quat(1, 0, 0, 0);
}

scene::Transform rest_transform(const Node& node) {
  const auto [w, x, y, z] = node.header.orientation;
  const bool placed = mw::is_finite(node.header.position);
  return {.translation = placed ? node.header.position : Vec3(0), .rotation = unit_quat(x, y, z, w)};
}

NodeIndex::NodeIndex(const std::vector<Node>& nodes) {
  rows_.reserve(nodes.size());
  for (std::uint32_t row = 0; row < nodes.size(); ++row) rows_.emplace_back(key_of(nodes[row].header), row);
  std::ranges::sort(rows_);
}

std::optional<std::uint32_t> NodeIndex::find(const NodeHeader& header) const {
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  const auto exact = std::ranges::lower_bound(rows_, key_of(header), {}, &Entry::first);
  if (exact != rows_.end() && exact->first == key_of(header)) return exact->second;
  const std::uint32_t number = std::uint32_t(header.number) << 16;
  const auto first = std::ranges::lower_bound(rows_, number, {}, &Entry::first);
  if (first == rows_.end() || first->first >> 16 != header.number) return std::nullopt;
  return first->second;
}

Motion motion_of(const File& model, const NodeIndex& index, const Animation& animation) {
  return MotionMaker(model, index).make(animation);
}

Motion motion_of(const File& model, const Animation& animation) {
  return motion_of(model, NodeIndex(model.nodes), animation);
}

}  // namespace mw::kotor::mdl
