#include <meshwright/kotor/walkmesh_scene.h>

#include <meshwright/core/detail/three_way.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "shared/aabb_plane.h"

namespace mw::kotor::walkmesh {
namespace {

using PointBits = std::array<std::uint32_t, 3>;

PointBits bits_of(const Vec3& point) {
  const Vec3 positive = point + Vec3(0);  // -0 becomes 0
  return std::bit_cast<PointBits>(positive);
}

template <class Row>
bool same_rows(const std::vector<Row>& a, const std::vector<Row>& b) {
  return std::ranges::equal(a, b, [](const Row& one, const Row& other) { return same_bytes(one, other); });
}

/// Hooks and the position, which stand for themselves.
void merge_places(Header& own, const Header& before, const Header& after) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (before.relative_use[i] != after.relative_use[i]) own.relative_use[i] = after.relative_use[i];
    if (before.absolute_use[i] != after.absolute_use[i]) own.absolute_use[i] = after.absolute_use[i];
  }
  if (before.position != after.position) own.position = after.position;
}

/// The box of a face's corners; nothing where one of them does not exist.
std::optional<Box> box_of(std::span<const Vec3> vertices, const Face& face) {
  if (std::ranges::any_of(face, [&](std::uint32_t corner) { return corner >= vertices.size(); }))
    return std::nullopt;
  Box box{vertices[face[0]], vertices[face[0]]};
  for (const std::uint32_t corner : face) box = united(box, {vertices[corner], vertices[corner]});
  return box;
}

/// One side of a box with the room that it had: `sign` is the way out.
float refitted(float own, float before, float after, float sign) {
  if (before == after) return own;
  for (const float usual : {0.0F, kWalkmeshBoxGrowth})  // to the bit, where the room is known
    if (own == before + sign * usual) return after + sign * usual;
  return after + sign * std::max(0.0F, sign * (own - before));
}

/// The file's own tree, around faces that moved: its branches stay, and so does the room between each box and
/// the faces below it.
class TreeRefit {
 public:
  TreeRefit(File& own, const std::vector<Vec3>& before) : own_(own), before_(before) {}

  /// False where the rows are no tree of the file's faces.
  bool run() {
    if (own_.aabb.empty()) return true;
    if (!find_order()) return false;
    struct Boxes {
      Box before;
      Box after;
    };
    std::vector<Boxes> below(own_.aabb.size());
    for (auto row = order_.rbegin(); row != order_.rend(); ++row) {
      AabbNode& node = own_.aabb[*row];
      Boxes& boxes = below[*row];
      if (is_leaf(node)) {
        const Face& face = own_.faces[std::size_t(node.face)];
        const auto old = box_of(before_, face);
        const auto now = box_of(own_.vertices, face);
        if (!old || !now) return false;
        boxes = {*old, *now};
      } else {
        const Boxes& left = below[node.left];
        const Boxes& right = below[node.right];
        boxes = {united(left.before, right.before), united(left.after, right.after)};
      }
      for (int k = 0; k < 3; ++k) {
        node.box_min[k] = refitted(node.box_min[k], boxes.before.min[k], boxes.after.min[k], -1);
        node.box_max[k] = refitted(node.box_max[k], boxes.before.max[k], boxes.after.max[k], 1);
      }
    }
    return true;
  }

 private:
  static bool is_leaf(const AabbNode& node) { return node.face != kNoFace; }

  /// Parents before children.
  bool find_order() {
    std::vector<bool> met(own_.aabb.size());
    std::vector<std::uint32_t> pending = {own_.header.aabb_root};
    while (!pending.empty()) {
      const std::uint32_t row = pending.back();
      pending.pop_back();
      if (row >= met.size() || met[row]) return false;
      met[row] = true;
      order_.push_back(row);
      const AabbNode& node = own_.aabb[row];
      if (is_leaf(node)) {
        if (node.face < 0 || std::size_t(node.face) >= own_.faces.size()) return false;
        continue;
      }
      pending.push_back(node.left);
      pending.push_back(node.right);
    }
    return true;
  }

  File& own_;
  const std::vector<Vec3>& before_;
  std::vector<std::uint32_t> order_;
};

