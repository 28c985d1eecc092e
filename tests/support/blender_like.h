#pragma once

#include <meshwright/scene/scene.h>

/// What Blender 3.4 does to a scene that it opens and saves while nobody touches anything.
namespace mw::test {

/// Nodes, materials and vertices in another order, vertices by the corner instead of shared, normals moved by
/// up to 0.01, rotations and keys by about 1e-6, one skin instead of several, its meshes bent into the
/// pose of its bones, no tangents, no attributes of
/// one format, no lines, no extras of animations and primitives, large numbers as texts.
scene::Scene blender_like(scene::Scene scene);

}  // namespace mw::test
