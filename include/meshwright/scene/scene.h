#pragma once

// Example:
//
//     #include <meshwright/scene/scene.h>
//
//     mw::scene::Scene one_triangle() {
//       mw::scene::Scene scene;
//       scene.meshes.push_back({.name = "triangle"});
//       scene.meshes[0].primitives.push_back({.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
//       add_node(scene, {.name = "triangle", .mesh = 0});
//       return scene;
//     }

#include <meshwright/core/json_value.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The common model of all formats and the input of every exporter. It knows no game.
///
/// Right-handed, Y up, metres as far as known, UV origin at the top left (as in glTF). Plain data: indices
/// instead of pointers, and `extras` for everything without a place here. docs/scene.md describes the
/// conventions.
namespace mw::scene {

using Index = std::uint32_t;
using Extras = JsonObject;
using U16Vec4 = glm::vec<4, std::uint16_t>;

struct MeshRows;

struct Transform {
  Vec3 translation{0};
  Quat rotation{1, 0, 0, 0};  // w, x, y, z
  Vec3 scale{1};
};

/// The purpose of a node. Exporters leave out roles that were not requested.
enum class Role : std::uint8_t { visual, hidden, collision, armor, walkmesh, helper };

struct Node {
  std::string name = {};
  Transform transform = {};
  std::vector<Index> children = {};
  std::optional<Index> mesh = {};
  std::optional<Index> skin = {};
  std::optional<Index> light = {};
  Role role = Role::visual;
  std::uint32_t lod = 0;  // 0 is the finest
  Extras extras = {};
};

enum class Topology : std::uint8_t { points, lines, triangles };

/// One number per vertex of a single format, such as a wire's radius.
struct CustomAttribute {
  std::string name;  // upper case, without a leading underscore
  std::vector<float> values;
};

/// Vertices and how they are joined. An attribute is empty or has one entry per vertex.
struct Primitive {
  Topology topology = Topology::triangles;
  std::vector<Vec3> positions = {};
  std::vector<Vec3> normals = {};
  std::vector<Vec4> tangents = {};  // w is the handedness, 1 or -1
  std::array<std::vector<Vec2>, 4> uvs = {};
  std::vector<Vec4> colours = {};
  std::vector<U16Vec4> joints = {};  // entries of the skin's joints
  std::vector<Vec4> weights = {};
  std::vector<CustomAttribute> custom = {};
  std::vector<Index> indices = {};  // empty: the vertices in their order
  std::optional<Index> material = {};
  Extras extras = {};
};

struct Mesh {
  std::string name = {};
  std::vector<Primitive> primitives = {};
  Extras extras = {};
  std::shared_ptr<const MeshRows> rows = {};  // where its triangles are in the file (rows.h), if recorded
};

/// A texture by its purpose. The file is resolved only when exporting.
struct Texture {
  std::string role;  // "base_color", "normal", "emissive", "lightmap", or a format's own word
  std::string name;  // as in the file, with or without an extension
  std::uint32_t uv = 0;
};

enum class Alpha : std::uint8_t { opaque, mask, blend };

struct Material {
  std::string name = {};
  Vec4 base_color{1};
  Vec3 emissive{0};
  float metallic = 0;
  float roughness = 1;
  Alpha alpha = Alpha::opaque;
  float alpha_cutoff = 0.5F;
  bool two_sided = false;
  std::vector<Texture> textures = {};
  Extras extras = {};
};

struct Skin {
  std::string name = {};
  std::vector<Index> joints = {};  // nodes
  std::vector<Mat4> inverse_binds = {};
  std::optional<Index> root = {};  // the node above all joints
  Extras extras = {};
};

enum class Interpolation : std::uint8_t { step, linear, cubic };

/// The target of a channel. `custom` is a property of a single format, named by the channel.
enum class Target : std::uint8_t { translation, rotation, scale, custom };

/// Keys of one property of one node. Rotations are x, y, z, w. Cubic keys are in-tangent, value, out-tangent.
struct Channel {
  Index node = 0;
  Target target = Target::translation;
  std::string name = {};         // of a custom target
  std::uint32_t components = 3;  // floats per value
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> times = {};  // seconds, ascending
  std::vector<float> values = {};
};

struct Animation {
  std::string name = {};
  float length = 0;  // seconds
  std::vector<Channel> channels = {};
  Extras extras = {};
};

enum class LightKind : std::uint8_t { point, directional, spot };

struct Light {
  std::string name = {};
  LightKind kind = LightKind::point;
  Vec3 colour{1};
  float intensity = 1;
  std::optional<float> range = {};
  float inner_cone = 0;
  float outer_cone = 0.7853982F;  // radians; a quarter turn across
  Extras extras = {};
};

struct Scene {
  std::string name = {};
  std::vector<Index> roots = {};
  std::vector<Node> nodes = {};
  std::vector<Mesh> meshes = {};
  std::vector<Material> materials = {};
  std::vector<Skin> skins = {};
  std::vector<Animation> animations = {};
  std::vector<Light> lights = {};
  Extras extras = {};
  Losses losses = {};  // data of the format that the scene cannot hold
};

/// Adds a node below `parent`, or at the root without one; gives its index.
Index add_node(Scene& scene, Node node, std::optional<Index> parent = {});

/// Marks a node whose meshes are in the file and cannot be read: an extra that is true.
inline constexpr std::string_view kUnreadable = "unreadable";

/// The wanted parts of a model. Roles other than visual are left out unless requested.
struct Selection {
  std::optional<std::uint32_t> lod = {};  // one level; without it the finest there is
  bool all_lods = false;
  bool hidden = false;
  bool collision = false;
  bool armor = false;
};

/// The content of a scene to make.
struct Options {
  bool raw_axes = false;  // keep the file's numbers: no change of axes
  Selection selection = {};
  bool rows = false;  // record where triangles are in the file (rows.h)
};

/// Removes everything that is not selected: meshes of other levels and roles, and the nodes, meshes and
/// materials that nothing needs any more. Nodes with children, joints and nodes that an animation moves stay.
/// One note among the losses counts what is left out, and advises the options that add it.
/// `other_levels` counts meshes of unwanted levels that were never added to the scene.
void select(Scene& scene, const Selection& selection, std::size_t other_levels = 0);

/// Geometry in numbers.
struct Totals {
  std::uint64_t nodes = 0;
  std::uint64_t meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};
Totals totals(const Scene& scene);

/// The first contradiction: an index out of range, a cycle, attributes of unequal length, a channel without
/// its values. Exporters refuse such a scene; importers never make one.
std::optional<Error> find_contradiction(const Scene& scene);

/// The matrix of each node relative to the scene.
std::vector<Mat4> world_matrices(const Scene& scene);
Mat4 to_matrix(const Transform& transform);

/// Bounds of all positions in their nodes' places; nothing without any. Skins are measured in rest.
std::optional<Box> bounds(const Scene& scene);

/// A number that changes with anything in the scene: names, bits of every float, order.
std::uint64_t hash(const Scene& scene);

}  // namespace mw::scene
