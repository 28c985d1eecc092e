#include <fmt/format.h>
#include <fmt/ranges.h>
#include <meshwright/bw2/detail/bwm_findings.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/edit/detail/text.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/detail/area_findings.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/scene/detail/losses.h>
#include <meshwright/wows/detail/assets_findings.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/detail/primitives_findings.h>
#include <meshwright/wows/detail/splash_findings.h>

#include <algorithm>
#include <ranges>

#include "losses.h"

/// The pages that are generated from the registry.
namespace mw {
namespace {

std::string_view yes(bool can) {
  return can ? "yes" : "";
}

std::string extensions_of(const Format& format) {
  std::string text;
  for (const std::string_view extension : format.extensions)
    text += (text.empty() ? "" : " ") + std::string(extension);
  return "`" + text + "`" + (format.companion.empty() ? "" : fmt::format(" + `{}`", format.companion));
}

std::string to_others(const Format& format) {
  const auto targets = targets_of(format);
  const bool out = std::ranges::find(targets, find_format("gltf")) != targets.end();
  return !out ? "" : format.from_scene == nullptr ? "yes" : "yes, and back";
}

/// What a format that keeps no bytes is written from.
std::string_view written_from(const Format& format) {
  if (format.from_scene != nullptr) return "from the scene";
  return format.from_binary != nullptr ? "from its binary" : "no";
}

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

std::string table_of(std::string_view title, std::span<const FindingKind> kinds) {
  std::string table =
      fmt::format("\n## {}\n\n| code | severity | message | meaning |\n|---|---|---|---|\n", title);
  for (const FindingKind& kind : kinds)
    table += fmt::format("| `{}` | {} | {} | {} |\n", kind.code, to_string(kind.severity), kind.message,
                         kind.meaning);
  return table;
}

}  // namespace

std::vector<LossTable> loss_tables() {
  return {{"Conversions of any format", loss::kKinds},
          {"Scenes", scene::loss::kKinds},
          {"Edits of an original", edit::loss_kinds()},
          {"glTF, OBJ and images", exchange::loss_kinds()},
          {"Knights of the Old Republic models", kotor::mdl::loss::kKinds},
          {"Knights of the Old Republic walkmeshes", kotor::walkmesh::loss::kKinds},
          {"Knights of the Old Republic layouts", kotor::area_loss::kKinds},
          {"Black & White 2 models", bw2::bwm::loss::kKinds},
          {"World of Warships meshes", wows::geometry::loss::kKinds},
          {"World of Warships older meshes", wows::primitives::loss::kKinds},
          {"World of Warships assets", wows::assets::loss::kKinds},
          {"World of Warships splash boxes", wows::splash::loss::kKinds}};
}

std::string losses_as_markdown() {
  std::string page =
      "# Losses\n\n"
      "What `meshwright convert` and `batch` report as lost, and as notes, by what it is a loss of. "
      "Generated "
      "from the tables (`losses.def`, `*_losses.def`); do not edit.\n\n"
      "A warning is lost; an info is a note: worth knowing, and nothing is lost. Faults of a text that is "
      "compiled are losses too, with the codes of ISSUES.md.\n";
  for (const auto& [title, kinds] : loss_tables()) page += table_of(title, kinds);
  return page;
}

std::string findings_as_markdown() {
  std::string page =
      "# Findings\n\n"
      "What `meshwright validate` reports, by format. Generated from the tables (`*_findings.def`) in "
      "`include/meshwright`; do not edit.\n\n"
      "An error breaks the file in the game or in tools; a warning is a likely mistake that released files "
      "contain "
      "too; an info is worth knowing.\n";
  for (const Format* format : formats()) {
    if (format->finding_kinds == nullptr) continue;
    page += table_of(fmt::format("{} (`{}`)", format->name, format->id), format->finding_kinds());
  }
  return page;
}

std::string formats_as_markdown() {
  std::string table =
      "| format | files | read | write byte for byte | validate | name every byte | JSON both ways | to "
      "glTF, OBJ |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Format* format : formats()) {
    if (format->info == nullptr) continue;  // JSON, which holds one of the others
    const bool exact = format->write != nullptr && format->keeps_bytes;
    table += fmt::format(
        "| {} (`{}`) | {} | yes | {} | {} | {} | {} | {} |\n", format->name, format->id,
        extensions_of(*format), exact ? "yes" : written_from(*format),
        format->finding_kinds == nullptr ? "" : fmt::format("{} codes", format->finding_kinds().size()),
        yes(format->trace != nullptr), yes(format->to_json != nullptr && format->from_json != nullptr),
        to_others(*format));
  }
  return table;
}

std::string formats_as_text() {
  std::string table = fmt::format("{:<16} {:<16}", "format", "extensions");
  for (const Capability& capability : kCapabilities) table += fmt::format(" {:<10}", capability.name);
  for (const Format* format : formats()) {
    table +=
        fmt::format("\n{:<16} {:<16}", format->id, fmt::format("{}", fmt::join(format->extensions, " ")));
    for (const Capability& capability : kCapabilities)
      table += fmt::format(" {:<10}", capability.has(*format) ? "yes" : "-");
  }
  return table + "\n";
}

std::string formats_as_json() {
  std::string lines;
  for (const Format* format : formats()) {
    JsonWriter json(JsonWriter::Style::compact);
    AnswerWriter answer(json);
    json.begin_object();
    answer.members("id", format->id, "name", format->name, "extensions", format->extensions);
    for (const Capability& capability : kCapabilities) answer.field(capability.name, capability.has(*format));
    answer.field("becomes", targets_of(*format) | std::views::transform(&Format::id));
    json.end_object();
    lines += json.take() + "\n";
  }
  return lines;
}

}  // namespace mw
