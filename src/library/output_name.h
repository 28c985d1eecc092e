#pragma once

#include <string_view>

namespace mw {

/// Beside the options that a user gives, a format that makes a document of another one is told what the
/// output is called: a door's file is numbered by its state.
inline constexpr std::string_view kOutputName = "output name";

}  // namespace mw
