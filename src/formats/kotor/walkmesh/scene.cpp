#include <fmt/format.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/rows.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace mw::kotor::walkmesh {
namespace {

using scene::Index;
using scene::Scene;

constexpr Vec3 kPerimeterColour{1.0F, 0.85F, 0.1F};
constexpr Vec3 kTransitionColour{0.1F, 1.0F, 0.5F};

/// From a view: most of a walkmesh's bytes are tables that a picture does not need.
class SceneMaker {
 public:
  SceneMaker(const View& file, const scene::Options& options, const SurfaceMaterials& surfaces)
      : file_(file),
        surfaces_(surfaces),
        records_rows_(options.rows),
        axes_(options.raw_axes ? scene::Axes::same() : scene::Axes::z_up()),
        used_(file.vertices.size()) {}

  Scene make() {
    const bool area = file_.header.type == std::uint32_t(Type::area);
    scene::Node root{.name = "walkmesh", .role = scene::Role::walkmesh};
    root.extras = {{"type", std::uint64_t(file_.header.type)}, {"position", numbers(file_.header.position)}};
    root_ = add_node(scene_, std::move(root));
    add_surface();
    if (area) add_lines();
    add_hooks();
    if (skipped_ > 0) scene_.losses.add(loss::FACE_LEFT_OUT, "", skipped_);
    return std::move(scene_);
  }

 private:
  static JsonArray numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

  bool exists(const Face& corners) const { return geometry::corners_exist(corners, file_.vertices.size()); }

  /// A primitive of these corners (vertices of the file), its vertices in the order of their first use.
  scene::Primitive primitive_of(std::span<const std::uint32_t> corners) {
    scene::Primitive primitive;
    primitive.indices.resize(corners.size());
    primitive.positions.reserve(std::min(corners.size(), file_.vertices.size()));
    ++primitives_;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::uint32_t corner = corners[i];
      Used& used = used_[corner];
      if (used.primitive != primitives_) {
        used = {primitives_, Index(primitive.positions.size())};
        primitive.positions.push_back(axes_.point(file_.vertices[corner]));
      }
      primitive.indices[i] = used.index;
    }
    return primitive;
  }

  struct Part {
    std::vector<std::uint32_t> corners;
    std::vector<std::uint32_t> faces;  // if rows are recorded
  };

  /// The faces of each material, in the order of the ids.
  std::map<std::uint32_t, Part> faces_by_material() {
    std::map<std::uint32_t, Part> parts;
    // The game has 23 materials; a part found once is found again without the map.
    std::array<std::pair<std::uint32_t, Part*>, 64> known{};
    for (std::size_t face = 0; face < file_.faces.size(); ++face) {
      const Face corners = axes_.winding(file_.faces[face]);
      if (!exists(corners)) {
        ++skipped_;
        continue;
      }
      const std::uint32_t material = file_.materials[face];
      auto& [id, part] = known[material % known.size()];
      if (part == nullptr || id != material) {
        id = material;
        part = &parts[material];
      }
      part->corners.insert(part->corners.end(), corners.begin(), corners.end());
      if (records_rows_) part->faces.push_back(std::uint32_t(face));
    }
    return parts;
  }

  /// One primitive per material. Faces have no normals of their own: flat shading is what a viewer gives them
  /// then, and vertices stay shared, as an editor wants them.
  void add_surface() {
    scene::Mesh mesh{.name = "surface"};
    scene::MeshRows rows;
    for (auto& [id, part] : faces_by_material()) {
      scene::Primitive& primitive = mesh.primitives.emplace_back(primitive_of(part.corners));
      primitive.material = add_surface_material(id);
      if (records_rows_) rows.primitives.push_back(rows_of(std::move(part.faces)));
    }
    if (records_rows_) {
      rows.about = tables_about_faces();
      mesh.rows = std::make_shared<const scene::MeshRows>(std::move(rows));
    }
    add_mesh_node("surface", std::move(mesh), {});
  }

  scene::TriangleRows rows_of(std::vector<std::uint32_t> faces) const {
    scene::CornerRows vertices{.tables = {"vertices"}};
    for (const std::uint32_t face : faces) vertices.corners.push_back(file_.faces[face]);
    return {.table = "faces",
            .rows = std::move(faces),
            .beside = {"materials", "normals", "distances", "adjacency"},
            .vertices = {std::move(vertices)}};
  }

  std::vector<scene::TableAbout> tables_about_faces() const {
    scene::TableAbout edges{.table = "edges", .of = "faces", .rows = {}};
    for (std::size_t row = 0; row < file_.edges.size(); ++row)
      edges.rows.push_back(file_.edges[row].edge / 3);
    scene::TableAbout leaves{.table = "aabb", .of = "faces", .rows = {}};
    for (std::size_t row = 0; row < file_.aabb.size(); ++row) {
      const std::int32_t face = file_.aabb[row].face;
      leaves.rows.push_back(face < 0 ? scene::TableAbout::kNothing : std::uint32_t(face));
    }
    return {std::move(edges), std::move(leaves)};
  }

