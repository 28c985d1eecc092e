#pragma once

#include <meshwright/formats/document.h>
#include <string>
#include <vector>

#include "answers.h"

namespace mw::view {

/// What a document can be downloaded as, under which name. `info` is what is known of it.
std::vector<answer::Target> download_targets(const Document& document, const Info& info);

/// Of the step into the scene, so that the scene has everything.
OptionValues everything_in(const Document& document);

/// Losses as the page shows them: without advice about options of the command.
std::vector<answer::Loss> without_advice(const Losses& losses);

}  // namespace mw::view
