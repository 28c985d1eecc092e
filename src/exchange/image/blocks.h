#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/exchange/detail/image.h>

#include <array>

namespace mw::exchange {

/// The block compressions of Direct3D (other names: BC1 DXT1, BC2 DXT3, BC3 DXT5, BC4 ATI1, BC5 ATI2).
enum class BlockKind : std::uint8_t { bc1, bc2, bc3, bc4, bc5 };

constexpr std::size_t block_size(BlockKind kind) {
  return kind == BlockKind::bc1 || kind == BlockKind::bc4 ? 8 : 16;
}

/// Four by four pixels, rows from the top.
using Block = std::array<Rgba, 16>;

/// `bytes` are block_size(kind) long.
Block decode_block(BlockKind kind, ByteSpan bytes);

}  // namespace mw::exchange
