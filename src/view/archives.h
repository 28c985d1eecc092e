#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <optional>
#include <string_view>

namespace mw::view {

/// What a file is that holds other files, how many they are and how to get at them, from its first bytes and
/// its name.
std::optional<Error> told_as_archive(ByteSpan head, std::string_view path);

}  // namespace mw::view
