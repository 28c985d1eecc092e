#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>

namespace mw::batch {

struct InOrder {
  std::size_t count = 0;
  unsigned threads = 1;
  /// How many results may wait for their turn: the first one can take the longest.
  std::size_t waiting = std::numeric_limits<std::size_t>::max();
  /// In which order the work begins; empty: from 0 on. Only where results may wait without limit.
  std::span<const std::size_t> begin_with = {};
};

/// Calls `work` for 0 to count - 1 on several threads, and `done` for each in order, on the caller's thread,
/// as soon as it and all before it are finished. If given, `finished` is called there too, every few items,
/// with the number finished in any order.
void in_order(const InOrder& what, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done,
              const std::function<void(std::size_t)>& finished = {});

}  // namespace mw::batch
