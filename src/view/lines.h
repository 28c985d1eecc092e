#pragma once

#include <meshwright/core/bytes.h>
#include <cstdint>
#include <vector>

namespace mw::view {

/// Where each line of a text begins; nothing for bytes that are no text.
std::vector<std::uint64_t> lines_of(ByteSpan bytes);

}  // namespace mw::view
