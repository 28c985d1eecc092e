#pragma once

#include <meshwright/core/json_writer.h>
#include <meshwright/formats/document.h>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

/// What a document can be downloaded as, under which name. `info` is what is known of it.
void write_targets(JsonWriter& json, const Document& document, const Info& info);

/// As the member "losses", without advice about options of the command.
void write_losses(JsonWriter& json, Losses losses);

}  // namespace mw::view
