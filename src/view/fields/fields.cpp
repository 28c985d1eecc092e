// Questions about the fields and bytes of a file.
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/row_names.h>
#include <algorithm>

#include "field_tree.h"
#include "parts.h"

namespace mw::view {
namespace {

/// What the rows of a table are called; empty where they have no names.
std::vector<RowName> names_below(const OpenedFile::Parts& parts, std::string_view table) {
  const Document* document = parts.readable();
  const FieldMeanings* meanings = document != nullptr ? document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  std::vector<std::uint32_t> rows;
  const std::string shape = shape_of(table, rows);
  if (std::ranges::find(meanings->named_tables, shape) == meanings->named_tables.end()) return {};
  return meanings->row_names(*document, {shape, rows});
}

void write_row(JsonWriter& json, const FieldIndex::Row& row, const std::string& value) {
  json.member("type", to_string(FieldType{row.scalar, row.count}));
  json.member("value", value);
  if (row.decoded) json.member("packed", true);
  if (row.line != 0) json.member("line", row.line);
}

/// {"layer": 0, "parent": "faces", "from": 0, "to": 100} -> what is below.
Result<Reply> ask_tree(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto layer = layer_in(parts, words);
  if (!layer) return fail(layer.error());
  const std::string parent = text_in(words, "parent");
  const FieldIndex& index = parts.layers()[*layer].fields;
  const Branches found = branches_of(index, parent, natural_in(words, "from"), natural_in(words, "to", 200));
  const std::vector<RowName> names = names_below(parts, parent);
  std::vector<std::size_t> fields;
  for (const Branch& branch : found.list)
    if (branch.field != FieldIndex::kNone) fields.push_back(branch.field);
  const std::vector<std::string> values = value_texts(parts, *layer, fields);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("total", found.total);
  json.key("branches");
  json.begin_array();
  std::size_t next = 0;
  for (const Branch& branch : found.list) {
    json.begin_object();
    json.member("path", branch.path);
    json.member("offset", branch.begin);
    json.member("end", branch.end);
    json.member("fields", branch.fields);
    json.member("rows", branch.rows);
    std::uint64_t row = 0;
    if (ends_with_row(branch.path, row) && row < names.size() && !names[row].name.empty()) {
      json.member("name", names[row].name);
      json.member("kind", names[row].kind);
    }
    if (branch.field != FieldIndex::kNone) write_row(json, index.row(branch.field), values[next++]);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return Reply{json.take()};
}

void write_field(JsonWriter& json, const FieldIndex& index, std::size_t field, const std::string& value) {
  json.begin_object();
  json.member("number", std::uint64_t(field));
  json.member("path", index.path(field));
  json.member("offset", index.row(field).offset);
  json.member("length", index.row(field).length);
  write_row(json, index.row(field), value);
  json.end_object();
}

Reply fields_reply(OpenedFile::Parts& parts, std::size_t layer, const std::vector<std::size_t>& fields,
                   std::uint64_t total) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("total", total);
  json.member("size", std::uint64_t(parts.layers()[layer].blob.bytes().size()));
  write_fields(json, parts, layer, fields);
  json.end_object();
  return {json.take()};
}

/// {"layer": 0, "parent": "nodes[3]", "most": 500} -> all fields below, with their values.
Result<Reply> ask_fields(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto layer = layer_in(parts, words);
  if (!layer) return fail(layer.error());
  const std::string parent = text_in(words, "parent");
  const std::uint64_t most = natural_in(words, "most", 500);
  std::vector<std::size_t> fields;
  std::uint64_t total = 0;
  parts.layers()[*layer].fields.each([&](std::size_t number, std::string_view path) {
    if (!path.starts_with(parent)) return;
    if (!parent.empty() && path.size() > parent.size() && path[parent.size()] != '.' &&
        path[parent.size()] != '[')
      return;
    if (total++ < most) fields.push_back(number);
  });
  return fields_reply(parts, *layer, fields, total);
}

/// {"layer": 0, "offset": 64, "length": 512} -> those bytes, and the fields in them.
Result<Reply> ask_bytes(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto layer = layer_in(parts, words);
  if (!layer) return fail(layer.error());
  constexpr std::uint64_t kMostBytes = 1 << 16;
  const ByteSpan bytes = parts.layers()[*layer].blob.bytes();
  const std::uint64_t begin = std::min<std::uint64_t>(natural_in(words, "offset"), bytes.size());
  const std::uint64_t length =
      std::min({natural_in(words, "length", 512), kMostBytes, std::uint64_t(bytes.size() - begin)});
  const auto fields = parts.layers()[*layer].fields.fields_in(begin, begin + length, kMostBytes);
  Reply reply = fields_reply(parts, *layer, fields, fields.size());
  const ByteSpan window = bytes.subspan(begin, length);
  reply.bytes.assign(window.begin(), window.end());
  return reply;
}

/// {"layer": 0, "offset": 64} -> the shortest field there; none where no field is.
Result<Reply> ask_field_at(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto layer = layer_in(parts, words);
  if (!layer) return fail(layer.error());
  const std::size_t field = parts.layers()[*layer].fields.field_at(natural_in(words, "offset"));
  if (field == FieldIndex::kNone) return fields_reply(parts, *layer, {}, 0);
  return fields_reply(parts, *layer, {field}, 1);
}

/// Rows of the tables at the top whose names have the text in them.
void write_named(JsonWriter& json, const OpenedFile::Parts& parts, const std::string& text,
                 std::uint64_t most) {
  const FieldMeanings* meanings = parts.document ? parts.document->format().meanings : nullptr;
  if (meanings == nullptr) return;
  for (const std::string_view table : meanings->named_tables) {
    if (table.find('[') != std::string_view::npos) continue;
    const std::vector<RowName> names = names_below(parts, table);
    for (std::size_t row = 0; row < names.size(); ++row) {
      if (most == 0 || lower_case(names[row].name).find(text) == std::string::npos) continue;
      --most;
      json.begin_object();
      json.member("layer", 0);
      json.member("path", std::string(table) + "[" + std::to_string(row) + "]");
      json.member("name", names[row].name);
      json.member("kind", names[row].kind);
      json.end_object();
    }
  }
}

/// {"text": "uv", "most": 100} -> names and paths that have it in them, in any case.
Result<Reply> ask_search(OpenedFile::Parts& parts, const JsonValue& words) {
  const std::string text = lower_case(text_in(words, "text"));
  const std::uint64_t most = natural_in(words, "most", 100);
  std::uint64_t total = 0;
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("named");
  json.begin_array();
  write_named(json, parts, text, most);
  json.end_array();
  json.key("paths");
  json.begin_array();
  for (std::size_t layer = 0; layer < parts.layers().size(); ++layer)
    parts.layers()[layer].fields.each([&](std::size_t number, std::string_view path) {
      if (lower_case(path).find(text) == std::string::npos || total++ >= most) return;
      json.begin_object();
      json.member("layer", std::uint64_t(layer));
      json.member("path", path);
      json.member("offset", parts.layers()[layer].fields.row(number).offset);
      json.end_object();
    });
  json.end_array();
  json.member("total", total);
  json.end_object();
  return Reply{json.take()};
}

}  // namespace

void write_fields(JsonWriter& json, OpenedFile::Parts& parts, std::size_t layer,
                  const std::vector<std::size_t>& fields) {
  const FieldIndex& index = parts.layers()[layer].fields;
  const std::vector<std::string> values = value_texts(parts, layer, fields);
  json.key("fields");
  json.begin_array();
  for (std::size_t i = 0; i < fields.size(); ++i) write_field(json, index, fields[i], values[i]);
  json.end_array();
}

Question find_field_question(std::string_view name) {
  if (name == "tree") return ask_tree;
  if (name == "fields") return ask_fields;
  if (name == "bytes") return ask_bytes;
  if (name == "field_at") return ask_field_at;
  if (name == "search") return ask_search;
  return nullptr;
}

}  // namespace mw::view
