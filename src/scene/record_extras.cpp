#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace mw::scene {
namespace {

constexpr std::string_view kHexadecimal = "0x";

std::optional<std::int64_t> integer_in(std::string_view text) {
  const bool hexadecimal = text.starts_with(kHexadecimal);
  if (hexadecimal) text.remove_prefix(kHexadecimal.size());
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value, hexadecimal ? 16 : 10);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string printed(const JsonValue& value) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
}

}  // namespace

JsonValue extras_integer(std::int64_t value) {
  if (value < 0) return value;
  if (value <= std::numeric_limits<std::int32_t>::max()) return std::uint64_t(value);
  return fmt::format("{}{:08X}", kHexadecimal, value);
}

std::optional<std::int64_t> integer_of(const JsonValue& value) {
  if (const auto* natural = value.get_if<std::uint64_t>())
    return std::in_range<std::int64_t>(*natural) ? std::optional(std::int64_t(*natural)) : std::nullopt;
  if (const auto* integer = value.get_if<std::int64_t>()) return *integer;
  const auto* text = value.get_if<std::string>();
  return text != nullptr ? integer_in(*text) : std::nullopt;
}

std::optional<float> float_of(const JsonValue& value) {
  if (const auto* real = value.get_if<JsonReal>()) return real->narrow;
  if (const auto* natural = value.get_if<std::uint64_t>()) return float(*natural);
  if (const auto* integer = value.get_if<std::int64_t>()) return float(*integer);
  const auto* text = value.get_if<std::string>();
  return text != nullptr ? parse_any_float(*text) : std::nullopt;
}

std::optional<std::string> field_text(const JsonValue& value) {
  if (const auto* plain = value.get_if<std::string>()) return *plain;
  if (const JsonValue* shown = value.find("text"))
    if (const auto* word = shown->get_if<std::string>()) return *word;
  const JsonValue* hex = value.find("bytes");
  const auto* digits = hex != nullptr ? hex->get_if<std::string>() : nullptr;
  const auto bytes = digits != nullptr ? from_hex(*digits) : std::nullopt;
  if (!bytes) return std::nullopt;
  const std::string_view all = text_of(*bytes);
  return std::string(all.substr(0, all.find('\0')));
}

bool same_value(const JsonValue& a, const JsonValue& b) {
  const auto* natural = a.get_if<std::uint64_t>();
  const auto* other = b.get_if<std::uint64_t>();
  // Most fields are small numbers: no text is needed for them.
  if (natural != nullptr && other != nullptr) return *natural == *other;
  return printed(a) == printed(b);
}

const JsonValue* find(const Extras& extras, std::string_view name) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  return found == extras.end() ? nullptr : &found->second;
}

std::vector<std::string> extras_names(const Scene& scene) {
  std::vector<std::string> names;
  std::set<std::string_view> known;
  const auto add = [&](const Extras& extras) {
    for (const auto& [name, value] : extras)
      if (known.insert(name).second) names.push_back(name);
  };
  const auto add_all = [&](const auto& items) {
    for (const auto& item : items) add(item.extras);
  };
  add(scene.extras);
  add_all(scene.nodes);
  add_all(scene.meshes);
  for (const Mesh& mesh : scene.meshes) add_all(mesh.primitives);
  add_all(scene.materials);
  add_all(scene.skins);
  add_all(scene.animations);
  add_all(scene.lights);
  return names;
}

Extras differing(Extras extras, const Extras& usual) {
  std::size_t row = 0;
  std::erase_if(extras, [&](const JsonMember& member) {
    const std::size_t here = row++;
    return here < usual.size() && usual[here].first == member.first &&
           same_value(usual[here].second, member.second);
  });
  return extras;
}

}  // namespace mw::scene
