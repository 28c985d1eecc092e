#pragma once

#include <meshwright/formats/document.h>
#include <string>
#include <vector>

#include "answers.h"

namespace mw::view {

/// What a document can be downloaded as, under which name. `info` is what is known of it.
std::vector<answer::Target> download_targets(const Document& document, const Info& info);

/// Sentences, without the options of the command line that they advise.
std::vector<std::string> plain_texts(const std::vector<std::string>& texts);

}  // namespace mw::view
