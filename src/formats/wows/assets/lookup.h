#pragma once

#include <meshwright/core/detail/table_view.h>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "id_index.h"

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

/// Calls `use(slot, bucket, reached)` for every slot that is taken; `reached` is whether a lookup of its key
/// gets there. Of slots with one key, the one that a lookup finds comes first.
template <class Bucket>
void for_each_taken(const TableView<Bucket>& buckets, const auto& use) {
  const std::size_t size = buckets.size();
  std::size_t empty = 0;
  while (empty < size && buckets[empty].is_occupied()) ++empty;
  if (empty == size) {
    // Ways begin anywhere and nothing ends them: they go on around the end of the table.
    for (const bool around : {false, true})
      for (std::size_t slot = 0; slot < size; ++slot)
        if (const Bucket bucket = buckets[slot]; (slot < bucket.key % size) == around)
          use(slot, bucket, true);
    return;
  }
  // Once around from an empty slot on: a way passes taken slots only.
  for (std::size_t step = 1, taken_before = 0; step <= size; ++step) {
    const std::size_t slot = (empty + step) % size;
    const Bucket bucket = buckets[slot];
    if (!bucket.is_occupied()) {
      taken_before = 0;
      continue;
    }
    const auto home = std::size_t(bucket.key % size);
    use(slot, bucket, (slot + size - home) % size <= taken_before);
    ++taken_before;
  }
}

/// The slots that lookups find, by their keys.
template <class Bucket>
IdIndex index_slots(const TableView<Bucket>& buckets) {
  std::size_t taken = 0;
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) taken += buckets[slot].is_occupied() ? 1 : 0;
  IdIndex index(taken);
  for_each_taken(buckets, [&](std::size_t slot, const Bucket& bucket, bool reached) {
    if (reached) index.add(bucket.key, std::uint32_t(slot));
  });
  return index;
}

}  // namespace mw::wows::assets
