#include "name_hash_backwards.h"

#include <bit>
#include <utility>

namespace mw::wows::murmur {
namespace {

constexpr std::string_view kNameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Of an odd number modulo 2^32; every round of Newton's doubles the right bits.
constexpr std::uint32_t inverse(std::uint32_t odd) {
  std::uint32_t made = odd;
  for (int round = 0; round < 5; ++round) made *= 2 - odd * made;
  return made;
}
static_assert(inverse(kMultiplier) * kMultiplier == 1);

std::uint32_t unfinished(std::uint32_t hash) {
  hash = (hash ^ (hash >> 16)) * inverse(kFinalMultipliers[1]);
  hash = (hash ^ (hash >> 13) ^ (hash >> 26)) * inverse(kFinalMultipliers[0]);
  return hash ^ (hash >> 16);
}

}  // namespace

std::uint32_t unstepped(std::uint32_t state) {
  return std::rotr((state - kAddend) * inverse(kMultiplier), kTurn);
}

std::uint32_t state_in_tail(std::uint32_t id, std::size_t length, std::string_view tail) {
  const std::string_view known = tail.substr(first_block(length, tail.size()) - (length - tail.size()));
  const std::size_t whole = known.size() / 4 * 4;
  std::uint32_t state = unfinished(id) ^ std::uint32_t(length) ^ scrambled(word_of(known.substr(whole)));
  for (std::size_t end = whole; end > 0; end -= 4)
    state = unstepped(state) ^ scrambled(word_of(known.substr(end - 4, 4)));
  return state;
}

BlockDifferences::BlockDifferences(std::size_t unknown, std::string_view first, std::string_view second)
    : slots_(64) {
  const std::uint32_t a = word_of(first.substr(0, 4 - unknown)) << 8 * unknown;
  const std::uint32_t b = word_of(second.substr(0, 4 - unknown)) << 8 * unknown;
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < unknown; ++i) combinations *= kNameBytes.size();
  for (std::size_t number = 0; number < combinations; ++number) {
    std::uint32_t bytes = 0;
    for (std::size_t rest = number, i = 0; i < unknown; ++i, rest /= kNameBytes.size())
      bytes |= std::uint32_t(kNameBytes[rest % kNameBytes.size()]) << 8 * i;
    insert(scrambled(bytes | a) ^ scrambled(bytes | b));
  }
}

std::size_t BlockDifferences::slot_of(std::uint32_t difference) const {
  // The high bits of a product depend on all bits of the number; the golden ratio spreads them.
  std::size_t slot = difference * 0x9E3779B1U >> (32 - std::countr_zero(slots_.size()));
  while (slots_[slot] != 0 && slots_[slot] != difference) slot = (slot + 1) % slots_.size();
  return slot;
}

bool BlockDifferences::contains(std::uint32_t difference) const {
  return difference != 0 && slots_[slot_of(difference)] == difference;
}

void BlockDifferences::insert(std::uint32_t difference) {
  const std::size_t slot = slot_of(difference);
  if (slots_[slot] == difference) return;
  slots_[slot] = difference;
  if (++count_ * 2 <= slots_.size()) return;
  const std::vector<std::uint32_t> before =
      std::exchange(slots_, std::vector<std::uint32_t>(4 * slots_.size()));
  for (const std::uint32_t each : before)
    if (each != 0) slots_[slot_of(each)] = each;
}

}  // namespace mw::wows::murmur
