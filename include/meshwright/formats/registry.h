#pragma once

// Example:
//
//     #include <meshwright/formats/registry.h>
//     #include <cstdio>
//
//     void list_formats() {
//       for (const mw::Format* format : mw::formats())
//         std::printf("%.*s\n", int(format->id.size()), format->id.data());
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/formats/detail/options.h>
#include <meshwright/formats/document.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/scene.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// All formats in one table. For operations on any file use documents (document.h) and `convert` (convert.h);
/// a row implements these for one format.
namespace mw {

namespace edit {
struct EditedScene;
enum class EditState : std::uint8_t;
}  // namespace edit

class JsonText;
class JsonWriter;
struct FieldMeanings;
struct NewNames;
struct Rebuilt;
struct Renamed;
struct SurfacePart;

/// How the scene of a document is made.
struct SceneWishes {
  OptionValues options = {};
  bool rows = false;  // record where triangles are in the file (scene/detail/rows.h)
};

/// How a document is written.
struct WriteRequest {
  std::string_view name = {};  // of the output: its extension chooses between .glb and .gltf
  const OptionValues& options;
  Neighbours* neighbours = nullptr;  // finds images for textures
};

/// What a document is made of a scene for.
struct SceneRequest {
  OptionValues options = {};
  std::string name = {};           // of the output
  const Document* from = nullptr;  // the origin of the scene: its name, and its neighbours
};

/// A document with edits in it.
struct Patched {
  Document document;
  /// By edit, if the document's scene does not show it; those after the last are open.
  std::vector<edit::EditState> states = {};
};

/// The readable part of a file that cannot be read to its end; the document's first loss names the missing
/// part.
struct Rest {
  Document document;
  bool is_cut = false;     // its end is missing, and nothing else is known to be wrong with it
  bool is_padded = false;  // the missing part was read as zeros
};

/// Numbers of a file that do not fit each other.
struct Misfit {
  std::string message;
  bool spoils_picture = false;
};

/// One format. A function that it lacks is null. All have `sniff` and `read`; all that have documents (JSON
/// has those of the format it holds) also `info`, `totals` and `to_scene`.
struct Format {
  std::string_view id;
  std::string_view name;
  std::span<const std::string_view> extensions;   // lower case, with the dot; the first is the usual one
  std::span<const OptionKind> options = {};       // its options
  std::span<const NeighbourUse> neighbours = {};  // which files beside it it can use
  std::string_view companion = {};                // extension of the second file that its data is spread over
  std::string_view json_hint = {};                // advice if an edited JSON cannot be written as a file
  bool keeps_bytes = true;                        // writing gives the bytes that were read
  bool names_textures = true;                     // its files may
  bool records_rows = false;                      // its scenes can: SceneWishes::rows
  bool has_meshes_only = false;       // no tree, lights or properties: their absence is not an edit
  bool has_skeletons = false;         // bones have places in its files; otherwise skins are written in rest
  std::string_view scene_needs = {};  // the option without which its documents have no scene
  const Format* text = nullptr;       // the text form of the same thing
  bool lists_rooms = false;           // its files list the rooms of an area
  Vec3 front{0, 0, 1};                // the side from which to view a figure's face, in the scene
  scene::Axes axes = scene::Axes::same();  // of the numbers in its files
  std::uint32_t first_level = 0;  // its files' number of the finest level of detail, which is 0 in the scene
  /// Without `rename`: why none of its names can change, and why no texture can; empty gives no reason.
  std::string_view why_names_stay = {};
  std::string_view why_textures_stay = {};
  /// What properties of its scenes' nodes mean, by their names, for people.
  std::span<const std::pair<std::string_view, std::string_view>> words = {};

