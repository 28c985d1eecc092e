#include <meshwright/core/json_text.h>
#include <algorithm>
#include <array>

#include "assets/encode.h"
#include "parts.h"

namespace mw::wows::assets {
namespace {

/// A database; its records are read by the layout that it says they have.
struct RecordForm {
  Layout layout = Layout::raw;
  Record record;
};

void fields(JsonReader& json, RecordForm& form) {
  if (json.has("raw")) return json.field("raw", form.record.emplace<Raw>().bytes);
  with_record(form.layout, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, Raw>)
      json.fail("a record of an unknown layout is \"raw\"");
    else
      RecordFromJson(json).read(form.record.emplace<T>());
  });
}

struct DatabaseForm {
  DatabaseEntry entry;
  bool has_records = false;
  Layout layout = Layout::raw;
  std::int64_t record_pointer = sizeof(DataHeader);
  std::vector<RecordForm> records;
  Bytes data;  // of one without records

  std::uint64_t stride() const {
    const TypeInfo* type = find_type(entry.magic);
    if (layout != Layout::raw) return stride_of(layout);
    return type != nullptr ? type->stride : 0;
  }
};

void read_type(JsonReader& json, DatabaseForm& form) {
  if (json.has("magic")) return json.field("magic", form.entry.magic);
  std::string name;
  json.field("type", name);
  if (const TypeInfo* type = find_type(std::string_view(name)))
    form.entry.magic = type->magic;
  else
    json.fail(fmt::format("no type of records is called {}", quote_word(name)));
}

void fields(JsonReader& json, DatabaseForm& form) {
  read_type(json, form);
  json.field("checksum", form.entry.checksum);
  optional_field(json, "size", form.entry.size);
  optional_field(json, "padding_0x0c", form.entry.padding_0x0c);
  optional_field(json, "pointer", form.entry.pointer);
  form.has_records = json.has("records");
  if (!form.has_records) return json.field("data", form.data);
  std::string layout;
  json.field("layout", layout);
  const auto known = find_layout_name(layout);
  if (!known) return json.fail(fmt::format("no layout is called {}", quote_word(layout)));
  form.layout = *known;
  optional_field(json, "record_pointer", form.record_pointer);
  json.table("records", form.records, RecordForm{.layout = form.layout, .record = {}});
}

/// Slots of a hash table that JSON lists.
template <class Slot>
struct TableForm {
  std::uint32_t capacity = 0;
  std::vector<Slot> slots;
};

/// All of a file, as its JSON has it.
struct FileForm {
  Header header;
  bool has_checksum = false;
  bool has_layout = false;
  Body body;
  TableForm<StringSlot> strings;
  std::string texts;
  TableForm<ResourceSlot> resources;
  std::vector<PathForm> paths;
  std::vector<DatabaseForm> databases;
  std::vector<Unreferenced> unreferenced;
};

struct HeaderForm {
  FileForm& file;
};

void fields(JsonReader& json, HeaderForm& form) {
  json.field("version", form.file.header.version);
  form.file.has_checksum = json.has("checksum");
  if (form.file.has_checksum) json.field("checksum", form.file.header.checksum);
}

template <class Slot>
void read_slots(JsonReader& json, TableForm<Slot>& table, std::uint64_t most) {
  json.field("capacity", table.capacity);
  // A short text must not ask for gigabytes of empty slots.
  if (table.capacity > most)
    return json.fail(fmt::format("{} slots, more than a JSON of this length can fill", table.capacity));
  std::vector<std::string> dots;  // only there for their length
  if (json.has("empty")) json.table("empty", dots);
  json.table("slots", table.slots);
  PathScope scope(json.path(), "slots");
  for (std::size_t row = 0; row < table.slots.size(); ++row) {
    scope.set_row(row);
    if (table.slots[row].slot >= table.capacity)
      json.fail(fmt::format("slot {} >= capacity {}", table.slots[row].slot, table.capacity));
  }
}

struct StringsForm {
  FileForm& file;
  std::uint64_t most;
};

void fields(JsonReader& json, StringsForm& form) {
  read_slots(json, form.file.strings, form.most);
  std::vector<std::string> texts;
  json.table("texts", texts);
  for (const std::string& text : texts) {
    form.file.texts += text;
    form.file.texts += '\0';
  }
  Bytes tail;
  if (json.has("tail")) json.field("tail", tail);
  form.file.texts += text_of(tail);
}

struct ResourcesForm {
  FileForm& file;
  std::uint64_t most;
};

