#pragma once

// Example:
//
//     #include <meshwright/core/bytes.h>
//
//     mw::Blob three_bytes() {
//       return mw::Blob(mw::Bytes(3));  // stay as long as the blob, or a copy of it
//     }

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;

inline ByteSpan bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// The bytes seen as characters; nothing is decoded.
inline std::string_view text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Bytes that stay valid as long as the blob or a copy of it: a mapped file, or memory of their own. Copies
/// share them.
class Blob {
 public:
  Blob() = default;
  explicit Blob(Bytes bytes) {
    auto owned = std::make_shared<const Bytes>(std::move(bytes));
    bytes_ = *owned;
    owner_ = std::move(owned);
  }
  /// `owner` keeps `bytes` alive.
  Blob(std::shared_ptr<const void> owner, ByteSpan bytes) : owner_(std::move(owner)), bytes_(bytes) {}

  /// Bytes that the caller keeps.
  static Blob borrowed(ByteSpan bytes) { return {nullptr, bytes}; }

  ByteSpan bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> owner_;
  ByteSpan bytes_;
};

}  // namespace mw
