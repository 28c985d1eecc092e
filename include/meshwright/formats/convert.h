#pragma once

// Example:
//
//     #include <meshwright/formats/convert.h>
//
//     /// A file of any format as one .glb; nothing when that cannot be done.
//     std::optional<mw::Bytes> to_glb(const mw::Document& document) {
//       auto made = mw::convert(document, {.format = mw::find_format("gltf"), .name = "model.glb"});
//       if (!made) return std::nullopt;
//       return std::move(made->output.bytes);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/change.h>
#include <meshwright/core/detail/sink.h>
#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Converts documents, for commands, pages and batches.
namespace mw {

/// All that a document of this format can become, itself included.
std::vector<const Format*> targets_of(const Format& from);

/// Why a format cannot be converted to the target: "a gltf cannot become kotor-walkmesh, only gltf, obj".
Error cannot_become(const Format& from, std::string_view to);

/// The target format of a word: its id ("gltf") or one of its extensions (".glb", "glb"). Null for other
/// words.
const Format* find_target(std::string_view word);

/// The format of a file's name: that of its extension, but "a-ascii.mdl" is a text. Null without one.
const Format* find_by_name(std::string_view path);

/// What can be done with all formats: a table for people, and a line of JSON for each.
std::string formats_as_text();
std::string formats_as_json();

/// The wanted output.
struct Target {
  const Format* format;
  std::string name = {};  // of the output file; a .gltf calls its .bin by it
  OptionValues options = {};
  /// The original file of a scene: only parts changed since are made again (apply_edits.h).
  const Document* onto = nullptr;
};

/// The output; `output.losses` lists everything that was lost on the way, `notes` oddities of the request
/// that lose nothing.
struct Conversion {
  Output output;
  Totals totals;
  Losses notes = {};
  std::vector<Change> changes = {};  // of an original, with `onto`
};

/// Fails on a target that this format cannot become, with `onto` on one that the original cannot, on an
/// option without a meaning on the way, and on a name of the output that contradicts the variant.
Result<Conversion> convert(const Document& document, const Target& target);

/// The same with streamed bytes; `output.bytes` stays empty. After a failure the streamed bytes are unusable.
Result<Conversion> convert(const Document& document, const Target& target, const ByteSink& sink);

/// An option without a meaning there, or with a value that it does not accept.
struct Misuse {
  std::string option;  // "game"
  std::string why;     // "has no meaning for a kotor-walkmesh"
};

Error error_of(const Misuse& misuse);

/// The first misused option for this use of a format, of a document, and for a conversion. The names of
/// neighbours are options too: they have a meaning if the document's Neighbours have a place to search.
std::optional<Misuse> find_misuse(const OptionValues& options, const Format& format, Use use);
std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, Use use);
std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, const Format& to);

}  // namespace mw
