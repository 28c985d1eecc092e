#pragma once

#include <meshwright/core/bytes.h>
#include <memory>
#include <string>
#include <string_view>

namespace mw::batch {

/// Identifies contents, in 128 bits (XXH3). It does not resist deliberate collisions.
class ContentHash {
 public:
  ContentHash();
  void add(ByteSpan bytes);
  void add(std::string_view text) { add(bytes_of(text)); }
  /// 32 digits.
  std::string digits() const;

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;
};

std::string hash_of(ByteSpan bytes);

/// For spreading paths over shards; the same on every machine.
std::uint64_t hash_of_path(std::string_view path);

}  // namespace mw::batch
