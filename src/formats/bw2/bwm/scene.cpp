#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/bw2/detail/bwm_findings.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/rows.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <memory>
#include <numbers>
#include <span>
#include <utility>

#include "scene_parts.h"

namespace mw::bw2::bwm {
namespace {

using scene::Index;
using scene::Scene;

constexpr Vec3 kHullColour{1.0F, 0.85F, 0.1F};
constexpr Vec3 kCircleColour{0.1F, 0.8F, 1.0F};
constexpr int kCircleSides = 32;

class SceneMaker {
 public:
  SceneMaker(const File& file, const scene::Options& options)
      : file_(file),
        limit_(file),
        records_rows_(options.rows),
        axes_(options.raw_axes ? scene::Axes::same() : scene::Axes::left_handed()) {}

  Scene make() {
    root_ = add_node(scene_, {.name = "model"});
    for (const Material& material : file_.materials) add_material(material);
    read_attributes();
    scene_.nodes[root_].extras = root_extras();
    add_bones();
    const std::vector<Range> refs = material_ref_ranges(file_);
    for (std::size_t mesh = 0; mesh < file_.meshes.size(); ++mesh) add_mesh(mesh, refs[mesh]);
    for (const Entity& entity : file_.entities) add_entity(entity);
    add_footprint();
    list_losses();
    return std::move(scene_);
  }

 private:
  static std::string text(const auto& fixed) { return std::string(fixed.view()); }

  /// Of the header, what is not computed from the tables.
  scene::Extras root_extras() const {
    scene::Extras extras = {{"version", std::uint64_t(file_.header.version)},
                            {"type", std::uint64_t(file_.header.type)}};
    const auto add = [&](std::string_view name, std::uint32_t value) {
      if (value != 0) extras.emplace_back(name, scene::extras_integer(value));
    };
    add("unknown_0x74", file_.header.unknown_0x74);
    add("unknown_0xa4", file_.header.unknown_0xa4);
    scene::Extras bounds = bounds_extras(file_.header);
    bounds.emplace_back("footprint_sphere", scene::record_extras(file_.header.footprint_sphere));
    extras.emplace_back("bounds", std::move(bounds));
    if (file_.hull.empty() && file_.circles.empty())
      extras.emplace_back("footprint", false);
    else if (!footprint_follows(file_))
      extras.emplace_back("footprint", footprint_extras(file_));
    if (has_cleaves() || file_.cleaves.empty()) return extras;
    JsonArray cleaves;
    for (const Vec3& cleave : file_.cleaves) cleaves.insert(cleaves.end(), {cleave.x, cleave.y, cleave.z});
    extras.emplace_back("cleaves", std::move(cleaves));
    return extras;
  }

  /// One per vertex: these are attributes of the vertices.
  bool has_cleaves() const { return file_.cleaves.size() == positions_.size(); }

  void add_material(const Material& material) {
    scene::Material m{.name = text(material.name)};
    const auto add = [&](const char* role, const auto& texture, std::uint32_t uv) {
      if (!texture.view().empty()) m.textures.push_back({role, text(texture), uv});
    };
    add("base_color", material.diffuse, 0);
    add("lightmap", material.light, 1);
    add("growth", material.growth, 2);
    add("specular", material.specular, 0);
    add("additional", material.additional, 2);
    add("normal", material.normal, 0);
    scene_.materials.push_back(std::move(m));
  }

  void read_attributes() {
    positions_ = positions(file_);
    index_.assign(positions_.size(), kUnused);
    used_.assign(positions_.size(), false);
    if (const auto normals = find_attributes(file_, Usage::normal); !normals.empty())
      normals_ = read_vectors(file_, normals[0]);
    for (const Attribute& uv : find_attributes(file_, Usage::uv))
      if (uvs_.size() < 4) uvs_.push_back(read_vectors(file_, uv));
    for (const Attribute& bone : find_attributes(file_, Usage::bone_index))
      if (bones_.size() < 4) bones_.push_back(read_scalars(file_, bone));
    for (const Attribute& weight : find_attributes(file_, Usage::bone_weight))
      if (weights_.size() < 4) weights_.push_back(read_scalars(file_, weight));
  }

