#pragma once

#include <meshwright/core/json_value.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Properties as people type them and as editors spell them.
namespace mw::scene {

/// Of a text in Python's spelling of lists and dictionaries. Blender stores a property of a type that it
/// lacks, such as a list of numbers and texts, as that text.
std::optional<JsonValue> parse_python(std::string_view text);

/// A list of records as one types it.
struct TypedRows {
  JsonArray rows;
  std::vector<std::string> strange;  // not such a record
};
/// Commas separate the records and blanks their members, which are those of `like` in its order: numbers, or
/// texts. The last one has the rest.
TypedRows parse_rows(std::string_view text, const JsonObject& like);

}  // namespace mw::scene
