#include "scene_numbers.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>

namespace mw::kotor {
namespace {

using scene::Scene;

enum class Kind : std::uint8_t { place, turn, scale, vertex, uv, weight, bind, custom, time, key };

/// Gets what is wrong; gives whether to go on.
using Tell = std::function<bool(Kind, const std::string& where, std::string message)>;

std::string spelled(float number) {
  if (std::isnan(number)) return "NaN";  // whichever of them
  std::string text;
  append_float(text, number);
  return text;
}

std::string spelled(std::span<const float> numbers) {
  std::string text;
  for (const float number : numbers) text += (text.empty() ? "(" : ", ") + spelled(number);
  return text + ")";
}

template <class Vector>
std::span<const float> parts_of(const Vector& vector) {
  return {&vector.x, std::size_t(Vector::length())};
}

bool are_usable(std::span<const float> numbers) {
  return std::ranges::all_of(numbers, [](float number) { return is_usable(number); });
}
bool are_finite(std::span<const float> numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

/// Shorter ones say no direction: their parts are what is left of rounding.
bool is_rotation(std::span<const float> quaternion) {
  double length = 0;
  for (const float part : quaternion) length += double(part) * double(part);
  return length > 1e-12 && std::isfinite(length);  // false for NaN
}

bool look_at_place(const scene::Node& node, const Tell& tell) {
  const auto& [place, turn, scale] = node.transform;
  const float quaternion[] = {turn.x, turn.y, turn.z, turn.w};
  if (!is_usable(place) && !tell(Kind::place, node.name, fmt::format("is at {}", spelled(parts_of(place)))))
    return false;
  if (!is_rotation(quaternion) &&
      !tell(Kind::turn, node.name, fmt::format("is turned by {}", spelled(quaternion))))
    return false;
  return is_usable(scale) ||
         tell(Kind::scale, node.name, fmt::format("has the scale {}", spelled(parts_of(scale))));
}

/// 3 of 60 rooms of the second game have -1e+30: their maker had no texture coordinate there.
bool are_uvs(std::span<const float> parts) {
  constexpr float kNone = -1e30F;
  return std::ranges::all_of(parts, [](float part) { return part == kNone || is_usable(part); });
}

bool look_at_vertices(const scene::Node& node, const scene::Primitive& p, const Tell& tell) {
  const auto first_wrong = [&](const auto& rows, const auto& right) {
    const auto found = std::ranges::find_if_not(rows, [&](const auto& row) { return right(parts_of(row)); });
    return std::size_t(found - rows.begin());
  };
  const auto look = [&](Kind kind, const auto& rows, const auto& right, std::string_view what) {
    const std::size_t row = first_wrong(rows, right);
    if (row == rows.size()) return true;
    return tell(kind, node.name,
                fmt::format("vertex {} has the {} {}", row, what, spelled(parts_of(rows[row]))));
  };
  if (!look(Kind::vertex, p.positions, are_usable, "place")) return false;
  for (const auto& set : p.uvs)
    if (!look(Kind::uv, set, are_uvs, "texture coordinates")) return false;
  if (!look(Kind::weight, p.weights, are_finite, "weights")) return false;
  for (const scene::CustomAttribute& attribute : p.custom) {
    const auto wrong =
        std::ranges::find_if_not(attribute.values, [](float value) { return std::isfinite(value); });
    if (wrong != attribute.values.end() &&
        !tell(Kind::custom, node.name, fmt::format("_{} has the value {}", attribute.name, spelled(*wrong))))
      return false;
  }
  return true;
}

bool look_at_binds(const Scene& scene, const scene::Node& node, const Tell& tell) {
  const scene::Skin& skin = scene.skins[*node.skin];
  for (std::size_t i = 0; i < std::min(skin.joints.size(), skin.inverse_binds.size()); ++i) {
    const float* first = &skin.inverse_binds[i][0][0];
    const std::span<const float> matrix(first, 16);
    const auto wrong = std::ranges::find_if_not(matrix, [](float part) { return std::isfinite(part); });
    if (wrong != matrix.end() &&
        !tell(Kind::bind, node.name,
              fmt::format("is bound to {} with the number {}", escape_text(scene.nodes[skin.joints[i]].name),
                          spelled(*wrong))))
      return false;
  }
  return true;
}

/// The first rotation that is none, of one in which all numbers are finite; empty without.
std::span<const float> no_rotation_in(const scene::Channel& channel) {
  if (channel.target != scene::Target::rotation || channel.components != 4) return {};
  const bool cubic = channel.interpolation == scene::Interpolation::cubic;
  const std::size_t width = cubic ? 12 : 4;
  for (std::size_t i = 0; i + width <= channel.values.size(); i += width) {
    const std::span<const float> key = std::span(channel.values).subspan(i + (cubic ? 4 : 0), 4);
    if (!is_rotation(key)) return key;
  }
  return {};
}

bool look_at_keys(const Scene& scene, const scene::Animation& animation, const Tell& tell) {
  for (const scene::Channel& channel : animation.channels) {
    const std::string where = fmt::format("{}.{}", animation.name, scene.nodes[channel.node].name);
    const auto time = std::ranges::find_if_not(channel.times, [](float at) { return std::isfinite(at); });
    if (time != channel.times.end() &&
        !tell(Kind::time, where, fmt::format("has a key at the time {}", spelled(*time))))
      return false;
    const bool moves = channel.target == scene::Target::translation;
    const auto value = std::ranges::find_if_not(
        channel.values, [&](float number) { return moves ? is_usable(number) : std::isfinite(number); });
    if (value != channel.values.end()) {
      if (!tell(Kind::key, where, fmt::format("has a key with the value {}", spelled(*value)))) return false;
    } else if (const auto none = no_rotation_in(channel);
               !none.empty() &&
               !tell(Kind::turn, where, fmt::format("has a key with the rotation {}", spelled(none)))) {
      return false;
    }
  }
  return true;
}

void look_at(const Scene& scene, const Tell& tell) {
  for (const scene::Node& node : scene.nodes) {
    if (!look_at_place(node, tell)) return;
    if (!node.mesh) continue;
    for (const scene::Primitive& p : scene.meshes[*node.mesh].primitives)
      if (!look_at_vertices(node, p, tell)) return;
    if (node.skin && !look_at_binds(scene, node, tell)) return;
  }
  for (const scene::Animation& animation : scene.animations)
    if (!look_at_keys(scene, animation, tell)) return;
}

Error unusable(const std::string& where, const std::string& message) {
  return {.field = escape_text(where), .message = message + ", which no file of the game should have"};
}

std::optional<Error> find_unusable_keys(const mdl::source::Node& node, const std::string& where) {
  for (const mdl::source::Keys& keys : node.controllers) {
    const bool moves = keys.controller.type == mdl::kPositionController;
    for (const double number : keys.numbers)
      if (moves ? !is_usable(float(number)) : !std::isfinite(float(number)))
        return unusable(where,
                        fmt::format("its {} has the value {}",
                                    mdl::controller_name(keys.controller.node_type, keys.controller.type),
                                    spelled(float(number))));
  }
  return std::nullopt;
}

std::optional<Error> find_unusable_in(const mdl::source::Node& node) {
  if (auto error = find_unusable_keys(node, node.name)) return error;
  if (!node.mesh) return std::nullopt;
  const auto& vertices = node.mesh->vertices;
  const auto far = std::ranges::find_if_not(vertices, [](const Vec3& place) { return is_usable(place); });
  if (far == vertices.end()) return std::nullopt;
  return unusable(node.name,
                  fmt::format("vertex {} has the place {}", far - vertices.begin(), spelled(parts_of(*far))));
}

std::optional<Error> find_unusable_in(const mdl::source::Animation& animation) {
  const auto taking = [&](float seconds) {
    return unusable(animation.name, fmt::format("takes {} seconds", spelled(seconds)));
  };
  if (!std::isfinite(animation.length) || animation.length < 0) return taking(animation.length);
  if (!std::isfinite(animation.transition)) return taking(animation.transition);
  for (const mdl::Event& event : animation.events)
    if (!std::isfinite(event.time))
      return unusable(animation.name, fmt::format("has an event at the time {}", spelled(event.time)));
  for (const mdl::source::Node& node : animation.nodes)
    if (auto error = find_unusable_keys(node, fmt::format("{}.{}", animation.name, node.name))) return error;
  return std::nullopt;
}

/// Where animations of a scene have keys before 0.
std::vector<std::pair<std::string, float>> early_keys(const Scene& scene) {
  std::vector<std::pair<std::string, float>> keys;
  for (const scene::Animation& animation : scene.animations)
    for (const scene::Channel& channel : animation.channels)
      if (!channel.times.empty() && channel.times.front() < 0)
        keys.emplace_back(fmt::format("{}.{}", animation.name, scene.nodes[channel.node].name),
                          channel.times.front());
  return keys;
}

}  // namespace

std::string spelled(const Vec3& place) {
  return spelled(parts_of(place));
}

std::optional<Error> find_unusable(const Scene& scene, const Scene* before) {
  std::set<std::pair<Kind, std::string>> known;
  if (before != nullptr)
    look_at(*before, [&](Kind kind, const std::string& where, const std::string&) {
      known.emplace(kind, where);
      return true;
    });
  std::optional<Error> error;
  look_at(scene, [&](Kind kind, const std::string& where, const std::string& message) {
    if (!known.contains({kind, where})) error = unusable(where, message);
    return !error;
  });
  return error;
}

std::optional<Error> find_unusable(const mdl::source::Model& model) {
  for (const mdl::source::Node& node : model.nodes)
    if (auto error = find_unusable_in(node)) return error;
  for (const mdl::source::Animation& animation : model.animations)
    if (auto error = find_unusable_in(animation)) return error;
  return std::nullopt;
}

std::optional<Error> find_early_key(const Scene& scene, const Scene& before) {
  std::set<std::string> known;
  for (const auto& [where, time] : early_keys(before)) known.insert(where);
  for (const auto& [where, time] : early_keys(scene))
    if (!known.contains(where))
      return Error{
          .field = escape_text(where),
          .message = fmt::format("has a key at the time {}, before its animation begins", spelled(time))};
  return std::nullopt;
}

}  // namespace mw::kotor
