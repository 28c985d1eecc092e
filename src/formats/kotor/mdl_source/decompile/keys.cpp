#include <fmt/format.h>
#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl.h>
#include <bit>
#include <cmath>

#include "decompile.h"
#include "mdl/motion.h"
#include "mdl_source/compile/parts.h"

namespace mw::kotor::mdl {
namespace {

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// The value that the shortest text of a float is read as.
double as_text(float value) {
  if (!std::isfinite(value)) return value;
  std::string text;
  append_float(text, value);
  return parse_any_double(text).value_or(value);
}

/// A position in the world of its parent, in as few digits as give its difference from the rest again.
double from_rest(float difference, float rest) {
  const double exact = double(rest) + double(difference);
  const double shortest = as_text(float(exact));
  return same_bits(float(shortest - double(rest)), difference) ? shortest : exact;
}

/// As few digits as give the same quaternion again.
std::array<double, 4> axis_angle_of(const std::array<float, 4>& quaternion) {
  const std::array<double, 4> exact = to_axis_angle(quaternion);
  std::array<double, 4> shortest{};
  for (std::size_t i = 0; i < 4; ++i) shortest[i] = as_text(float(exact[i]));
  const std::array<float, 4> again = to_quaternion(shortest.data());
  for (std::size_t i = 0; i < 4; ++i)
    if (!same_bits(again[i], quaternion[i])) return exact;
  return shortest;
}

class KeyDescriber {
 public:
  KeyDescriber(const Node& node, const Controller& controller, const Vec3* rest)
      : node_(node), controller_(controller), rest_(rest), columns_(controller_columns(controller)) {}

  bool fits() const {
    const std::size_t values = std::size_t(controller_.rows) * columns_;
    return controller_.rows > 0 && columns_ > 0 &&
           std::size_t(controller_.time_index) + controller_.rows <= node_.data.size() &&
           controller_.data_index + values <= node_.data.size() && has_known_shape();
  }

  source::Keys describe(std::uint16_t kind) const {
    source::Keys keys;
    keys.controller = find_controller(controller_name(kind, controller_.type)).value_or(ControllerKind{});
    keys.bezier = (controller_.columns & kBezier) != 0;
    keys.keyed = rest_ != nullptr || keys.bezier || controller_.rows > 1 || !same_bits(time(0), 0);
    const bool orientation = is_orientation();
    keys.width = std::uint32_t((orientation ? 4 : columns_) + (keys.keyed ? 1 : 0));
    keys.numbers.reserve(keys.width * controller_.rows);
    for (std::size_t row = 0; row < controller_.rows; ++row) {
      if (keys.keyed) keys.numbers.push_back(as_text(time(row)));
      if (orientation)
        add_orientation(row, keys.numbers);
      else
        add_values(row, keys.numbers);
    }
    return keys;
  }

 private:
  bool is_orientation() const {
    return controller_.type == kOrientationController && (controller_.columns & kBezier) == 0;
  }

  bool has_known_shape() const {
    if (controller_.type == kPositionController) return columns_ == 3 || controller_.columns == (kBezier | 3);
    if (is_orientation()) return is_compressed(controller_) || columns_ == 4;
    return true;
  }

  float time(std::size_t row) const { return node_.data[controller_.time_index + row]; }
  const float* values(std::size_t row) const {
    return node_.data.data() + controller_.data_index + row * columns_;
  }

  void add_orientation(std::size_t row, std::vector<double>& numbers) const {
    const float* value = values(row);
    const std::array<float, 4> quaternion = is_compressed(controller_)
                                                ? unpack_quaternion(std::bit_cast<std::uint32_t>(*value))
                                                : std::array{value[0], value[1], value[2], value[3]};
    const std::array<double, 4> turn = axis_angle_of(quaternion);
    numbers.insert(numbers.end(), turn.begin(), turn.end());
  }

  void add_values(std::size_t row, std::vector<double>& numbers) const {
    const bool moved = rest_ != nullptr && controller_.type == kPositionController;
    for (std::size_t i = 0; i < columns_; ++i) {
      const float value = values(row)[i];
      numbers.push_back(moved && i < 3 ? from_rest(value, (*rest_)[int(i)]) : as_text(value));
    }
  }

  const Node& node_;
  const Controller& controller_;
  const Vec3* rest_;
  std::size_t columns_;
};

}  // namespace

std::vector<source::Keys> describe_keys(const Node& node, std::uint16_t kind, const Vec3* rest) {
  std::vector<source::Keys> keys;
  KeyBudget budget(node);
  for (const Controller& controller : node.controllers) {
    const KeyDescriber describer(node, controller, rest);
    if (controller_name(kind, controller.type).empty() || !describer.fits()) continue;
    if (budget.take(*keys_of(node, controller))) keys.push_back(describer.describe(kind));
  }
  return keys;
}

}  // namespace mw::kotor::mdl