  /// Bones have no names and no parents in the file: each is a joint at its frame, below one node.
  void add_bones() {
    if (file_.bones.empty()) return;
    const Index skeleton = add_node(scene_, {.name = "skeleton"}, root_);
    scene::Skin skin{.name = "skin", .root = skeleton};
    for (std::size_t i = 0; i < file_.bones.size(); ++i) {
      scene::Node node{.name = fmt::format("bone_{}", i), .transform = placement(file_.bones[i], axes_)};
      node.extras.emplace_back("bone", std::uint64_t(i));  // whatever it may be called in an editor
      add_frame(node, "frame", file_.bones[i]);
      skin.joints.push_back(add_node(scene_, std::move(node), skeleton));
    }
    const std::vector<Mat4> places = world_matrices(scene_);
    for (const Index joint : skin.joints) skin.inverse_binds.push_back(glm::inverse(places[joint]));
    scene_.skins.push_back(std::move(skin));
  }

  void add_mesh(std::size_t number, const Range& refs) {
    const Mesh& mesh = file_.meshes[number];
    scene::Mesh out{.name = text(mesh.name)};
    scene::MeshRows rows;
    for (std::uint64_t i = refs.begin; i < refs.end(); ++i)
      add_part(out, rows, number, file_.material_refs[i]);
    if (records_rows_) out.rows = std::make_shared<const scene::MeshRows>(std::move(rows));
    if (out.primitives.empty()) {
      scene_.losses.add(loss::MESH_LEFT_OUT, out.name, escape_text(out.name));
      return;
    }
    const bool skinned = std::ranges::any_of(out.primitives, [](const auto& p) { return !p.joints.empty(); });
    scene::Node node{.name = text(mesh.name), .mesh = Index(scene_.meshes.size())};
    node.lod = mesh.lod > 0 ? mesh.lod - 1 : 0;
    add_frame(node, "pivot", mesh.pivot);
    node.extras.emplace_back("bounds", bounds_extras(mesh));
    const Mesh usual;
    if (mesh.lod == 0) node.extras.emplace_back("level", std::uint64_t(0));
    if (mesh.unknown_0x80 != usual.unknown_0x80)
      node.extras.emplace_back("unknown_0x80", scene::extras_integer(mesh.unknown_0x80));
    if (mesh.unknown_0xd4 != usual.unknown_0xd4)
      node.extras.emplace_back("unknown_0xd4", JsonArray{scene::extras_integer(mesh.unknown_0xd4[0]),
                                                         scene::extras_integer(mesh.unknown_0xd4[1])});
    scene_.meshes.push_back(std::move(out));
    // glTF wants skinned meshes at the root: their joints place them.
    if (skinned) node.skin = 0;
    skinned ? add_node(scene_, std::move(node)) : add_node(scene_, std::move(node), root_);
  }

  /// In the numbers of the file; fields as in a frame without rotation and place are left out.
  static void add_frame(scene::Node& node, std::string_view name, const Frame& frame) {
    if (scene::Extras fields = scene::record_extras(frame, Frame{}); !fields.empty())
      node.extras.emplace_back(name, std::move(fields));
  }

  void add_part(scene::Mesh& mesh, scene::MeshRows& rows, std::size_t number, const MaterialRef& ref) {
    if (!limit_.take(ref)) {
      ++skipped_refs_;
      return;
    }
    scene::Primitive p;
    if (has_cleaves() && !file_.cleaves.empty())
      for (const std::string_view name : kCleaveNames) p.custom.push_back({std::string(name), {}});
    const Triangles found = triangles(file_, number, ref);
    add_triangles(p, found.rows);
    if (p.indices.empty()) return;
    if (records_rows_) rows.primitives.push_back(rows_of(ref, found));
    if (ref.material < scene_.materials.size()) p.material = ref.material;
    p.extras = {{"mask", scene::extras_integer(ref.mask)}};
    mesh.primitives.push_back(std::move(p));
  }

