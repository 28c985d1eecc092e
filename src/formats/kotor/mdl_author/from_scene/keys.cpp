#include <meshwright/kotor/mdl.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <bit>
#include <cmath>

#include "from_scene.h"
#include "mdl_source/compile/parts.h"

namespace mw::kotor::mdl {
namespace {

std::vector<double> numbers_of(const JsonValue& value) {
  std::vector<double> numbers;
  if (const auto* list = value.get_if<JsonArray>()) {
    for (const JsonValue& item : *list) numbers.push_back(double(scene::float_of(item).value_or(0)));
  } else if (const auto number = scene::float_of(value)) {
    numbers.push_back(double(*number));
  }
  return numbers;
}

/// Of a controller that extras hold with its times.
std::optional<source::Keys> keyed(std::string_view name, const JsonValue& value) {
  const JsonValue* times = value.find("times");
  const JsonValue* values = value.find("values");
  const JsonValue* columns = value.find("columns");
  const auto kind = find_controller(name);
  if (!kind || times == nullptr || values == nullptr || columns == nullptr) return std::nullopt;
  const std::vector<double> at = numbers_of(*times);
  const std::vector<double> numbers = numbers_of(*values);
  if (at.empty() || numbers.size() % at.size() != 0) return std::nullopt;
  const std::size_t width = numbers.size() / at.size();
  source::Keys keys;
  keys.controller = *kind;
  keys.keyed = true;
  keys.bezier = (std::uint64_t(scene::integer_of(*columns).value_or(0)) & kBezier) != 0;
  keys.width = std::uint32_t(width + 1);
  for (std::size_t row = 0; row < at.size(); ++row) {
    keys.numbers.push_back(at[row]);
    const double* from = numbers.data() + row * width;
    if (kind->type == kOrientationController && width == 4) {
      const auto turn = to_axis_angle({float(from[0]), float(from[1]), float(from[2]), float(from[3])});
      keys.numbers.insert(keys.numbers.end(), turn.begin(), turn.end());
    } else {
      keys.numbers.insert(keys.numbers.end(), from, from + width);
    }
  }
  return keys;
}

class RestDescriber {
 public:
  explicit RestDescriber(const scene::Node& node) {
    const JsonValue* value = scene::find(node.extras, "controllers");
    const auto* object = value != nullptr ? value->get_if<JsonObject>() : nullptr;
    if (object != nullptr) extras_ = object;
  }

  void put(source::Keys keys) {
    const auto same = [&](const source::Keys& other) {
      return other.controller.type == keys.controller.type &&
             other.controller.node_type == keys.controller.node_type;
    };
    if (std::ranges::none_of(keys_, same)) keys_.push_back(std::move(keys));
  }

  const JsonValue* find(std::string_view name) const {
    return extras_ != nullptr ? scene::find(*extras_, name) : nullptr;
  }

  /// What the scene shows, unless that is what the extras say.
  void put_shown(std::string_view name, const std::vector<double>& shown, const std::vector<double>& usual) {
    constexpr double kShown = 1e-4;
    const JsonValue* value = find(name);
    std::vector<double> said = value != nullptr ? numbers_of(*value) : usual;
    if (value != nullptr && value->get_if<JsonObject>() != nullptr) return;  // moves by itself
    bool same = said.size() == shown.size();
    for (std::size_t i = 0; same && i < said.size(); ++i)
      same = std::abs(std::clamp(said[i], 0.0, 1.0) - std::clamp(shown[i], 0.0, 1.0)) <= kShown;
    if (!same) put(still_keys(name, shown));
  }

  void put_extras() {
    if (extras_ == nullptr) return;
    for (const JsonMember& member : *extras_) {
      if (!find_controller(member.first)) continue;
      if (auto keys = keyed(member.first, member.second))
        put(*std::move(keys));
      else if (std::vector<double> numbers = numbers_of(member.second); !numbers.empty())
        put(still_keys(member.first, std::move(numbers)));
    }
  }

  std::vector<source::Keys> take() { return std::move(keys_); }

