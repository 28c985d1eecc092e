#pragma once

#include <meshwright/batch/batch.h>
#include <optional>
#include <string_view>

namespace mw::cli {

/// "2/4"; nothing for any other text.
std::optional<batch::Shard> parse_shard(std::string_view word);

/// What was asked for, or as many as the machine has cores.
unsigned thread_count(unsigned asked);

}  // namespace mw::cli
