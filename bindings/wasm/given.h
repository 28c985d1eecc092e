#pragma once

#include <meshwright/core/bytes.h>
#include <cstdint>
#include <string>

/// What JavaScript writes into memory from `allocate`: a size, and right behind it so many bytes.
struct Given {
  std::uint32_t size;
  mw::ByteSpan bytes() const { return {reinterpret_cast<const std::byte*>(this + 1), size}; }
  std::string text() const { return std::string(mw::text_of(bytes())); }
  mw::Bytes copy() const { return {bytes().begin(), bytes().end()}; }
};
