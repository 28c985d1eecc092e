#pragma once

#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_ids.h>
#include <optional>
#include <string>
#include <string_view>

#include "id_index.h"

/// Names of a database and their texts.
namespace mw::wows::assets {

/// Finds texts of names in the file's own table, or, when that makes every lookup a walk through all of it,
/// in an index of it.
class NameTexts {
 public:
  explicit NameTexts(const Database& database) : database_(database) {}

  /// The text of a name as JSON has it: itself, or "#" and eight hex digits when it is not known.
  std::string show(NameId id) const;
  /// The text, if the file has it; `id` is its hash.
  std::optional<std::string_view> find(NameId id) const;

 private:
  std::optional<std::size_t> slot_of(NameId id) const;

  const Database& database_;
  mutable std::uint64_t steps_ = 1 << 20;  // left before the index is made; each lookup adds some
  mutable std::optional<IdIndex> slots_;
};

/// What NameTexts::show gives, and back; nothing for "#" without eight hex digits.
std::optional<NameId> parse_name(const std::string& shown);

}  // namespace mw::wows::assets
