#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>

#include "mdl/motion.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

/// The node whose type gives controllers their meaning: in an animation the model's. Null where that is not
/// known: only the supermodel may have it.
const Node* node_of_kind(const NodeCheck& check) {
  if (check.tree.animation == nullptr) return &check.node();
  return check.check.numbered.find(check.node().header);
}

/// Values of the controllers whose number everybody agrees on.
std::size_t expected_columns(const Controller& controller, std::string_view name) {
  if (name == "position" || name.starts_with("color") || name == "selfillumcolor") return 3;
  if (name == "orientation") return is_compressed(controller) ? 1 : 4;
  return 1;
}

std::size_t columns_of(const Controller& controller) {
  const std::size_t columns = controller_columns(controller);
  return (controller.columns & kBezier) != 0 ? columns / 3 : columns;
}

/// For each number of a list the first from it on, in steps, that has some property.
class FirstFrom {
 public:
  template <class Has>
  FirstFrom(std::size_t size, const Has& has, std::size_t step = 1) : first_(size + step, size) {
    for (std::size_t i = size; i-- > 0;) first_[i] = has(i) ? i : first_[i + step];
  }

  std::size_t operator[](std::size_t index) const { return first_[index]; }

 private:
  std::vector<std::size_t> first_;
};

float length_of(std::span<const float> turn) {
  float sum = 0;
  for (const float value : turn) sum += value * value;
  return std::sqrt(sum);
}

/// The numbers of a node, gone through once however many of its controllers share them.
class SharedData {
 public:
  SharedData(const std::vector<float>& data, float length)
      : data_(data),
        begun_(data.size() + 1),
        disorder_(data.size(), [&](std::size_t i) { return i > 0 && !(data[i] > data[i - 1]); }),
        odd_(data.size(), [&](std::size_t i) { return !std::isfinite(data[i]); }),
        far_(data.size(),
             [&](std::size_t i) { return std::isfinite(data[i]) && std::abs(data[i]) > kFarthest; }),
        late_(data.size(), [&](std::size_t i) { return data[i] > length + kTimeTolerance; }) {}

  std::size_t size() const { return begun_.size() - 1; }

  void cover(std::size_t first, std::size_t count) {
    ++begun_[first];
    --begun_[first + count];
  }

  /// The first number behind this one that is not greater than the one before it.
  std::size_t disorder_behind(std::size_t first) const { return disorder_[first + 1]; }
  /// The first number from this one on that is none.
  std::size_t odd_from(std::size_t first) const { return odd_[first]; }
  /// The first number from this one on that, as a place, is farther away than anything.
  std::size_t far_from(std::size_t first) const { return far_[first]; }
  /// The first number from this one on that, as a time, is behind the animation's end.
  std::size_t late_from(std::size_t first) const { return late_[first]; }

  float turn_length(std::size_t first) const { return length_of(data_.subspan(first, 4)); }
  /// The first turn from this number on that is none: of a length other than 1.
  std::size_t no_turn_from(std::size_t first) {
    constexpr float kUnit = 1e-2F;
    const auto is_none = [&](std::size_t i) {
      return i + 4 <= data_.size() && std::abs(turn_length(i) - 1) > kUnit;
    };
    if (!no_turn_) no_turn_.emplace(data_.size(), is_none, 4);
    return (*no_turn_)[first];
  }

  /// Those that no controller covers.
  Tally loose() const {
    Tally tally;
    std::ptrdiff_t open = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      open += begun_[i];
      if (open == 0) tally.add(i);
    }
    return tally;
  }

 private:
  std::span<const float> data_;
  std::vector<std::ptrdiff_t> begun_;  // ranges that begin here, less those that end
  FirstFrom disorder_;
  FirstFrom odd_;
  FirstFrom far_;
  FirstFrom late_;
  std::optional<FirstFrom> no_turn_;  // of few nodes
};

class ControllerCheck {
 public:
  ControllerCheck(const NodeCheck& check, std::size_t row)
      : check_(check),
        row_(row),
        controller_(check.node().controllers[row]),
        kind_(node_of_kind(check)),
        known_(controller_name((kind_ != nullptr ? *kind_ : check.node()).header.type, controller_.type)),
        name_(known_.empty() ? fmt::format("controller {}", controller_.type) : std::string(known_)) {}

