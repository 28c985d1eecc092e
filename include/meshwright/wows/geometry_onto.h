#pragma once

// Example:
//
//     #include <meshwright/wows/geometry_onto.h>
//
//     /// The file with the edits of its scene.
//     mw::Result<mw::wows::geometry::Made> edited(const mw::wows::geometry::File& file,
//                                                 const mw::edit::EditedScene& edits) {
//       return mw::wows::geometry::apply_edits(file, edits);
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/edit/edits.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_edit.h>
#include <string>
#include <vector>

/// A scene's edits into a .geometry.
namespace mw::wows::geometry {

/// A file, and the losses of the scene.
struct Made {
  File file;
  Losses losses;
  std::vector<scene::Index> built = {};  // new nodes of the edited scene whose meshes the file has
};

/// The file with the edits of a scene that to_scene() made of it, with everything in it (edit::find_edits).
/// What is new obeys the rules of from_scene(). Buffers that no edit touches keep their bytes, and plain ones
/// all but the vertices that changed.
Result<Made> apply_edits(const File& file, const edit::EditedScene& edits);

}  // namespace mw::wows::geometry
