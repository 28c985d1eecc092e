#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/assets_ids.h>
#include <meshwright/wows/detail/path_hash.h>

#include "shared/hex_number.h"

namespace mw::wows::assets {
namespace {

bool has_prefix(std::string_view text) {
  return text.starts_with("0x") || text.starts_with("0X");
}

}  // namespace

std::string show_id(ResourceId id) {
  return fmt::format("0x{:016x}", id.value);
}

std::string show_id(NameId id) {
  return fmt::format("0x{:08x}", id.value);
}

std::optional<ResourceId> parse_id(std::string_view text) {
  const auto value = has_prefix(text) ? parse_hex<std::uint64_t>(text.substr(2)) : std::nullopt;
  if (!value) return std::nullopt;
  return ResourceId{*value};
}

std::optional<NameId> parse_name_id(std::string_view text) {
  const auto value = has_prefix(text) ? parse_hex<std::uint32_t>(text.substr(2)) : std::nullopt;
  if (!value) return std::nullopt;
  return NameId{*value};
}

bool is_meant_as_id(std::string_view word) {
  return has_prefix(word) && word.find_first_of("/.") == word.npos;
}

Result<ResourceId> id_of(std::string_view path_or_id) {
  if (!is_meant_as_id(path_or_id)) return ResourceId{path_hash(path_or_id)};
  if (const auto id = parse_id(path_or_id)) return *id;
  return fail({.message = fmt::format("{} is no id of a path: 0x and sixteen hex digits are",
                                      quote_word(path_or_id))});
}

}  // namespace mw::wows::assets
