#include <fmt/format.h>
#include <meshwright/core/json_reader.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>

#include "registry_rows.h"

namespace mw {
namespace {

constexpr const Format* kFormats[] = {
    &kKotorWalkmesh, &kKotorMdl, &kBw2Bwm, &kWowsGeometry, &kGltf, &kObj,
};

bool is_text(ByteSpan bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) {
    const auto c = std::to_integer<unsigned char>(byte);
    return c >= 0x20 ? c < 0x7F : c == '\t' || c == '\n' || c == '\r';
  });
}

/// What to say of bytes that no format claims.
std::string describe_start(ByteSpan bytes) {
  constexpr std::size_t kShown = 8;
  if (bytes.empty()) return "the file is empty";
  if (std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(0); }))
    return fmt::format("not a known format: all {} bytes are zero", bytes.size());
  const ByteSpan start = bytes.first(std::min(bytes.size(), kShown));
  if (is_text(start))
    return fmt::format("not a known format: it starts with the text \"{}\"", escape_text(text_of(start)));
  return fmt::format("not a known format: it starts with the bytes {}", to_hex(start));
}

}  // namespace

std::span<const Format* const> formats() {
  return kFormats;
}

const Format* find_format(std::string_view id) {
  const auto* row = std::ranges::find(kFormats, id, [](const Format* format) { return format->id; });
  return row == std::end(kFormats) ? nullptr : *row;
}

const Format* find_scene_format(std::string_view extension) {
  for (const Format* format : kFormats)
    if (format->from_scene != nullptr &&
        std::ranges::find(format->extensions, extension) != format->extensions.end())
      return format;
  return nullptr;
}

Result<const Format*> recognise(ByteSpan bytes) {
  for (const Format* format : kFormats)
    if (format->sniff(bytes)) return format;
  return fail({.offset = 0, .message = describe_start(bytes)});
}

bool looks_like_json(ByteSpan bytes) {
  const std::string_view text = text_of(bytes);
  const auto start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && text[start] == '{';
}

Result<const Format*> format_of_json(const JsonText& json) {
  JsonReader reader(json);
  std::string id;
  reader.field("format", id);
  if (!reader.ok())
    return fail({.field = "format", .message = "missing: this JSON does not say what it holds"});
  if (const Format* format = find_format(id)) return format;
  return fail({.field = "format", .message = fmt::format("\"{}\" is not a known format", escape_text(id))});
}

std::string findings_as_markdown() {
  std::string page =
      "# Findings\n\n"
      "What `meshwright validate` reports, by format. Generated from the tables in `src/formats`; do not "
      "edit.\n\n"
      "An error breaks the file in the game or in tools; a warning is a likely mistake that released files "
      "contain "
      "too; an info is worth knowing.\n";
  for (const Format* format : kFormats) {
    if (format->finding_kinds == nullptr) continue;
    page += fmt::format("\n## {} (`{}`)\n\n| code | severity | message | meaning |\n|---|---|---|---|\n",
                        format->name, format->id);
    for (const FindingKind& kind : format->finding_kinds())
      page += fmt::format("| `{}` | {} | {} | {} |\n", kind.code, to_string(kind.severity), kind.message,
                          kind.meaning);
  }
  return page;
}

}  // namespace mw
