#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_compile.h>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The steps of compiling (mdl_compile.cpp has their order).
namespace mw::kotor::mdl {

/// What the controllers of a node depend on beside their keys.
struct KeyContext {
  bool compress = false;  // orientations, in animations only
  bool animated = false;  // part of an animation: positions count from `rest`
  Vec3 rest{0};
  std::string where;  // of the node, for errors
};

/// Adds the controllers and their data.
Result<void> compile_keys(std::span<const source::Keys> keys, const KeyContext& context, Node& node);

/// An axis and an angle as x y z w, and back. The axis is not made a unit: what rounding left of its length
/// brings back every bit.
std::array<float, 4> to_quaternion(const double* axis_angle);
std::array<double, 4> to_axis_angle(const std::array<float, 4>& quaternion);

/// Vertices of a mesh as the MDX has them.
struct SplitMesh {
  std::vector<Vec3> positions;
  std::array<std::vector<glm::vec2>, 4> uvs;
  std::vector<std::uint32_t> origins;  // for each, the vertex of the description
  std::vector<std::array<std::uint16_t, 3>> triangles;
  std::vector<std::uint32_t> groups;
  std::vector<std::uint32_t> materials;
};

enum class Splitting : std::uint8_t {
  kept,      // the description has one row for each vertex already
  by_row,    // two corners are one vertex when they have the same rows and a group in common
  by_value,  // ... when they look alike
};

Result<SplitMesh> split(const source::Mesh& mesh, Splitting splitting, const std::string& where);
/// Whether every corner has texture coordinates of the same row as its position, so that the lists are those
/// of vertices already.
bool is_split(const source::Mesh& mesh);

/// A mesh without what is derived from its triangles.
Mesh mesh_of(const source::Mesh& from, const SplitMesh& split, std::uint16_t type, Variant variant);

/// Where in the world a mesh is, and what it is made of; for normals.
struct MeshPlace {
  Mesh* mesh = nullptr;
  const SplitMesh* split = nullptr;
  std::uint32_t row = 0;
  bool tangents = false;
};

/// Fills in all that the original compiler derives from triangles; across meshes too, where they meet.
void derive(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options);
void derive_normals(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options);
void derive_tangents(const MeshPlace& mesh);

/// The weights of a skin, slots by first use; gives the rows of the bones by slot.
Result<std::vector<std::uint32_t>> compile_weights(const source::Skin& skin, const SplitMesh& split,
                                                   const File& file, const std::string& where, Mesh& mesh);

/// The numbers that nodes share with those of the supermodel, by name from the roots.
void number_nodes(File& file, const File* supermodel);

/// A number that changes with every list of a mesh. `pose` is that of the skeleton, for skins.
std::uint64_t geometry_hash(const source::Mesh& mesh, std::uint64_t pose);
std::uint64_t keys_hash(const source::Node& node, bool compress);
/// Of the names and parents of nodes; with their places, for skins.
std::uint64_t tree_hash(const std::vector<source::Node>& nodes);
std::uint64_t pose_hash(const std::vector<source::Node>& nodes);

/// A model before notes are followed, and before it has a layout.
struct Assembly {
  File file;
  std::vector<std::uint32_t> order;                        // rows of the description by rows of the model
  std::vector<std::vector<std::uint32_t>> animated_order;  // likewise, for each animation
  std::vector<bool> exact;  // by rows of the model: the notes have all that its triangles give
};
Result<Assembly> assemble(const source::Model& model, const CompileOptions& options);

}  // namespace mw::kotor::mdl
