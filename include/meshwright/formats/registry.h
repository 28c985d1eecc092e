#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// All formats in one table, for programs that take any file. A program that knows its format uses that
/// format's own header instead.
namespace mw {

/// A file to work on. The name only helps to tell variants apart that the bytes do not (.pwk and .dwk).
struct Source {
  ByteSpan bytes;
  std::string_view name = {};
};

/// What is in a file, in the terms all formats share.
struct Info {
  std::string variant;
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  std::optional<Box> bounds;
  JsonObject details;  // what this format has beside that
};

/// Geometry of a converted file.
struct Totals {
  std::uint64_t meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};

/// One format. Every function reads the source anew and gives its error if it cannot be read.
struct Format {
  std::string_view id;
  std::string_view name;
  std::span<const std::string_view> extensions;  // lower case, with the dot; the first is the usual one

  bool (*sniff)(ByteSpan bytes);
  Result<Info> (*info)(const Source& source);
  Result<Findings> (*validate)(const Source& source);
  Result<Totals> (*totals)(const Source& source);
  /// Tells `trace` of every byte.
  Result<void> (*trace)(const Source& source, const Trace& trace);
  /// The file written again from its structures.
  Result<Bytes> (*rewrite)(const Source& source);
  Result<std::string> (*to_json)(const Source& source);
  Result<Bytes> (*from_json)(const JsonValue& json);
  /// A built-in example, of the variant that a file name with this extension stands for.
  Result<Bytes> (*sample)(std::string_view extension);
  std::span<const FindingKind> (*finding_kinds)();
};

std::span<const Format* const> formats();

/// By id ("kotor-walkmesh"); null if there is none.
const Format* find_format(std::string_view id);

/// By content. The error says what the bytes look like instead.
Result<const Format*> recognise(ByteSpan bytes);

/// The format that a JSON made by to_json says it holds.
Result<const Format*> format_of_json(const JsonValue& json);

/// Whether the bytes look like a JSON object rather than one of the formats.
bool looks_like_json(ByteSpan bytes);

/// docs/ISSUES.md: every code of every format.
std::string findings_as_markdown();

}  // namespace mw
