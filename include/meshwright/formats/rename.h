#pragma once

// Example:
//
//     #include <meshwright/formats/rename.h>
//
//     /// The file of a model that shows another image.
//     mw::Result<mw::Output> repainted(const mw::Document& model) {
//       return mw::rename(model, {.textures = {{"old_wall", "new_wall"}}}).map([](mw::Renamed made) {
//         return std::move(made.output);
//       });
//     }

#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <string>
#include <utility>
#include <vector>

namespace mw {

/// The new names; old names match in upper or lower case.
struct NewNames {
  std::string model = {};  // empty: stays
  std::vector<std::pair<std::string, std::string>> nodes = {};
  std::vector<std::pair<std::string, std::string>> textures = {};
};

/// The file with the new names, and each place of one.
struct Renamed {
  Output output;
  std::vector<Change> changes;
};

/// Replaces old names by new ones in all places of a file; everything else stays byte for byte, but blocks
/// move if a text of a binary model becomes longer or shorter. Fails for a format without names, for a name
/// that does not occur, for one that another node already has (textures may share one), and for one that is
/// too long for the format.
Result<Renamed> rename(const Document& document, const NewNames& names);

}  // namespace mw
