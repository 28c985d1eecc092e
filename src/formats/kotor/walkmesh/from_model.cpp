#include <fmt/format.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh_scene.h>
#include <algorithm>

#include "mdl/build/derive.h"
#include "mdl/rest.h"
#include "shared/aabb_plane.h"

namespace mw::kotor::walkmesh {
namespace {

/// The first node with a walkmesh, and how many have one.
struct Found {
  std::size_t row = 0;
  std::size_t count = 0;
};

Found find_walkmesh(const mdl::File& model) {
  Found found;
  for (std::size_t row = 0; row < model.nodes.size(); ++row) {
    const auto& mesh = model.nodes[row].mesh;
    if (!mesh || !mesh->aabb) continue;
    if (found.count++ == 0) found.row = row;
  }
  return found;
}

/// The sum of a place in the mesh and where the mesh is: one rounding, as in the original files.
struct Placing {
  mdl::Rigid node;
  glm::dvec3 shift;

  Vec3 operator()(const Vec3& local) const {
    const bool turned = node.rotation != std::array<float, 4>{1, 0, 0, 0};
    return Vec3(glm::dvec3(turned ? mdl::rotate(node.rotation, local) : local) + shift);
  }
};

/// The mesh in its place, its vertices in the order of their first use.
Mesh placed(const mdl::Mesh& from, const Placing& place, std::size_t& skipped) {
  const std::vector<std::uint32_t> first = geometry::weld(from.vertices);
  std::vector<std::uint32_t> rows(from.vertices.size(), geometry::kNoRow);
  Mesh mesh;
  for (const mdl::Face& face : from.faces) {
    if (!mdl::corners_exist(face, from.vertices.size())) {
      ++skipped;
      continue;
    }
    Mesh::Triangle& triangle = mesh.triangles.emplace_back();
    triangle.material = face.material;
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& row = rows[first[face.vertices[i]]];
      if (row == geometry::kNoRow) {
        row = std::uint32_t(mesh.vertices.size());
        mesh.vertices.push_back(place(from.vertices[face.vertices[i]]));
      }
      triangle.corners[i] = row;
    }
  }
  return mesh;
}

/// Whether a tree has each face in one leaf and each node once, parents before their children.
bool is_whole(const std::vector<mdl::AabbNode>& nodes, std::size_t faces) {
  if (faces == 0 || nodes.size() != 2 * faces - 1) return false;
  std::vector<bool> reached(nodes.size());
  std::vector<bool> held(faces);
  reached[0] = true;
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    const mdl::AabbNode& node = nodes[row];
    if (!reached[row]) return false;
    if (node.left == mdl::kNoChild && node.right == mdl::kNoChild) {
      if (node.face < 0 || std::size_t(node.face) >= faces || held[std::size_t(node.face)]) return false;
      held[std::size_t(node.face)] = true;
      continue;
    }
    for (const std::uint32_t child : {node.left, node.right}) {
      if (child <= row || node.left != row + 1 || child >= nodes.size() || reached[child]) return false;
      reached[child] = true;
    }
  }
  return std::ranges::count(held, true) == std::ptrdiff_t(faces);
}

/// Whether every box holds its face or its children.
bool holds_its_faces(const std::vector<AabbNode>& tree, const File& file) {
  const auto box_of = [](const AabbNode& node) { return Box{node.box_min, node.box_max}; };
  return std::ranges::all_of(tree, [&](const AabbNode& node) {
    if (node.face == kNoFace)
      return geometry::excess(box_of(node), box_of(tree[node.left])) == 0 &&
             geometry::excess(box_of(node), box_of(tree[node.right])) == 0;
    const auto& [a, b, c] = file.faces[std::size_t(node.face)];
    const Box face = geometry::box_of_triangle(file.vertices[a], file.vertices[b], file.vertices[c]);
    return geometry::excess(box_of(node), face) == 0;
  });
}

/// The model's tree with the faces of the file, larger by what the boxes of walkmeshes are larger; the file's
/// own where that one would miss a face.
std::vector<AabbNode> tree_of(const std::vector<mdl::AabbNode>& nodes, const File& file,
                              std::span<const std::uint32_t> order, const Placing& place) {
  std::vector<std::int32_t> numbers(order.size());
  for (std::size_t face = 0; face < order.size(); ++face) numbers[order[face]] = std::int32_t(face);
  std::vector<Box> grown;
  for (const mdl::AabbNode& node : nodes)
    grown.push_back({node.box_min - kWalkmeshBoxGrowth, node.box_max + kWalkmeshBoxGrowth});
  std::vector<AabbNode> tree(nodes.size());
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    tree[row].box_min = place(grown[row].min);
    tree[row].box_max = place(grown[row].max);
    if (nodes[row].left == mdl::kNoChild) {
      tree[row].face = numbers[std::size_t(nodes[row].face)];
      continue;
    }
    tree[row].left = nodes[row].left;
    tree[row].right = nodes[row].right;
    tree[row].plane = plane_of(geometry::main_direction(grown[nodes[row].left], grown[nodes[row].right]));
  }
  return holds_its_faces(tree, file) ? tree : file.aabb;
}

/// Those that are on open sides are in the file that is built of the mesh.
void link_rooms(Mesh& mesh, std::span<const mdl::source::RoomLink> links) {
  for (const mdl::source::RoomLink& link : links)
    if (link.edge / 3 < mesh.triangles.size())
      mesh.triangles[link.edge / 3].transitions[link.edge % 3] = link.room;
}

void tell_lost_links(std::span<const mdl::source::RoomLink> links, Made& made) {
  const auto wanted = std::size_t(std::ranges::count_if(
      links, [](const mdl::source::RoomLink& link) { return link.room != kNoTransition; }));
  const auto kept = std::size_t(std::ranges::count_if(
      made.file.edges, [](const Edge& edge) { return edge.transition != kNoTransition; }));
  if (kept < wanted) made.losses.add(loss::ROOM_LINK_OFF_EDGE, "", wanted - kept, wanted);
}

}  // namespace

Result<Made> from_model(const mdl::File& model, const Vec3& room, const SurfaceMaterials& surfaces,
                        std::span<const mdl::source::RoomLink> links) {
  const Found found = find_walkmesh(model);
  if (found.count == 0) return fail({.message = "has no walkmesh in it (a node of kind aabb)"});
  const mdl::Mesh& from = *model.nodes[found.row].mesh;
  const mdl::Rigid node = mdl::rest_pose(model.nodes)[found.row];
  const Placing place{node, glm::dvec3(node.position) + glm::dvec3(room)};
  std::size_t skipped = 0;
  Mesh mesh = placed(from, place, skipped);
  if (skipped == 0) link_rooms(mesh, links);
  auto file = build(mesh, Type::area, surfaces);
  if (!file) return fail(file.error());
  file->header.position = node.position;
  std::vector<std::uint32_t> materials;
  for (const Mesh::Triangle& triangle : mesh.triangles) materials.push_back(triangle.material);
  const bool turned = node.rotation != std::array<float, 4>{1, 0, 0, 0};
  if (skipped == 0 && !turned && is_whole(from.aabb->nodes, mesh.triangles.size()))
    file->aabb = tree_of(from.aabb->nodes, *file, walkable_first(materials, surfaces), place);
  Made made{*std::move(file), {}};
  if (skipped > 0) made.losses.add(loss::FACE_LEFT_OUT, "", skipped);
  tell_lost_links(links, made);
  if (found.count > 1) made.losses.add(loss::WALKMESHES_LEFT_OUT, "", found.count - 1, found.count);
  return made;
}

}  // namespace mw::kotor::walkmesh