  Index add_surface_material(std::uint32_t id) {
    const SurfaceMaterial* row = surfaces_.find(id);
    scene::Material material{.name = row != nullptr ? row->name : fmt::format("Unknown{}", id)};
    material.base_color = Vec4(surface_colour(id), 1);
    material.two_sided = true;  // walls are seen from outside too
    material.extras = {{"surface", std::uint64_t(id)}, {"walkable", surfaces_.is_walkable(id)}};
    return add_material(std::move(material));
  }

  Index add_material(scene::Material material) {
    scene_.materials.push_back(std::move(material));
    return Index(scene_.materials.size() - 1);
  }

  /// Edges by where they lead: -1 is the plain boundary.
  void add_lines() {
    std::map<std::int32_t, std::vector<std::uint32_t>> parts;  // corners by room
    for (std::size_t i = 0; i < file_.edges.size(); ++i) {
      const Edge edge = file_.edges[i];
      const std::size_t face = edge.edge / 3;
      if (face >= file_.faces.size()) continue;
      const Face corners = file_.faces[face];
      if (!exists(corners)) continue;
      std::vector<std::uint32_t>& part = parts[edge.transition];
      part.push_back(corners[edge.edge % 3]);
      part.push_back(corners[(edge.edge % 3 + 1) % 3]);
    }
    for (const auto& [room, corners] : parts) add_line_node(room, corners);
  }

  void add_line_node(std::int32_t room, std::span<const std::uint32_t> corners) {
    const bool boundary = room == kNoTransition;
    const std::string name = boundary ? "perimeter" : fmt::format("transition_{}", room);
    scene::Mesh mesh{.name = name};
    scene::Primitive& primitive = mesh.primitives.emplace_back(primitive_of(corners));
    primitive.topology = scene::Topology::lines;
    primitive.material = boundary ? add_line_material(name, kPerimeterColour) : transition_material();
    add_mesh_node(name, std::move(mesh),
                  boundary ? scene::Extras() : scene::Extras{{"room", std::int64_t(room)}});
  }

  Index transition_material() {
    if (!transition_material_) transition_material_ = add_line_material("transition", kTransitionColour);
    return *transition_material_;
  }

  Index add_line_material(std::string name, const Vec3& colour) {
    scene::Material material{.name = std::move(name), .base_color = Vec4(colour, 1), .emissive = colour};
    return add_material(std::move(material));
  }

  void add_mesh_node(std::string name, scene::Mesh mesh, scene::Extras extras) {
    if (mesh.primitives.empty()) return;
    scene::Node node{
        .name = std::move(name), .mesh = Index(scene_.meshes.size()), .role = scene::Role::walkmesh};
    node.extras = std::move(extras);
    scene_.meshes.push_back(std::move(mesh));
    add_node(scene_, std::move(node), root_);
  }

  void add_hooks() {
    const Header& header = file_.header;
    const bool object = header.type == std::uint32_t(Type::object);
    for (std::size_t i = 0; i < 2; ++i) {
      add_hook(fmt::format("relative_use_{}", i + 1), header.relative_use[i], object);
      add_hook(fmt::format("absolute_use_{}", i + 1), header.absolute_use[i], false);
    }
  }

  void add_hook(std::string name, const Vec3& place, bool always) {
    if (!is_finite(place) || (!always && place == Vec3(0))) return;
    scene::Node node{.name = std::move(name), .role = scene::Role::helper};
    node.transform.translation = axes_.point(place);
    add_node(scene_, std::move(node), root_);
  }

  const View& file_;
  const SurfaceMaterials& surfaces_;
  const bool records_rows_;
  const scene::Axes axes_;
  /// In which primitive a vertex was used last, and as which of its vertices.
  struct Used {
    std::uint32_t primitive = 0;
    Index index = 0;
  };
  std::vector<Used> used_;
  std::uint32_t primitives_ = 0;  // made so far
  Scene scene_;
  std::optional<Index> transition_material_;
  Index root_ = 0;
  std::size_t skipped_ = 0;
};

}  // namespace

Scene to_scene(const File& file, const scene::Options& options, const SurfaceMaterials& surfaces) {
  return to_scene(view(file), options, surfaces);
}

Scene to_scene(const View& view, const scene::Options& options, const SurfaceMaterials& surfaces) {
  return SceneMaker(view, options, surfaces).make();
}

}  // namespace mw::kotor::walkmesh