  bool (*sniff)(ByteSpan bytes);
  Result<Document> (*read)(const Source& source, const FileTraces& traces);
  /// Without its companion, for a damaged one.
  Result<Document> (*read_alone)(const Source& source) = nullptr;
  /// The readable part of a file that `read` or `to_scene` refuses; traces may get fields beyond its end.
  Result<Rest> (*read_rest)(const Source& source, const FileTraces& traces) = nullptr;
  /// Why a file whose counts lead past its end is not just truncated. It was read with zeros there.
  std::optional<Misfit> (*find_misfit)(const Document& padded) = nullptr;
  Result<Document> (*from_json)(const JsonText& json) = nullptr;
  /// A built-in example for a file of that name.
  Result<Document> (*sample)(std::string_view name, const OptionValues& options) = nullptr;
  Result<Document> (*from_scene)(scene::Scene scene, const SceneRequest& request) = nullptr;
  /// A document with the edits of a scene that was made from it, with everything in it (apply_edits.h).
  Result<Patched> (*apply_edits)(const Document& original, const edit::EditedScene& edits) = nullptr;
  /// Formats whose documents convert to this one without the scene, and how.
  std::span<const Format* const> relatives = {};
  Result<Document> (*from_relative)(const Document& relative, const OptionValues& options) = nullptr;
  /// From a document of its text form, and in the row of that form the inverse.
  Result<Document> (*from_text)(const Document& text, const OptionValues& options) = nullptr;
  Result<Document> (*from_binary)(const Document& binary, const OptionValues& options) = nullptr;

  // Questions about its documents.
  Result<Info> (*info)(const Document& document) = nullptr;
  Totals (*totals)(const Document& document) = nullptr;
  Result<void> (*validate)(const Document& document, Findings& findings) = nullptr;
  Result<void> (*trace)(const Document& document, const FileTraces& traces) = nullptr;
  Result<Output> (*write)(const Document& document, const WriteRequest& request) = nullptr;
  void (*to_json)(const Document& document, JsonWriter& json) = nullptr;
  Result<scene::Scene> (*to_scene)(const Document& document, const SceneWishes& wishes) = nullptr;
  Result<Document> (*changed)(const Document& document, const OptionValues& options) = nullptr;
  Result<Rebuilt> (*rebuild)(const Document& document, const OptionValues& options) = nullptr;
  /// The file with other names in it (document.h).
  Result<Renamed> (*rename)(const Document& document, const NewNames& names) = nullptr;
  /// The document as a surface for queries.
  Result<SurfacePart> (*surface)(const Document& document) = nullptr;
  /// The places of rooms in the layout, if the user names one; otherwise nothing. `rooms` are not empty.
  Result<std::vector<Vec3>> (*room_positions)(std::span<const Document> rooms) = nullptr;
  /// The variant that a document would be under another file name: a .pwk and a .dwk are alike inside.
  std::string (*variant)(const Document& document, std::string_view name) = nullptr;

  std::span<const FindingKind> (*finding_kinds)() = nullptr;

  const FieldMeanings* meanings = nullptr;  // for `diff`
};

std::span<const Format* const> formats();

/// The file of a document, however its format writes it.
Result<Output> write(const Document& document, const WriteRequest& request);

/// By id ("kotor-walkmesh"); null for an unknown one.
const Format* find_format(std::string_view id);

/// The format of files with that extension (".glb"); null for an unknown one.
const Format* find_by_extension(std::string_view extension);

/// By content. The error describes the bytes instead. `name` is that of the file: the second file of a pair
/// (.mdx) is bare numbers, which may begin like an OBJ, and has no format.
Result<const Format*> recognise(ByteSpan bytes, std::string_view name = {});

/// docs/ISSUES.md: every code of every format.
std::string findings_as_markdown();

/// All that conversions may lose, by what it is a loss of.
using LossTable = std::pair<std::string_view, std::span<const FindingKind>>;
std::vector<LossTable> loss_tables();

/// docs/LOSSES.md: all of these.
std::string losses_as_markdown();

/// The matrix in the README: the operations of each format.
std::string formats_as_markdown();

}  // namespace mw
