#pragma once

#include <meshwright/kotor/mdl.h>
#include <string_view>
#include <vector>

/// Parts of models that are built rather than read.
namespace mw::kotor::mdl {

struct Triangles {
  std::vector<Vec3> positions;
  std::vector<std::array<std::uint16_t, 3>> triangles;
};

/// Appends a controller and its data.
void add_controller(Node& node, std::uint32_t type, std::uint16_t unknown, const std::vector<float>& times,
                    const std::vector<float>& values, std::uint8_t columns);

/// Fills in faces, derived fields and rows with positions, normals, texture coordinates and tangents; for a
/// skin also the places of its weights and bones.
void build_mesh(Mesh& mesh, const Triangles& triangles, std::string_view texture);

/// The tree of a walkmesh by the rule of the original compiler.
Aabb derive_tree(const Mesh& mesh);

/// Fills in the bone map and the bind pose of a skin; `bones` are rows of nodes in the order of their slots.
void bind_skin(File& file, std::size_t skin_row, const std::vector<std::uint16_t>& bones);

}  // namespace mw::kotor::mdl