  /// Marks the data that the controller covers.
  void run(SharedData& data) {
    if (known_.empty() && kind_ != nullptr)
      check_.add(finding::CONTROLLER_TYPE_UNKNOWN, place("type"), controller_.type);
    if (controller_.rows == 0) check_.add(finding::CONTROLLER_KEYS_MISSING, place("rows"), name_);
    if (!known_.empty()) check_columns();
    if (!check_data(data)) return;
    check_times(data);
    check_values(data);
    check_end(data);
  }

 private:
  Place place(FieldOf<Controller> field) const {
    return check_.in_table<Controller>("controllers", check_.node().header.controllers, row_, field);
  }

  void check_columns() {
    const std::size_t expected = expected_columns(controller_, known_);
    const std::size_t columns = columns_of(controller_);
    // Nine columns without the flag are a curve too, in some programs.
    const bool curve = known_ == "position" && columns == 9;
    if (columns != expected && !curve)
      check_.add(finding::CONTROLLER_COLUMNS_MISMATCH, place("columns"), name_, columns, expected);
  }

  bool check_data(SharedData& data) {
    const std::size_t values = controller_.rows * controller_columns(controller_);
    const std::size_t end =
        std::max<std::size_t>(controller_.time_index + controller_.rows, controller_.data_index + values);
    if (end > data.size()) {
      check_.add(finding::CONTROLLER_DATA_OUT_OF_RANGE, place("data_index"), name_, end, data.size());
      return false;
    }
    data.cover(controller_.time_index, controller_.rows);
    data.cover(controller_.data_index, values);
    return true;
  }

  /// Told once: one key in the wrong place puts many out of order.
  void check_times(const SharedData& data) {
    if (controller_.rows == 0) return;
    const float* times = check_.node().data.data() + controller_.time_index;
    const std::size_t key = data.disorder_behind(controller_.time_index) - controller_.time_index;
    if (key < controller_.rows)
      check_.add(finding::CONTROLLER_TIMES_OUT_OF_ORDER, place("time_index"), name_, key, times[key],
                 times[key - 1]);
  }

  Place in_data(std::size_t index) const {
    return element(check_.in("data", check_.node().header.data.offset), index, sizeof(float));
  }

  /// The first time or value that is no number; compressed turns are bits.
  void check_values(SharedData& data) {
    check_finite(data, controller_.time_index, controller_.rows, "time");
    if (known_.empty() || is_compressed(controller_)) return;
    const std::size_t columns = controller_columns(controller_);
    check_finite(data, controller_.data_index, controller_.rows * columns, "key");
    if (known_ == "orientation" && columns == 4) check_turns(data);
    if (known_ == "position") check_places(data, columns * controller_.rows);
  }

  void check_finite(const SharedData& data, std::size_t first, std::size_t count, std::string_view what) {
    if (const std::size_t odd = data.odd_from(first); odd < first + count)
      check_.add(finding::VALUE_NOT_FINITE, in_data(odd), fmt::format("{} of {}", what, name_));
  }

  /// The first that is farther away than anything.
  void check_places(const SharedData& data, std::size_t count) {
    const std::size_t far = data.far_from(controller_.data_index);
    if (far < controller_.data_index + count)
      check_.add(finding::VALUE_TOO_LARGE, in_data(far), "key of position",
                 std::abs(check_.node().data[far]));
  }

  /// The first that is no turn.
  void check_turns(SharedData& data) {
    const std::size_t first = data.no_turn_from(controller_.data_index);
    if (first < controller_.data_index + 4U * controller_.rows)
      check_.add(finding::ORIENTATION_NOT_UNIT, in_data(first), data.turn_length(first));
  }

  void check_end(const SharedData& data) {
    if (check_.tree.animation == nullptr || controller_.rows == 0) return;
    const std::size_t end = controller_.time_index + controller_.rows;
    const std::size_t late = data.late_from(controller_.time_index);
    if (late >= end) return;
    // In order, the last is the latest; otherwise it may be any.
    const bool in_order = data.disorder_behind(controller_.time_index) >= end;
    check_.add(finding::ANIMATION_KEY_OUT_OF_RANGE, place("time_index"), name_,
               check_.node().data[in_order ? end - 1 : late], check_.tree.animation->header.length);
  }

  const NodeCheck& check_;
  std::size_t row_;
  const Controller& controller_;
  const Node* kind_;
  std::string_view known_;  // what it drives; empty when that is not known
  std::string name_;        // what messages call it
};

