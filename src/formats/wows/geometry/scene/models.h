#pragma once

#include <meshwright/scene/axes.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_format.h>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>

namespace mw::wows::geometry {

/// A unit vector in place of one whose bytes were cut; `fallback` for one without a direction.
inline Vec3 unit_or(const Vec3& v, const Vec3& fallback, std::size_t& without_direction) {
  const float length = glm::length(v);
  if (std::isfinite(length) && length > 0) return v / length;
  ++without_direction;
  return fallback;
}

/// Adds a mesh of one primitive and its node below `parent`.
void add_mesh_node(scene::Scene& scene, scene::Node node, scene::Primitive primitive, scene::Index parent);

/// Add the armor and the collision models below `parent`, each as a node with its plates or hulls below.
void add_armor(scene::Scene& scene, const File& file, const scene::Axes& axes, scene::Index parent,
               bool records_rows);
void add_collision(scene::Scene& scene, const File& file, const scene::Axes& axes, scene::Index parent,
                   bool records_rows);

}  // namespace mw::wows::geometry
