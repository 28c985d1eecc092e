#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_onto.h>
//
//     /// A walkmesh with the edits of its scene.
//     mw::Result<mw::kotor::walkmesh::Made> edited(const mw::kotor::walkmesh::File& file,
//                                                  const mw::edit::EditedScene& edits) {
//       return mw::kotor::walkmesh::apply_edits(file, edits);
//     }

#include <meshwright/edit/edits.h>
#include <meshwright/kotor/walkmesh_make.h>

namespace mw::kotor::walkmesh {

/// The file with the edits of a scene that to_scene() made of it (edit::find_edits). Where only vertices
/// moved, everything that does not touch a moved vertex keeps its bytes: the file's own tree keeps its
/// branches, and its boxes the room around their faces; where triangles came, went or got another material
/// the walkmesh is built again by from_scene().
Result<Made> apply_edits(const File& file, const edit::EditedScene& edits, const SceneSurface& how = {},
                         const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

}  // namespace mw::kotor::walkmesh
