#pragma once

#include <meshwright/scene/scene.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace mw::scene {

/// The names of roles in extras and in differences.
inline constexpr std::array<std::string_view, 6> kRoleNames = {"visual", "hidden",   "collision",
                                                               "armor",  "walkmesh", "helper"};

constexpr std::string_view role_name(Role role) {
  return kRoleNames[std::size_t(role)];
}

}  // namespace mw::scene
