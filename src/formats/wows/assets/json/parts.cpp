#include "parts.h"
#include <meshwright/core/json_writer.h>

#include <algorithm>
#include <iterator>

namespace mw::wows::assets {
namespace {

/// In the order of Layout.
constexpr std::string_view kLayoutNames[] = {
    "raw",         "material", "visual",         "skeleton",      "model",           "model-14",
    "point-light", "effect",   "velocity-field", "effect-preset", "effect-metadata", "atlas-contour"};

}  // namespace

std::string_view layout_name(Layout layout) {
  return kLayoutNames[std::size_t(layout)];
}

std::optional<Layout> find_layout_name(std::string_view name) {
  const auto* found = std::ranges::find(kLayoutNames, name);
  if (found == std::end(kLayoutNames)) return std::nullopt;
  return Layout(found - std::begin(kLayoutNames));
}

void id_field(JsonWriter& json, std::string_view name, const ResourceId& id) {
  json.member(name, show_id(id));
}

void id_field(JsonReader& json, std::string_view name, ResourceId& id) {
  std::string shown;
  json.field(name, shown);
  const auto parsed = parse_id(shown);
  if (parsed)
    id = *parsed;
  else
    json.fail("expected 0x and sixteen hex digits");
}

void fields(JsonWriter& json, const PathForm& path) {
  id_field(json, "id", {path.entry.id});
  id_field(json, "parent", {path.entry.parent});
  if (path.name.empty())
    json.field("name_size", path.entry.name_size);
  else
    geometry::packed_text(json, "name", "name_bytes", path.name);
  optional_field(json, "padding_0x14", path.entry.padding_0x14);
  json.field("pointer", path.entry.name_pointer);
}

void fields(JsonReader& json, PathForm& path) {
  ResourceId id;
  ResourceId parent;
  id_field(json, "id", id);
  id_field(json, "parent", parent);
  path.entry.id = id.value;
  path.entry.parent = parent.value;
  if (json.has("name_size")) {
    json.field("name_size", path.entry.name_size);
  } else {
    geometry::packed_text(json, "name", "name_bytes", path.name);
    path.entry.name_size = std::uint32_t(path.name.size());
  }
  optional_field(json, "padding_0x14", path.entry.padding_0x14);
  optional_field(json, "pointer", path.entry.name_pointer);
}

}  // namespace mw::wows::assets
