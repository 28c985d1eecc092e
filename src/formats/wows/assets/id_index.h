#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace mw::wows::assets {

/// Finds rows by 64-bit ids. Of rows with the same id, the first.
///
/// A hash table with short ways; ids that find no slot nearby, since they were chosen to collide, go into a
/// tree, so that no file makes lookups slow.
class IdIndex {
 public:
  explicit IdIndex(std::size_t count);

  /// False for an id that is there already.
  bool add(std::uint64_t id, std::uint32_t row);

  std::optional<std::uint32_t> find(std::uint64_t id) const {
    for (std::size_t slot = slot_of(id), end = slot + kMostSteps; slot < end; ++slot) {
      if (slots_[slot].row == kNone) return std::nullopt;
      if (slots_[slot].id == id) return slots_[slot].row;
    }
    return find_crowded(id);
  }

 private:
  struct Entry {
    std::uint64_t id;
    std::uint32_t row;
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kMostSteps = 64;

  /// Ids are hashes already, but those of a damaged file need not be.
  std::size_t slot_of(std::uint64_t id) const { return std::size_t((id * 0x9E3779B97F4A7C15U) >> shift_); }
  std::optional<std::uint32_t> find_crowded(std::uint64_t id) const;

  std::vector<Entry> slots_;
  unsigned shift_ = 0;
  std::map<std::uint64_t, std::uint32_t> crowded_;
};

}  // namespace mw::wows::assets
