#pragma once

#include <string>
#include <string_view>

namespace mw::view {

/// A sentence of the library without what it says of options of the command line: "(--mdx names it)" and
/// clauses like "; --model chooses" mean nothing in a page.
std::string without_options(std::string_view sentence);

}  // namespace mw::view