void fields(JsonReader& json, ResourcesForm& form) {
  read_slots(json, form.file.resources, form.most);
  PathScope scope(json.path(), "slots");
  for (std::size_t row = 0; row < form.file.resources.slots.size(); ++row) {
    scope.set_row(row);
    const Location& location = form.file.resources.slots[row].location;
    if (unpack_location(pack(location)) != location)
      json.fail("a state below 4, a database below 64 and a record below 16777216 fit a slot");
  }
}

Result<FileForm> read_file(const JsonText& text) {
  const std::uint64_t most = text.text().size() + kSlotAllowance;
  JsonReader json(text);
  FileForm file;
  std::string format;
  json.field("format", format);
  if (json.ok() && format != kFormatId) json.fail(fmt::format("expected \"{}\"", kFormatId));
  HeaderForm header{file};
  json.field("header", header);
  file.has_layout = json.has("layout");
  LayoutForm layout;
  if (file.has_layout) json.field("layout", layout);
  file.body = layout;
  StringsForm strings{file, most};
  json.field("strings", strings);
  ResourcesForm resources{file, most};
  json.field("resources", resources);
  json.table("paths", file.paths);
  json.table("databases", file.databases);
  if (json.has(kUnreferenced)) json.table(kUnreferenced, file.unreferenced);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

/// Places everything one after another, as Builder does.
class Layouter {
 public:
  explicit Layouter(FileForm& file) : file_(file) {}

  Result<void> lay_out() {
    std::uint64_t names = 0;
    for (const PathForm& path : file_.paths) names += path.name.size();
    const PlacedTables placed = place_tables({.string_capacity = file_.strings.capacity,
                                              .text_size = file_.texts.size(),
                                              .resource_capacity = file_.resources.capacity,
                                              .path_count = file_.paths.size(),
                                              .name_size = names,
                                              .database_count = file_.databases.size()},
                                             file_.body);
    next_ = placed.names;
    std::uint64_t base = placed.paths + field_byte<PathEntry>("name_size");
    for (PathForm& path : file_.paths) {
      path.entry.name_pointer = place(base, path.name.size());
      base += sizeof(PathEntry);
    }
    next_ = placed.data;
    base = placed.databases;
    for (std::size_t row = 0; row < file_.databases.size(); ++row, base += sizeof(DatabaseEntry))
      if (auto placed_data = place_database(base, row); !placed_data) return placed_data;
    return {};
  }

 private:
  /// The pointer from `base` to the next `size` bytes.
  std::int64_t place(std::uint64_t base, std::uint64_t size) {
    const std::uint64_t at = std::exchange(next_, next_ + size);
    return std::int64_t(at - base);
  }

  Result<void> place_database(std::uint64_t base, std::size_t index) {
    DatabaseForm& form = file_.databases[index];
    const std::uint64_t begin = next_;
    form.entry.pointer = place(base, form.data.size());
    if (form.has_records) {
      const std::uint64_t first = begin + sizeof(DataHeader);
      form.record_pointer = sizeof(DataHeader);
      next_ = first + form.records.size() * form.stride();
      for (std::size_t row = 0; row < form.records.size(); ++row)
        if (!place_record(first + row * form.stride(), form.records[row].record))
          return fail({.field = fmt::format("databases[{}].records[{}]", index, row),
                       .message = "a raw record cannot be placed anew: nothing says what it points at"});
    }
    const std::uint64_t size = next_ - begin;
    form.entry.size = std::uint32_t(size);
    if (std::in_range<std::uint32_t>(size)) return {};
    return fail({.field = fmt::format("databases[{}]", index), .message = "more than 4 GB of records"});
  }

  bool place_record(std::uint64_t base, Record& record) {
    return std::visit(
        [&](auto& each) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, Raw>)
            return false;
          else
            return RecordPlacer::place(base, next_, each);
        },
        record);
  }

  FileForm& file_;
  std::uint64_t next_ = 0;
};

/// Writes a file where its pointers say.
class FormWriter {
 public:
  explicit FormWriter(FileForm& file) : file_(file) {}

  Result<Bytes> write() {
    count();
    writer_.seek(0, "header");
    writer_.field("header", file_.header);
    writer_.field("body", file_.body);
    write_strings();
    write_resources();
    write_paths();
    write_databases();
    writer_.unreferenced(file_.unreferenced);
    return writer_.finish();
  }

 private:
  void count() {
    Body& body = file_.body;
    body.string_capacity = file_.strings.capacity;
    body.resource_capacity = file_.resources.capacity;
    writer_.narrow("strings.texts", file_.texts.size(), body.text_size);
    writer_.narrow("paths", file_.paths.size(), body.path_count);
    writer_.narrow("databases", file_.databases.size(), body.database_count);
  }

