#pragma once

#include <meshwright/core/error.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/detail/assets_ids.h>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Queries on a database: its paths, one record, and a chain in words.
namespace mw::wows::assets {

/// What is known of a path.
struct PathRow {
  std::string_view path;
  ResourceId id;
  std::optional<Location> location = {};  // of its record, if it is looked up and exists
  std::string_view type = {};             // of its record
};

void fields(auto& io, const PathRow& row) {
  const auto of_record = [&](const auto& value) {
    return row.location ? std::optional(value) : std::nullopt;
  };
  const Location location = row.location.value_or(Location());
  io.field("path", row.path);
  io.field("id", show_id(row.id));
  io.field("type", of_record(row.type));
  io.field("database", of_record(location.database));
  io.field("record", of_record(location.record));
}

/// Which paths; all that is given must fit.
struct PathFilter {
  std::string_view pattern = {};  // as glob.h has them
  std::string_view ending = {};   // in any case of its letters
  std::optional<ResourceId> id = {};
  std::string_view type = {};  // of their records
  bool with_records = false;   // whether records are looked up without a type too
};

/// Calls `use` with each matching path, as it is found, and returns their number. Fails for an unknown type.
Result<std::size_t> for_each_row(const Database& database, const PathFilter& filter,
                                 const std::function<void(const PathRow& row)>& use);

/// Why an id leads to no record: `word` is the user's spelling of it.
Error no_record(const Database& database, std::string_view word, ResourceId id);

struct ShownRecord {
  std::string json;
  std::string unknown_version = {};  // its type, if only its bytes are known
};
/// The record of a path or an id.
Result<ShownRecord> show_record(const Database& database, std::string_view path_or_id,
                                JsonWriter::Style style);

/// Its path, or its id.
std::string to_string(const Reference& reference);
/// A line for each thing that it refers to.
std::string to_text(const Chain& chain);

}  // namespace mw::wows::assets
