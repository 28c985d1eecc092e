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
#include <meshwright/core/loss.h>
#include <meshwright/kotor/mdl_source.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Compiles a description of a model to the binary one, and back. The rules are those of the original
/// compiler, as far as real files show them (docs/formats/kotor-mdl-ascii.md).
namespace mw::kotor::mdl {

struct CompileOptions {
  std::optional<Game> game = std::nullopt;          // none: as the notes say, else the first
  std::optional<Platform> platform = std::nullopt;  // none: as the notes say, else the PC
  const File* supermodel = nullptr;  // has the numbers of the nodes that it shares; notes then do not count
  /// Also matches a node that the supermodel has elsewhere, if its name is unique: trees of other programs
  /// have an additional root, or leave nodes out. The number of these is reported.
  bool by_name = false;
  enum class Weighting : std::uint8_t { area, angle, none };
  Weighting weighting = Weighting::area;       // of faces in the normals of vertices
  std::optional<float> crease = std::nullopt;  // degrees; faces that meet at a larger angle are not smooth
  bool weld = false;                           // equal vertices become one, whatever their rows
};

struct Compiled {
  File file;
  Losses losses;
  std::vector<std::uint32_t> order = {};  // for each node of the file its row in the description
};

/// Makes a model and lays it out. Notes apply while their lists are unchanged, so a decompiled model is the
/// same to the last bit; after an edit of a list its derived data is recomputed. Options about vertices and
/// normals recompute these everywhere.
///
/// Fails on an impossible model: no root or several, a missing parent, a bone that is not a node, a face's
/// corner without a vertex, more vertices, faces or keys than the format can count.
Result<Compiled> compile(const source::Model& model, const CompileOptions& options);

/// The rows of the parents; kNoRow without one. A parent is the nearest node of that name above, or the first
/// below, unless a note decides.
std::vector<std::uint32_t> parents_of(const std::vector<source::Node>& nodes);

struct DecompileOptions {
  bool plain = false;  // without notes
};

/// A description from which compile() makes the same model. Without notes that is one with the same triangles
/// and keys, and with normals, tangents and all else worked out.
struct Decompiled {
  source::Model model;
  Losses losses;  // losses of a later compile()
};
Decompiled decompile(const File& file, const DecompileOptions& options);

/// Whether a description has normals of its own, which a text cannot hold.
bool has_normals(const source::Model& model);
/// Removes them from a description that becomes a text; compiling computes normals from faces and groups.
/// Returns how many vertices then have one that is more than 5 degrees off, and fails if compile() does.
Result<Losses> drop_normals(source::Model& model, const CompileOptions& options);

/// The same description without notes.
Decompiled without_notes(source::Model model);

}  // namespace mw::kotor::mdl
