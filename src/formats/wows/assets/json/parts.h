#pragma once

#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>

#include "forms.h"
#include "geometry/json/forms.h"

/// The tables of a file in JSON.
namespace mw::wows::assets {

inline constexpr std::string_view kFormatId = "wows-assets";

/// The members of a record's object.
void record_members(JsonWriter& json, const NameTexts& names, const Record& record);

/// "model-14"
std::string_view layout_name(Layout layout);
std::optional<Layout> find_layout_name(std::string_view name);

void id_field(JsonWriter& json, std::string_view name, const ResourceId& id);
void id_field(JsonReader& json, std::string_view name, ResourceId& id);

/// A number that is left out where it is 0.
template <Number T>
void optional_field(JsonWriter& json, std::string_view name, const T& value) {
  if (value != 0) json.field(name, value);
}
template <Number T>
void optional_field(JsonReader& json, std::string_view name, T& value) {
  if (json.has(name)) json.field(name, value);
}

/// Where the tables are: the body without the counts that the tables have.
struct LayoutForm : Body {};

void fields(auto& json, Like<LayoutForm> auto& body) {
  json.field("string_bucket_pointer", body.string_bucket_pointer);
  json.field("string_value_pointer", body.string_value_pointer);
  json.field("text_pointer", body.text_pointer);
  json.field("resource_bucket_pointer", body.resource_bucket_pointer);
  json.field("resource_value_pointer", body.resource_value_pointer);
  json.field("path_pointer", body.path_pointer);
  json.field("database_pointer", body.database_pointer);
  optional_field(json, "padding_0x04", body.padding_0x04);
  optional_field(json, "padding_0x1c", body.padding_0x1c);
  optional_field(json, "padding_0x2c", body.padding_0x2c);
  optional_field(json, "padding_0x44", body.padding_0x44);
  optional_field(json, "padding_0x54", body.padding_0x54);
}

struct StringSlot {
  std::uint32_t slot = 0;
  std::uint32_t key = 0;
  std::uint32_t tag = 0;
  std::uint32_t offset = 0;
};

void fields(auto& json, Like<StringSlot> auto& slot) {
  json.field("slot", slot.slot);
  json.field("key", slot.key);
  json.field("tag", slot.tag);
  json.field("offset", slot.offset);
}

struct ResourceSlot {
  std::uint32_t slot = 0;
  ResourceId id;
  ResourceId tag;
  Location location;
};

void fields(auto& json, Like<ResourceSlot> auto& slot) {
  json.field("slot", slot.slot);
  id_field(json, "id", slot.id);
  id_field(json, "tag", slot.tag);
  json.field("state", slot.location.state);
  json.field("database", slot.location.database);
  json.field("record", slot.location.record);
}

/// How many slots a table may have beside as many as the text of its JSON is long.
inline constexpr std::uint64_t kSlotAllowance = 1 << 16;
/// The least that the JSON of a slot takes.
template <class Slot>
inline constexpr std::uint64_t kLeastSlotText =
    std::is_same_v<Slot, StringSlot>
        ? std::string_view(R"({"slot":0,"key":0,"tag":0,"offset":0})").size()
        : std::string_view(R"({"slot":0,"state":0,"database":0,"record":0})").size();
/// Whether a table of that many slots is too empty for its JSON.
template <class Slot>
constexpr bool needs_dots(std::uint64_t capacity, std::uint64_t taken) {
  return capacity > kSlotAllowance + taken * kLeastSlotText<Slot>;
}

/// A path with its name, or with the size of one that cannot be followed.
struct PathForm {
  PathEntry entry;
  std::string name = {};
};

void fields(JsonWriter& json, const PathForm& path);
void fields(JsonReader& json, PathForm& path);

}  // namespace mw::wows::assets
