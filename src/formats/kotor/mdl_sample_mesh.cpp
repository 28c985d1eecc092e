#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <glm/geometric.hpp>

#include "mdl_derive.h"
#include "mdl_rest.h"
#include "mdl_sample.h"

namespace mw::kotor::mdl {
namespace {

void add_faces(Mesh& mesh, const Triangles& triangles) {
  for (const auto& corners : triangles.triangles) {
    Face face;
    face.vertices = corners;
    const Vec3& a = mesh.vertices[corners[0]];
    face.normal = walkmesh::derive_normal(a, mesh.vertices[corners[1]], mesh.vertices[corners[2]]);
    face.distance = walkmesh::derive_distance(face.normal, a);
    mesh.faces.push_back(face);
  }
  const auto adjacent = mesh_adjacency(weld(mesh.vertices), mesh.faces);
  IndexList list;
  for (std::size_t row = 0; row < mesh.faces.size(); ++row) {
    mesh.faces[row].adjacent = adjacent[row];
    list.vertices.insert(list.vertices.end(), mesh.faces[row].vertices.begin(),
                         mesh.faces[row].vertices.end());
  }
  mesh.index_counts = {std::uint32_t(list.vertices.size())};
  mesh.index_offsets = {0};
  mesh.index_lists = {std::move(list)};
}

/// Slanted, so that no side of the sample's meshes is seen edge on.
glm::vec2 uv_of(const Vec3& p) {
  return {p.x + 0.5F * p.y, p.z + 0.25F * p.y};
}

struct Tangents {
  Vec3 bitangent{0};
  Vec3 tangent{0};
  Vec3 normal{0};
};

/// Of one face, from its corners and their texture coordinates.
Tangents face_tangents(const VertexRows& rows, const Face& face) {
  const auto [a, b, c] = face.vertices;
  const Vec3 d1 = rows.positions[b] - rows.positions[a];
  const Vec3 d2 = rows.positions[c] - rows.positions[a];
  const glm::vec2 e1 = rows.uvs[0][b] - rows.uvs[0][a];
  const glm::vec2 e2 = rows.uvs[0][c] - rows.uvs[0][a];
  const float sign = e1.x * e2.y - e1.y * e2.x < 0 ? 1.0F : -1.0F;
  return {glm::normalize(d2 * e1.x - d1 * e2.x), sign * glm::normalize(d1 * e2.y - d2 * e1.y), face.normal};
}

void add_rows(Mesh& mesh) {
  const std::size_t count = mesh.vertices.size();
  VertexRows& rows = mesh.mdx.emplace().rows;
  rows.positions = mesh.vertices;
  for (const Vec3& position : rows.positions) rows.uvs[0].push_back(uv_of(position));
  std::vector<Vec3> normals(count, Vec3(0));
  std::vector<Tangents> sums(count);
  for (const Face& face : mesh.faces) {
    const Tangents tangents = face_tangents(rows, face);
    const float area = mesh_area(mesh.vertices, std::span(&face, 1));
    for (const std::uint16_t vertex : face.vertices) {
      normals[vertex] += face.normal * area;
      sums[vertex].bitangent += tangents.bitangent;
      sums[vertex].tangent += tangents.tangent;
      sums[vertex].normal += tangents.normal;
    }
  }
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    rows.normals.push_back(glm::normalize(normals[vertex]));
    const Vec3 b = glm::normalize(sums[vertex].bitangent);
    const Vec3 t = glm::normalize(sums[vertex].tangent);
    const Vec3 n = glm::normalize(sums[vertex].normal);
    rows.tangents[0].push_back({b.x, b.y, b.z, t.x, t.y, t.z, n.x, n.y, n.z});
  }
}

/// Ends the rows of a mesh; a skin's has a bone.
void add_sentinel(Mesh& mesh) {
  const bool skin = bool(mesh.skin);
  VertexRows& row = mesh.mdx->sentinel.emplace();
  row.positions = {Vec3(skin ? 1e6F : 1e7F)};
  row.normals = {Vec3(0)};
  row.uvs[0] = {glm::vec2(0)};
  row.tangents[0].resize(1);
  if (!skin) return;
  row.weights = {{1, 0, 0, 0}};
  row.bones = {{0, 0, 0, 0}};
}

void place_attributes(Mesh& mesh) {
  MeshHeader& header = mesh.header;
  header.mdx_flags = kMdxPositions | kMdxNormals | kMdxUv1 | kMdxTangents1;
  header.mdx_positions = 0;
  header.mdx_normals = 12;
  header.mdx_uvs[0] = 24;
  header.mdx_tangents[0] = 32;
  header.mdx_stride = 68;
  if (!mesh.skin) return;
  mesh.skin->header.mdx_weights = 68;
  mesh.skin->header.mdx_bones = 84;
  header.mdx_stride = 100;
}

}  // namespace