  bool exists(const Triangle& triangle) const { return std::ranges::max(triangle) < positions_.size(); }

  scene::TriangleRows rows_of(const MaterialRef& ref, const Triangles& found) const {
    scene::TriangleRows rows{.table = "indices", .per_triangle = 3};
    scene::CornerRows vertices;
    for (std::size_t stride = 0; stride < file_.strides.size(); ++stride)
      vertices.tables.push_back(fmt::format("strides[{}].vertices", stride));
    const std::vector<std::uint32_t> begins = begins_of(file_, ref, found);
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (!exists(found.rows[i])) continue;
      const std::uint16_t* corners = &file_.indices[begins[i]];
      rows.rows.push_back(begins[i]);
      vertices.corners.push_back({corners[0], corners[1], corners[2]});
    }
    rows.vertices.push_back(std::move(vertices));
    return rows;
  }

  /// With the vertices that they use, in the order of the file.
  void add_triangles(scene::Primitive& p, std::span<const Triangle> triangles) {
    std::vector<Triangle> rows;
    for (const Triangle& triangle : triangles)
      if (exists(triangle)) rows.push_back(triangle);
    skipped_ += triangles.size() - rows.size();
    std::vector<std::uint16_t> corners;
    for (const Triangle& triangle : rows)
      for (const std::uint16_t corner : triangle)
        if (std::exchange(index_[corner], 0) == kUnused) corners.push_back(corner);
    std::ranges::sort(corners);
    for (const std::uint16_t corner : corners) {
      index_[corner] = Index(p.positions.size());
      add_vertex(p, corner);
    }
    for (const Triangle& triangle : rows)
      for (const std::uint16_t corner : axes_.winding(triangle)) p.indices.push_back(index_[corner]);
    for (const std::uint16_t corner : corners) index_[corner] = kUnused;
  }

  void add_vertex(scene::Primitive& p, std::size_t i) {
    used_[i] = true;
    if (!p.custom.empty()) {
      const Vec3 cleave = axes_.point(file_.cleaves[i]);
      for (int k = 0; k < 3; ++k) p.custom[std::size_t(k)].values.push_back(cleave[k]);
    }
    p.positions.push_back(axes_.point(positions_[i]));
    if (!normals_.empty()) p.normals.push_back(axes_.point(normals_[i]));
    for (std::size_t set = 0; set < uvs_.size(); ++set)
      p.uvs[set].emplace_back(uvs_[set][i].x, uvs_[set][i].y);
    if (file_.bones.empty() || bones_.empty() || weights_.empty()) return;
    scene::U16Vec4 joints(0);
    Vec4 weights(0);
    for (int k = 0; k < int(std::min(bones_.size(), weights_.size())); ++k) {
      const float bone = bones_[std::size_t(k)][i];
      const bool exists = bone >= 0 && bone < float(file_.bones.size());
      joints[k] = exists ? std::uint16_t(bone) : std::uint16_t(0);
      weights[k] = exists ? weights_[std::size_t(k)][i] : 0;
    }
    p.joints.push_back(joints);
    p.weights.push_back(weights);
  }

  void add_entity(const Entity& entity) {
    scene::Node node{
        .name = text(entity.name), .transform = placement(entity.frame, axes_), .role = scene::Role::helper};
    add_frame(node, "frame", entity.frame);
    add_node(scene_, std::move(node), root_);
  }

  void add_footprint() {
    if (!file_.hull.empty()) {
      scene::Primitive p{.topology = scene::Topology::lines};
      for (const Vec3& point : file_.hull) p.positions.push_back(axes_.point(point));
      for (std::size_t i = 0; i < file_.hull.size(); ++i)
        p.indices.insert(p.indices.end(), {Index(i), Index((i + 1) % file_.hull.size())});
      add_lines("footprint_hull", std::move(p), kHullColour);
    }
    if (file_.circles.empty()) return;
    scene::Primitive p{.topology = scene::Topology::lines};
    for (const Circle& circle : file_.circles) add_circle(p, circle);
    add_lines("footprint_circles", std::move(p), kCircleColour);
  }

