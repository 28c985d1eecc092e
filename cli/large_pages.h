#pragma once

#include <cstdint>

namespace mw::cli {

/// Asks the system for the memory of a large input in large pages, once: half of the time that a model of
/// some megabytes takes goes into getting memory 4 KB at a time. Small ones are left alone, since clearing
/// one large page takes longer than most of them.
void use_large_pages_for(std::uint64_t input_bytes);

}  // namespace mw::cli
