#pragma once

// Example:
//
//     #include <meshwright/wows/splash.h>
//     #include <cstdio>
//
//     void list_boxes(mw::ByteSpan bytes) {
//       const auto file = mw::wows::splash::read(bytes);
//       if (!file) return void(std::puts(mw::to_string(file.error()).c_str()));
//       for (const auto& box : file->boxes) std::printf("%s: %g high\n", box.name.c_str(), box.max.y -
//       box.min.y);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a .splash of World of Warships. Nothing here throws or touches a file.
namespace mw::wows::splash {

// The .splash beside a ship's or a gun's .geometry as stored in the file: named boxes where hits count.
// Layout, evidence and open questions: docs/formats/wows-splash.md

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

/// Whether the bytes are a .splash, or a truncated one: it has no magic, only boxes with readable names one
/// after the other.
bool sniff(ByteSpan bytes);

/// Reads a file. Fails only if it cannot be represented: more boxes, or a longer name, than there are bytes.
/// `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes a file; an unchanged one gives the bytes it was read from.
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Readable, lossless JSON and back.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// Around all corners that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in example: three boxes of a small ship.
File sample();

/// One node per box, with the box's name and its twelve triangles facing outward. Left-handed becomes
/// right-handed. Boxes that are not finite are left out and listed in the losses.
scene::Scene to_scene(const File& file, const scene::Options& options = {});

}  // namespace mw::wows::splash
