#pragma once

// Example:
//
//     #include <meshwright/scene/levels.h>
//
//     bool has_coarser_levels(const mw::scene::Scene& scene) {
//       return mw::scene::levels(scene).size() > 1;
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>

#include <cstdint>
#include <span>
#include <vector>

namespace mw::scene {

/// The levels of detail of the visible meshes, ascending.
std::vector<std::uint32_t> levels(const Scene& scene);

/// Fails when a level is wanted that is not among those there are, and names these. Without any, nothing is
/// wrong with the level.
Result<void> check_level(const Selection& selection, std::span<const std::uint32_t> levels);

}  // namespace mw::scene
