#pragma once

// Example:
//
//     #include <meshwright/kotor/surface_materials.h>
//     #include <cstdio>
//
//     void print_walkable() {
//       for (const auto& material : mw::kotor::SurfaceMaterials::built_in().all())
//         if (material.walkable) std::puts(material.name.c_str());
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::kotor {

/// A row of the games' surfacemat.2da, as far as walkmeshes need it.
struct SurfaceMaterial {
  std::uint32_t id;
  std::string name;
  bool walkable;
};

/// What the numbers on the faces of walkmeshes mean.
class SurfaceMaterials {
 public:
  /// The rows this project ships. Ids 23 to 29 are not known.
  static const SurfaceMaterials& built_in();

  /// A user's own surfacemat.2da, by its columns Label and Walk; mods add rows to it.
  static Result<SurfaceMaterials> from_two_da(ByteSpan bytes);

  /// By ascending id.
  std::span<const SurfaceMaterial> all() const { return rows_; }
  /// Null for an id that is not in the table.
  const SurfaceMaterial* find(std::uint32_t id) const;
  /// By its label in upper or lower case; the ".001" that editors append to the name of a copy does not
  /// count.
  std::optional<std::uint32_t> find_name(std::string_view name) const;
  /// Unknown materials do not count as walkable.
  bool is_walkable(std::uint32_t id) const;

 private:
  explicit SurfaceMaterials(std::vector<SurfaceMaterial> rows) : rows_(std::move(rows)) {}
  std::vector<SurfaceMaterial> rows_;
};

/// What a material is painted with in pictures and exports, each part from 0 to 1; unknown ones are pink.
Vec3 surface_colour(std::uint32_t id);
/// The material that is painted so, to a step of a byte; nothing for any other colour.
std::optional<std::uint32_t> surface_of_colour(const Vec3& colour);

}  // namespace mw::kotor