  void add_circle(scene::Primitive& p, const Circle& circle) const {
    const auto first = Index(p.positions.size());
    for (int side = 0; side < kCircleSides; ++side) {
      const float angle = 2 * std::numbers::pi_v<float> * float(side) / kCircleSides;
      p.positions.push_back(axes_.point({circle.x + circle.radius * math::cos(angle), file_.header.box_min.y,
                                         circle.z + circle.radius * math::sin(angle)}));
      p.indices.insert(p.indices.end(), {first + Index(side), first + Index((side + 1) % kCircleSides)});
    }
  }

  void add_lines(std::string name, scene::Primitive primitive, const Vec3& colour) {
    primitive.material = Index(scene_.materials.size());
    scene_.materials.push_back({.name = name, .base_color = Vec4(colour, 1), .emissive = colour});
    scene::Node node{.name = name, .mesh = Index(scene_.meshes.size()), .role = scene::Role::helper};
    scene_.meshes.push_back({.name = std::move(name), .primitives = {std::move(primitive)}});
    add_node(scene_, std::move(node), root_);
  }

  void list_losses() {
    if (skipped_ > 0) scene_.losses.add(loss::TRIANGLE_OUT_OF_RANGE, "", skipped_);
    if (skipped_refs_ > 0) scene_.losses.add(loss::MATERIAL_REFS_OVERLAP, "", skipped_refs_);
    if (const auto unused = std::ranges::count(used_, false); unused > 0)
      scene_.losses.add(loss::VERTICES_UNUSED, "", unused);
    std::size_t unknown = 0;
    for (const Stride& stride : file_.strides)
      for (const Element& element : stride.elements) unknown += is_known(element) ? 0 : 1;
    if (unknown > 0) scene_.losses.add(loss::ATTRIBUTE_UNKNOWN, "", unknown);
  }

  static bool is_known(const Element& element) {
    constexpr Usage kKnown[] = {Usage::position, Usage::normal, Usage::uv, Usage::bone_index,
                                Usage::bone_weight};
    return std::ranges::find(kKnown, Usage(element.id)) != std::end(kKnown);
  }

  static constexpr Index kUnused = std::numeric_limits<Index>::max();

  const File& file_;
  OverlapLimit limit_;
  const bool records_rows_;
  const scene::Axes axes_;
  Scene scene_;
  Index root_ = 0;
  std::vector<Vec3> positions_;
  std::vector<Vec3> normals_;
  std::vector<std::vector<Vec3>> uvs_;
  std::vector<std::vector<float>> bones_;
  std::vector<std::vector<float>> weights_;
  std::vector<Index> index_;  // of each vertex in the primitive being made
  std::vector<bool> used_;    // of each vertex: whether a triangle has it
  std::size_t skipped_ = 0;
  std::size_t skipped_refs_ = 0;
};

}  // namespace

/// Its rows are the authoring program's axes, whose Y and Z are the game's Z and Y.
scene::Transform placement(const Frame& frame, const scene::Axes& axes) {
  scene::Transform transform{.translation = is_finite(frame.position) ? axes.point(frame.position) : Vec3(0)};
  const glm::mat3 turn(frame.x_axis, frame.z_axis, frame.y_axis);
  const bool rotation = is_finite(frame.x_axis) && is_finite(frame.y_axis) && is_finite(frame.z_axis) &&
                        std::abs(glm::determinant(turn) - 1) < 1e-2F;
  if (rotation) transform.rotation = glm::normalize(axes.rotation(glm::quat_cast(turn)));
  return transform;
}

Scene to_scene(const File& file, const scene::Options& options) {
  Scene scene = SceneMaker(file, options).make();
  if (options.selection.all_lods && scene::levels(scene).size() > 1)
    for (scene::Node& node : scene.nodes)
      if (node.mesh && node.role == scene::Role::visual)
        node.extras.emplace_back(scene::kLevels, scene::kAllLevels);
  select(scene, options.selection);
  return scene;
}

}  // namespace mw::bw2::bwm
