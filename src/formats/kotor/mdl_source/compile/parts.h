#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The steps of compiling (compile.cpp has their order).
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
  std::vector<Vec3> normals = {};      // that the description has, for each; empty without
  std::vector<std::array<std::uint16_t, 3>> triangles;
  std::vector<std::uint32_t> groups;
  std::vector<std::uint32_t> materials;
};

enum class Splitting : std::uint8_t {
  kept,      // the description has one row for each vertex already
  by_row,    // two corners are one vertex when they have the same rows and a group in common
  by_value,  // ... when they look alike
};

/// With a crease, faces that meet at a larger angle than so many degrees share no vertex.
Result<SplitMesh> split(const source::Mesh& mesh, Splitting splitting, std::optional<float> crease,
                        const std::string& where);
/// Whether every corner has texture coordinates of the same row as its position. Where faces that share one
/// are smooth there, too, the lists are those of vertices already.
bool has_vertex_rows(const source::Mesh& mesh);
/// Whether each face has a group in common with the first that uses the same vertex.
bool shares_smoothly(std::span<const source::Face> faces, std::size_t vertices);

/// A mesh without what is derived from its triangles.
Mesh mesh_of(const source::Mesh& from, const SplitMesh& split, std::uint16_t type, Variant variant);

/// A mesh of a model, and what it is made of.
struct MeshPlace {
  Mesh* mesh = nullptr;
  const SplitMesh* split = nullptr;
  std::uint32_t row = 0;
  bool tangents = false;
  bool derived = true;  // false: the notes have all that follows from its triangles
};

/// Fills in all that the original compiler derives from triangles; across meshes too, where they meet, so
/// that those are needed which keep what they have.
void derive(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options);
void derive_normals(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options);
void derive_tangents(const MeshPlace& mesh);

/// The weights of a skin, slots by first use; gives the rows of the bones by slot.
Result<std::vector<std::uint32_t>> compile_weights(const source::Skin& skin, const SplitMesh& split,
                                                   const File& file, const std::string& where, Mesh& mesh);

/// The numbers that nodes share with those of the supermodel, by name from the roots, or by_name wherever
/// they are; gives how many nodes have one.
Result<std::size_t> number_nodes(File& file, const File* supermodel, bool by_name);

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
  /// Likewise the rows of the model's own nodes; kNoRow for one that it does not have.
  std::vector<std::vector<std::uint32_t>> animated_rows;
  std::size_t numbered = 0;  // nodes that have the number of one of the supermodel's
  std::vector<bool> exact;   // by rows of the model: the notes have all that its triangles give
  Losses losses;
};
Result<Assembly> assemble(const source::Model& model, const CompileOptions& options);

/// Gives the nodes of animations the numbers and names of the model's.
void number_animations(Assembly& assembly);

/// What a description says and the binary model has no room for, or what it should say and does not.
Losses losses_of(const source::Model& model, const CompileOptions& options, const Assembly& assembly);

// Limits of the binary model.
inline constexpr std::size_t kMostBones = 4;  // of a vertex
inline constexpr std::size_t kNameRoom = 31;  // bytes, with a NUL behind them
inline constexpr std::size_t kTextureRooms[] = {31, 31, 11, 11};
inline constexpr std::size_t kBladeVertices = 176;

/// A text with a NUL behind it, whatever its length.
template <std::size_t N>
FixedText<N> ended(std::string_view text) {
  return FixedText<N>(text.substr(0, N - 1));
}

}  // namespace mw::kotor::mdl
