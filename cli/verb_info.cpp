#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/registry.h>

#include <algorithm>

#include "opened.h"

namespace mw::cli {
namespace {

void write_tree(JsonWriter& json, const std::vector<TreeNode>& tree) {
  json.key("tree");
  json.begin_array();
  for (const TreeNode& node : tree) {
    json.begin_object();
    json.member("name", node.name);
    json.member("kind", node.kind);
    json.member("depth", std::uint64_t(node.depth));
    json.end_object();
  }
  json.end_array();
}

void print_json(Session& session, const Opened& input, const Info& info, bool tree) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", input.path());
  json.member("format", input.document.format().id);
  json.member("variant", info.variant);
  json.member("bytes", input.size());
  json.key("counts");
  json.begin_object();
  for (const auto& [name, count] : info.counts) json.member(name, count);
  json.end_object();
  json.key("bounds");
  if (info.bounds) {
    json.begin_object();
    json.field("min", info.bounds->min);
    json.field("max", info.bounds->max);
    json.end_object();
  } else {
    json.value(nullptr);
  }
  for (const auto& [name, value] : info.details) json.member(name, value);
  if (tree) write_tree(json, info.tree);
  json.end_object();
  session.print(json.take() + "\n");
}

/// "likely_writer" for programs is "likely writer" for people.
std::string label(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

/// A detail in a line: lists by commas, objects by their values, strings escaped.
std::string in_words(const JsonValue& value) {
  std::string text;
  if (const auto* string = value.get_if<std::string>()) return escape_text(*string);
  if (const auto* truth = value.get_if<bool>()) return *truth ? "yes" : "no";
  if (const auto* array = value.get_if<JsonArray>()) {
    for (const JsonValue& item : *array) {
      const bool nested = item.get_if<JsonArray>() != nullptr || item.get_if<JsonObject>() != nullptr;
      text += (text.empty() ? "" : ", ") + (nested ? "(" + in_words(item) + ")" : in_words(item));
    }
    return text;
  }
  if (const auto* object = value.get_if<JsonObject>()) {
    for (const auto& [name, item] : *object)
      text += (text.empty() ? "" : ", ") + label(name) + " " + in_words(item);
    return text;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
}

void print_detail(Session& session, const std::string& name, const JsonValue& value) {
  const auto* array = value.get_if<JsonArray>();
  const bool rows = array != nullptr && !array->empty() && array->front().get_if<JsonObject>() != nullptr;
  if (!rows) return session.print(fmt::format("  {:<14} {}\n", label(name), in_words(value)));
  session.print(fmt::format("  {}\n", label(name)));
  for (const JsonValue& row : *array) session.print(fmt::format("    {}\n", in_words(row)));
}

std::string vector_text(const Vec3& v) {
  return fmt::format("{}, {}, {}", v.x, v.y, v.z);
}

/// Deeper levels than fit a screen are told by a number, so that a long chain does not print a square.
void print_tree(Session& session, const std::vector<TreeNode>& tree) {
  constexpr std::uint32_t kDeepest = 30;
  session.print("  tree\n");
  for (const TreeNode& node : tree) {
    const bool deep = node.depth > kDeepest;
    session.print(fmt::format("    {:{}}{}{} ({})\n", "", 2 * std::min(node.depth, kDeepest),
                              deep ? fmt::format("[{}] ", node.depth) : "", escape_text(node.name),
                              node.kind));
  }
}

void print_text(Session& session, const Opened& input, const Info& info, bool tree) {
  session.print(fmt::format("{}\n", session.bold(display_name(input.path()))));
  session.print(fmt::format("  {:<14} {} ({})\n", "format", input.document.format().name, info.variant));
  session.print(fmt::format("  {:<14} {}\n", "bytes", input.size()));
  for (const auto& [name, count] : info.counts)
    session.print(fmt::format("  {:<14} {}\n", label(name), count));
  if (info.bounds) {
    session.print(fmt::format("  {:<14} {}\n", "bounds", vector_text(info.bounds->min)));
    session.print(fmt::format("  {:<14} {}\n", "", vector_text(info.bounds->max)));
  }
  for (const auto& [name, value] : info.details) print_detail(session, name, value);
  if (tree) print_tree(session, info.tree);
}

Answer info_one(const Opened& input, const Arguments& arguments, Session& session) {
  const auto found = info(input.document);
  if (!still_whole(session, input) || !succeeded(session, input.path(), found)) return Answer::failed;
  if (arguments.tree && found->tree.empty()) {
    const std::string_view id = input.document.format().id;
    session.complain(input.path(),
                     {.message = fmt::format("--tree has no meaning for a {} without nodes", id)});
    return Answer::failed;
  }
  for (const std::string& loss : input.document.losses)
    session.note("meshwright: " + display_name(input.path()) + ": " + loss);
  session.json() ? print_json(session, input, *found, arguments.tree)
                 : print_text(session, input, *found, arguments.tree);
  return Answer::yes;
}

}  // namespace

Answer run_info(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, info_one);
}

}  // namespace mw::cli
