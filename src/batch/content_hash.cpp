#include "content_hash.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace mw::batch {
namespace {

XXH3_state_t* of(void* state) {
  return static_cast<XXH3_state_t*>(state);
}

std::string spelled(const XXH128_hash_t& hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

void ContentHash::Free::operator()(void* state) const {
  XXH3_freeState(of(state));
}

ContentHash::ContentHash() : state_(XXH3_createState()) {
  XXH3_128bits_reset(of(state_.get()));
}

void ContentHash::add(ByteSpan bytes) {
  XXH3_128bits_update(of(state_.get()), bytes.data(), bytes.size());
}

std::string ContentHash::digits() const {
  return spelled(XXH3_128bits_digest(of(state_.get())));
}

std::string hash_of(ByteSpan bytes) {
  return spelled(XXH3_128bits(bytes.data(), bytes.size()));
}

std::uint64_t hash_of_path(std::string_view path) {
  return XXH3_64bits(path.data(), path.size());
}

}  // namespace mw::batch
