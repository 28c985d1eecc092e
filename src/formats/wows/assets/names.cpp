#include "names.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/name_hash.h>

#include "lookup.h"
#include "shared/hex_number.h"

namespace mw::wows::assets {

std::optional<std::size_t> NameTexts::slot_of(NameId id) const {
  constexpr std::uint64_t kStepsPerLookup = 64;
  if (!slots_) {
    steps_ += kStepsPerLookup;
    const auto slot = find_slot(database_.string_buckets(), id.value, steps_);
    if (steps_ > 0) return slot;
    slots_ = index_slots(database_.string_buckets());
  }
  const auto slot = slots_->find(id.value);
  if (!slot) return std::nullopt;
  return *slot;
}

std::optional<std::string_view> NameTexts::find(NameId id) const {
  const auto slot = slot_of(id);
  const auto text = slot ? database_.text_at(database_.string_values()[*slot]) : std::nullopt;
  if (!text || text->size() > Database::kMaxNameSize || name_hash(*text) != id.value) return std::nullopt;
  return text;
}

std::string NameTexts::show(NameId id) const {
  if (id.value == 0) return {};  // which is the hash of no text
  const auto text = find(id);
  if (text && is_utf8(*text) && !text->starts_with('#')) return std::string(*text);
  return fmt::format("#{:08x}", id.value);
}

std::optional<NameId> parse_name(const std::string& shown) {
  if (!shown.starts_with('#')) return NameId{name_hash(shown)};
  const auto value = parse_hex<std::uint32_t>(std::string_view(shown).substr(1));
  if (!value) return std::nullopt;
  return NameId{*value};
}

}  // namespace mw::wows::assets
