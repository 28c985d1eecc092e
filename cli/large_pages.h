#pragma once

#include <cstdint>

namespace mw::cli {

/// Requests large pages for the memory of a large input, once: half of the time for a model of some megabytes
/// goes into getting memory 4 KB at a time. Small inputs are excluded, since clearing one large page takes
/// longer than most of them.
void use_large_pages_for(std::uint64_t input_bytes);

}  // namespace mw::cli
