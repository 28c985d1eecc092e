#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "bench.h"

namespace mw::bench {

/// The most bytes of the heap that an action has at once, over what there was before it.
std::size_t peak_memory(const std::function<void()>& action);

/// The bytes that the process has in memory now, pages of mapped files among them.
std::size_t resident_memory();

/// A row of the bar on memory: the peak of a read against 1.2 times what it decodes and 16 MB.
Row peak_row(const std::string& what, std::size_t decoded, const std::function<void()>& read);

}  // namespace mw::bench