void add_controller(Node& node, std::uint32_t type, std::uint16_t unknown, const std::vector<float>& times,
                    const std::vector<float>& values, std::uint8_t columns) {
  Controller controller;
  controller.type = type;
  controller.unknown_0x04 = unknown;
  controller.rows = std::uint16_t(times.size());
  controller.time_index = std::uint16_t(node.data.size());
  controller.data_index = std::uint16_t(node.data.size() + times.size());
  controller.columns = columns;
  node.data.insert(node.data.end(), times.begin(), times.end());
  node.data.insert(node.data.end(), values.begin(), values.end());
  node.controllers.push_back(controller);
}

void build_mesh(Mesh& mesh, const Triangles& triangles, std::string_view texture) {
  mesh.vertices = triangles.positions;
  add_faces(mesh, triangles);
  MeshHeader& header = mesh.header;
  const Box box = mesh_box(mesh.vertices);
  header.box_min = box.min;
  header.box_max = box.max;
  header.average = mesh_average(mesh.vertices);
  header.radius = mesh_radius(mesh.vertices, header.average);
  header.diffuse = Vec3(0.75F);
  header.ambient = Vec3(0.25F);
  header.texture_1 = FixedText<32>(texture);
  header.texture_2 = FixedText<32>("NULL");
  header.vertex_count = std::uint16_t(mesh.vertices.size());
  header.texture_count = 1;
  header.shadow = 1;
  header.render = 1;
  mesh.tail.area = mesh_area(mesh.vertices, mesh.faces);
  place_attributes(mesh);
  add_rows(mesh);
  add_sentinel(mesh);
}

Aabb derive_tree(const Mesh& mesh) {
  constexpr float kGrowth = 1e-4F;
  std::vector<walkmesh::Face> faces;
  for (const Face& face : mesh.faces) faces.push_back({face.vertices[0], face.vertices[1], face.vertices[2]});
  Aabb aabb;
  for (const walkmesh::AabbNode& from : walkmesh::derive_aabb(mesh.vertices, faces)) {
    AabbNode node;
    node.left = from.left;
    node.right = from.right;
    node.face = from.face;
    node.plane = from.plane;
    if (from.face != walkmesh::kNoFace) {
      const walkmesh::Face& face = faces[std::size_t(from.face)];
      const Box box = box_of_triangle(mesh.vertices[face[0]], mesh.vertices[face[1]], mesh.vertices[face[2]]);
      node.box_min = box.min;
      node.box_max = box.max + kGrowth;
    }
    aabb.nodes.push_back(node);
  }
  // Pre-order: children come after their parents.
  for (std::size_t row = aabb.nodes.size(); row-- > 0;) {
    AabbNode& node = aabb.nodes[row];
    if (node.left == kNoChild || node.right == kNoChild) continue;
    const AabbNode& left = aabb.nodes[node.left];
    const AabbNode& right = aabb.nodes[node.right];
    const Box box = united({left.box_min, left.box_max}, {right.box_min, right.box_max});
    node.box_min = box.min;
    node.box_max = box.max;
  }
  return aabb;
}

void bind_skin(File& file, std::size_t skin_row, const std::vector<std::uint16_t>& bones) {
  const std::vector<Rigid> pose = rest_pose(file.nodes);
  Skin& skin = *file.nodes[skin_row].mesh->skin;
  skin.bone_map.assign(file.names.size(), kNoBone);
  skin.qbones.assign(file.names.size(), {1, 0, 0, 0});
  skin.tbones.assign(file.names.size(), Vec3(0));
  skin.unknown_0x34.assign(file.names.size(), 0);
  for (std::size_t slot = 0; slot < bones.size(); ++slot) {
    const std::uint16_t name = file.nodes[bones[slot]].header.name_index;
    skin.bone_map[name] = float(slot);
    if (slot < skin.header.serials.size()) skin.header.serials[slot] = name;
  }
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const Rigid bind = inverse(pose[row]) * pose[skin_row];
    const std::uint16_t name = file.nodes[row].header.name_index;
    // Minus the rotation is the same rotation; the original compiler has it so.
    std::ranges::transform(bind.rotation, skin.qbones[name].begin(), [](float part) { return -part; });
    skin.tbones[name] = bind.position;
  }
}

}  // namespace mw::kotor::mdl
