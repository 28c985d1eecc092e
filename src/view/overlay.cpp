#include "overlay.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/graft.h>
#include <meshwright/scene/detail/losses.h>
#include <glm/common.hpp>
#include <limits>
#include <utility>

namespace mw::view {
namespace {

/// The walkmesh among what the format can be checked against.
std::optional<Document> walkmesh_beside(OpenedFile::State& state) {
  const Document& document = *state.document;
  if (document.format().surface != nullptr) return std::nullopt;
  for (const NeighbourUse& use : document.format().neighbours) {
    if (use.kind.search != mw::Search::file || !overlap(use.uses, Use::validate)) continue;
    const auto found = state.beside->find(use.kind, {});
    if (!found || !*found) continue;
    auto opened = open_dropped(state.files, (*found)->file);
    if (opened && opened->format().surface != nullptr) return *std::move(opened);
  }
  return std::nullopt;
}

bool is_ground(const scene::Node& node) {
  return node.mesh && (node.role == scene::Role::collision || node.role == scene::Role::walkmesh);
}

/// The least coordinates of all that is ground; nothing without any.
std::optional<Vec3> lowest_ground(const scene::Scene& scene) {
  Vec3 lowest(std::numeric_limits<float>::infinity());
  const std::vector<Mat4> places = scene::world_matrices(scene);
  for (std::size_t row = 0; row < scene.nodes.size(); ++row) {
    if (!is_ground(scene.nodes[row])) continue;
    for (const scene::Primitive& primitive : scene.meshes[*scene.nodes[row].mesh].primitives)
      for (const Vec3& position : primitive.positions)
        lowest = glm::min(lowest, Vec3(places[row] * Vec4(position, 1)));
  }
  const bool any = lowest.x < std::numeric_limits<float>::infinity();
  return any ? std::optional(lowest) : std::nullopt;
}

}  // namespace

LaidOver lay_walkmesh_over(OpenedFile::State& state, scene::Scene& scene) {
  const auto walkmesh = state.document ? walkmesh_beside(state) : std::nullopt;
  if (!walkmesh) return {};
  auto ground = to_scene(*walkmesh);
  if (!ground) return {};
  const std::string& path = walkmesh->source().name;
  const auto [inside, outside] = std::pair(lowest_ground(scene), lowest_ground(*ground));
  scene::Node place{.name = std::string(file_name_of(path))};
  // It lies in its area, the model at an origin of its own.
  if (inside && outside) place.transform.translation = *inside - *outside;
  if (!inside) scene.losses.add(scene::loss::WALKMESH_APART, path, escape_text(file_name_of(path)));
  LaidOver laid{.path = path, .meshes = {}};
  for (const scene::Mesh& mesh : ground->meshes) laid.meshes.insert(mesh.name);
  scene::graft(*std::move(ground), scene::add_node(scene, std::move(place)), scene);
  return laid;
}

}  // namespace mw::view
