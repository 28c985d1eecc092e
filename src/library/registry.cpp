#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>

#include "rows.h"

namespace mw {
namespace {

/// In the order of recognition: a .gltf is JSON too, so its row comes before; a .splash has no magic, so its
/// row comes after those with one.
constexpr const Format* kFormats[] = {
    &rows::kKotorWalkmesh,  &rows::kKotorWalkmeshAscii,
    &rows::kKotorMdl,       &rows::kKotorMdlAscii,
    &rows::kKotorLayout,    &rows::kBw2Bwm,
    &rows::kWowsGeometry,   &rows::kWowsAssets,
    &rows::kWowsPrimitives, &rows::kWowsSplash,
    &rows::kGltf,           &rows::kObj,
    &rows::kJson,
};

bool is_text(ByteSpan bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) {
    const auto c = std::to_integer<unsigned char>(byte);
    return c >= 0x20 ? c < 0x7F : c == '\t' || c == '\n' || c == '\r';
  });
}

bool is_called_as_a_companion(std::string_view name) {
  const std::string ending = lower_case(name);
  return std::ranges::any_of(kFormats, [&](const Format* format) {
    return !format->companion.empty() && ending.ends_with(format->companion);
  });
}

ByteSpan start_of(ByteSpan bytes) {
  constexpr std::size_t kShown = 8;
  return bytes.first(std::min(bytes.size(), kShown));
}

bool are_zeros(ByteSpan bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(0); });
}

/// The error for bytes that no format recognises.
std::string describe_start(ByteSpan bytes) {
  if (bytes.empty()) return "the file is empty";
  if (are_zeros(bytes)) return fmt::format("not a known format: all {} bytes are zero", bytes.size());
  const ByteSpan start = start_of(bytes);
  if (is_text(start))
    return fmt::format("not a known format: it starts with the text \"{}\"", escape_text(text_of(start)));
  return fmt::format("not a known format: it starts with the bytes {}", to_hex(start));
}

}  // namespace

bool is_binary(ByteSpan bytes) {
  return !are_zeros(bytes) && !is_text(start_of(bytes));
}

std::span<const Format* const> formats() {
  return kFormats;
}

const Format* find_format(std::string_view id) {
  const auto* row = std::ranges::find(kFormats, id, [](const Format* format) { return format->id; });
  return row == std::end(kFormats) ? nullptr : *row;
}

const Format* find_by_extension(std::string_view extension) {
  for (const Format* format : kFormats)
    if (std::ranges::find(format->extensions, extension) != format->extensions.end()) return format;
  return nullptr;
}

Result<const Format*> recognise(ByteSpan bytes, std::string_view name) {
  const bool is_companion = is_called_as_a_companion(name);
  for (const Format* format : kFormats)
    if (!(is_companion && format->has_meshes_only) && format->sniff(bytes)) return format;
  return fail({.offset = 0, .message = describe_start(bytes), .code = ErrorCode::not_this_format});
}

}  // namespace mw
