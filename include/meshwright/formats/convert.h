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
#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/core/sink.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// From one format to another: the one way for commands, pages and batches.
namespace mw {

/// All that a document of this format can become, itself included.
std::vector<const Format*> targets_of(const Format& from);

/// Why a format cannot become what was asked for: "a gltf cannot become kotor-walkmesh, only gltf, obj".
Error cannot_become(const Format& from, std::string_view to);

/// The format that a word means as a target: its id ("gltf") or one of its extensions (".glb", "glb"). Null
/// for a word that means none.
const Format* find_target(std::string_view word);

/// The format that a file's name says: that of its extension, but "a-ascii.mdl" is a text. Null when it says
/// none.
const Format* find_by_name(std::string_view path);

/// What can be done with all formats: a table for people, and a line of JSON for each.
std::string formats_as_text();
std::string formats_as_json();

/// What should come out.
struct Target {
  const Format* format;
  std::string name = {};  // of the output file; a .gltf calls its .bin by it
  OptionValues options = {};
  /// The file that the document, a scene, was made from: only what was changed since is made anew (onto.h).
  const Document* onto = nullptr;
};

/// What came out; `output.losses` has everything that was lost on the way, `notes` what is odd about the
/// request though nothing is lost by it.
struct Conversion {
  Output output;
  Totals totals;
  std::vector<std::string> notes = {};
  std::vector<Change> changes = {};  // of an original, with `onto`
};

/// Fails on a format that this one cannot become, with `onto` on one that the original is not, on an option
/// that has no meaning on the way, and on a name of the output that says another variant.
Result<Conversion> convert(const Document& document, const Target& target);

/// The same with the bytes handed on as they come; `output.bytes` stays empty. What was handed on is of no
/// use after a failure.
Result<Conversion> convert(const Document& document, const Target& target, const ByteSink& sink);

/// An option that was given where it has no meaning, or with a value that it does not take.
struct Misuse {
  std::string option;  // "game"
  std::string why;     // "has no meaning for a kotor-walkmesh"
};

Error error_of(const Misuse& misuse);

/// The first misused option for this use of a format, of a document, and for a conversion. The names of
/// neighbours are options too: they have a meaning where the document's Neighbours have a place to find them
/// in.
std::optional<Misuse> find_misuse(const OptionValues& options, const Format& format, Use use);
std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, Use use);
std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, const Format& to);

}  // namespace mw
