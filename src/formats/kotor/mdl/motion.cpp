#include "motion.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace mw::kotor::mdl {
namespace {

using scene::Channel;
using scene::Target;

/// Without an early end, which would keep the loop from being done eight at a time.
bool are_finite(std::span<const float> values) {
  bool finite = true;
  for (const float value : values) finite &= std::isfinite(value);
  return finite;
}

class MotionMaker {
 public:
  MotionMaker(const File& model, const NodeIndex& index, MotionScratch& scratch)
      : model_(model), index_(index), taken_(scratch.taken), rows_(scratch.rows) {
    taken_.resize(model.nodes.size());
  }

  Motion make(const Animation& animation) {
    std::size_t controllers = 0;
    for (const Node& node : animation.nodes) controllers += node.controllers.size();
    motion_.channels.reserve(controllers);
    for (const Node& node : animation.nodes) add_node(node);
    for (const Channel& channel : motion_.channels) taken_[channel.node] = 0;
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
    KeyBudget budget(node);
    for (const Controller& controller : node.controllers) {
      const auto keys = keys_of(node, controller);
      if (keys && !budget.take(*keys)) {
        ++motion_.crowded;
        continue;
      }
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
    late_ = 0;
    float last = -std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < keys.times.size(); ++i) {
      if (!(keys.times[i] > last) || !std::isfinite(keys.times[i])) {
        ++late_;
        continue;
      }
      last = keys.times[i];
      rows_.push_back(i);
    }
    if (compressed) return !rows_.empty();
    if (rows_.size() == keys.times.size()) return are_finite(keys.values);
    return !rows_.empty() && std::ranges::all_of(rows_, [&](std::uint32_t row) {
      return are_finite(keys.values.subspan(row * keys.columns, keys.columns));
    });
  }

  void add_channel(const Controller& controller, const Keys& keys, std::uint32_t row) {
    const Node& rest = model_.nodes[row];
    const Target target = target_of(controller, keys);
    // Two controllers of one property: the first counts.
    const auto bit = std::uint8_t(1U << unsigned(target));
    if (target != Target::custom && (taken_[row] & bit) != 0) {
      ++motion_.repeated;
      return;
    }
    motion_.late_keys += late_;
    taken_[row] |= bit;
    Channel& channel = motion_.channels.emplace_back();
    channel.node = row;
    channel.target = target;
    channel.times.reserve(rows_.size());
    for (const std::uint32_t i : rows_) channel.times.push_back(keys.times[i]);
    if (target == Target::translation) {
      const bool curve = keys.columns == 9 && rows_.size() > 1;
      curve ? add_curve(channel, keys, rest) : add_positions(channel, keys, rest);
    } else if (target == Target::rotation) {
      add_rotations(channel, keys, is_compressed(controller));
    } else if (target == Target::scale) {
      float* out = make_room(channel, 3);
      for (const std::uint32_t i : rows_) out = put(out, Vec3(keys.values[i]));
    } else {
      add_custom(channel, controller, keys, rest);
    }
  }

  static Target target_of(const Controller& controller, const Keys& keys) {
    if (controller.type == kPositionController && keys.columns >= 3) return Target::translation;
    if (controller.type == kOrientationController && (is_compressed(controller) || keys.columns == 4))
      return Target::rotation;
    return controller.type == kScaleController && keys.columns == 1 ? Target::scale : Target::custom;
  }

  /// Room for so many floats per key.
  float* make_room(Channel& channel, std::size_t floats) const {
    channel.values.resize(rows_.size() * floats);
    return channel.values.data();
  }

  static float* put(float* out, const Vec3& value) {
    out[0] = value.x;
    out[1] = value.y;
    out[2] = value.z;
    return out + 3;
  }

  void add_custom(Channel& channel, const Controller& controller, const Keys& keys, const Node& rest) const {
    const std::string_view name = controller_name(rest.header.type, controller.type);
    channel.name = name.empty() ? fmt::format("controller_{}", controller.type) : std::string(name);
    channel.components = std::uint32_t(keys.columns);
    float* out = make_room(channel, keys.columns);
    for (const std::uint32_t i : rows_)
      out = std::ranges::copy(keys.values.subspan(i * keys.columns, keys.columns), out).out;
  }

  static Vec3 vector(const Keys& keys, std::size_t row, std::size_t part) {
    const float* v = keys.values.data() + row * keys.columns + part * 3;
    return {v[0], v[1], v[2]};
  }

  /// Positions of animations are relative to the place in rest.
  void add_positions(Channel& channel, const Keys& keys, const Node& rest) const {
    const Vec3 place = rest_transform(rest).translation;
    float* out = make_room(channel, 3);
    for (const std::uint32_t i : rows_) out = put(out, place + vector(keys, i, 0));
  }

  /// Handles are relative to their value; a Hermite tangent is three times the handle over the time between
  /// the keys.
  void add_curve(Channel& channel, const Keys& keys, const Node& rest) const {
    channel.interpolation = scene::Interpolation::cubic;
    const Vec3 place = rest_transform(rest).translation;
    float* out = make_room(channel, 9);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const float before = k > 0 ? channel.times[k] - channel.times[k - 1] : 0;
      const float after = k + 1 < rows_.size() ? channel.times[k + 1] - channel.times[k] : 0;
      out = put(out, before > 0 ? vector(keys, rows_[k], 1) * (-3 / before) : Vec3(0));
      out = put(out, place + vector(keys, rows_[k], 0));
      out = put(out, after > 0 ? vector(keys, rows_[k], 2) * (3 / after) : Vec3(0));
    }
  }

  /// Unit quaternions, each on the side of the one before, so that the way between them is the short one.
  void add_rotations(Channel& channel, const Keys& keys, bool compressed) const {
    channel.components = 4;
    float* out = make_room(channel, 4);
    std::optional<Quat> previous;
    for (const std::uint32_t i : rows_) {
      const float* v = keys.values.data() + i * keys.columns;
      const auto raw = compressed ? unpack_quaternion(std::bit_cast<std::uint32_t>(v[0]))
                                  : std::array{v[0], v[1], v[2], v[3]};
      Quat q = unit_quat(raw[0], raw[1], raw[2], raw[3]);
      if (previous && glm::dot(q, *previous) < 0) q = -q;
      previous = q;
      *(out = put(out, {q.x, q.y, q.z})) = q.w;
      ++out;
    }
  }

  const File& model_;
  const NodeIndex& index_;
  Motion motion_;
  std::vector<std::uint8_t>& taken_;
  std::vector<std::uint32_t>& rows_;
  std::size_t late_ = 0;  // keys of the controller at hand that are not kept
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

Motion motion_of(const File& model, const NodeIndex& index, const Animation& animation,
                 MotionScratch& scratch) {
  return MotionMaker(model, index, scratch).make(animation);
}

Motion motion_of(const File& model, const Animation& animation) {
  MotionScratch scratch;
  return motion_of(model, NodeIndex(model.nodes), animation, scratch);
}

}  // namespace mw::kotor::mdl
