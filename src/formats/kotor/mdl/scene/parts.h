#pragma once

#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/rows.h>

#include <optional>
#include <vector>

#include "mdl/motion.h"

/// What the parts of a model's way into the scene share.
namespace mw::kotor::mdl {

struct SceneContext {
  const File& file;
  scene::Axes axes;
  scene::Scene scene = {};
  std::vector<std::optional<scene::Index>> node_of_row = {};  // of each of File::nodes
};

/// The triangles of a mesh with all attributes that are whole; counts faces whose corners do not exist. The
/// numbers of the others are added to `drawn`.
scene::Primitive primitive_of(const Mesh& mesh, scene::Axes axes, std::size_t& skipped_faces,
                              std::vector<std::uint32_t>* drawn = nullptr);
/// The blade of a lightsaber; nothing when it lacks vertices.
scene::Primitive blade_of(const Saber& saber, scene::Axes axes);
/// Where the triangles of these faces of a node's mesh are in the file. A blade has none.
scene::MeshRows rows_of(const Mesh& mesh, std::size_t node, std::vector<std::uint32_t> faces);

void add_animations(SceneContext& context);

}  // namespace mw::kotor::mdl
