#include "glb_fields.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <unordered_map>

namespace mw::test {
namespace {

std::string printed(const JsonValue& value) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
}

const JsonArray& list_of(const JsonValue& value, std::string_view name) {
  static const JsonArray kNone;
  const JsonValue* member = value.find(name);
  const auto* list = member != nullptr ? member->get_if<JsonArray>() : nullptr;
  return list != nullptr ? *list : kNone;
}

std::string text_in(const JsonValue& value, std::string_view name) {
  const JsonValue* member = value.find(name);
  const auto* text = member != nullptr ? member->get_if<std::string>() : nullptr;
  return text != nullptr ? *text : "";
}

JsonValue mirror_of(const Document& document) {
  JsonWriter json(JsonWriter::Style::compact);
  EXPECT_TRUE(to_json(document, json));
  return parse_json(json.take()).value();
}

/// The JSON of a GLB with everything that options add.
JsonValue glb_of(const Document& document) {
  Target target{.format = find_format("gltf"), .name = "all.glb"};
  for (const OptionKind& option : document.format().options) {
    if (option.name == "hidden" || option.name == "collision" || option.name == "armor")
      target.options.set(option.name);
    if (option.name == "lod") target.options.set("lod", "all");
  }
  const Bytes glb = convert(document, target).value().output.bytes;
  std::uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, sizeof length);
  return parse_json(text_of(ByteSpan(glb).subspan(20, length))).value();
}

bool is_text(const JsonValue& value) {
  return value.find("bytes") != nullptr || (value.find("text") != nullptr && value.find("tail") != nullptr);
}

using Rows = std::vector<std::size_t>;
using Visit = std::function<void(const std::string& field, const Rows& rows, const JsonValue& value,
                                 const JsonValue& record)>;

/// Calls visit for each leaf: numbers, texts, lists of those.
void walk(const JsonValue& value, const std::string& field, Rows& rows, const JsonValue& record,
          const Visit& visit) {
  const auto* object = value.get_if<JsonObject>();
  if (object != nullptr && !is_text(value)) {
    for (const auto& [name, member] : *object) walk(member, field + "." + name, rows, value, visit);
    return;
  }
  const auto* list = value.get_if<JsonArray>();
  if (list == nullptr || list->empty() || (*list)[0].get_if<JsonObject>() == nullptr)
    return visit(field, rows, value, record);
  rows.push_back(0);
  for (std::size_t i = 0; i < list->size(); ++i) {
    rows.back() = i;
    walk((*list)[i], field + "[]", rows, record, visit);
  }
  rows.pop_back();
}

/// Finds the part of a GLB that the first word of a place means.
class Places {
 public:
  Places(const JsonValue& mirror, const JsonValue& glb) : mirror_(mirror), glb_(glb) {
    const JsonArray& rows = list_of(mirror, "nodes");
    if (!rows.empty() && rows[0].find("children") != nullptr) number_nodes(0);
    for (const JsonValue& node : list_of(glb, "nodes")) sort_in(node);
  }

  const JsonValue* find(const std::string& word, const Rows& at) const {
    if (word == "plate") return plate(at);
    const std::size_t row = at.empty() ? 0 : at.front();
    if (word == "vertices") return by_id("vertex_mappings", "vertices_id", row);
    if (word == "indices") return by_id("index_mappings", "indices_id", row);
    if (word == "scene") return &list_of(glb_, "scenes")[0];
    if (word == "root") return &list_of(glb_, "nodes")[0];
    if (word == "node") {
      const auto number = order_.find(row);
      return &list_of(glb_, "nodes")[number == order_.end() ? 0 : number->second];
    }
    if (word == "animation") return animation(row);
    const auto& parts = parts_.at(word);
    return row < parts.size() ? parts[row] : nullptr;
  }

 private:
  /// Nodes of a model are written in the order of its tree.
  void number_nodes(std::size_t row) {
    const std::size_t next = order_.size();
    order_.emplace(row, next);
    for (const JsonValue& child : list_of(list_of(mirror_, "nodes")[row], "children"))
      number_nodes(*child.get_if<std::uint64_t>());
  }

