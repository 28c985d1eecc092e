// The question for a file in which one field says something else.
#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/surface.h>
#include <algorithm>
#include <optional>
#include <utility>

#include "edit_check.h"
#include "field_edit.h"
#include "field_tree.h"
#include "questions.h"
#include "questions_export.h"
#include "questions_text.h"

namespace mw::view {
namespace {

std::size_t find_field(const FieldIndex& index, std::string_view wanted) {
  std::size_t found = FieldIndex::kNone;
  index.each([&](std::size_t number, std::string_view path) {
    if (found == FieldIndex::kNone && path == wanted) found = number;
  });
  return found;
}

/// Where the library says that it changed something: a field, or a line of a text.
std::size_t find_place(const FieldIndex& index, std::string_view where) {
  for (std::size_t i = 0; where.starts_with("line ") && i < index.size(); ++i)
    if (fmt::format("line {}", index.row(i).line) == where) return i;
  return find_field(index, where);
}

ByteSpan bytes_of_field(OpenedFile::State& state, const Edit& edit) {
  const Layer& layer = state.layers()[edit.layer];
  const FieldIndex::Row& row = layer.fields.row(edit.field);
  return layer.blob.bytes().subspan(row.offset, row.length);
}

void read_old_value(OpenedFile::State& state, Edit& edit) {
  edit.was = value_texts(state, edit.layer, {edit.field}).front();
  if (!state.layers()[edit.layer].lines.empty())
    edit.held = value_in_line(bytes_of_field(state, edit), edit.path);
}

constexpr std::string_view kBlanks = " \t";  // between the words of a line

constexpr std::string_view kOther = "mw_other_name";  // to ask where a name stands

/// The first field in which a node's name stands, with the new name in it.
Result<Edit> edit_of_node(OpenedFile::State& state, const std::string& node, const std::string& name) {
  const auto made = rename(*state.document, {.nodes = {{node, std::string(kOther)}}});
  if (!made) return fail(made.error());
  Edit edit;
  const Layer& layer = state.layers().front();
  edit.field = find_place(layer.fields, made->changes.empty() ? "" : made->changes.front().where);
  if (edit.field == FieldIndex::kNone)
    return fail({.message = fmt::format("no field says \"{}\"", escape_text(node))});
  edit.path = layer.fields.path(edit.field);
  read_old_value(state, edit);
  edit.value = layer.lines.empty() ? name : edit.held.substr(0, edit.held.find_last_of(kBlanks) + 1) + name;
  return edit;
}

/// What the values of a field are called; empty where they have no names.
std::vector<std::string> value_names(const OpenedFile::State& state, std::string_view path) {
  const Format& format = state.document->format();
  std::vector<std::uint32_t> rows;
  if (format.surface == nullptr || format.meanings == nullptr || format.meanings->surface_materials.empty() ||
      shape_of(path, rows) != format.meanings->surface_materials)
    return {};
  const auto surface = format.surface(*state.document);
  return surface ? surface->material_names : std::vector<std::string>();
}

/// A name instead of a number, in any case.
std::string value_meant(const OpenedFile::State& state, std::string_view path, std::string value) {
  const std::vector<std::string> names = value_names(state, path);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && same_in_any_case(names[i], value)) return std::to_string(i);
  return value;
}

Result<Edit> edit_in(OpenedFile::State& state, const JsonValue& words) {
  const std::string value = text_in(words, "value");
  if (const std::string node = text_in(words, "node"); !node.empty()) return edit_of_node(state, node, value);
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  Edit edit;
  edit.layer = *layer;
  edit.path = text_in(words, "path");
  edit.value = value_meant(state, edit.path, value);
  const FieldIndex& index = state.layers()[*layer].fields;
  edit.field = find_field(index, edit.path);
  if (edit.field == FieldIndex::kNone) return refuse(edit, "there is no such field");
  if (index.row(edit.field).decoded)
    return refuse(edit, "is packed with others in the file: it has no bytes of its own to edit");
  read_old_value(state, edit);
  if (!edit.held.empty()) edit.value = value_meant_by(edit.value, edit.held);
  return edit;
}

Bytes bytes_of_layer(OpenedFile::State& state, std::size_t layer) {
  if (layer >= state.layers().size()) return {};
  const ByteSpan bytes = state.layers()[layer].blob.bytes();
  return {bytes.begin(), bytes.end()};
}

// ---- Names, which stand in several places and may become longer

/// The word of a line that becomes another; empty where more than one does.
std::pair<std::string, std::string> changed_word(std::string_view was, std::string_view value) {
  const auto same = std::size_t(std::ranges::mismatch(was, value).in1 - was.begin());
  const auto begin = was.substr(0, same).find_last_of(kBlanks) + 1;  // npos + 1 is 0
  const std::string_view from = was.substr(begin);
  const std::string_view to = value.substr(std::min(begin, value.size()));
  const bool is_last_word = from.find_first_of(kBlanks) == from.npos && to.find_first_of(kBlanks) == to.npos;
  return is_last_word ? std::pair(std::string(from), std::string(to)) : std::pair<std::string, std::string>();
}

/// What a field of a name says, and what it should say.
std::pair<std::string, std::string> names_in(OpenedFile::State& state, const Edit& edit) {
  const Layer& layer = state.layers()[edit.layer];
  if (layer.fields.row(edit.field).scalar != Scalar::text) return {};
  if (!layer.lines.empty()) return changed_word(edit.held, edit.value);
  const std::string_view text = text_of(bytes_of_field(state, edit));
  const std::string_view value = edit.value;
  const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return {std::string(text.substr(0, text.find('\0'))),
          std::string(quoted ? value.substr(1, value.size() - 2) : value)};
}

NewNames node_names(std::string from, std::string to) {
  return {.nodes = {{std::move(from), std::move(to)}}};
}

NewNames model_name(std::string /*from*/, std::string to) {
  return {.model = std::move(to)};
}

/// Whether it is the last word of the line that became another: "setsupermodel" has the model's name first.
bool ends_in_other(ByteSpan text, std::uint32_t line) {
  const std::vector<std::uint64_t> starts = lines_of(text);
  if (line > starts.size()) return false;
  const std::uint64_t end = line < starts.size() ? starts[line] : text.size();
  return value_in_line(text.subspan(starts[line - 1], end - starts[line - 1]), {}).ends_with(kOther);
}

/// The file in which the node or the model that the field names is called otherwise; nothing for a field that
/// names none.
Result<std::optional<Edited>> renamed(OpenedFile::State& state, const Edit& edit) {
  const auto [from, to] = names_in(state, edit);
  if (from.empty() || to.empty() || state.document->format().rename == nullptr) return std::nullopt;
  const std::uint32_t line = state.layers()[edit.layer].fields.row(edit.field).line;
  const std::string place = line != 0 ? fmt::format("line {}", line) : edit.path;
  const auto is_of_field = [&](const Result<Renamed>& made) {
    return made &&
           std::ranges::any_of(made->changes, [&](const Change& each) { return each.where == place; }) &&
           (line == 0 || ends_in_other(made->output.bytes, line));
  };
  for (const auto names : {model_name, node_names}) {
    // Whether the field is such a name does not depend on what it should become.
    if (!is_of_field(rename(*state.document, names(from, std::string(kOther))))) continue;
    auto made = rename(*state.document, names(from, to));
    if (!made) return refuse(edit, made.error().message);
    Edited edited{.bytes = std::move(made->output.bytes),
                  .companion = std::move(made->output.companion).value_or(Bytes()),
                  .places = {},
                  .losses = std::move(made->output.losses)};
    for (const Change& each : made->changes) edited.places.push_back(each.where);
    return edited;
  }
  return std::nullopt;
}

// ---- Everything else, whose bytes are known

Result<Edited> patched(OpenedFile::State& state, const Edit& edit) {
  const Layer& layer = state.layers()[edit.layer];
  const FieldIndex::Row& row = layer.fields.row(edit.field);
  const ByteSpan old = bytes_of_field(state, edit);
  const auto made = layer.lines.empty() ? bytes_for({row.scalar, row.count}, old, edit.value)
                                        : line_with(old, edit.held, edit.value);
  if (!made) return refuse(edit, made.error().message);
  Edited edited{
      .bytes = bytes_of_layer(state, 0), .companion = bytes_of_layer(state, 1), .places = {edit.path}};
  Bytes& bytes = edit.layer == 0 ? edited.bytes : edited.companion;
  const auto at = bytes.begin() + row.offset;
  bytes.insert(bytes.erase(at, at + row.length), made->begin(), made->end());
  return edited;
}

std::shared_ptr<DroppedFiles> with_edit(const OpenedFile::State& state, const Edited& edited) {
  auto files = std::make_shared<DroppedFiles>(*state.files);
  files->add(state.source.name, Blob(Bytes(edited.bytes)));
  if (state.document->companion) files->add(state.document->companion->file, Blob(Bytes(edited.companion)));
  return files;
}

/// What the field says now: of a line that was moved by no name, of a name in its place.
std::string value_now(OpenedFile::State& after, const Edit& edit) {
  if (edit.layer >= after.layers().size() || edit.field >= after.layers()[edit.layer].fields.size())
    return shown_value(edit.value);
  return value_texts(after, edit.layer, {edit.field}).front();
}

}  // namespace

