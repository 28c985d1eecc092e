#pragma once

// Example:
//
//     #include <meshwright/wows/splash_format.h>
//
//     float height_of(const mw::wows::splash::NamedBox& box) {
//       return box.max.y - box.min.y;
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/field.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The .splash beside a ship's or a gun's .geometry as stored in the file: named boxes where hits count.
/// Layout, evidence and open questions: docs/formats/wows-splash.md
namespace mw::wows::splash {

struct NamedBox {
  std::string name;  // "CM_SB_bow_1", without a NUL
  Vec3 min{0};
  Vec3 max{0};
};

/// What all names in original files begin with.
inline constexpr std::string_view kUsualPrefix = "CM_SB_";

/// A box in the file is the length of its name, the name and its corners.
inline constexpr std::uint64_t kLeastBox = 28;

struct File {
  std::vector<NamedBox> boxes;
  std::vector<Unreferenced> unreferenced;  // after the last box
};

/// Behind the name.
constexpr void corner_fields(auto& io, Like<NamedBox> auto& box) {
  io.field("min", box.min);
  io.field("max", box.max);
}

}  // namespace mw::wows::splash
