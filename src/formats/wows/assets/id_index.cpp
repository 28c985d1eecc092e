#include "id_index.h"

#include <algorithm>
#include <bit>

namespace mw::wows::assets {

IdIndex::IdIndex(std::size_t count) {
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(count + count / 2, 4));
  slots_.assign(size + kMostSteps, Entry{0, kNone});
  shift_ = 64U - unsigned(std::countr_zero(size));
}

bool IdIndex::add(std::uint64_t id, std::uint32_t row) {
  const std::size_t first = slot_of(id);
  for (std::size_t slot = first; slot < first + kMostSteps; ++slot) {
    if (slots_[slot].row == kNone) {
      slots_[slot] = {id, row};
      return true;
    }
    if (slots_[slot].id == id) return false;
  }
  return crowded_.try_emplace(id, row).second;
}

std::optional<std::uint32_t> IdIndex::find_crowded(std::uint64_t id) const {
  const auto found = crowded_.find(id);
  if (found == crowded_.end()) return std::nullopt;
  return found->second;
}

}  // namespace mw::wows::assets
