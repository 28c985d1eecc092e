#include <meshwright/core/detail/read_count.h>

namespace mw {
namespace {

thread_local std::uint64_t reads = 0;

}  // namespace

std::uint64_t reads_on_this_thread() {
  return reads;
}

void count_read() {
  ++reads;
}

}  // namespace mw
