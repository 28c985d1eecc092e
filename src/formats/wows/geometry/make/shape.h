#pragma once

#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_scene.h>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mesh.h"

/// The drawn meshes of a scene as meshes of a .geometry: the same rules for new files and for new meshes of
/// old ones.
namespace mw::wows::geometry {

/// Of a whole file: about what 32 bits can address would take gigabytes here.
inline constexpr std::size_t kMostInAll = 1 << 22;

/// Names tell levels with one digit.
inline constexpr std::uint32_t kMostLevel = 9;

/// Counts the vertices of a scene's nodes, since a mesh is copied for each node that has it.
class VertexBudget {
 public:
  /// Fails where there are too many with this mesh.
  Result<void> spend(const scene::Node& node, const scene::Mesh& mesh);

 private:
  std::size_t spent_ = 0;
};

/// The node with a name: its own, its mesh's or one that is made up.
scene::Node with_name(const scene::Scene& scene, std::size_t node);

/// What a mesh is found by.
struct Ids {
  std::uint32_t vertices = 0;
  std::uint32_t indices = 0;
};

/// Those that to_scene() gave a node.
std::optional<Ids> ids_in(const scene::Extras& extras);

/// A mesh that is ready for the file.
struct NewShape {
  std::string shape = {};
  std::string format = {};
  Ids ids = {};
  Mesh mesh = {};
};

/// What becomes of a mesh with several materials.
enum class Materials { refused, split, joined };

/// What vertices have and a .geometry does not.
struct Dropped {
  std::set<std::string> attributes = {};
  OtherBones bones = {};
  UvLosses uvs = {};
  bool other_topology = false;
  bool materials = false;
};

class ShapeMaker {
 public:
  ShapeMaker(const scene::Scene& scene, Materials several, std::string vertex_format = {})
      : scene_(scene), several_(several), vertex_format_(std::move(vertex_format)) {}

  /// Ids that no other mesh may have.
  void reserve(Ids ids, const std::string& name);

  /// A mesh of the scene, at a place. Fails, and names the node, on what a file cannot hold.
  Result<void> add(const scene::Node& node, const Mat4& place);

  bool empty() const { return shapes_.empty(); }
  /// All that were added, behind those that the file has.
  Result<void> put_into(File& file, bool encoded) const;

  const Dropped& dropped() const { return dropped_; }
  /// Of the formats that were chosen.
  const Losses& losses() const { return losses_; }
  /// Of attributes and bones.
  void list_dropped(Losses& losses) const;

 private:
  Result<void> add_shape(const scene::Node& node, const scene::Mesh& mesh, const Mat4& place,
                         const std::optional<std::string>& material);
  Result<NewShape> named(const scene::Node& node, const std::optional<std::string>& material);
  std::string name_of(const std::optional<scene::Index>& material) const;
  void note_attributes(const scene::Mesh& mesh);

  const scene::Scene& scene_;
  Materials several_;
  std::string vertex_format_;
  std::vector<NewShape> shapes_;
  Losses losses_;
  std::map<std::uint32_t, std::string> vertices_ids_;  // to the nodes that have them
  std::map<std::uint32_t, std::string> indices_ids_;
  Dropped dropped_;
};

}  // namespace mw::wows::geometry
