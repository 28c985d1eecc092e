#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <meshwright/scene/scene.h>

#include <cstdint>
#include <functional>
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
  std::optional<ByteSpan> companion = {};  // the file that belongs to it, in formats that have one
  std::optional<ByteSpan> walkmesh = {};   // validate: a room's walkmesh to compare the model's own with
  /// Finds the MDL of a KotOR model's supermodel by its name, for inherited animations; nothing when there is
  /// none in `supermodel_place`, which is for messages.
  std::function<Result<std::optional<Bytes>>(const std::string& name)> find_supermodel = {};
  std::string_view supermodel_place = {};
  std::optional<ByteSpan> surfaces = {};  // KotOR walkmeshes: a surfacemat.2da
  std::string_view shape_names = {};      // World of Warships: more names of shapes, one a line
  /// Gives the bytes of another file that this one names by a relative path (a .gltf its .bin).
  std::function<Result<Bytes>(const std::string& path)> load = {};
};

/// Bytes to write, and what could not be carried over.
struct Output {
  Bytes bytes;
  std::optional<Bytes> companion = {};
  std::vector<std::string> losses = {};
  std::string_view companion_extension = {};  // of `companion`
};

/// An image for a texture's name: PNG, JPEG, TGA or DDS.
struct FoundImage {
  std::string file;       // its name, for messages
  std::string extension;  // ".tga", lower case
  Bytes bytes = {};       // not needed where it is linked whatever it is, as from OBJ
  std::string path = {};  // relative to the output, to link it if the output's format can; empty to embed it
  std::string problem = {};  // why it could not be loaded
};

/// How a scene is written.
struct SceneOutputOptions {
  std::string_view name = {};  // of the output file; its extension chooses between .glb and .gltf
  bool compress = false;
  std::uint32_t bwm_version = 0;  // of a Black & White 2 model; 0 for the usual one
  /// Finds the image of a texture; nothing when there is none.
  std::function<std::optional<FoundImage>(const std::string& name)> find_image = {};
};

/// How a file is written again.
struct RewriteOptions {
  bool relayout = false;           // place every block anew by the rule of the file's family
  std::string_view game = {};      // convert to this game, "k1"; empty keeps it
  std::string_view platform = {};  // convert to this machine, "pc"; empty keeps it
  std::uint32_t bwm_version = 0;   // convert a Black & White 2 model to this version; 0 keeps it
};

/// Which built-in example.
struct SampleOptions {
  std::string_view extension = {};  // of the file name it is for
  std::string_view game = {};
  std::string_view platform = {};
  std::string_view name = {};  // of the file it is for: one that ends in skin.bwm asks for a skin
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
  std::string_view companion =
      {};  // extension of the second file that its data is spread over; empty for none

  bool (*sniff)(ByteSpan bytes);
  Result<Info> (*info)(const Source& source);
  Result<Findings> (*validate)(const Source& source);
  Result<Totals> (*totals)(const Source& source);
  /// Tells `trace` of every byte, and `companion` of every byte of the companion.
  Result<void> (*trace)(const Source& source, const Trace& trace, const Trace& companion);
  /// The file written again from its structures.
  Result<Output> (*rewrite)(const Source& source, const RewriteOptions& options);
  Result<std::string> (*to_json)(const Source& source);
  Result<Output> (*from_json)(const JsonText& json);
  Result<Output> (*sample)(const SampleOptions& options);
  std::span<const FindingKind> (*finding_kinds)();
  /// Into the common scene, and out of it. A function that a format lacks is null; all have `sniff` and
  /// `info`.
  Result<scene::Scene> (*to_scene)(const Source& source, const scene::Options& options);
  Result<Output> (*from_scene)(const scene::Scene& scene, const SceneOutputOptions& options);
};

std::span<const Format* const> formats();

/// By id ("kotor-walkmesh"); null if there is none.
const Format* find_format(std::string_view id);

/// A format that a scene can be written to, by the extension of a file (".glb"); null if there is none.
const Format* find_scene_format(std::string_view extension);

/// By content. The error says what the bytes look like instead.
Result<const Format*> recognise(ByteSpan bytes);

/// The format that a JSON made by to_json says it holds.
Result<const Format*> format_of_json(const JsonText& json);

/// Whether the bytes look like a JSON object rather than one of the formats.
bool looks_like_json(ByteSpan bytes);

/// docs/ISSUES.md: every code of every format.
std::string findings_as_markdown();

}  // namespace mw
