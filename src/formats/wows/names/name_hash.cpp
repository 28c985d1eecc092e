#include <meshwright/wows/detail/name_hash.h>

namespace mw::wows {
namespace {

std::uint32_t finished(std::uint32_t hash) {
  hash = (hash ^ (hash >> 16)) * murmur::kFinalMultipliers[0];
  hash = (hash ^ (hash >> 13)) * murmur::kFinalMultipliers[1];
  return hash ^ (hash >> 16);
}

}  // namespace

std::uint32_t name_hash(std::string_view name) {
  std::uint32_t hash = 0;
  const std::size_t whole = name.size() / 4 * 4;
  for (std::size_t at = 0; at < whole; at += 4)
    hash = murmur::step(hash, murmur::word_of(name.substr(at, 4)));
  return finished(hash ^ murmur::scrambled(murmur::word_of(name.substr(whole))) ^ std::uint32_t(name.size()));
}

}  // namespace mw::wows