 private:
  const JsonObject* extras_ = nullptr;
  std::vector<source::Keys> keys_;
};

}  // namespace

source::Keys still_keys(std::string_view name, std::vector<double> numbers) {
  source::Keys keys;
  keys.controller = find_controller(name).value_or(ControllerKind{});
  if (keys.controller.type == kOrientationController && numbers.size() == 4) {
    const auto turn =
        to_axis_angle({float(numbers[0]), float(numbers[1]), float(numbers[2]), float(numbers[3])});
    numbers.assign(turn.begin(), turn.end());
  }
  keys.width = std::uint32_t(numbers.size());
  keys.numbers = std::move(numbers);
  return keys;
}

std::vector<source::Keys> describe_rest(const scene::Node& node, const scene::Material* material,
                                        const scene::Light* light) {
  RestDescriber rest(node);
  const Vec3 place = to_game(node.transform.translation);
  const Quat turn = to_game(node.transform.rotation);
  rest.put(still_keys("position", {double(place.x), double(place.y), double(place.z)}));
  rest.put(still_keys("orientation", {double(turn.x), double(turn.y), double(turn.z), double(turn.w)}));
  const float scale = node.transform.scale.x;
  if (scale != 1) rest.put(still_keys("scale", {double(scale)}));
  if (material != nullptr) {
    const Vec3& glow = material->emissive;
    rest.put_shown("alpha", {double(material->base_color.a)}, {1});
    rest.put_shown("selfillumcolor", {double(glow.x), double(glow.y), double(glow.z)}, {0, 0, 0});
  }
  if (light != nullptr) {
    const Vec3& colour = light->colour;
    rest.put_shown("color", {double(colour.x), double(colour.y), double(colour.z)}, {});
    const JsonValue* radius = rest.find("radius");
    const double range = double(light->range.value_or(0));
    const bool same =
        radius != nullptr && std::abs(double(scene::float_of(*radius).value_or(0)) - range) < 1e-4;
    if (!same && light->range) rest.put(still_keys("radius", {range}));
    const double half = range > 0 ? range / 2 : 1;
    if (rest.find("multiplier") == nullptr)
      rest.put(still_keys("multiplier", {double(light->intensity) / (half * half)}));
  }
  rest.put_extras();
  return rest.take();
}

namespace {

/// A Hermite tangent is three times the handle over the time between the keys.
void add_handles(std::vector<double>& out, const scene::Channel& channel, std::size_t row) {
  const float* value = channel.values.data() + row * 9;
  const double before = row > 0 ? double(channel.times[row]) - double(channel.times[row - 1]) : 0;
  const double after =
      row + 1 < channel.times.size() ? double(channel.times[row + 1]) - double(channel.times[row]) : 0;
  const Vec3 in = to_game(Vec3(value[0], value[1], value[2]));
  const Vec3 point = to_game(Vec3(value[3], value[4], value[5]));
  const Vec3 away = to_game(Vec3(value[6], value[7], value[8]));
  for (int k = 0; k < 3; ++k) out.push_back(double(point[k]));
  for (int k = 0; k < 3; ++k) out.push_back(double(in[k]) * before / -3);
  for (int k = 0; k < 3; ++k) out.push_back(double(away[k]) * after / 3);
}

}  // namespace

std::optional<source::Keys> describe_channel(const scene::Channel& channel) {
  const bool moves = channel.target == scene::Target::translation;
  const bool turns = channel.target == scene::Target::rotation;
  const std::string_view name = moves                                    ? "position"
                                : turns                                  ? "orientation"
                                : channel.target == scene::Target::scale ? "scale"
                                                                         : std::string_view(channel.name);
  const auto kind = find_controller(name);
  if (!kind || channel.times.empty()) return std::nullopt;
  const bool cubic = channel.interpolation == scene::Interpolation::cubic;
  source::Keys keys;
  keys.controller = *kind;
  keys.keyed = true;
  keys.bezier = cubic && moves;
  const std::size_t skip = cubic ? channel.components : 0;
  const std::size_t width = std::size_t(channel.components) * (cubic ? 3 : 1);
  for (std::size_t row = 0; row < channel.times.size(); ++row) {
    keys.numbers.push_back(double(channel.times[row]));
    const float* value = channel.values.data() + row * width + skip;
    if (keys.bezier) {
      add_handles(keys.numbers, channel, row);
    } else if (moves) {
      const Vec3 place = to_game(Vec3(value[0], value[1], value[2]));
      for (int k = 0; k < 3; ++k) keys.numbers.push_back(double(place[k]));
    } else if (turns) {
      const Quat turn = to_game(Quat(value[3], value[0], value[1], value[2]));
      const auto axis = to_axis_angle({turn.x, turn.y, turn.z, turn.w});
      keys.numbers.insert(keys.numbers.end(), axis.begin(), axis.end());
    } else {
      const std::size_t count = channel.target == scene::Target::scale ? 1 : channel.components;
      for (std::size_t k = 0; k < count; ++k) keys.numbers.push_back(double(value[k]));
    }
  }
  keys.width = std::uint32_t(keys.numbers.size() / channel.times.size());
  return keys;
}

}  // namespace mw::kotor::mdl
