#include <meshwright/core/detail/three_way.h>
#include <algorithm>
#include <tuple>
#include <utility>

#include "geometry/make/from_scene.h"
#include "geometry/make/models.h"
#include "geometry/make/shape.h"
#include "onto_parts.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;
using scene::Role;

bool is_drawn(const ArmorPlate& plate) {
  return plate.vertices.size() >= 3;
}

bool is_drawn(const Hull& hull) {
  return std::ranges::any_of(hull.faces, [&](const HullFace& face) {
    return face.vertices.size() >= 3 && std::ranges::max(face.vertices) < hull.vertices.size();
  });
}

/// Models of one role are nodes with meshes; those of the file that are drawn have one each, in their order.
template <class Model>
class ModelPatcher {
 public:
  ModelPatcher(const Edit& edit, Role role) : edit_(edit), role_(role) {}
  virtual ~ModelPatcher() = default;

  bool has_changed() const {
    for (Index node = 0; node < edit_.before.nodes.size(); ++node)
      if (is_model(node) && (edit_.mesh_after(node) == nullptr || differs(node))) return true;
    for (std::size_t i = 0; i < edit_.after.nodes.size(); ++i)
      if (is_added(i)) return true;
    return false;
  }

  Result<std::vector<Model>> run(const std::vector<Model>& old) const {
    std::vector<Model> models;
    Index node = 0;
    for (const Model& each : old) {
      while (is_drawn(each) && node < edit_.before.nodes.size() && !is_model(node)) ++node;
      if (!is_drawn(each) || node == edit_.before.nodes.size()) {
        models.push_back(each);
        continue;
      }
      const Index own = node++;
      if (edit_.mesh_after(own) == nullptr) continue;
      auto model = differs(own) ? changed(own, each) : Result<Model>(each);
      if (!model) return fail(model.error());
      models.push_back(*std::move(model));
    }
    return with_new(std::move(models));
  }

 protected:
  /// What a node that has its mesh still says of its model, beside the mesh.
  virtual bool says_other(Index /*node*/) const { return false; }
  virtual Result<Model> changed(Index node, const Model& old) const = 0;
  virtual Result<Model> made(const scene::Node& node, const Primitive& primitive) const = 0;

  const Primitive& primitive_before(Index node) const {
    return edit_.before.meshes[*edit_.before.nodes[node].mesh].primitives.front();
  }

  bool same_mesh(Index node) const {
    const std::vector<Primitive>& now = edit_.mesh_after(node)->primitives;
    if (now.size() != 1) return false;
    const Primitive& old = primitive_before(node);
    return same_rows(old.positions, now[0].positions) && same_rows(old.normals, now[0].normals) &&
           old.indices == now[0].indices;
  }

  const Edit& edit_;

 private:
  bool is_model(Index node) const {
    return edit_.before.nodes[node].role == role_ && edit_.before.nodes[node].mesh;
  }

  bool is_added(std::size_t node) const {
    return edit_.adds_mesh(node) && edit_.after.nodes[node].role == role_;
  }

  bool differs(Index node) const { return !same_mesh(node) || says_other(node); }

  Result<std::vector<Model>> with_new(std::vector<Model> models) const {
    for (std::size_t i = 0; i < edit_.after.nodes.size(); ++i) {
      if (!is_added(i)) continue;
      const scene::Node node = with_name(edit_.after, i);
      const auto whole = whole_primitive(edit_.after.meshes[*node.mesh], node.name);
      if (!whole) return fail(whole.error());
      auto model = made(node, placed(*whole, edit_.place(i)));
      if (!model) return fail(model.error());
      models.push_back(*std::move(model));
    }
    return models;
  }

  Role role_;
};

class PlatePatcher : public ModelPatcher<ArmorPlate> {
 public:
  explicit PlatePatcher(const Edit& edit) : ModelPatcher(edit, Role::armor) {}

 protected:
  bool says_other(Index node) const override {
    return key_in(edit_.before.nodes[node]) != key_in(*edit_.node_after(node));
  }

  Result<ArmorPlate> changed(Index node, const ArmorPlate& old) const override {
    const scene::Node& now = *edit_.node_after(node);
    ArmorPlate plate = old;
    if (!same_mesh(node)) {
      const auto whole = whole_primitive(*edit_.mesh_after(node), now.name);
      if (!whole) return fail(whole.error());
      auto made = plate_of(now, *whole);
      if (!made) return made;
      plate.vertices = std::move(made->vertices);
    }
    if (says_other(node)) {
      std::tie(plate.layer, plate.material) = key_in(now);
      if (auto known = check_key(now, plate); !known) return fail(known.error());
    }
    return plate;
  }

  Result<ArmorPlate> made(const scene::Node& node, const Primitive& primitive) const override {
    return new_plate(node, primitive);
  }
};

class HullPatcher : public ModelPatcher<Hull> {
 public:
  explicit HullPatcher(const Edit& edit) : ModelPatcher(edit, Role::collision) {}

 protected:
  /// With its faces and edges where only corners moved. A hull that was no proper one before may stay so.
  Result<Hull> changed(Index node, const Hull& old) const override {
    const scene::Node& now = *edit_.node_after(node);
    const auto whole = whole_primitive(*edit_.mesh_after(node), now.name);
    if (!whole) return fail(whole.error());
    const Primitive& before = primitive_before(node);
    const bool moved = whole->indices == before.indices && whole->positions.size() == old.vertices.size();
    auto fresh = new_hull(now, *whole);
    if (!moved || (!fresh && new_hull(edit_.before.nodes[node], before))) return fresh;
    Hull hull = old;
    hull.vertices = hull_corners(*whole);
    return hull;
  }

  Result<Hull> made(const scene::Node& node, const Primitive& primitive) const override {
    return new_hull(node, primitive);
  }
};

Result<void> put_armor(File& file, const Edit& edit) {
  const PlatePatcher patcher(edit);
  if (!patcher.has_changed()) return {};
  std::vector<ArmorPlate> old;
  if (std::ranges::any_of(file.armor_models, &ArmorModel::unreadable))
    return fail({.field = "armor_models", .message = "armor that cannot be read cannot be edited"});
  for (const ArmorModel& model : file.armor_models)
    old.insert(old.end(), model.plates.begin(), model.plates.end());
  auto plates = patcher.run(old);
  if (!plates) return fail(plates.error());
  return set_armor(file, *std::move(plates));
}

Result<void> put_collision(File& file, const Edit& edit) {
  const HullPatcher patcher(edit);
  if (!patcher.has_changed()) return {};
  std::vector<Hull> old;
  for (const CollisionModel& model : file.collision_models)
    old.insert(old.end(), model.hulls.begin(), model.hulls.end());
  auto hulls = patcher.run(old);
  if (!hulls) return fail(hulls.error());
  set_collision(file, *std::move(hulls));
  return {};
}

}  // namespace

Result<void> put_models_onto(File& file, const Edit& edit) {
  if (auto done = put_armor(file, edit); !done) return done;
  return put_collision(file, edit);
}

}  // namespace mw::wows::geometry
