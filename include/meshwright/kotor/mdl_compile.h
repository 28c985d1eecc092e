#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_compile.h>
//
//     /// A model with another supermodel, its nodes numbered by that one.
//     mw::Result<mw::kotor::mdl::File> adopted(const mw::kotor::mdl::File& model,
//                                              const mw::kotor::mdl::File& parent) {
//       auto described = mw::kotor::mdl::decompile(model, {.plain = true}).model;
//       described.supermodel = parent.geometry.name.view();
//       return mw::kotor::mdl::compile(described, {.supermodel = &parent}).map([](auto made) {
//         return std::move(made.file);
//       });
//     }

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// From a description of a model to the binary one, and back. The rules are those of the original compiler,
/// as far as real files tell them (docs/formats/kotor-mdl-ascii.md).
namespace mw::kotor::mdl {

struct CompileOptions {
  std::optional<Game> game = std::nullopt;          // none: what the notes say, or the first
  std::optional<Platform> platform = std::nullopt;  // none: what the notes say, or the PC
  const File* supermodel = nullptr;  // has the numbers of the nodes that it shares; notes then do not count
  /// A node that the supermodel has elsewhere is that one, where its name is nobody else's: trees of other
  /// programs have a root more, or leave nodes out. How many there are is told.
  bool by_name = false;
  enum class Weighting : std::uint8_t { area, angle, none };
  Weighting weighting = Weighting::area;       // of faces in the normals of vertices
  std::optional<float> crease = std::nullopt;  // degrees; faces that meet at a larger angle are not smooth
  bool weld = false;                           // vertices are one when they are alike, whatever their rows
};

struct Compiled {
  File file;
  std::vector<std::string> losses;
  std::vector<std::uint32_t> order = {};  // for each node of the file its row in the description
};

/// Makes a model and lays it out. Notes that fit what they stand beside are followed, so that a model that
/// was decompiled is the same again to the last bit; where a list was edited, what belongs to it is made
/// anew. Options about vertices and normals make it anew everywhere.
///
/// Fails on what cannot be made: no root or several, a parent that is missing, a bone that is no node, a
/// face's corner that is no vertex, more vertices, faces or keys than the format can count.
Result<Compiled> compile(const source::Model& model, const CompileOptions& options);

/// The rows of the parents; kNoRow where there is none. A parent is the nearest node of that name above, or
/// the first below, unless a note says which.
std::vector<std::uint32_t> parents_of(const std::vector<source::Node>& nodes);

struct DecompileOptions {
  bool plain = false;  // without notes
};

/// A description from which compile() makes the same model. Without notes that is one with the same triangles
/// and keys, and with normals, tangents and all else worked out.
struct Decompiled {
  source::Model model;
  std::vector<std::string> losses;  // what compile() will not bring back
};
Decompiled decompile(const File& file, const DecompileOptions& options);

/// Whether a description has normals of its own, which a text has no place for.
bool has_normals(const source::Model& model);
/// Takes them out of a description that is to be a text, whose normals are made of its faces and groups when
/// it is compiled. Says how many vertices then have one that is more than 5 degrees off, and fails where
/// compile() does.
Result<std::vector<std::string>> drop_normals(source::Model& model, const CompileOptions& options);

/// The same description without notes.
Decompiled without_notes(source::Model model);

}  // namespace mw::kotor::mdl
