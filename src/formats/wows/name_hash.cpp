#include <meshwright/wows/name_hash.h>
#include <bit>
#include <cstring>

namespace mw::wows {
namespace {

std::uint32_t scrambled(std::uint32_t word) {
  return std::rotl(word * 0xCC9E2D51U, 15) * 0x1B873593U;
}

std::uint32_t finished(std::uint32_t hash) {
  hash = (hash ^ (hash >> 16)) * 0x85EBCA6BU;
  hash = (hash ^ (hash >> 13)) * 0xC2B2AE35U;
  return hash ^ (hash >> 16);
}

}  // namespace

std::uint32_t name_hash(std::string_view name) {
  std::uint32_t hash = 0;
  const std::size_t whole = name.size() / 4 * 4;
  for (std::size_t at = 0; at < whole; at += 4) {
    std::uint32_t word;
    std::memcpy(&word, name.data() + at, 4);
    hash = std::rotl(hash ^ scrambled(word), 13) * 5 + 0xE6546B64U;
  }
  std::uint32_t tail = 0;
  if (name.size() > whole) std::memcpy(&tail, name.data() + whole, name.size() - whole);
  return finished(hash ^ scrambled(tail) ^ std::uint32_t(name.size()));
}

}  // namespace mw::wows
