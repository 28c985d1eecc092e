#include "forms.h"

#include "geometry/json/forms.h"

namespace mw::wows::assets {

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
