#pragma once

#include <meshwright/scene/scene.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Words and extras of a document that is read.
namespace mw::exchange {

template <std::size_t N>
std::optional<std::size_t> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return std::size_t(found - names.begin());
}

inline scene::Extras extras_of(const JsonValue& json) {
  const JsonValue* extras = json.find("extras");
  const auto* object = extras != nullptr ? extras->get_if<JsonObject>() : nullptr;
  return object != nullptr ? *object : scene::Extras();
}

/// Removes a member from the extras: it was stored there because glTF has no place for it.
inline std::optional<JsonValue> take(scene::Extras& extras, std::string_view name) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  if (found == extras.end()) return std::nullopt;
  JsonValue value = std::move(found->second);
  extras.erase(found);
  return value;
}

inline std::string take_text(scene::Extras& extras, std::string_view name, const std::string& fallback) {
  const auto value = take(extras, name);
  const auto* text = value ? value->get_if<std::string>() : nullptr;
  return text != nullptr ? *text : fallback;
}

/// Whether a name is another with numbers after it, which distinguish repeated names: "wheel.1.001". Blender
/// truncates names to 63 bytes, between characters of UTF-8.
inline bool is_numbered(std::string_view shown, std::string_view name) {
  constexpr std::size_t kSurelyKept = 55;  // with a number that Blender appends
  while (true) {
    if (shown == name || (shown.size() >= kSurelyKept && name.starts_with(shown))) return true;
    const std::size_t dot = shown.rfind('.');
    if (dot == std::string_view::npos) return false;
    const bool is_cut = shown.size() > kSurelyKept;  // perhaps just before its number
    if (dot + 1 == shown.size() && !is_cut) return false;
    if (shown.find_first_not_of("0123456789", dot + 1) != std::string_view::npos) return false;
    shown = shown.substr(0, dot);
  }
}

/// Whether a name is Blender's of a copy, which has all properties of its model: "torso.1.001" beside
/// "torso.1", where both have a name of their own in `named`.
inline bool is_copy(const std::map<std::string, std::string>& named, const std::string& shown) {
  const std::size_t dot = shown.rfind('.');
  if (dot == shown.npos || shown.size() - dot != 4) return false;
  if (shown.find_first_not_of("0123456789", dot + 1) != shown.npos) return false;
  const auto own = named.find(shown);
  const auto model = named.find(shown.substr(0, dot));
  return own != named.end() && model != named.end() && own->second == model->second;
}

}  // namespace mw::exchange