  template <class T>
  void write_rows(std::string_view name, std::uint64_t base, std::int64_t pointer,
                  const std::vector<T>& rows) {
    if (!rows.empty() && go_to(writer_, name, base, pointer)) writer_.rows(name, rows);
  }

  void write_strings() {
    std::vector<StringBucket> buckets(file_.strings.capacity);
    std::vector<std::uint32_t> values(file_.strings.capacity);
    for (const StringSlot& slot : file_.strings.slots) {
      buckets[slot.slot] = {slot.key, slot.tag};
      values[slot.slot] = slot.offset;
    }
    write_rows("strings.buckets", kBodyBase, file_.body.string_bucket_pointer, buckets);
    write_rows("strings.values", kBodyBase, file_.body.string_value_pointer, values);
    if (!file_.texts.empty() && go_to(writer_, "strings.texts", kBodyBase, file_.body.text_pointer))
      writer_.raw("strings.texts", bytes_of(file_.texts));
  }

  void write_resources() {
    std::vector<ResourceBucket> buckets(file_.resources.capacity);
    std::vector<std::uint32_t> values(file_.resources.capacity);
    for (const ResourceSlot& slot : file_.resources.slots) {
      buckets[slot.slot] = {slot.id.value, slot.tag.value};
      values[slot.slot] = pack(slot.location);
    }
    write_rows("resources.buckets", kResourceBase, file_.body.resource_bucket_pointer, buckets);
    write_rows("resources.values", kResourceBase, file_.body.resource_value_pointer, values);
  }

  void write_paths() {
    const auto first = resolve(kPathBase, file_.body.path_pointer);
    if (file_.paths.empty() || !go_to(writer_, "paths", kPathBase, file_.body.path_pointer)) return;
    PathScope scope(writer_.path(), "paths");
    for (std::size_t row = 0; row < file_.paths.size(); ++row) {
      scope.set_row(row);
      const PathForm& path = file_.paths[row];
      const std::uint64_t base = *first + row * sizeof(PathEntry);
      writer_.seek(base, "paths");
      visit_fields(writer_, path.entry);
      if (!path.name.empty() &&
          go_to(writer_, "paths.name", base + field_byte<PathEntry>("name_size"), path.entry.name_pointer))
        writer_.raw("name", bytes_of(path.name));
    }
  }

  void write_databases() {
    const auto first = resolve(kBodyBase, file_.body.database_pointer);
    if (file_.databases.empty() || !go_to(writer_, "databases", kBodyBase, file_.body.database_pointer))
      return;
    PathScope scope(writer_.path(), "databases");
    for (std::size_t row = 0; row < file_.databases.size(); ++row) {
      scope.set_row(row);
      const DatabaseForm& form = file_.databases[row];
      const std::uint64_t base = *first + row * sizeof(DatabaseEntry);
      writer_.seek(base, "databases");
      DatabaseEntry entry = form.entry;
      if (!form.has_records) writer_.narrow("data", form.data.size(), entry.size);
      visit_fields(writer_, entry);
      if (entry.size > 0 && go_to(writer_, "databases.data", base, entry.pointer)) write_data(form);
    }
  }

  void write_data(const DatabaseForm& form) {
    if (!form.has_records) return writer_.raw("data", form.data);
    const std::uint64_t begin = writer_.position();
    const DataHeader header{.count = form.records.size(), .record_pointer = form.record_pointer};
    visit_fields(writer_, header);
    const auto first = resolve(begin, form.record_pointer);
    PathScope scope(writer_.path(), "records");
    for (std::size_t row = 0; row < form.records.size(); ++row) {
      scope.set_row(row);
      const Record& record = form.records[row].record;
      const auto* raw = std::get_if<Raw>(&record);
      if (!first || (raw != nullptr && raw->bytes.size() != form.stride()))
        return writer_.fail({}, fmt::format("a record of {} bytes is expected", form.stride()));
      std::visit([&](const auto& each) { write_record(writer_, *first + row * form.stride(), each); },
                 record);
    }
  }

  FileForm& file_;
  Writer writer_;
};

}  // namespace

Result<Database> from_json(const JsonText& json) {
  auto file = read_file(json);
  if (!file) return fail(file.error());
  if (!file->has_layout) {
    file->unreferenced.clear();
    if (auto placed = Layouter(*file).lay_out(); !placed) return fail(placed.error());
  }
  auto bytes = FormWriter(*file).write();
  if (!bytes) return fail(bytes.error());
  if (!file->has_layout || !file->has_checksum) {
    const Header header{.version = file->header.version, .checksum = checksum(*bytes)};
    std::memcpy(bytes->data(), &header, sizeof header);
  }
  return Database::open(Blob(*std::move(bytes)));
}

}  // namespace mw::wows::assets