/// Normals and distances of the faces whose corners moved; where these do not turn a face it keeps its bits.
void refit_planes(File& own, const std::vector<Vec3>& before) {
  const std::size_t count = std::min({own.faces.size(), own.normals.size(), own.distances.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Face& face = own.faces[i];
    if (!box_of(before, face)) continue;
    const auto normal = [&](const std::vector<Vec3>& places) {
      return geometry::unit_normal(places[face[0]], places[face[1]], places[face[2]]);
    };
    const Vec3 old = normal(before);
    const Vec3 now = normal(own.vertices);
    const float distance = geometry::plane_distance(now, own.vertices[face[0]]);
    if (!same_bytes(geometry::plane_distance(old, before[face[0]]), distance)) own.distances[i] = distance;
    for (int k = 0; k < 3; ++k)
      if (!same_bytes(old[k], now[k])) own.normals[i][k] = now[k];
  }
}

/// With the vertices moved that `before` and `after` have in different places. Neighbours, edges and
/// perimeters follow from the numbers of corners, which stay.
File moved(const File& file, const File& before, const File& after) {
  std::map<PointBits, Vec3> moves;
  for (std::size_t i = 0; i < before.vertices.size(); ++i)
    if (before.vertices[i] != after.vertices[i]) moves[bits_of(before.vertices[i])] = after.vertices[i];
  File own = file;
  for (Vec3& vertex : own.vertices)
    if (const auto move = moves.find(bits_of(vertex)); move != moves.end()) vertex = move->second;
  refit_planes(own, file.vertices);
  if (!TreeRefit(own, file.vertices).run()) own.aabb = file.aabb;  // as odd as it was
  return own;
}

/// A surface that got another name is that one: its number is of the one before.
scene::Scene with_renamed_surfaces(const scene::Scene& before, scene::Scene after) {
  for (std::size_t i = 0; i < std::min(before.materials.size(), after.materials.size()); ++i)
    if (before.materials[i].name != after.materials[i].name)
      std::erase_if(after.materials[i].extras,
                    [](const JsonMember& extra) { return extra.first == "surface"; });
  return after;
}

/// Lines by where they lead, in the order of their nodes.
bool same_lines(const scene::Scene& a, const scene::Scene& b) {
  const auto lines_of = [](const scene::Scene& scene) {
    std::vector<std::pair<const scene::Node*, const scene::Primitive*>> lines;
    for (const scene::Node& node : scene.nodes)
      if (node.mesh)
        for (const scene::Primitive& p : scene.meshes[*node.mesh].primitives)
          if (p.topology == scene::Topology::lines) lines.emplace_back(&node, &p);
    return lines;
  };
  return std::ranges::equal(lines_of(a), lines_of(b), [](const auto& one, const auto& other) {
    return one.first->name == other.first->name && same_bytes(one.first->transform, other.first->transform) &&
           scene::same_value(one.first->extras, other.first->extras) &&
           one.second->positions == other.second->positions && one.second->indices == other.second->indices;
  });
}

scene::Scene without_lines(scene::Scene scene) {
  for (scene::Mesh& mesh : scene.meshes)
    std::erase_if(mesh.primitives,
                  [](const scene::Primitive& p) { return p.topology == scene::Topology::lines; });
  return scene;
}

bool same_triangles(const File& a, const File& b) {
  return same_rows(a.faces, b.faces) && same_rows(a.materials, b.materials) && same_rows(a.edges, b.edges) &&
         a.vertices.size() == b.vertices.size();
}

}  // namespace

Result<Made> apply_edits(const File& file, const edit::EditedScene& edits, const SceneSurface& how,
                         const SurfaceMaterials& surfaces) {
  const scene::Scene& before = edits.before;
  const scene::Scene edited = with_renamed_surfaces(before, edits.after);
  // Whoever moves a corner of a side that leads somewhere need not move the line that shows it.
  const bool same = same_lines(before, edited);
  const auto old = from_scene(same ? without_lines(before) : before, how, surfaces);
  if (!old) return fail(old.error());
  auto made = from_scene(same ? without_lines(edited) : edited, how, surfaces);
  if (!made) return fail(made.error());
  if (!same_triangles(old->file, made->file)) return from_scene(edited, how, surfaces);
  Made result{file, std::move(made->losses)};
  if (!same_rows(old->file.vertices, made->file.vertices)) result.file = moved(file, old->file, made->file);
  merge_places(result.file.header, old->file.header, made->file.header);
  return result;
}

}  // namespace mw::kotor::walkmesh
