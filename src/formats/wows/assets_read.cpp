#include <fmt/format.h>
#include <meshwright/core/field_of.h>
#include <meshwright/core/reader.h>
#include <meshwright/wows/assets.h>
#include <algorithm>
#include <cstring>

#include "assets_decode.h"
#include "assets_lookup.h"

namespace mw::wows::assets {
namespace {

/// Checks a table that a pointer of the structure at `base` leads to.
template <class T>
void open_table(Reader& reader, std::string_view name, std::uint64_t base, std::int64_t pointer,
                std::uint64_t count, TableView<T>& rows) {
  const auto offset = resolve(base, pointer);
  if (offset) return reader.table(name, *offset, count, rows);
  if (count > 0)
    reader.fail(base, name, fmt::format("pointer {} leads before the start of the file", pointer));
}

void check_header(Reader& reader, const Header& header) {
  const auto refuse = [&](FieldOf<Header> field, std::string message) {
    reader.fail(field.byte, fmt::format("header.{}", field.name), std::move(message));
  };
  if (!reader.ok()) return;
  if (header.magic != kMagic)
    return refuse("magic", fmt::format("0x{:08X}, expected 0x{:08X}", header.magic, kMagic));
  if (header.architecture != kArchitecture)
    return refuse("architecture",
                  fmt::format("pointers of {} bits, expected {}", header.architecture, kArchitecture));
  if (header.endianness != kLittleEndian)
    refuse("endianness", fmt::format("{}, expected {} (little-endian)", header.endianness, kLittleEndian));
}

/// The data of every database lies in the file, and all together are not many times as long.
void check_databases(Reader& reader, std::uint64_t table, const TableView<DatabaseEntry>& entries) {
  PathScope scope(reader.path(), "databases");
  for (std::size_t row = 0; row < entries.size() && reader.ok(); ++row) {
    scope.set_row(row);
    const std::uint64_t base = table + row * sizeof(DatabaseEntry);
    const DatabaseEntry entry = entries[row];
    const auto begin = resolve(base, entry.pointer);
    if (begin)
      reader.claim("data", *begin, entry.size, 1);
    else if (entry.size > 0)
      reader.fail(base, "data", fmt::format("pointer {} leads before the start of the file", entry.pointer));
  }
}

std::uint64_t table_offset(const Body& body) {
  return resolve(kBodyBase, body.database_pointer).value_or(0);
}

/// Where in the file the entry of a database is.
std::uint64_t entry_offset(const Body& body, std::size_t index) {
  return table_offset(body) + index * sizeof(DatabaseEntry);
}

/// Finds the records of a database, if they fit.
void find_records(ByteSpan file, DatabaseView& view) {
  if (view.entry.size < sizeof(DataHeader)) return;
  std::memcpy(&view.header, file.data() + view.begin, sizeof(DataHeader));
  if (view.stride == 0) return;
  const auto first = resolve(view.begin, view.header.record_pointer);
  if (!first || *first < view.begin || *first > view.end()) return;
  if (view.header.count > (view.end() - *first) / view.stride) return;
  view.first = *first;
  view.count = view.header.count;
}

}  // namespace

bool sniff(ByteSpan bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < sizeof magic) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kMagic;
}

Result<Database> Database::open(Blob blob, const Trace* trace) {
  Database database;
  database.blob_ = std::move(blob);
  Reader reader(database.bytes(), trace);
  reader.field("header", database.header_);
  check_header(reader, database.header_);
  reader.field("body", database.body_);
  const Body& body = database.body_;
  open_table(reader, "strings.buckets", kBodyBase, body.string_bucket_pointer, body.string_capacity,
             database.string_buckets_);
  open_table(reader, "strings.values", kBodyBase, body.string_value_pointer, body.string_capacity,
             database.string_values_);
  TableView<std::uint8_t> texts;
  open_table(reader, "strings.texts", kBodyBase, body.text_pointer, body.text_size, texts);
  database.texts_ = texts.bytes();
  open_table(reader, "resources.buckets", kResourceBase, body.resource_bucket_pointer, body.resource_capacity,
             database.resource_buckets_);
  open_table(reader, "resources.values", kResourceBase, body.resource_value_pointer, body.resource_capacity,
             database.resource_values_);
  open_table(reader, "paths", kPathBase, body.path_pointer, body.path_count, database.paths_);
  database.first_path_ = resolve(kPathBase, body.path_pointer).value_or(0);
  open_table(reader, "databases", kBodyBase, body.database_pointer, body.database_count, database.databases_);
  check_databases(reader, table_offset(body), database.databases_);
  if (!reader.ok()) return fail(reader.error());
  return database;
}

