#include <meshwright/kotor/walkmesh_onto.h>

#include <meshwright/core/three_way.h>
#include <meshwright/kotor/walkmesh_rebuild.h>
#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace mw::kotor::walkmesh {
namespace {

using Place = std::array<std::uint32_t, 3>;

Place place_of(const Vec3& point) {
  const Vec3 positive = point + Vec3(0);  // -0 becomes 0
  return std::bit_cast<Place>(positive);
}

template <class Row>
bool same_rows(const std::vector<Row>& a, const std::vector<Row>& b) {
  return std::ranges::equal(a, b, [](const Row& one, const Row& other) { return same_bytes(one, other); });
}

/// Whether two trees differ in their boxes only.
bool same_branches(const std::vector<AabbNode>& a, const std::vector<AabbNode>& b) {
  return std::ranges::equal(a, b, [](const AabbNode& one, const AabbNode& other) {
    return one.face == other.face && one.plane == other.plane && one.left == other.left &&
           one.right == other.right;
  });
}

/// Hooks and the position, which stand for themselves.
void merge_places(Header& own, const Header& before, const Header& after) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (before.relative_use[i] != after.relative_use[i]) own.relative_use[i] = after.relative_use[i];
    if (before.absolute_use[i] != after.absolute_use[i]) own.absolute_use[i] = after.absolute_use[i];
  }
  if (before.position != after.position) own.position = after.position;
}

/// Tables that follow from the triangles; the file's own rows where a moved vertex changes nothing.
void merge_derived(File& own, const File& before, const File& after) {
  merge_rows(own.normals, before.normals, after.normals);
  merge_rows(own.distances, before.distances, after.distances);
  merge_rows(own.adjacency, before.adjacency, after.adjacency);
  merge_rows(own.edges, before.edges, after.edges);
  merge_rows(own.perimeters, before.perimeters, after.perimeters);
  if (same_branches(own.aabb, before.aabb) && same_branches(before.aabb, after.aabb)) {
    merge_rows(own.aabb, before.aabb, after.aabb);
    return;
  }
  own.aabb = after.aabb;
  own.header.aabb_root = after.header.aabb_root;
}

bool has_sizes_of(const File& a, const File& b) {
  return a.aabb.size() == b.aabb.size() && a.adjacency.size() == b.adjacency.size() &&
         a.edges.size() == b.edges.size() && a.perimeters.size() == b.perimeters.size();
}

/// With the vertices moved that `before` and `after` have in different places.
Result<File> moved(const File& file, const File& before, const File& after,
                   const SurfaceMaterials& surfaces) {
  std::map<Place, Vec3> moves;
  for (std::size_t i = 0; i < before.vertices.size(); ++i)
    if (before.vertices[i] != after.vertices[i]) moves[place_of(before.vertices[i])] = after.vertices[i];
  File own = file;
  for (Vec3& vertex : own.vertices)
    if (const auto move = moves.find(place_of(vertex)); move != moves.end()) vertex = move->second;
  const auto rebuilt_before = rebuild(file, {}, surfaces);
  if (!rebuilt_before) return fail(rebuilt_before.error());
  auto rebuilt_after = rebuild(own, {}, surfaces);
  if (!rebuilt_after) return fail(rebuilt_after.error());
  const bool in_order = same_rows(rebuilt_before->file.faces, file.faces);
  if (!in_order || !has_sizes_of(rebuilt_before->file, file) || !has_sizes_of(rebuilt_after->file, file))
    return std::move(rebuilt_after->file);
  merge_derived(own, rebuilt_before->file, rebuilt_after->file);
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

}  // namespace

Result<Made> put_onto(const File& file, const scene::Scene& before, const scene::Scene& after,
                      const SceneSurface& how, const SurfaceMaterials& surfaces) {
  const auto old = from_scene(before, how, surfaces);
  if (!old) return fail(old.error());
  auto made = from_scene(with_renamed_surfaces(before, after), how, surfaces);
  if (!made) return fail(made.error());
  const bool same_triangles =
      same_rows(old->file.faces, made->file.faces) && same_rows(old->file.materials, made->file.materials) &&
      same_rows(old->file.edges, made->file.edges) && old->file.vertices.size() == made->file.vertices.size();
  if (!same_triangles) return made;
  Made result{file, std::move(made->losses)};
  if (!same_rows(old->file.vertices, made->file.vertices)) {
    auto own = moved(file, old->file, made->file, surfaces);
    if (!own) return fail(own.error());
    result.file = *std::move(own);
  }
  merge_places(result.file.header, old->file.header, made->file.header);
  return result;
}

}  // namespace mw::kotor::walkmesh
