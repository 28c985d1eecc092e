#pragma once

#include <meshwright/core/error.h>
#include <meshwright/wows/assets_format.h>
#include <optional>
#include <string>
#include <string_view>

/// Ids as people write them.
namespace mw::wows::assets {

/// "0x0df5a921212a899e" and "0x820f0280".
std::string show_id(ResourceId id);
std::string show_id(NameId id);

/// 0x and sixteen, or eight, hex digits, in any case; nothing for another text.
std::optional<ResourceId> parse_id(std::string_view text);
std::optional<NameId> parse_name_id(std::string_view text);

/// Whether a word is an id: it begins with 0x, as no path of a file does.
bool is_meant_as_id(std::string_view word);

/// The id of a path, or the id written there. Fails on an id with another number of digits.
Result<ResourceId> id_of(std::string_view path_or_id);

}  // namespace mw::wows::assets
