#pragma once

#include <meshwright/scene/scene.h>

namespace mw::scene {

/// Gives normals to triangles without them: at each corner the sum, weighted by area, of the faces around it
/// that turn away by at most `crease` degrees (0: every face is flat; 180: everything is smooth). Faces are
/// connected by position, so seams of texture coordinates do not show. Vertices whose corners differ are
/// written once for each normal. Where more than 1,024 faces meet in one place, all of them are smooth, so
/// that the time stays linear.
void add_normals(Scene& scene, float crease);

}  // namespace mw::scene
