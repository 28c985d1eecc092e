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

#include <cstdint>
#include <span>
#include <string>
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
  /// Unknown materials do not count as walkable.
  bool is_walkable(std::uint32_t id) const;

 private:
  explicit SurfaceMaterials(std::vector<SurfaceMaterial> rows) : rows_(std::move(rows)) {}
  std::vector<SurfaceMaterial> rows_;
};

}  // namespace mw::kotor
