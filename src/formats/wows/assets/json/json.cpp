#include <meshwright/core/json_writer.h>
#include "assets/walk.h"
#include "forms.h"
#include "geometry/json/forms.h"
#include "parts.h"

namespace mw::wows::assets {
namespace {

using Rows = JsonWriter::Rows;

/// Writes a file as JSON, part by part.
class FileToJson {
 public:
  FileToJson(const Database& database, JsonWriter& json) : database_(database), json_(json) {
    cover_tables(database, covered_);
  }

  void write() {
    json_.begin_object();
    json_.member("format", kFormatId);
    write_header();
    json_.field("layout", LayoutForm(database_.body()));
    json_.key("strings");
    write_strings();
    json_.key("resources");
    write_resources();
    write_paths();
    write_databases();
    write_gaps();
    json_.end_object();
  }

 private:
  void write_header() {
    json_.key("header");
    json_.begin_object(Rows::one_line);
    json_.field("version", database_.header().version);
    json_.field("checksum", database_.header().checksum);
    json_.end_object();
  }

  /// Slots that are all zero are left out.
  void write_strings() {
    json_.begin_object();
    write_capacity<StringSlot>(database_.string_buckets());
    json_.key("slots");
    json_.begin_array();
    for (std::size_t slot = 0; slot < database_.string_buckets().size(); ++slot) {
      const StringBucket bucket = database_.string_buckets()[slot];
      const std::uint32_t value = database_.string_values()[slot];
      if (bucket.key != 0 || bucket.tag != 0 || value != 0)
        write_row(StringSlot{std::uint32_t(slot), bucket.key, bucket.tag, value});
    }
    json_.end_array();
    write_texts();
    json_.end_object();
  }

  /// A reader makes no more slots than the text is long. So the empty ones of a table that has few others are
  /// shown, each by a dot.
  template <class Slot, class Bucket>
  void write_capacity(const TableView<Bucket>& buckets) {
    constexpr std::size_t kDots = 4096;  // to a line
    json_.member("capacity", std::uint64_t(buckets.size()));
    std::size_t empty = 0;
    for (std::size_t slot = 0; slot < buckets.size(); ++slot) empty += buckets[slot].is_occupied() ? 0 : 1;
    if (!needs_dots<Slot>(buckets.size(), buckets.size() - empty)) return;
    json_.key("empty");
    json_.begin_array();
    for (; empty > 0; empty -= std::min(empty, kDots)) json_.value(std::string(std::min(empty, kDots), '.'));
    json_.end_array();
  }

  void write_row(const auto& form) {
    json_.begin_object(Rows::one_line);
    fields(json_, form);
    json_.end_object();
  }

  void write_texts() {
    const std::string_view texts = database_.texts();
    json_.key("texts");
    json_.begin_array();
    std::size_t at = 0;
    for (auto end = texts.find('\0'); end != texts.npos; end = texts.find('\0', at)) {
      write_text(texts.substr(at, end - at));
      at = end + 1;
    }
    json_.end_array();
    const ByteSpan tail = bytes_of(texts.substr(at));
    if (!tail.empty()) json_.field("tail", Bytes(tail.begin(), tail.end()));
  }

  void write_text(std::string_view text) {
    if (is_utf8(text)) return json_.value(text);
    json_.begin_object(Rows::one_line);
    const ByteSpan bytes = bytes_of(text);
    json_.field("bytes", Bytes(bytes.begin(), bytes.end()));
    json_.end_object();
  }

  void write_resources() {
    json_.begin_object();
    write_capacity<ResourceSlot>(database_.resource_buckets());
    json_.key("slots");
    json_.begin_array();
    for (std::size_t slot = 0; slot < database_.resource_buckets().size(); ++slot) {
      const ResourceBucket bucket = database_.resource_buckets()[slot];
      const std::uint32_t value = database_.resource_values()[slot];
      if (bucket.key == 0 && bucket.tag == 0 && value == 0) continue;
      write_row(ResourceSlot{std::uint32_t(slot), {bucket.key}, {bucket.tag}, unpack_location(value)});
    }
    json_.end_array();
    json_.end_object();
  }

  void write_paths() {
    json_.key("paths");
    json_.begin_array();
    for (std::size_t row = 0; row < database_.paths().size(); ++row) {
      PathForm form{database_.paths()[row]};
      const auto name = database_.name_bytes(form.entry, row);
      if (name) form.name = *name;
      write_row(form);
    }
    json_.end_array();
  }

  void write_databases() {
    json_.key("databases");
    json_.begin_array();
    for (std::size_t index = 0; index < database_.database_count(); ++index) {
      json_.begin_object();
      write_database(database_.database(index), index);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_database(const DatabaseView& view, std::size_t index) {
    if (view.type != nullptr)
      json_.member("type", view.type->name);
    else
      json_.field("magic", view.entry.magic);
    json_.field("checksum", view.entry.checksum);
    json_.field("size", view.entry.size);
    if (view.entry.padding_0x0c != 0) json_.field("padding_0x0c", view.entry.padding_0x0c);
    json_.field("pointer", view.entry.pointer);
    if (!has_records(view)) return write_data(view);
    json_.member("layout", layout_name(view.layout));
    json_.field("record_pointer", view.header.record_pointer);
    json_.key("records");
    json_.begin_array();
    records_.for_each(index, [&](std::uint64_t, const Record& record, const Error*) {
      json_.begin_object();
      record_members(json_, names_, record);
      json_.end_object();
    });
    json_.end_array();
  }

  void write_data(const DatabaseView& view) {
    // The pointer of one without bytes may lead anywhere.
    if (view.entry.size == 0) return json_.field("data", Bytes());
    const ByteSpan data = database_.bytes().subspan(std::size_t(view.begin), view.entry.size);
    json_.field("data", Bytes(data.begin(), data.end()));
  }

  void write_gaps() {
    json_.key(kUnreferenced);
    json_.begin_array();
    covered_.for_each_gap([&](std::uint64_t offset, std::uint64_t size) {
      const ByteSpan bytes = database_.bytes().subspan(std::size_t(offset), std::size_t(size));
      write_row(Unreferenced{offset, Bytes(bytes.begin(), bytes.end())});
    });
    json_.end_array();
  }

  const Database& database_;
  JsonWriter& json_;
  NameTexts names_{database_};
  ByteSet covered_{database_.bytes().size()};
  RecordWalk records_{database_, &covered_};
};

}  // namespace

void record_members(JsonWriter& json, const NameTexts& names, const Record& record) {
  std::visit(
      [&](const auto& each) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, Raw>)
          json.field("raw", each.bytes);
        else
          RecordToJson(json, names).write(each);
      },
      record);
}

void record_to_json(const Database& database, const Record& record, JsonWriter& json) {
  const NameTexts names(database);
  json.begin_object();
  record_members(json, names, record);
  json.end_object();
}

void to_json(const Database& database, JsonWriter& json) {
  FileToJson(database, json).write();
}

std::string to_json(const Database& database) {
  JsonWriter json(JsonWriter::Style::pretty);
  to_json(database, json);
  return json.take();
}

}  // namespace mw::wows::assets
