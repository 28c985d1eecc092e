// Questions about places: which bytes a triangle has, what is at a point, how to walk.
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/row_names.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/scene/axes.h>
#include <algorithm>
#include <cstring>
#include <set>

#include "field_tree.h"
#include "parts.h"

namespace mw::view {
namespace {

/// The first byte, and the one behind the last, of everything below a path.
void write_extent(JsonWriter& json, const FieldIndex& index, std::string_view path) {
  std::uint64_t begin = ~std::uint64_t(0);
  std::uint64_t end = 0;
  index.each([&](std::size_t number, std::string_view field) {
    if (!field.starts_with(path)) return;
    if (field.size() > path.size() && field[path.size()] != '.' && field[path.size()] != '[') return;
    begin = std::min(begin, std::uint64_t(index.row(number).offset));
    end = std::max(end, std::uint64_t(index.row(number).offset) + index.row(number).length);
  });
  json.begin_object();
  json.member("path", path);
  json.member("offset", end == 0 ? 0 : begin);
  json.member("end", end);
  json.end_object();
}

/// The row of a table at the top that is called as a mesh of the scene is.
std::string record_of(const OpenedFile::Parts& parts, std::string_view mesh, std::uint64_t occurrence) {
  const FieldMeanings* meanings = parts.document ? parts.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  for (const std::string_view table : meanings->named_tables) {
    if (table.find('[') != std::string_view::npos) continue;
    std::uint64_t left = occurrence;
    const std::vector<RowName> names = meanings->row_names(*parts.document, {table, {}});
    for (std::size_t row = 0; row < names.size(); ++row)
      if (names[row].name == mesh && left-- == 0) return std::string(table) + "[" + std::to_string(row) + "]";
  }
  return {};
}

/// {"mesh": "roof", "occurrence": 0, "primitive": 0, "triangle": 7} -> the rows it is made of ("rows";
/// "why_not" where it has none), and the record of its mesh. Without "triangle" that record only.
Result<Reply> ask_triangle(OpenedFile::Parts& parts, const JsonValue& words) {
  const TrianglePlace place{text_in(words, "mesh"), std::uint32_t(natural_in(words, "occurrence")),
                            std::uint32_t(natural_in(words, "primitive")),
                            std::uint32_t(natural_in(words, "triangle", ~std::uint32_t(0)))};
  const FieldIndex& index = parts.layers()[0].fields;
  const std::vector<std::string> rows = rows_of(parts.triangles().tables, place);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  const bool is_unexplained = rows.empty() && words.find("triangle") != nullptr;
  json.member("why_not", is_unexplained ? parts.triangles().why_not : "");
  json.key("rows");
  json.begin_array();
  for (const std::string& path : rows) write_extent(json, index, path);
  json.end_array();
  json.key("record");
  const std::string record = record_of(parts, place.mesh, place.occurrence);
  record.empty() ? json.value(nullptr) : write_extent(json, index, record);
  json.end_object();
  return Reply{json.take()};
}

/// The name of the row of a table at the top that a path is in: that of the mesh or node it belongs to.
std::string name_of_record(const OpenedFile::Parts& parts, std::string_view path) {
  const FieldMeanings* meanings = parts.document ? parts.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  const auto open = path.find('[');
  const auto close = path.find(']');
  if (close == std::string_view::npos) return {};
  const std::string_view table = path.substr(0, open);
  if (std::ranges::find(meanings->named_tables, table) == meanings->named_tables.end()) return {};
  std::uint64_t row = 0;
  const auto names = meanings->row_names(*parts.document, {table, {}});
  return ends_with_row(path.substr(0, close + 1), row) && row < names.size() ? names[row].name : "";
}

/// {"path": "faces[12].material"} -> the triangle of the scene that the field is of, and the mesh or node.
Result<Reply> ask_triangle_of(OpenedFile::Parts& parts, const JsonValue& words) {
  const std::string path = text_in(words, "path");
  const auto found = triangle_of(parts.triangles().tables, path);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("name", name_of_record(parts, path));
  json.key("triangle");
  if (found) {
    json.begin_object();
    json.member("mesh", found->mesh);
    json.member("occurrence", found->occurrence);
    json.member("primitive", found->primitive);
    json.member("triangle", found->triangle);
    json.end_object();
  } else {
    json.value(nullptr);
  }
  json.end_object();
  return Reply{json.take()};
}

/// {} -> how much can be walked on.
Result<Reply> ask_ground(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  return parts.floor().map([](const Floor* floor) { return Reply{floor->summary()}; });
}

Result<Reply> ask_locate(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto point = point_in(words, "point");
  if (!point) return fail(point.error());
  return parts.floor().map([&](const Floor* floor) { return Reply{floor->locate(*point)}; });
}

Result<Reply> ask_path(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto from = point_in(words, "from");
  if (!from) return fail(from.error());
  const auto to = point_in(words, "to");
  if (!to) return fail(to.error());
  return parts.floor().map([&](const Floor* floor) { return Reply{floor->path(*from, *to)}; });
}

void write_table(JsonWriter& json, const std::string& file, const TriangleTable& table) {
  json.begin_object();
  json.member("file", file);
  json.member("mesh", table.mesh);
  json.member("occurrence", table.occurrence);
  json.member("primitive", table.primitive);
  json.member("triangles", std::uint64_t(table.rows.size()));
  json.end_object();
}

/// {} -> for each primitive the islands of its triangles, as numbers of 32 bits in one row of bytes. "file"
/// is the room; empty where the file itself is meant.
Result<Reply> ask_islands(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto floor = parts.floor();
  if (!floor) return fail(floor.error());
  const auto rooms = parts.walkable_rooms();
  if (!rooms) return fail(rooms.error());
  const std::vector<std::uint32_t> islands = (*floor)->islands();
  std::vector<std::uint32_t> numbers;
  std::size_t first = 0;  // face of a room in the whole
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  for (std::size_t room = 0; room < rooms->size(); ++room) {
    for (const TriangleTable& table : triangles_of(*(*rooms)[room].walkmesh).tables) {
      write_table(json, (*rooms)[room].path, table);
      for (const std::uint32_t face : table.rows)
        numbers.push_back(first + face < islands.size() ? islands[first + face] : ~0U);
    }
    first += (*floor)->faces_of(room);
  }
  json.end_array();
  Reply reply{json.take()};
  reply.bytes.resize(numbers.size() * sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(reply.bytes.data(), numbers.data(), reply.bytes.size());
  return reply;
}

/// {} -> of a layout, the files of its rooms and where they are in the scene; "missing" are rooms without
/// any.
Result<Reply> ask_area(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto document = parts.opened();
  if (!document) return fail(document.error());
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("rooms");
  json.begin_array();
  std::set<std::string> there;
  for (const Room& room : parts.rooms()) {
    there.insert(lower_case(stem_of(room.path)));
    json.begin_object();
    json.member("path", room.path);
    json.field("position", scene::Axes::z_up().point(room.position) + Vec3(0));  // no -0
    json.member("walkable", room.walkmesh.has_value());
    json.end_object();
  }
  json.end_array();
  json.key("missing");
  json.begin_array();
  if (const auto* layout = (*document)->as<kotor::Layout>())
    for (const kotor::Layout::Item& room : layout->rooms)
      if (!there.contains(lower_case(room.name))) json.value(room.name);
  json.end_array();
  json.end_object();
  return Reply{json.take()};
}

}  // namespace

Question find_space_question(std::string_view name) {
  if (name == "triangle") return ask_triangle;
  if (name == "triangle_of") return ask_triangle_of;
  if (name == "ground") return ask_ground;
  if (name == "locate") return ask_locate;
  if (name == "path") return ask_path;
  if (name == "islands") return ask_islands;
  if (name == "area") return ask_area;
  return nullptr;
}

}  // namespace mw::view
