#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <bit>
#include <cmath>

#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kMost = 0xFFFF;  // rows, and floats of a node's data, are counted in 16 bits
constexpr std::uint16_t kUnknown = 0xFFFF;
constexpr std::uint16_t kAnimatedPosition = 16;
constexpr std::uint16_t kAnimatedOrientation = 28;

std::uint16_t unknown_of(std::uint32_t type, bool animated) {
  if (animated && type == kPositionController) return kAnimatedPosition;
  if (animated && type == kOrientationController) return kAnimatedOrientation;
  return kUnknown;
}

/// Adds one controller to a node.
class KeyCompiler {
 public:
  KeyCompiler(const source::Keys& keys, const KeyContext& context, Node& node)
      : keys_(keys), context_(context), node_(node), columns_(keys.width - (keys.keyed ? 1 : 0)) {}

  Result<void> run() {
    if (auto error = check()) return fail(*std::move(error));
    Controller controller;
    controller.type = keys_.controller.type;
    controller.unknown_0x04 = unknown_of(controller.type, context_.animated);
    controller.rows = std::uint16_t(keys_.rows());
    controller.time_index = std::uint16_t(node_.data.size());
    controller.data_index = std::uint16_t(node_.data.size() + keys_.rows());
    controller.columns = column_byte();
    node_.controllers.push_back(controller);
    for (std::size_t row = 0; row < keys_.rows(); ++row)
      node_.data.push_back(keys_.keyed ? float(keys_.row(row)[0]) : 0.0F);
    for (std::size_t row = 0; row < keys_.rows(); ++row) add_values(keys_.row(row) + (keys_.keyed ? 1 : 0));
    return {};
  }

 private:
  bool is_orientation() const { return keys_.controller.type == kOrientationController; }
  bool is_compressed() const { return is_orientation() && context_.compress && !keys_.bezier; }

  std::optional<Error> check() const {
    const std::string_view name = controller_name(keys_.controller.node_type, keys_.controller.type);
    const auto at = [&](std::string message) {
      return wrong(keys_.lines.head, fmt::format("{}.{}", context_.where, name), std::move(message));
    };
    if (keys_.bezier && (columns_ % 3 != 0 || columns_ > 3UL * (kBezier - 1U)))
      return at(fmt::format("{} numbers are not a value and two handles", columns_));
    if (is_orientation() && !keys_.bezier && columns_ != 4)
      return at(fmt::format("expected an axis and an angle, got {} numbers", columns_));
    if (keys_.controller.type == kPositionController && columns_ != (keys_.bezier ? 9 : 3))
      return at(fmt::format("expected {} numbers, got {}", keys_.bezier ? 9 : 3, columns_));
    if (!keys_.bezier && columns_ >= kBezier) return at(fmt::format("{} numbers are too many", columns_));
    if (node_.data.size() + keys_.rows() * (1 + columns_) > kMost)
      return at(fmt::format("{} rows do not fit: a node has room for {} numbers", keys_.rows(), kMost));
    return std::nullopt;
  }

  std::uint8_t column_byte() const {
    if (is_compressed()) return 2;
    if (keys_.bezier) return std::uint8_t(columns_ / 3 | kBezier);
    return std::uint8_t(columns_);
  }

  void add_values(const double* values) {
    if (is_orientation() && !keys_.bezier) return add_orientation(to_quaternion(values));
    const bool from_rest = context_.animated && keys_.controller.type == kPositionController;
    for (std::size_t i = 0; i < columns_; ++i) {
      const bool moved = from_rest && i < 3;  // handles are relative already
      node_.data.push_back(float(moved ? values[i] - double(context_.rest[int(i)]) : values[i]));
    }
  }

  void add_orientation(const std::array<float, 4>& quaternion) {
    if (is_compressed())
      node_.data.push_back(std::bit_cast<float>(pack_quaternion(quaternion)));
    else
      node_.data.insert(node_.data.end(), quaternion.begin(), quaternion.end());
  }

  const source::Keys& keys_;
  const KeyContext& context_;
  Node& node_;
  std::size_t columns_;
};

}  // namespace

std::array<float, 4> to_quaternion(const double* axis_angle) {
  const double half = axis_angle[3] / 2;
  const double sine = math::sin(half);
  return {float(axis_angle[0] * sine), float(axis_angle[1] * sine), float(axis_angle[2] * sine),
          float(math::cos(half))};
}

std::array<double, 4> to_axis_angle(const std::array<float, 4>& quaternion) {
  const double x = quaternion[0];
  const double y = quaternion[1];
  const double z = quaternion[2];
  const double w = quaternion[3];
  if (x == 0 && y == 0 && z == 0 && w == 1) return {1, 0, 0, 0};
  if (std::abs(w) < 1) {
    const double angle = 2 * math::acos(w);
    const double sine = math::sin(angle / 2);
    return {x / sine, y / sine, z / sine, angle};
  }
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return {1, 0, 0, w < 0 ? 2 * math::acos(-1.0) : 0.0};
  return {x / length, y / length, z / length, 2 * math::atan2(length, w)};
}

Result<void> compile_keys(std::span<const source::Keys> keys, const KeyContext& context, Node& node) {
  for (const source::Keys& each : keys) {
    if (each.rows() == 0) continue;  // the binary has no controller without a row
    if (auto done = KeyCompiler(each, context, node).run(); !done) return done;
  }
  return {};
}

}  // namespace mw::kotor::mdl