/// {"layer": 0, "path": "materials[3]", "value": "7"} or {"node": "lamp", "value": "light"} -> the file in
/// which that field, or the name of that node, says so.
Result<Answered<answer::Edit>> ask_edit(OpenedFile::State& state, const JsonValue& words) {
  const auto document = state.opened();
  if (!document) return fail(document.error());
  if (&(*document)->stored_as() != &(*document)->format())
    return fail({.message = "is JSON, which a text editor edits"});
  const auto edit = edit_in(state, words);
  if (!edit) return fail(edit.error());
  auto by_name = renamed(state, *edit);
  if (!by_name) return fail(by_name.error());
  const bool is_name = by_name->has_value();
  auto edited = is_name ? Result<Edited>(**std::move(by_name)) : patched(state, *edit);
  if (!edited) return fail(edited.error());
  const auto after = open_state(with_edit(state, *edited), state.source.name);
  if (!is_name)
    if (auto only = check_only(state, *after, *edit, *edited); !only) return fail(only.error());
  if (!after->document) return refuse(*edit, to_string(after->error));
  const auto& companion = state.document->companion;
  answer::Edit answer{.names = {state.source.name, companion ? companion->file : ""},
                      .path = edit->path,
                      .was = edit->was,
                      .now = value_now(*after, *edit),
                      .places = std::move(edited->places),
                      .losses = without_advice(edited->losses)};
  return Answered(std::move(answer), std::move(edited->bytes), std::move(edited->companion));
}

/// {"path": "materials[3]"} -> the names that its values have.
Result<Answered<answer::Choices>> ask_choices(OpenedFile::State& state, const JsonValue& words) {
  const auto document = state.opened();
  if (!document) return fail(document.error());
  return answer::Choices{value_names(state, text_in(words, "path"))};
}

}  // namespace mw::view
