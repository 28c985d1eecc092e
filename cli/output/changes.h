#pragma once

#include <meshwright/core/change.h>
#include <meshwright/core/json_writer.h>
#include <vector>

namespace mw::cli {

/// The member "changes" of an answer: what a verb changed, where, in words.
void write_changes(JsonWriter& json, const std::vector<Change>& changes);

}  // namespace mw::cli
