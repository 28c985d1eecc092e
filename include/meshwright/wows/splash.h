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
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <meshwright/wows/splash_format.h>
#include <optional>
#include <span>
#include <string>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a .splash of World of Warships. Nothing here throws or touches a file.
namespace mw::wows::splash {

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

}  // namespace mw::wows::splash
