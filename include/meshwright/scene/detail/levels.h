#pragma once

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::scene {

/// The mark of a node whose part has all of its levels in the scene; a level that is missing later was
/// removed.
inline constexpr std::string_view kLevels = "levels";
inline constexpr std::string_view kAllLevels = "all";

/// Removes the marks that all levels exist.
void forget_levels(Scene& scene);

/// The levels of detail of the visible meshes, ascending.
std::vector<std::uint32_t> levels(const Scene& scene);

/// Fails if the wanted level is not among the existing ones, and lists these. Without any level it succeeds.
Result<void> check_level(const Selection& selection, std::span<const std::uint32_t> levels);

/// Lists the parts of the model without the wanted level, each once.
Loss parts_without_level(std::span<const std::string> parts, std::uint32_t level);

/// The parts of a scene, by `part` of their nodes' extras, without visible meshes of that level.
std::vector<std::string> find_parts_without_level(const Scene& scene, std::uint32_t level);

}  // namespace mw::scene
