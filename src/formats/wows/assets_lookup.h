#pragma once

#include <meshwright/core/table_view.h>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mw::wows::assets {

/// Looks an id up as the game does: from its slot on until it is there or a slot is empty. Ends on a full
/// table too, and when `steps` are used up.
template <class Bucket, class Key>
std::optional<std::size_t> find_slot(const TableView<Bucket>& buckets, Key key, std::uint64_t& steps) {
  const std::size_t capacity = buckets.size();
  if (capacity == 0) return std::nullopt;
  std::size_t slot = std::size_t(key % capacity);
  for (std::size_t step = 0; step < capacity && steps > 0; ++step, --steps) {
    const Bucket bucket = buckets[slot];
    if (!bucket.is_occupied()) return std::nullopt;
    if (bucket.key == key) return slot;
    slot = slot + 1 == capacity ? 0 : slot + 1;
  }
  return std::nullopt;
}

template <class Bucket, class Key>
std::optional<std::size_t> find_slot(const TableView<Bucket>& buckets, Key key) {
  std::uint64_t steps = buckets.size();
  return find_slot(buckets, key, steps);
}

}  // namespace mw::wows::assets
