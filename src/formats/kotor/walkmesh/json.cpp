#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/walkmesh.h>

namespace mw::kotor::walkmesh {
namespace {

constexpr std::string_view kFormatId = "kotor-walkmesh";

/// The offsets of the tables, in JSON as one object of table name: offset.
struct JsonLayout {
  Header& header;
};

constexpr void fields(auto& io, Like<JsonLayout> auto& layout) {
  View unused;  // for_each_table wants tables; only the offsets matter here
  for_each_table(layout.header, unused,
                 [&](std::string_view name, auto&, auto& offset, auto&) { io.field(name, offset); });
}

/// An `io` that passes on what JSON says of a header: counts are those of the tables, and offsets have a
/// place of their own.
template <class Io>
struct JsonHeader {
  Io& io;

  void field(std::string_view name, auto& value) {
    if (!name.ends_with("_count") && !name.ends_with("_offset")) io.field(name, value);
  }
};

/// All of the file but the bytes nothing refers to, by the same names as in its errors and dumps.
void file_fields(auto& io, auto& file) {
  JsonHeader header{io};
  fields(header, file.header);
  for_each_table(file.header, file,
                 [&](std::string_view name, auto&, auto&, auto& rows) { io.table(name, rows); });
}

}  // namespace

void to_json(const File& file, JsonWriter& json) {
  json.begin_object();
  json.member("format", kFormatId);
  file_fields(json, file);
  Header header = file.header;
  json.field("layout", JsonLayout{header});
  json.table(kUnreferenced, file.unreferenced);
  json.end_object();
}

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  to_json(file, json);
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file;
  std::string format;
  json.field("format", format);
  file_fields(json, file);
  if (json.has("layout")) {
    JsonLayout layout{file.header};
    json.field("layout", layout);
    json.table(kUnreferenced, file.unreferenced);
  } else {
    lay_out(file);
  }
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::kotor::walkmesh