  void sort_in(const JsonValue& node) {
    const std::string name = text_in(node, "name");
    if (name.starts_with("footprint_")) return;
    const JsonValue* extras = node.find("extras");
    const std::string role = extras != nullptr ? text_in(*extras, "role") : "";
    if ((role == "armor" || role == "collision") && node.find("mesh") == nullptr) {
      parts_[role].push_back(&node);
      return;
    }
    if (const JsonValue* mesh = node.find("mesh")) {
      parts_["mesh"].push_back(&node);
      for (const JsonValue& p :
           list_of(list_of(glb_, "meshes")[*mesh->get_if<std::uint64_t>()], "primitives"))
        parts_["primitive"].push_back(&p);
    } else if (name.starts_with("bone_")) {
      parts_["bone"].push_back(&node);
    } else if (role == "helper") {
      parts_["entity"].push_back(&node);
    }
  }

  /// The mesh whose vertices or indices have the id of that row.
  const JsonValue* by_id(std::string_view table, std::string_view name, std::size_t row) const {
    const auto wanted = scene::integer_of(*list_of(mirror_, table)[row].find("id"));
    for (const JsonValue& node : list_of(glb_, "nodes")) {
      const JsonValue* extras = node.find("extras");
      const JsonValue* id = extras != nullptr ? extras->find(name) : nullptr;
      if (id != nullptr && scene::integer_of(*id) == wanted) return &node;
    }
    return nullptr;
  }

  /// Row at[1] of the armor model at[0].
  const JsonValue* plate(const Rows& at) const {
    const std::string wanted = fmt::format("plate_{}", at[1]);
    for (const JsonValue& child : list_of(*parts_.at("armor")[at[0]], "children")) {
      const JsonValue& node = list_of(glb_, "nodes")[*child.get_if<std::uint64_t>()];
      const std::string kept = text_in(*node.find("extras"), "name");
      if ((kept.empty() ? text_in(node, "name") : kept) == wanted) return &node;
    }
    return nullptr;
  }

  /// Those without a key that glTF knows are in the scene's extras.
  const JsonValue* animation(std::size_t row) const {
    const JsonValue& header = *list_of(mirror_, "animations")[row].find("header");
    const JsonValue& name = *header.find("geometry")->find("name");
    const std::string wanted =
        name.get_if<std::string>() != nullptr ? *name.get_if<std::string>() : text_in(name, "text");
    for (const JsonValue& each : list_of(glb_, "animations"))
      if (text_in(each, "name") == wanted) return &each;
    const JsonValue* extras = list_of(glb_, "scenes")[0].find("extras");
    for (const JsonValue& each : list_of(*extras, "animations")) {
      if (text_in(each, "name") != wanted) continue;
      JsonObject all = *each.get_if<JsonObject>();  // there it has its length beside its extras
      if (const JsonValue* inner = each.find("extras"))
        all.insert(all.end(), inner->get_if<JsonObject>()->begin(), inner->get_if<JsonObject>()->end());
      return &still_.emplace_back(JsonObject{{"extras", std::move(all)}});
    }
    return nullptr;
  }

  const JsonValue& mirror_;
  const JsonValue& glb_;
  mutable std::deque<JsonValue> still_;
  std::map<std::size_t, std::size_t> order_;
  std::map<std::string, std::vector<const JsonValue*>> parts_;
};

/// "mesh.events[].name", where `row` is of the list.
const JsonValue* follow(const JsonValue* value, std::string_view path, std::size_t row) {
  while (value != nullptr && !path.empty()) {
    const auto dot = path.find('.');
    std::string_view name = path.substr(0, dot);
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
    const bool in_list = name.ends_with("[]");
    if (in_list) name.remove_suffix(2);
    value = value->find(name);
    if (value == nullptr || !in_list) continue;
    const auto* list = value->get_if<JsonArray>();
    value = list != nullptr && row < list->size() ? &(*list)[row] : nullptr;
  }
  return value;
}

/// A record's text may have bytes behind it that the GLB does not keep; large integers are texts.
bool agrees(const JsonValue& field, const JsonValue& kept) {
  if (printed(field) == printed(kept)) return true;
  const JsonValue* text = field.find("text");
  if (text != nullptr && printed(*text) == printed(kept)) return true;
  const auto* list = field.get_if<JsonArray>();
  const auto* kept_list = kept.get_if<JsonArray>();
  if (list != nullptr && kept_list != nullptr) return std::ranges::equal(*list, *kept_list, agrees);
  const auto* number = field.get_if<std::uint64_t>();
  return number != nullptr && kept.get_if<std::string>() != nullptr &&
         scene::integer_of(kept) == std::int64_t(*number);
}

