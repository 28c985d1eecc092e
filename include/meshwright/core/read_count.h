#pragma once

#include <cstdint>

namespace mw {

/// How many files and texts the calling thread has begun to parse. A file is to be opened once and everything
/// else asked of what was read; tests hold this to that.
std::uint64_t reads_on_this_thread();

/// Called by whatever parses, once for each file or text.
void count_read();

}  // namespace mw
