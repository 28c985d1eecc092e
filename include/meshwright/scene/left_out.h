#pragma once

// Example:
//
//     #include <meshwright/scene/left_out.h>
//     #include <string>
//
//     /// Whether a line of the losses names options that add the missing parts.
//     bool is_choice(const std::string& line) { return line.starts_with(mw::scene::kLeftOut); }

#include <string_view>

namespace mw::scene {

/// The start of the line in which select() (scene.h) reports what it leaves out.
inline constexpr std::string_view kLeftOut = "left out: ";

/// Marks a node whose meshes are in the file and cannot be read: an extra that is true.
inline constexpr std::string_view kUnreadable = "unreadable";

}  // namespace mw::scene