void check_events(Check& check, std::size_t row) {
  const Animation& animation = check.file.animations[row];
  for (std::size_t event = 0; event < animation.events.size(); ++event) {
    const float time = animation.events[event].time;
    const float length = animation.header.length;
    if (time >= 0 && time <= length + kTimeTolerance) continue;
    const std::uint64_t offset =
        file_offset(animation.header.events.offset) + sizeof(Event) * event + field_byte<Event>("time");
    check.add(finding::EVENT_TIME_OUT_OF_RANGE,
              {.where = fmt::format("animations[{}].events[{}].time", row, event),
               .offset = offset,
               .name = std::string(animation.header.geometry.name.view())},
              animation.events[event].name.view(), time, length);
  }
}

/// When the last key of an animation is; nothing without keys.
std::optional<float> last_key(const Animation& animation) {
  std::optional<float> last;
  for (const Node& node : animation.nodes)
    for (const Controller& controller : node.controllers) {
      const std::size_t end = std::size_t(controller.time_index) + controller.rows;
      if (controller.rows == 0 || end > node.data.size()) continue;
      last = std::max(last.value_or(0), node.data[end - 1]);
    }
  return last;
}

void check_length(Check& check, std::size_t row) {
  const Animation& animation = check.file.animations[row];
  if (!std::isfinite(animation.header.transition))
    check.add(finding::VALUE_NOT_FINITE, in_animation(check, row, "transition"), "transition");
  const Place place = in_animation(check, row, "length");
  const float length = animation.header.length;
  if (!std::isfinite(length)) return check.add(finding::VALUE_NOT_FINITE, place, "length");
  if (length < 0) return check.add(finding::ANIMATION_LENGTH_OUT_OF_RANGE, place, length);
  const std::optional<float> last = last_key(animation);
  if (last && *last < length - kTimeTolerance) check.add(finding::ANIMATION_ENDS_EARLY, place, *last, length);
}

}  // namespace

void check_controllers(const NodeCheck& check) {
  const Node& node = check.node();
  if (node.controllers.empty() && node.data.empty()) return;
  const Animation* animation = check.tree.animation;
  SharedData data(node.data,
                  animation != nullptr ? animation->header.length : std::numeric_limits<float>::infinity());
  for (std::size_t row = 0; row < node.controllers.size(); ++row) ControllerCheck(check, row).run(data);
  if (const Tally loose = data.loose(); loose.wrong > 0)
    check.add(finding::CONTROLLER_DATA_UNUSED,
              element(check.in("data", node.header.data.offset), loose.first, sizeof(float)), loose.wrong,
              node.data.size());
}

void check_animation(Check& check, std::size_t row) {
  const Animation& animation = check.file.animations[row];
  check_length(check, row);
  check_events(check, row);
  const TreeCheck tree{animation.nodes, &animation, fmt::format("animations[{}].", row)};
  for (std::size_t node = 0; node < animation.nodes.size(); ++node) {
    const std::uint16_t number = animation.nodes[node].header.number;
    if (check.numbered.contains(number)) continue;
    check.add(finding::ANIMATION_NODE_UNKNOWN, NodeCheck{check, tree, node}.at("number"), number,
              node_name(check.file, animation.nodes[node]));
  }
}

void check_animation_names(Check& check) {
  std::map<std::string_view, std::size_t> first;
  for (std::size_t row = 0; row < check.file.animations.size(); ++row) {
    const Animation& animation = check.file.animations[row];
    const std::string_view name = animation.header.geometry.name.view();
    const auto [found, is_new] = first.emplace(name, row);
    if (!is_new)
      check.add(finding::ANIMATION_REPEATED, in_animation(check, row, "geometry.name"), name, found->second);
  }
}

/// The games' own animations start at the root, which is called as the model is.
void check_animation_roots(Check& check) {
  std::set<std::string> names;
  if (!check.file.animations.empty())
    for (const Node& node : check.file.nodes) names.insert(lower_case(node_name(check.file, node)));
  for (std::size_t row = 0; row < check.file.animations.size(); ++row) {
    const std::string_view root = check.file.animations[row].header.root_name.view();
    if (!root.empty() && !names.contains(lower_case(root)))
      check.add(finding::ANIMATION_ROOT_MISSING, in_animation(check, row, "root_name"), escape_text(root));
  }
}

}  // namespace mw::kotor::mdl
