#pragma once

#include <string_view>

namespace mw {

/// Besides the user's options, a format that makes a document from another one gets the name of the output: a
/// door's file is numbered by its state.
inline constexpr std::string_view kOutputName = "output name";

}  // namespace mw
