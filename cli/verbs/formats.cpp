#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <algorithm>

#include "verbs.h"

namespace mw::cli {
namespace {

struct Capability {
  std::string_view name;
  bool (*has)(const Format& format);
};

/// Whether any format, itself included, can become this one.
bool can_be_made(const Format& format) {
  return std::ranges::any_of(formats(), [&](const Format* from) {
    const auto targets = targets_of(*from);
    return std::ranges::find(targets, &format) != targets.end();
  });
}

constexpr Capability kCapabilities[] = {
    {"read", [](const Format& format) { return format.read != nullptr; }},
    {"write", can_be_made},
    {"validate", [](const Format& format) { return format.validate != nullptr; }},
    {"dump", [](const Format& format) { return format.trace != nullptr; }},
    {"json", [](const Format& format) { return format.to_json != nullptr && format.from_json != nullptr; }},
    {"sample", [](const Format& format) { return format.sample != nullptr; }},
    {"scene", [](const Format& format) { return format.to_scene != nullptr; }},
    {"from_scene", [](const Format& format) { return format.from_scene != nullptr; }},
};

void print_json(Session& session, const Format& format) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("id", format.id);
  json.member("name", format.name);
  json.key("extensions");
  json.begin_array();
  for (const std::string_view extension : format.extensions) json.value(extension);
  json.end_array();
  for (const Capability& capability : kCapabilities) json.member(capability.name, capability.has(format));
  json.key("becomes");
  json.begin_array();
  for (const Format* target : targets_of(format)) json.value(target->id);
  json.end_array();
  json.end_object();
  session.print(json.take() + "\n");
}

void print_row(Session& session, const Format& format) {
  std::string extensions;
  for (const std::string_view extension : format.extensions)
    extensions += (extensions.empty() ? "" : " ") + std::string(extension);
  session.print(fmt::format("{:<16} {:<16}", format.id, extensions));
  for (const Capability& capability : kCapabilities)
    session.print(fmt::format(" {:<10}", capability.has(format) ? "yes" : "-"));
  session.print("\n");
}

}  // namespace

Answer run_formats(const Arguments&, Session& session) {
  if (!session.json()) {
    session.print(fmt::format("{:<16} {:<16}", "format", "extensions"));
    for (const Capability& capability : kCapabilities) session.print(fmt::format(" {:<10}", capability.name));
    session.print("\n");
  }
  for (const Format* format : formats())
    session.json() ? print_json(session, *format) : print_row(session, *format);
  return Answer::yes;
}

}  // namespace mw::cli