Result<Database> read(ByteSpan bytes, const Trace* trace) {
  auto database = Database::open(Blob::borrowed(bytes));
  if (trace == nullptr) return database;
  if (!database) return Database::open(Blob::borrowed(bytes), trace);  // tells of what could be read
  if (auto told = write(*database, trace); !told) return fail(told.error());
  return database;
}

DatabaseView Database::database(std::size_t index) const {
  DatabaseView view;
  view.entry = databases_[index];
  view.begin = resolve(entry_offset(body_, index), view.entry.pointer).value_or(0);
  view.type = find_type(view.entry.magic);
  if (view.type != nullptr) {
    const auto known = find_layout(view.type->type, view.entry.checksum);
    view.layout = known.value_or(assumed_layout(view.type->type, assume_));
    view.assumed = !known && view.layout != Layout::raw;
    view.stride = view.layout == Layout::raw ? view.type->stride : stride_of(view.layout);
  }
  find_records(bytes(), view);
  return view;
}

std::optional<std::string_view> Database::text_at(std::uint64_t offset) const {
  if (offset >= texts().size()) return std::nullopt;
  const std::string_view rest = texts().substr(std::size_t(offset), kMaxTextSize);
  const auto end = rest.find('\0');
  if (end == rest.npos) return std::nullopt;
  return rest.substr(0, end);
}

std::optional<std::string_view> Database::string(NameId id) const {
  const auto slot = find_slot(string_buckets_, id.value);
  return slot ? text_at(string_values_[*slot]) : std::nullopt;
}

std::optional<Location> Database::find(ResourceId id) const {
  const auto slot = find_slot(resource_buckets_, id.value);
  if (!slot) return std::nullopt;
  const Location location = unpack_location(resource_values_[*slot]);
  if (location.state != 0) return std::nullopt;
  return location;
}

Result<Record> Database::record(const Location& location) const {
  if (location.database >= database_count())
    return fail(
        {.message = fmt::format("database {} >= database count {}", location.database, database_count())});
  const DatabaseView view = database(location.database);
  if (location.record >= view.count)
    return fail({.offset = view.begin,
                 .field = fmt::format("databases[{}]", location.database),
                 .message = fmt::format("record {} >= record count {}", location.record, view.count)});
  DecodeLimits limits = DecodeLimits::of(view.entry.size);
  return decode(bytes(), view, location.record, limits).map_error([&](Error error) {
    error.field =
        fmt::format("databases[{}].records[{}].{}", location.database, location.record, error.field);
    return error;
  });
}

std::optional<std::string_view> Database::name_bytes(const PathEntry& entry, std::size_t row) const {
  if (entry.name_size == 0 || entry.name_size > kMaxNameSize) return std::nullopt;
  const auto at = resolve(path_offset(row) + field_byte<PathEntry>("name_size"), entry.name_pointer);
  if (!at || *at > bytes().size() || entry.name_size > bytes().size() - *at) return std::nullopt;
  return text_of(bytes().subspan(std::size_t(*at), entry.name_size));
}

Counts count(const Database& database) {
  Counts counts{.paths = database.paths().size()};
  for (std::size_t i = 0; i < database.string_buckets().size(); ++i)
    counts.strings += database.string_buckets()[i].is_occupied() ? 1 : 0;
  for (std::size_t i = 0; i < database.resource_buckets().size(); ++i)
    counts.resources += database.resource_buckets()[i].is_occupied() ? 1 : 0;
  for (std::size_t i = 0; i < database.database_count(); ++i) counts.records += database.database(i).count;
  return counts;
}

}  // namespace mw::wows::assets
