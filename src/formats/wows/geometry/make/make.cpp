#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/geometry_scene.h>

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <iterator>
#include <utility>

#include "from_scene.h"
#include "models.h"
#include "shape.h"

namespace mw::wows::geometry {
namespace {

using scene::Primitive;
using scene::Scene;

class Maker {
 public:
  Maker(const Scene& scene, const MakeOptions& options)
      : scene_(scene),
        encoded_(options.encoded),
        shapes_(scene, options.split ? Materials::split : Materials::refused, options.vertex_format) {}

  Result<Made> run() {
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (!scene_.nodes[i].mesh) continue;
      const scene::Node node = with_name(scene_, i);
      if (auto done = budget_.spend(node, scene_.meshes[*node.mesh]); !done) return fail(done.error());
      // What moves the vertices of a skin are its joints.
      if (auto done = add(node, node.skin ? Mat4(1) : places[i]); !done) return fail(done.error());
    }
    return finish();
  }

 private:
  Result<void> add(const scene::Node& node, const Mat4& place) {
    switch (node.role) {
      case scene::Role::visual:
      case scene::Role::walkmesh:
        return shapes_.add(node, place);
      case scene::Role::armor:
        return add_model(node, place, plates_, new_plate);
      case scene::Role::collision:
        return add_model(node, place, hulls_, new_hull);
      case scene::Role::hidden:
      case scene::Role::helper:
        break;
    }
    ++left_out_;
    return {};
  }

  template <class Model>
  Result<void> add_model(const scene::Node& node, const Mat4& place, std::vector<Model>& models,
                         Result<Model> (*make)(const scene::Node&, const Primitive&)) {
    const auto whole = whole_primitive(scene_.meshes[*node.mesh], node.name);
    if (!whole) return fail(whole.error());
    auto model = make(node, placed(*whole, place));
    if (!model) return fail(model.error());
    models.push_back(*std::move(model));
    return {};
  }

  Result<Made> finish() {
    if (shapes_.empty() && plates_.empty() && hulls_.empty())
      return fail({.message = "no triangles to make a .geometry from"});
    File file;
    if (auto done = shapes_.put_into(file, encoded_); !done) return fail(done.error());
    if (auto done = set_armor(file, std::move(plates_)); !done) return fail(done.error());
    set_collision(file, std::move(hulls_));
    list_losses();
    return Made{std::move(file), std::move(losses_)};
  }

  void list_losses() {
    losses_ = shapes_.losses();
    const auto list = [&](bool lost, const FindingKind& kind) {
      if (lost) losses_.add(kind, "");
    };
    list(!scene_.animations.empty(), loss::ANIMATIONS_DROPPED);
    list(!scene_.lights.empty(), loss::LIGHTS_DROPPED);
    list(shapes_.dropped().other_topology, loss::TOPOLOGY_DROPPED);
    list(shapes_.dropped().materials, loss::MATERIALS_DROPPED);
    list(!scene_.skins.empty(), loss::SKELETON_DROPPED);
    shapes_.list_dropped(losses_);
    losses_.append(scene::tell_flattened(scene_));
    if (left_out_ > 0)
      losses_.add(loss::MESH_NOT_DRAWN, "", counted(left_out_, "mesh is", "meshes are"),
                  left_out_ == 1 ? "it is" : "they are");
    list_extras();
  }

  /// But those that to_scene() gives, which are taken back or follow from the meshes.
  void list_extras() {
    constexpr std::string_view kOwn[] = {"part",       "name_from",       "level_by",   "vertices_id",
                                         "indices_id", "paired_by",       "format",     "density",
                                         "is_skinned", "indices_density", "is_bumped",  "key",
                                         "layer",      "material",        "model_name", "id",
                                         "version",    "unknown_0x0f",    "face_flags", "face_corners",
                                         kZNegated,    scene::kLevels};
    std::vector<std::string> names = extras_names(scene_);
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::find(kOwn, std::string_view(name)) != std::end(kOwn);
    });
    if (!names.empty()) losses_.add(loss::EXTRAS_DROPPED, "", listed(names));
  }

  const Scene& scene_;
  bool encoded_;
  VertexBudget budget_;
  ShapeMaker shapes_;
  std::vector<ArmorPlate> plates_;
  std::vector<Hull> hulls_;
  Losses losses_;
  std::size_t left_out_ = 0;  // meshes
};

}  // namespace

Result<Made> from_scene(const Scene& scene, const MakeOptions& options) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (auto error = scene::find_unusable_transform(scene)) return fail(*std::move(error));
  if (!options.vertex_format.empty())
    if (auto layout = parse_vertex_format(whole_format_name(options.vertex_format)); !layout)
      return fail(layout.error());
  return Maker(scene, options).run();
}

}  // namespace mw::wows::geometry
