#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/kotor/mdl_format.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh_format.h>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw::kotor {

/// A row of a layout's list of rooms, with its files.
struct AreaRoom {
  std::string name;  // "****" for a row without a room
  Vec3 position{0};
  std::optional<walkmesh::File> wok = {};
  std::optional<mdl::File> model = {};
  std::vector<std::string> unreadable = {};  // the errors of files that exist but cannot be read

  bool is_taken_out() const { return name == "****"; }
};

/// Reports contradictions between the rooms of an area: missing or damaged files, walkmeshes away from the
/// place of model and layout or different from those of their models, transitions that lead nowhere, borders
/// that meet without one, islands. Takes linear time.
void validate_area(std::span<const AreaRoom> rooms, Findings& findings,
                   const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
std::span<const FindingKind> area_finding_kinds();

/// The built-in example: the layout of three rooms, and each of its walkmeshes.
std::string sample_layout();
walkmesh::File sample_room(std::size_t row);

}  // namespace mw::kotor
