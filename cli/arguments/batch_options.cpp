#include "batch_options.h"

#include <meshwright/core/text.h>
#include <algorithm>
#include <limits>
#include <thread>

namespace mw::cli {

std::optional<batch::Shard> parse_shard(std::string_view word) {
  const auto slash = word.find('/');
  if (slash == word.npos) return std::nullopt;
  const auto number = parse_integer(word.substr(0, slash));
  const auto count = parse_integer(word.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
  if (*count > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return batch::Shard{std::uint32_t(*number), std::uint32_t(*count)};
}

unsigned thread_count(unsigned asked) {
  return asked > 0 ? std::min(asked, 1024U) : std::max(std::thread::hardware_concurrency(), 1U);
}

}  // namespace mw::cli
