#pragma once

#include <cstdint>

namespace mw {

/// How many files and texts the calling thread has begun to parse. A file must be parsed once only; tests
/// check it.
std::uint64_t reads_on_this_thread();

/// Parsers call this, once for each file or text.
void count_read();

}  // namespace mw
