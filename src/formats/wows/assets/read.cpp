#include <fmt/format.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/assets.h>
#include <algorithm>
#include <cstring>

#include "decode.h"
#include "lookup.h"

namespace mw::wows::assets {
namespace {

/// A pointer and where it is in the file.
struct Pointer {
  std::uint64_t base;
  std::int64_t value;
  std::uint64_t at;
};

/// A pointer of the body.
Pointer body_pointer(std::uint64_t base, std::int64_t value, FieldOf<Body> field) {
  return {base, value, kBodyBase + field.byte};
}

/// Where `count` rows begin; nothing when there are none, and after a failure.
std::optional<std::uint64_t> follow(Reader& reader, std::string_view name, const Pointer& pointer,
                                    std::uint64_t count) {
  const auto refuse = [&](std::string message) -> std::optional<std::uint64_t> {
    reader.fail(pointer.at, name, std::move(message));
    return std::nullopt;
  };
  if (count == 0) return std::nullopt;
  if (pointer.value == 0) return refuse(fmt::format("{} rows, but no pointer to them", count));
  const auto offset = resolve(pointer.base, pointer.value);
  if (!offset) return refuse(fmt::format("pointer {} leads before the start of the file", pointer.value));
  if (*offset > reader.file().size())
    return refuse(fmt::format("pointer {} leads behind the end of the file", pointer.value));
  return offset;
}

/// Checks a table that a pointer leads to.
template <class T>
void open_table(Reader& reader, std::string_view name, const Pointer& pointer, std::uint64_t count,
                TableView<T>& rows) {
  if (const auto offset = follow(reader, name, pointer, count)) reader.table(name, *offset, count, rows);
}

void check_header(Reader& reader, const Header& header) {
  const auto refuse = [&](FieldOf<Header> field, std::string message) {
    reader.fail(field.byte, fmt::format("header.{}", field.name), std::move(message),
                field.name == "magic" ? ErrorCode::not_this_format : ErrorCode::unsupported);
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
    const Pointer pointer{base, entry.pointer, base + field_byte<DatabaseEntry>("pointer")};
    if (const auto begin = follow(reader, "data", pointer, entry.size))
      reader.claim("data", *begin, entry.size, 1);
  }
}

std::uint64_t table_offset(const Body& body) {
  return resolve(kBodyBase, body.database_pointer).value_or(0);
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
  open_table(reader, "strings.buckets",
             body_pointer(kBodyBase, body.string_bucket_pointer, "string_bucket_pointer"),
             body.string_capacity, database.string_buckets_);
  open_table(reader, "strings.values",
             body_pointer(kBodyBase, body.string_value_pointer, "string_value_pointer"), body.string_capacity,
             database.string_values_);
  TableView<std::uint8_t> texts;
  open_table(reader, "strings.texts", body_pointer(kBodyBase, body.text_pointer, "text_pointer"),
             body.text_size, texts);
  database.texts_ = texts.bytes();
  open_table(reader, "resources.buckets",
             body_pointer(kResourceBase, body.resource_bucket_pointer, "resource_bucket_pointer"),
             body.resource_capacity, database.resource_buckets_);
  open_table(reader, "resources.values",
             body_pointer(kResourceBase, body.resource_value_pointer, "resource_value_pointer"),
             body.resource_capacity, database.resource_values_);
  open_table(reader, "paths", body_pointer(kPathBase, body.path_pointer, "path_pointer"), body.path_count,
             database.paths_);
  database.first_path_ = resolve(kPathBase, body.path_pointer).value_or(0);
  open_table(reader, "databases", body_pointer(kBodyBase, body.database_pointer, "database_pointer"),
             body.database_count, database.databases_);
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

std::uint64_t Database::entry_offset(std::size_t index) const {
  return table_offset(body_) + index * sizeof(DatabaseEntry);
}

DatabaseView Database::database(std::size_t index) const {
  DatabaseView view;
  view.entry = databases_[index];
  view.begin = resolve(entry_offset(index), view.entry.pointer).value_or(0);
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
  const std::uint64_t size =
      location.database < database_count() ? std::uint64_t(databases_[location.database].size) : 0;
  DecodeLimits limits = DecodeLimits::of(size);
  return decode(*this, location, limits);
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
