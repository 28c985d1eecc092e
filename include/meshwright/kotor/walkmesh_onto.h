#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_onto.h>
//
//     /// A walkmesh with what was changed in its scene.
//     mw::Result<mw::kotor::walkmesh::Made> edited(const mw::kotor::walkmesh::File& file,
//                                                  const mw::scene::Scene& before,
//                                                  const mw::scene::Scene& after) {
//       return mw::kotor::walkmesh::put_onto(file, before, after);
//     }

#include <meshwright/kotor/walkmesh_make.h>

namespace mw::kotor::walkmesh {

/// The file with the edits of a scene that to_scene() made of it: `before` is that scene, `after` the same
/// with the edits (edit::find_edits). Where only vertices moved, everything that does not touch a moved vertex
/// keeps its bytes: the file's own tree keeps its branches, and its boxes the room around their faces; where
/// triangles came, went or got another material the walkmesh is built anew by from_scene().
Result<Made> put_onto(const File& file, const scene::Scene& before, const scene::Scene& after,
                      const SceneSurface& how = {},
                      const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

}  // namespace mw::kotor::walkmesh
