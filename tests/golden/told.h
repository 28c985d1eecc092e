#pragma once

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/document.h>

#include <string>

#include "recorded.h"
#include "support/bytes.h"

/// What the library gives, for recording.
namespace mw::test {

inline std::string told(const Losses& losses) {
  std::string text;
  for (const Loss& loss : losses) text += to_string(loss) + "\n";
  return text;
}

inline std::string told(const std::vector<Change>& changes) {
  std::string text;
  for (const Change& change : changes)
    text += fmt::format("{} {}: {}\n", change.what, change.where, change.message);
  return text;
}

inline Aspects told(const Output& output) {
  return {{"bytes", std::string(text_of(output.bytes))},
          {"companion", output.companion ? std::string(text_of(*output.companion)) : ""},
          {"companion is", std::string(output.companion_extension)},
          {"losses", told(output.losses)}};
}

inline Aspects told(const Error& error) {
  return {{"error", to_string(error)}};
}

inline Aspects told(const Result<Output>& output) {
  return output ? told(*output) : told(output.error());
}

inline Aspects told(const Result<Conversion>& made) {
  if (!made) return told(made.error());
  Aspects aspects = told(made->output);
  const Totals& totals = made->totals;
  aspects.emplace_back("totals", fmt::format("{} meshes, {} vertices, {} triangles", totals.meshes,
                                             totals.vertices, totals.triangles));
  aspects.emplace_back("notes", told(made->notes));
  aspects.emplace_back("changes", told(made->changes));
  return aspects;
}

inline std::string findings_in(const Document& document) {
  Findings findings;
  const auto done = validate(document, findings);
  std::string text = done ? "" : "error: " + to_string(done.error());
  for (const Finding& finding : findings.all())
    text += fmt::format("{} {} {} {} {} {} {}\n", finding.kind->code, finding.where,
                        finding.offset ? std::int64_t(*finding.offset) : -1,
                        finding.position ? std::int64_t(finding.position->line) : -1,
                        finding.position ? std::int64_t(finding.position->column) : -1, finding.name,
                        finding.message);
  return text;
}

inline std::string info_of(const Document& document) {
  const auto info = mw::info(document);
  if (!info) return "error: " + to_string(info.error());
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("variant", info->variant);
  for (const auto& [name, count] : info->counts) json.member(name, count);
  if (info->bounds) {
    json.field("min", info->bounds->min);
    json.field("max", info->bounds->max);
  }
  for (const auto& [name, value] : info->details) json.member(name, value);
  for (const TreeNode& node : info->tree) json.member(node.name, fmt::format("{} {}", node.kind, node.depth));
  json.end_object();
  return json.take();
}

/// Every field of a file, as a dump has it.
inline std::string fields_of(const Source& source) {
  std::string text;
  const auto line = [&](const TracedField& field, char layer) {
    text += fmt::format("{}{} {} {} {} {}\n", layer, field.offset, field.length(), to_string(field.type),
                        field.path, field.line);
  };
  const Trace file = [&](const TracedField& field) { line(field, ' '); };
  const Trace companion = [&](const TracedField& field) { line(field, '+'); };
  const auto done = trace_bytes(source, {.file = &file, .companion = &companion});
  return text + (done ? "" : "error: " + to_string(done.error()));
}

inline Aspects rebuilt(const Document& document, const OptionValues& options) {
  const auto made = rebuild(document, options);
  if (!made) return told(made.error());
  Aspects aspects{{"changes", told(made->changes)}};
  append(aspects, "file", told(write(made->document)));
  return aspects;
}

}  // namespace mw::test
