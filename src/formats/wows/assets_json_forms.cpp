#include "assets_json_forms.h"

#include <meshwright/core/text.h>
#include <meshwright/wows/name_hash.h>

#include <charconv>

#include "assets_lookup.h"
#include "geometry_json_forms.h"

namespace mw::wows::assets {
namespace {

constexpr std::uint64_t kStepsPerLookup = 64;

/// All of the text as a hex number of that many digits.
template <class T>
std::optional<T> parse_hex(std::string_view digits) {
  T value = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 2 * sizeof(T) || status != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string_view> NameTexts::find(NameId id) const {
  if (steps_ == 0) return std::nullopt;
  steps_ += kStepsPerLookup;
  const auto slot = find_slot(database_.string_buckets(), id.value, steps_);
  const auto text = slot ? database_.text_at(database_.string_values()[*slot]) : std::nullopt;
  if (!text || text->size() > Database::kMaxNameSize || name_hash(*text) != id.value) return std::nullopt;
  return text;
}

std::string NameTexts::show(NameId id) const {
  if (id.value == 0) return {};  // which is the hash of no text
  const auto text = find(id);
  if (text && is_utf8(*text) && !text->starts_with('#')) return std::string(*text);
  return fmt::format("#{:08x}", id.value);
}

std::optional<NameId> parse_name(const std::string& shown) {
  if (!shown.starts_with('#')) return NameId{name_hash(shown)};
  const auto value = parse_hex<std::uint32_t>(std::string_view(shown).substr(1));
  if (!value) return std::nullopt;
  return NameId{*value};
}

std::string show_id(ResourceId id) {
  return fmt::format("0x{:016x}", id.value);
}

std::optional<ResourceId> parse_id(std::string_view shown) {
  if (!shown.starts_with("0x")) return std::nullopt;
  const auto value = parse_hex<std::uint64_t>(shown.substr(2));
  if (!value) return std::nullopt;
  return ResourceId{*value};
}

void RecordToJson::text(std::string_view name, const Text& text) {
  pointers_.push_back(text.chars.pointer);
  const std::string chars(text_of(std::as_bytes(std::span(text.chars.items))));
  geometry::packed_text(json_, name, "name_bytes", chars);
  padding("name_padding", text.padding);
}

void RecordFromJson::text(std::string_view name, Text& text) {
  text.chars.pointer = next_pointer();
  std::string chars;
  geometry::packed_text(json_, name, "name_bytes", chars);
  text.chars.items.assign(chars.begin(), chars.end());
  padding("name_padding", text.padding);
  set_count(name, text.chars.items.size(), text.size);
}

void RecordFromJson::field(std::string_view name, NameId& id) {
  std::string shown;
  json_.field(name, shown);
  if (const auto parsed = parse_name(shown))
    id = *parsed;
  else
    json_.fail("a name that begins with # needs eight hex digits behind it");
}

void RecordFromJson::field(std::string_view name, ResourceId& id) {
  std::string shown;
  json_.field(name, shown);
  if (const auto parsed = parse_id(shown))
    id = *parsed;
  else
    json_.fail("expected 0x and sixteen hex digits");
}

void RecordFromJson::read_ids(std::string_view name, std::vector<NameId>& ids) {
  std::vector<std::string> shown;
  json_.table(name, shown);
  PathScope scope(json_.path(), name);
  for (const std::string& each : shown) {
    const auto id = parse_name(each);
    if (!id) return json_.fail("a name that begins with # needs eight hex digits behind it");
    ids.push_back(*id);
  }
}

void RecordFromJson::read_ids(std::string_view name, std::vector<ResourceId>& ids) {
  std::vector<std::string> shown;
  json_.table(name, shown);
  PathScope scope(json_.path(), name);
  for (const std::string& each : shown) {
    const auto id = parse_id(each);
    if (!id) return json_.fail("expected 0x and sixteen hex digits");
    ids.push_back(*id);
  }
}

}  // namespace mw::wows::assets
