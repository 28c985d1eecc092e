#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/registry.h>

#include <algorithm>

#include "cli/opened.h"

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

/// How many errors validation finds: a file that reads can be broken all the same.
std::size_t count_errors(const Document& document) {
  if (document.format().validate == nullptr) return 0;
  Findings findings([](const Finding&) {});
  return validate(document, findings) ? findings.count(Severity::error) : 0;
}

void print_json(Session& session, const Opened& input, const Info& info, bool tree, std::size_t errors) {
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
  if (errors > 0) json.member("errors", std::uint64_t(errors));
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

/// How something was found out is told for people only where it is not the usual way, and in a sentence's
/// words.
std::optional<std::string> origin_in_words(std::string_view name, const JsonValue& value) {
  struct Origin {
    std::string_view name, value, words;
  };
  constexpr Origin kOrigins[] = {{"name_from", "known", ""},
                                 {"name_from", "found", "a name found by trying words"},
                                 {"name_from", "ids", "named after its id"},
                                 {"paired_by", "name", ""},
                                 {"level_by", "name", ""},
                                 {"level_by", "alone", ""}};
  const auto* text = value.get_if<std::string>();
  for (const Origin& origin : kOrigins)
    if (text != nullptr && origin.name == name && origin.value == *text) return std::string(origin.words);
  return std::nullopt;
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
    for (const auto& [name, item] : *object) {
      const std::string words = origin_in_words(name, item).value_or(label(name) + " " + in_words(item));
      if (!words.empty()) text += (text.empty() ? "" : ", ") + words;
    }
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

void print_text(Session& session, const Opened& input, const Info& info, bool tree, std::size_t errors) {
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
  if (errors > 0)
    session.print(
        fmt::format("  {:<14} {}; validate tells them\n", "problems", counted(errors, "error", "errors")));
  if (tree) print_tree(session, info.tree);
}

Answer info_one(const Opened& input, const Arguments& arguments, Session& session) {
  const auto found = info(input.document);
  if (!still_whole(session, input) || !succeeded(session, input.path(), found)) return Answer::failed;
  if (arguments.tree && found->tree.empty()) {
    const std::string_view id = input.document.format().id;
    session.complain(input.path(), {.message = fmt::format("--tree has no meaning for {} without nodes",
                                                           with_article(id))});
    return Answer::failed;
  }
  for (const std::string& loss : input.document.losses)
    session.note("meshwright: " + display_name(input.path()) + ": " + loss);
  const std::size_t errors = count_errors(input.document);
  session.json() ? print_json(session, input, *found, arguments.tree, errors)
                 : print_text(session, input, *found, arguments.tree, errors);
  return Answer::yes;
}

}  // namespace

Answer run_info(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, info_one);
}

}  // namespace mw::cli
