#include <meshwright/codec/detail/deflate.h>
#include <meshwright/wows/detail/name_hash.h>

#include "encode.h"
#include "walk.h"

namespace mw::wows::assets {
namespace {

/// Writes tables where they were read.
class FileWriter {
 public:
  FileWriter(const Database& database, const Trace* trace)
      : database_(database), writer_(trace), covered_(database.bytes().size()) {
    cover_tables(database, covered_);
  }

  Result<Bytes> write() {
    writer_.seek(0, "header");
    writer_.field("header", database_.header());
    writer_.field("body", database_.body());
    write_table("strings.buckets", database_.string_buckets());
    write_table("strings.values", database_.string_values());
    write_texts();
    write_table("resources.buckets", database_.resource_buckets());
    write_table("resources.values", database_.resource_values());
    write_table("paths", database_.paths());
    write_names();
    write_databases();
    write_gaps();
    return writer_.finish();
  }

 private:
  std::uint64_t offset_of(ByteSpan part) const {
    return std::uint64_t(part.data() - database_.bytes().data());
  }

  /// Row by row when somebody listens, else in one piece.
  template <class T>
  void write_table(std::string_view name, const TableView<T>& table) {
    if (table.empty()) return;
    writer_.seek(offset_of(table.bytes()), name);
    if (!writer_.is_traced()) return writer_.raw(name, table.bytes());
    PathScope scope(writer_.path(), name);
    for (std::size_t row = 0; row < table.size(); ++row) {
      scope.set_row(row);
      const T value = table[row];
      if constexpr (LeafValue<T>)
        writer_.field({}, value);
      else
        visit_fields(writer_, value);
    }
  }

  /// One field per text; what has no NUL at the end is bytes.
  void write_texts() {
    const std::string_view texts = database_.texts();
    if (texts.empty()) return;
    writer_.seek(offset_of(bytes_of(texts)), "strings.texts");
    if (!writer_.is_traced()) return writer_.raw("strings.texts", bytes_of(texts));
    PathScope scope(writer_.path(), "strings.texts");
    std::size_t row = 0;
    for (std::size_t at = 0; at < texts.size(); ++row) {
      scope.set_row(row);
      const auto end = texts.find('\0', at);
      const std::string_view text = texts.substr(at, end == texts.npos ? end : end + 1 - at);
      writer_.items({}, {end == texts.npos ? Scalar::bytes : Scalar::text, text.size()}, bytes_of(text));
      at += text.size();
    }
  }

  void write_names() {
    PathScope scope(writer_.path(), "paths");
    for (std::size_t row = 0; row < database_.paths().size(); ++row) {
      const auto name = database_.name_bytes(database_.paths()[row], row);
      if (!name) continue;
      scope.set_row(row);
      const ByteSpan bytes = bytes_of(*name);
      if (writer_.position() != offset_of(bytes)) writer_.seek(offset_of(bytes), "paths.name");
      writer_.items("name", {ends_with_its_nul(*name) ? Scalar::text : Scalar::bytes, bytes.size()}, bytes);
    }
  }

  void write_databases() {
    PathScope scope(writer_.path(), "databases");
    for (std::size_t index = 0; index < database_.database_count(); ++index) {
      scope.set_row(index);
      const DatabaseView view = database_.database(index);
      const std::uint64_t entry = database_.entry_offset(index);
      writer_.seek(entry, "databases");
      visit_fields(writer_, view.entry);
      write_data(view, index);
    }
  }

  /// Of a database whose records cannot be told apart, the data is one field.
  void write_data(const DatabaseView& view, std::size_t index) {
    if (view.entry.size == 0) return;
    if (!has_records(view)) {
      writer_.seek(view.begin, "databases.data");
      return writer_.raw("data", database_.bytes().subspan(std::size_t(view.begin), view.entry.size));
    }
    writer_.seek(view.begin, "databases.data");
    visit_fields(writer_, view.header);
    PathScope scope(writer_.path(), "records");
    records_.for_each(index, [&](std::uint64_t row, const Record& record, const Error*) {
      scope.set_row(std::size_t(row));
      std::visit([&](const auto& each) { write_record(writer_, view.record_offset(row), each); }, record);
    });
  }

  void write_gaps() {
    PathScope scope(writer_.path(), kUnreferenced);
    std::size_t row = 0;
    covered_.for_each_gap([&](std::uint64_t offset, std::uint64_t size) {
      scope.set_row(row++);
      writer_.seek(offset, kUnreferenced);
      writer_.raw({}, database_.bytes().subspan(std::size_t(offset), std::size_t(size)));
    });
  }

  const Database& database_;
  Writer writer_;
  ByteSet covered_;
  RecordWalk records_{database_, &covered_};
};

}  // namespace

void ContentWriter::chars(std::string_view name, std::uint64_t base, const Text& text) {
  if (text.chars.items.empty() || !go_to(writer_, name, base, text.chars.pointer)) return;
  const ByteSpan bytes = std::as_bytes(std::span(text.chars.items));
  writer_.items(name, {ends_with_its_nul(text_of(bytes)) ? Scalar::text : Scalar::bytes, bytes.size()},
                bytes);
}

bool go_to(Writer& writer, std::string_view name, std::uint64_t base, std::int64_t pointer) {
  const auto offset = resolve(base, pointer);
  if (offset)
    writer.seek(*offset, name);
  else
    writer.fail(name, fmt::format("pointer {} leads before the start of the file", pointer));
  return offset.has_value();
}

Result<Bytes> write(const Database& database, const Trace* trace) {
  return FileWriter(database, trace).write();
}

std::string_view to_string(ChecksumKind kind) {
  switch (kind) {
    case ChecksumKind::murmur3:
      return "murmur3";
    case ChecksumKind::crc32:
      return "crc32";
    case ChecksumKind::none:
      break;
  }
  return "none";
}

std::uint32_t checksum(ByteSpan file) {
  return name_hash(text_of(file.subspan(std::min(file.size(), sizeof(Header)))));
}

Checksum find_checksum(const Database& database) {
  Checksum found{.murmur3 = checksum(database.bytes())};
  if (found.murmur3 == database.header().checksum) return found;
  found.crc32 = codec::crc32(database.bytes().subspan(sizeof(Header)));
  found.kind = found.crc32 == database.header().checksum ? ChecksumKind::crc32 : ChecksumKind::none;
  return found;
}

}  // namespace mw::wows::assets
