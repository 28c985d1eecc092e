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

/// What should be called otherwise; old names are found in any case.
struct NewNames {
  std::string model = {};  // empty: stays
  std::vector<std::pair<std::string, std::string>> nodes = {};
  std::vector<std::pair<std::string, std::string>> textures = {};
};

/// The file with the new names, and each place where one stands.
struct Renamed {
  Output output;
  std::vector<Change> changes;
};

/// Puts new names into all places of a file in which the old ones stand; all else stays byte for byte, but
/// blocks move where a text of a binary model becomes longer or shorter. Fails for a format without names,
/// for a name that is in no place, for one that a node has already (textures may become one), and for one
/// that the format has no room for.
Result<Renamed> rename(const Document& document, const NewNames& names);

}  // namespace mw