bool is_usual(const FieldRow& row, const JsonValue& value, const JsonValue& record) {
  if (row.note.starts_with("= ")) return printed(value) == printed(*record.find(row.note.substr(2)));
  constexpr std::string_view kLeftover = "leftover where ";
  if (const auto at = row.note.find(kLeftover); at != row.note.npos) {
    const auto start = at + kLeftover.size();
    const std::string sibling = row.note.substr(start, row.note.find(' ', start) - start);
    if (printed(*record.find(sibling)) == "0") return true;
  }
  return printed(value) == row.note.substr(0, row.note.find(", and"));
}

const FieldRow* find_row(const std::vector<FieldRow>& rows, std::string_view field) {
  const FieldRow* best = nullptr;
  for (const FieldRow& row : rows) {
    const bool star = row.field.ends_with('*');
    const std::string_view start = std::string_view(row.field).substr(0, row.field.size() - (star ? 1 : 0));
    if (star ? !field.starts_with(start) : field != start) continue;
    if (best == nullptr || row.field.size() > best->field.size()) best = &row;
  }
  return best;
}

class Walker {
 public:
  Walker(const Document& document)
      : rows_(field_rows(std::string(document.format().id))),
        mirror_(mirror_of(document)),
        glb_(glb_of(document)),
        places_(mirror_, glb_) {}

  FieldWalk run() {
    Rows rows;
    walk(mirror_, "", rows, mirror_,
         [&](const std::string& field, const Rows& at, const JsonValue& value, const JsonValue& record) {
           look_up(field, at, value, record);
         });
    return std::move(found_);
  }

 private:
  void look_up(const std::string& field, const Rows& at, const JsonValue& value, const JsonValue& record) {
    const auto [known, added] = row_of_.try_emplace(field);  // tables have one field many times
    if (added) known->second = find_row(rows_, field);
    const FieldRow* row = known->second;
    if (row == nullptr) return problem(field, "docs/gltf-fields.md does not say where it is");
    if (!row->is_path()) return;
    const auto dot = row->place.find('.');
    std::string path = row->place.substr(dot + 1);
    if (path.ends_with('*')) path.replace(path.size() - 1, 1, field.substr(row->field.size() - 1));
    const JsonValue* start = places_.find(row->place.substr(0, dot), at);
    const JsonValue* kept = follow(start, path, at.empty() ? 0 : at.back());
    if (kept != nullptr && agrees(value, *kept)) {
      found_.present.insert(row->field);
      return;
    }
    if (kept == nullptr && is_usual(*row, value, record)) return;
    problem(field,
            fmt::format("{} in row {} of the file, {} in the GLB's {}", printed(value),
                        at.empty() ? 0 : at.front(), kept == nullptr ? "nothing" : printed(*kept), path));
  }

  void problem(const std::string& field, std::string what) {
    found_.problems.try_emplace(field, std::move(what));
  }

  std::vector<FieldRow> rows_;
  std::unordered_map<std::string, const FieldRow*> row_of_;
  JsonValue mirror_;
  JsonValue glb_;
  Places places_;
  FieldWalk found_;
};

/// The words between "| " and " |", without their backquotes.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> words;
  line.remove_prefix(1);
  for (auto bar = line.find('|'); bar != line.npos; bar = line.find('|')) {
    std::string word(line.substr(0, bar));
    std::erase(word, '`');
    const auto first = word.find_first_not_of(' ');
    words.push_back(first == word.npos ? "" : word.substr(first, word.find_last_not_of(' ') + 1 - first));
    line.remove_prefix(bar + 1);
  }
  return words;
}

}  // namespace

std::vector<FieldRow> field_rows(const std::string& format) {
  std::ifstream file(MESHWRIGHT_ROOT "/docs/gltf-fields.md");
  std::vector<FieldRow> rows;
  std::string line;
  bool inside = false;
  while (std::getline(file, line)) {
    if (line.starts_with("## ")) inside = line.substr(3) == format;
    if (!inside || !line.starts_with("| `")) continue;
    const std::vector<std::string> words = cells(line);
    EXPECT_EQ(words.size(), 3U) << line;
    if (words.size() == 3) rows.push_back({words[0], words[1], words[2]});
  }
  return rows;
}

FieldWalk walk_fields(const Document& document) {
  return Walker(document).run();
}

void expect_all_fields(const Document& document) {
  for (const auto& [field, problem] : walk_fields(document).problems)
    ADD_FAILURE() << field << ": " << problem;
}

}  // namespace mw::test
