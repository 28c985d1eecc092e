#pragma once

#include <meshwright/core/json_writer.h>
#include <string>
#include <string_view>

namespace mw::view {

/// A sentence of the library without what it says of options of the command line: "(--mdx names it)" and
/// clauses like "; --model chooses" mean nothing in a page.
std::string without_options(std::string_view sentence);

/// What properties of the scene's nodes mean, by their names: {"layer": "armor layer"}.
void write_words(JsonWriter& json);

}  // namespace mw::view
