#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/glob.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/assets_rows.h>

#include <algorithm>

namespace mw::wows::assets {
namespace {

std::string_view type_name(const Database& database, const Location& location) {
  if (location.database >= database.database_count()) return "unknown";
  const TypeInfo* type = database.database(location.database).type;
  return type == nullptr ? "unknown" : type->name;
}

Error no_type(std::string_view wanted) {
  std::string names;
  for (const TypeInfo& type : types()) names += (names.empty() ? "" : ", ") + std::string(type.name);
  return {.message = fmt::format("no type is called {}, only {}", quote_word(wanted), names)};
}

/// "/Content\\A.model" as paths of the database are compared with it.
std::string plain_path(std::string_view path) {
  std::string plain = lower_case(path);
  std::ranges::replace(plain, '\\', '/');
  return plain.substr(std::min(plain.find_first_not_of('/'), plain.size()));
}

}  // namespace

Result<std::size_t> for_each_row(const Database& database, const PathFilter& filter,
                                 const std::function<void(const PathRow& row)>& use) {
  if (!filter.type.empty() && find_type(filter.type) == nullptr) return fail(no_type(filter.type));
  std::optional<Resources> resources;
  if (filter.with_records || !filter.type.empty()) resources.emplace(database);
  const std::string ending = lower_case(filter.ending);
  std::size_t found = 0;
  for_each_path(database, [&](std::size_t number, std::string_view path) {
    PathRow row{path, ResourceId{database.paths()[number].id}};
    if (filter.id && row.id != *filter.id) return;
    if (!filter.pattern.empty() && !matches(filter.pattern, path)) return;
    if (!ending.empty() && !lower_case(path).ends_with(ending)) return;
    if (resources) row.location = resources->find(row.id);
    if (row.location) row.type = type_name(database, *row.location);
    if (!filter.type.empty() && row.type != filter.type) return;
    ++found;
    use(row);
  });
  return found;
}

Error no_record(const Database& database, std::string_view word, ResourceId id) {
  const std::string what = escape_text(word);
  const Paths paths(database);
  if (paths.row_of(id)) return {.message = fmt::format("{} has a path but no record", what)};
  const std::string wanted = plain_path(word);
  std::string like;
  for_each_path(database, [&](std::size_t, std::string_view path) {
    if (like.empty() && plain_path(path) == wanted) like = path;
  });
  return {.message = fmt::format("no record of {}{}", what,
                                 like.empty() ? "" : "; it is written " + escape_text(like))};
}

Result<ShownRecord> show_record(const Database& database, std::string_view path_or_id,
                                JsonWriter::Style style) {
  const auto id = id_of(path_or_id);
  if (!id) return fail(id.error());
  const auto location = database.find(*id);
  if (!location) return fail(no_record(database, path_or_id, *id));
  const auto record = database.record(*location);
  if (!record) return fail(record.error());
  const DatabaseView view = database.database(location->database);
  JsonWriter json(style);
  json.begin_object();
  AnswerWriter(json).members("path", Paths(database).path(*id), "id", show_id(*id), "type",
                             type_name(database, *location), "database", location->database, "record",
                             location->record, "offset", view.record_offset(location->record));
  json.key("value");
  record_to_json(database, *record, json);
  json.end_object();
  ShownRecord shown{json.take()};
  if (std::holds_alternative<Raw>(*record))
    shown.unknown_version = unknown_version(view) + std::string(view.type != nullptr ? kAssumeAdvice : "");
  return shown;
}

}  // namespace mw::wows::assets
