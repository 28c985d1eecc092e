#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <vector>

/// Builds parts of models from plain geometry, with every field that the original compiler derives
/// (docs/formats/kotor-mdl.md has its rules and how well they fit). Nothing here sets an offset: lay_out()
/// completes a model.
namespace mw::kotor::mdl {

/// A mesh to be built. Vertices are those of the MDX: a seam of the texture or a hard edge has two.
struct MeshInput {
  std::vector<Vec3> positions;
  std::vector<glm::vec2> uvs;  // one per position, or empty
  std::vector<std::array<std::uint16_t, 3>> triangles;
  std::vector<std::uint32_t> materials;  // one per triangle: rows of surfacemat.2da; or empty
  // Of a skin: one per position; otherwise empty. Weights descend, unused slots are 0 and -1.
  std::vector<std::array<float, 4>> weights;
  std::vector<std::array<float, 4>> bones;  // slots, see bind_skin()
  std::string texture = "NULL";
};

inline constexpr std::size_t kMaxVertices = 0xFFFF;
inline constexpr std::size_t kMaxFaces = 0xFFFF;  // kNoFace is the number after the last

/// Makes faces with normals and neighbours, bounds, area, and the rows of the MDX: positions, normals (faces
/// weighted by their area), and with texture coordinates also those and tangents. Vertices outside all
/// triangles with an area get the normal (1, 0, 0). PC only; convert() makes other variants.
///
/// Fails on a triangle's corner without a position, lists whose lengths do not fit, more than kMaxVertices or
/// kMaxFaces, and a texture's name of more than 32 bytes.
Result<Mesh> build_mesh(const MeshInput& input);

/// The tree of a walkmesh in a model by the rule of the original compiler, from the mesh's vertices and
/// faces. Faces with a corner that does not exist count as ones at the origin.
Aabb build_aabb(const Mesh& mesh);

/// Sets the bone map and the bind pose of a skin from the rest places of the model's nodes. `bones` are rows
/// of nodes in the order of their slots. Fails if the node of that row is not a skin, or a bone or the name
/// of a node is missing.
Result<void> bind_skin(File& file, std::size_t skin_row, std::span<const std::uint32_t> bones);

/// Sets the fields of a mesh that depend on its model: the functions of its variant, and the counters that
/// the original compiler gives to new meshes, in the order of the nodes.
void number_meshes(File& file);

}  // namespace mw::kotor::mdl
