#include <meshwright/core/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/walkmesh.h>

namespace mw::kotor::walkmesh {
namespace {

constexpr std::string_view kFormatId = "kotor-walkmesh";

/// The offsets of the tables, in JSON as one object of table name: offset.
struct Layout {
  Header& header;
};

constexpr void fields(auto& io, Like<Layout> auto& layout) {
  View unused;  // for_each_table wants tables; only the offsets matter here
  for_each_table(layout.header, unused,
                 [&](std::string_view name, auto&, auto& offset, auto&) { io.field(name, offset); });
}

/// All of the file but the bytes nothing refers to, by the same names as in its errors and dumps.
void file_fields(auto& io, auto& file) {
  io.field("type", file.header.type);
  io.field("relative_use_1", file.header.relative_use[0]);
  io.field("relative_use_2", file.header.relative_use[1]);
  io.field("absolute_use_1", file.header.absolute_use[0]);
  io.field("absolute_use_2", file.header.absolute_use[1]);
  io.field("position", file.header.position);
  io.field("aabb_root", file.header.aabb_root);
  for_each_table(file.header, file,
                 [&](std::string_view name, auto&, auto&, auto& rows) { io.table(name, rows); });
}

}  // namespace

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  json.begin_object();
  json.member("format", kFormatId);
  file_fields(json, file);
  Header header = file.header;
  json.field("layout", Layout{header});
  json.table(kUnreferenced, file.unreferenced);
  json.end_object();
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file;
  std::string format;
  json.field("format", format);
  file_fields(json, file);
  if (json.has("layout")) {
    Layout layout{file.header};
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
