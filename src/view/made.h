#pragma once

#include <meshwright/core/json_writer.h>
#include <meshwright/formats/document.h>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

/// What a document can be downloaded as, under which name. `info` is what is known of it.
void write_targets(JsonWriter& json, const Document& document, const Info& info);

/// Sentences, without the options of the command line that they advise.
void write_texts(JsonWriter& json, std::string_view name, const Losses& texts);

}  // namespace mw::view
