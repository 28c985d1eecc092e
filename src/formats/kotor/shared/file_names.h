#pragma once

#include <cstddef>

namespace mw::kotor {

/// The games find a file by a name of so many letters at most; fields for names have room for more.
inline constexpr std::size_t kFileNameRoom = 16;

}  // namespace mw::kotor
