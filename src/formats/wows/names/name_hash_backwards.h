#pragma once

#include <meshwright/wows/detail/name_hash.h>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The hash of names run backwards. Its last steps and every block are bijections once the bytes are known,
/// so that from an id and the end of its name follows the state in which the rest of the name had left the
/// hash: two ids with the same state there have the same name before it.
namespace mw::wows::murmur {

/// What can be undone of a block without its bytes: xor scrambled(word) gives the state before it.
std::uint32_t unstepped(std::uint32_t state);

/// Where a tail of `tail` bytes has its first block of its own, in a name of `length` bytes.
constexpr std::size_t first_block(std::size_t length, std::size_t tail) {
  return (length - tail + 3) / 4 * 4;
}

/// The state before the first block that lies in the tail whole, of the name with that id. `length` is that
/// of the whole name, `tail` what it ends with, at least one byte.
std::uint32_t state_in_tail(std::uint32_t id, std::size_t length, std::string_view tail);

/// The differences between two blocks that begin with the same `unknown` bytes and go on in known ways, for
/// all that the unknown ones may be: letters, digits and underscores.
///
/// If `a` and `b` are states behind such blocks and had the same state before them, unstepped(a) xor
/// unstepped(b) is one of these. 63^3 blocks have only some 14,000 different differences.
class BlockDifferences {
 public:
  BlockDifferences(std::size_t unknown, std::string_view first, std::string_view second);
  bool contains(std::uint32_t difference) const;

 private:
  std::size_t slot_of(std::uint32_t difference) const;
  void insert(std::uint32_t difference);

  std::vector<std::uint32_t> slots_;  // of a power of two; 0 is free: equal blocks are not asked for
  std::size_t count_ = 0;
};

}  // namespace mw::wows::murmur
