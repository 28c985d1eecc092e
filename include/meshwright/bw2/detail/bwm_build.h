#pragma once

#include <meshwright/bw2/bwm_format.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Builds models of Black & White 2 from plain arrays. Every derived field follows the rules that reproduce
/// the one original file at hand; docs/formats/bw2-bwm.md says how well.
namespace mw::bw2::bwm {

using Vec2 = glm::vec2;

/// Triangles of one material.
struct PartInput {
  std::uint32_t material = 0;
  std::vector<std::uint32_t> indices;  // three per triangle, into the arrays of its mesh
  std::optional<std::uint32_t> mask;   // derive_mask() if not given
};

/// A mesh in model space, in the game's axes (y up). Arrays have one row per vertex, or are empty.
struct MeshInput {
  std::string name;
  std::uint32_t lod = 1;
  Frame pivot;
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;                       // made from the triangles if empty
  std::vector<std::vector<Vec2>> uv_sets;          // texture, light map, growth; missing ones are zeros
  std::vector<std::array<std::uint8_t, 4>> bones;  // of skins
  std::vector<std::array<float, 4>> weights;       // of skins
  std::vector<Vec3> cleaves;                       // derive_cleaves() if empty
  std::vector<PartInput> parts;
};

struct ModelInput {
  std::uint32_t version = kVersion6;
  Type type = Type::list;
  std::vector<Material> materials;
  std::vector<MeshInput> meshes;
  std::vector<Bone> bones;
  std::vector<Entity> entities;
  bool footprint = true;  // hull and circles
};

/// Indices are 16 bits for all meshes together, and 65,535 itself is left free.
inline constexpr std::size_t kMaxVertices = 65535;

/// The volume of a model that reaches farther would be no number.
inline constexpr float kFarthestBound = 1e12F;
bool is_within_reach(const Vec3& position);

/// Makes a file: one range of vertices and indices for each part (shared vertices are repeated, unused ones
/// are left out), and every count, bound, hull, circle and face count. UV seams stay as given. Fails, naming
/// the array, on rows that do not match, missing indices, positions that are not finite or beyond
/// kFarthestBound, and more than kMaxVertices.
Result<File> build(const ModelInput& model);

/// Sets the bounds of the header and of every mesh, the hull and the circles (if `footprint`) from the
/// vertices and triangles of the file. Does nothing without positions, or if one is not finite.
void derive_bounds(File& file, bool footprint);

/// Whether hull and circles are those of derive_bounds(), not hand-made.
bool footprint_follows(const File& file);

/// Rounded to three decimals, as the header, the hull and the circles are.
float round3(double value);
Vec3 round3(const Vec3& value);

/// The smallest sphere or upright cylinder around points, grown from the farthest point until all lie inside
/// or at most kBoundTolerance outside. The original stops there too: one of its vertices lies 0.0008 outside
/// its cylinder.
Sphere derive_sphere(std::span<const Vec3> points);
Cylinder derive_cylinder(std::span<const Vec3> points);
inline constexpr double kBoundTolerance = 1e-3;
float derive_volume(const Cylinder& cylinder);

/// The convex hull in x and z, counter-clockwise in (x, z), beginning after the point of least z, rounded. If
/// several points share x and z, y is that of the first.
std::vector<Vec3> derive_hull(std::span<const Vec3> points);

/// Centred in the hull's points, around all points; rounded.
Sphere derive_footprint_sphere(std::span<const Vec3> hull, std::span<const Vec3> points);

/// Discs over the footprint. A grid of cells of at most kCircleCell units covers the box; cells count if
/// triangles, seen from above, cover at least a quarter of them. Squares of as many cells as fit, halving
/// down to single cells, cover these row by row, and each square gets a disc. Rounded. A grid has at most
/// kMaxCircleCells per side: beyond that the cells grow.
std::vector<Circle> derive_circles(std::span<const Vec3> points,
                                   std::span<const std::array<std::uint16_t, 3>> triangles);
inline constexpr double kCircleCell = 2.5;
inline constexpr int kMaxCircleCells = 64;

/// The mask of a reference to that material, after the only two seen in an original file.
std::uint32_t derive_mask(const Material& material);

/// One cleave per vertex: against the normal, the same for vertices in one place. The direction is the most
/// frequent one in the original file; its lengths are not understood, so all get kCleaveLength.
std::vector<Vec3> derive_cleaves(std::span<const Vec3> positions, std::span<const Vec3> normals);
inline constexpr float kCleaveLength = 0.12F;  // the median of the original file

/// Unit normals of vertices from the triangles around them, weighted by area; (0, 1, 0) without triangles.
std::vector<Vec3> derive_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices);

/// One strip with these triangles in their order, joined by repeated corners.
std::vector<std::uint16_t> make_strip(std::span<const std::array<std::uint16_t, 3>> triangles);

}  // namespace mw::bw2::bwm
