#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/kotor/mdl_format.h>
#include <optional>

namespace mw::kotor::mdl {

/// The other game's variant, if the file reads and has no errors as a model of that one. Its headers differ
/// in length, so hardly any file fits both.
std::optional<Variant> other_game_fits(ByteSpan mdl, std::optional<ByteSpan> mdx);

}  // namespace mw::kotor::mdl
