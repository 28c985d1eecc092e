// Questions about the fields and bytes of a file.
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/detail/row_names.h>
#include <algorithm>

#include "field_tree.h"
#include "questions.h"

namespace mw::view {
namespace {

/// What the rows of a table are called; empty where they have no names.
std::vector<RowName> names_below(const OpenedFile::State& state, std::string_view table) {
  const Document* document = state.readable();
  const FieldMeanings* meanings = document != nullptr ? document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  std::vector<std::uint32_t> rows;
  const std::string shape = shape_of(table, rows);
  if (std::ranges::find(meanings->named_tables, shape) == meanings->named_tables.end()) return {};
  return meanings->row_names(*document, {shape, rows});
}

answer::Value value_of(const FieldIndex::Row& row, std::string value) {
  return {to_string(FieldType{row.scalar, row.count}), std::move(value), row.decoded, row.line};
}

/// Fields in the answers' form, of `total`.
answer::Fields fields_answer(OpenedFile::State& state, std::size_t layer,
                             const std::vector<std::size_t>& fields, std::uint64_t total) {
  return {total, state.layers()[layer].blob.bytes().size(), fields_of(state, layer, fields)};
}

/// Rows of the tables at the top whose names have the text in them.
std::vector<answer::NamedRow> rows_named(const OpenedFile::State& state, const std::string& text,
                                         std::uint64_t most) {
  std::vector<answer::NamedRow> found;
  const FieldMeanings* meanings = state.document ? state.document->format().meanings : nullptr;
  if (meanings == nullptr) return found;
  for (const std::string_view table : meanings->named_tables) {
    if (table.find('[') != std::string_view::npos) continue;
    const std::vector<RowName> names = names_below(state, table);
    for (std::size_t row = 0; row < names.size() && found.size() < most; ++row)
      if (lower_case(names[row].name).find(text) != std::string::npos)
        found.push_back({.layer = 0,
                         .path = std::string(table) + "[" + std::to_string(row) + "]",
                         .name = names[row].name,
                         .kind = names[row].kind});
  }
  return found;
}

}  // namespace

std::vector<answer::Field> fields_of(OpenedFile::State& state, std::size_t layer,
                                     const std::vector<std::size_t>& fields) {
  const FieldIndex& index = state.layers()[layer].fields;
  std::vector<std::string> values = value_texts(state, layer, fields);
  std::vector<answer::Field> answers;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldIndex::Row& row = index.row(fields[i]);
    answers.push_back({.number = fields[i],
                       .path = index.path(fields[i]),
                       .offset = row.offset,
                       .length = row.length,
                       .value = value_of(row, std::move(values[i]))});
  }
  return answers;
}

/// {"layer": 0, "parent": "faces", "from": 0, "to": 100} -> what is below.
Result<Answered<answer::Tree>> ask_tree(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  const std::string parent = text_in(words, "parent");
  const FieldIndex& index = state.layers()[*layer].fields;
  const Branches found = branches_of(index, parent, natural_in(words, "from"), natural_in(words, "to", 200));
  const std::vector<RowName> names = names_below(state, parent);
  std::vector<std::size_t> fields;
  for (const Branch& branch : found.list)
    if (branch.field != FieldIndex::kNone) fields.push_back(branch.field);
  std::vector<std::string> values = value_texts(state, *layer, fields);
  answer::Tree tree{.total = found.total};
  std::size_t next = 0;
  for (const Branch& branch : found.list) {
    tree.branches.push_back({.path = branch.path,
                             .offset = branch.begin,
                             .end = branch.end,
                             .fields = branch.fields,
                             .rows = branch.rows});
    answer::Branch& answer = tree.branches.back();
    std::uint64_t row = 0;
    if (ends_with_row(branch.path, row) && row < names.size()) {
      answer.name = names[row].name;
      answer.kind = names[row].kind;
    }
    if (branch.field != FieldIndex::kNone)
      answer.value = value_of(index.row(branch.field), std::move(values[next++]));
  }
  return tree;
}

/// {"layer": 0, "parent": "nodes[3]", "most": 500} -> all fields below, with their values.
Result<Answered<answer::Fields>> ask_fields(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  const std::string parent = text_in(words, "parent");
  const std::uint64_t most = natural_in(words, "most", 500);
  std::vector<std::size_t> fields;
  std::uint64_t total = 0;
  state.layers()[*layer].fields.each([&](std::size_t number, std::string_view path) {
    if (!path.starts_with(parent)) return;
    if (!parent.empty() && path.size() > parent.size() && path[parent.size()] != '.' &&
        path[parent.size()] != '[')
      return;
    if (total++ < most) fields.push_back(number);
  });
  return fields_answer(state, *layer, fields, total);
}

/// {"layer": 0, "offset": 64, "length": 512} -> those bytes, and the fields in them.
Result<Answered<answer::Fields>> ask_bytes(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  constexpr std::uint64_t kMostBytes = 1 << 16;
  const ByteSpan bytes = state.layers()[*layer].blob.bytes();
  const std::uint64_t begin = std::min<std::uint64_t>(natural_in(words, "offset"), bytes.size());
  const std::uint64_t length =
      std::min({natural_in(words, "length", 512), kMostBytes, std::uint64_t(bytes.size() - begin)});
  const auto fields = state.layers()[*layer].fields.fields_in(begin, begin + length, kMostBytes);
  const ByteSpan window = bytes.subspan(begin, length);
  return Answered(fields_answer(state, *layer, fields, fields.size()), Bytes(window.begin(), window.end()));
}

/// {"layer": 0, "offset": 64} -> the shortest field there; none where no field is.
Result<Answered<answer::Fields>> ask_field_at(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  const std::size_t field = state.layers()[*layer].fields.field_at(natural_in(words, "offset"));
  if (field == FieldIndex::kNone) return fields_answer(state, *layer, {}, 0);
  return fields_answer(state, *layer, {field}, 1);
}

/// {"text": "uv", "most": 100} -> names and paths that have it in them, in any case.
Result<Answered<answer::Search>> ask_search(OpenedFile::State& state, const JsonValue& words) {
  const std::string text = lower_case(text_in(words, "text"));
  const std::uint64_t most = natural_in(words, "most", 100);
  answer::Search answer{.named = rows_named(state, text, most)};
  for (std::size_t layer = 0; layer < state.layers().size(); ++layer) {
    const FieldIndex& index = state.layers()[layer].fields;
    index.each([&](std::size_t number, std::string_view path) {
      if (lower_case(path).find(text) == std::string::npos || answer.total++ >= most) return;
      answer.paths.push_back({layer, std::string(path), index.row(number).offset});
    });
  }
  return answer;
}

}  // namespace mw::view
