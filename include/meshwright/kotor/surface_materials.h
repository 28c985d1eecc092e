#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mw::kotor {

/// A row of the games' surfacemat.2da, as far as walkmeshes need it.
struct SurfaceMaterial {
  std::uint32_t id;
  std::string_view name;
  bool walkable;
};

/// The rows this project ships, by ascending id. Ids 23 to 29 are not known.
std::span<const SurfaceMaterial> surface_materials();

/// Null for an id that is not in the table.
const SurfaceMaterial* find_surface_material(std::uint32_t id);

/// Unknown materials do not count as walkable.
bool is_walkable(std::uint32_t material);

}  // namespace mw::kotor
