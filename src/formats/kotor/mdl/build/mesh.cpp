#include <fmt/format.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <optional>

#include "derive.h"
#include "mdl/variant.h"

namespace mw::kotor::mdl {
namespace {

Error bad_input(std::string field, std::string message, ErrorCode code = ErrorCode::invalid) {
  return {.field = std::move(field), .message = std::move(message), .code = code};
}

std::optional<Error> check_length(std::string_view field, std::size_t length, std::size_t expected) {
  if (length == 0 || length == expected) return std::nullopt;
  return bad_input(std::string(field), fmt::format("has {} rows, expected {} or none", length, expected));
}

std::optional<Error> check_corners(const MeshInput& input) {
  for (std::size_t row = 0; row < input.triangles.size(); ++row)
    for (const std::uint16_t corner : input.triangles[row])
      if (corner >= input.positions.size())
        return bad_input(fmt::format("triangles[{}]", row),
                         fmt::format("corner {} >= vertex count {}", corner, input.positions.size()),
                         ErrorCode::out_of_range);
  return std::nullopt;
}

std::optional<Error> check(const MeshInput& input) {
  const std::size_t vertices = input.positions.size();
  const std::size_t faces = input.triangles.size();
  if (vertices > kMaxVertices)
    return bad_input("positions", fmt::format("{} are more than {}", vertices, kMaxVertices),
                     ErrorCode::too_large);
  if (faces > kMaxFaces)
    return bad_input("triangles", fmt::format("{} are more than {}", faces, kMaxFaces), ErrorCode::too_large);
  constexpr std::size_t kNameSize = sizeof(MeshHeader::texture_1);
  if (input.texture.size() > kNameSize)
    return bad_input("texture",
                     fmt::format("a name of {} bytes does not fit {}", input.texture.size(), kNameSize));
  if (auto error = check_length("uvs", input.uvs.size(), vertices)) return error;
  if (auto error = check_length("materials", input.materials.size(), faces)) return error;
  if (auto error = check_length("weights", input.weights.size(), vertices)) return error;
  if (input.bones.size() != input.weights.size())
    return bad_input("bones", fmt::format("has {} rows, but there are {} weights", input.bones.size(),
                                          input.weights.size()));
  return check_corners(input);
}

void add_faces(Mesh& mesh, const MeshInput& input) {
  IndexList list;
  for (std::size_t row = 0; row < input.triangles.size(); ++row) {
    Face& face = mesh.faces.emplace_back();
    face.vertices = input.triangles[row];
    const auto [a, b, c] = face.vertices;
    face.normal = geometry::unit_normal(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    face.distance = geometry::plane_distance(face.normal, mesh.vertices[a]);
    if (!input.materials.empty()) face.material = input.materials[row];
    list.vertices.insert(list.vertices.end(), face.vertices.begin(), face.vertices.end());
  }
  const auto adjacent = mesh_adjacency(mesh.vertices, mesh.faces);
  for (std::size_t row = 0; row < mesh.faces.size(); ++row) mesh.faces[row].adjacent = adjacent[row];
  mesh.index_counts = {std::uint32_t(list.vertices.size())};
  mesh.index_offsets = {0};
  mesh.index_lists = {std::move(list)};
}

/// Length 1; (1, 0, 0) for what has no direction, as in the original files.
Vec3 unit_vector(const Vec3& vector) {
  return glm::dot(vector, vector) > 0 ? glm::normalize(vector) : Vec3(1, 0, 0);
}

/// Of a sum of directions; where they cancel each other out, what the others of its frame leave.
Vec3 unit_vector(const Vec3& sum, const Vec3& from_others) {
  return unit_vector(glm::dot(sum, sum) > 0 ? sum : from_others);
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
  return {unit_vector(d2 * e1.x - d1 * e2.x), sign * unit_vector(d1 * e2.y - d2 * e1.y), face.normal};
}

void add_normals(VertexRows& rows, const Mesh& mesh) {
  std::vector<Vec3> sums(mesh.vertices.size(), Vec3(0));
  for (const Face& face : mesh.faces) {
    const auto area = mesh_area(mesh.vertices, std::span(&face, 1));
    for (const std::uint16_t vertex : face.vertices) sums[vertex] += face.normal * area;
  }
  for (const Vec3& sum : sums) rows.normals.push_back(unit_vector(sum));
}

void add_tangents(VertexRows& rows, const Mesh& mesh) {
  std::vector<Tangents> sums(mesh.vertices.size());
  for (const Face& face : mesh.faces) {
    const Tangents tangents = face_tangents(rows, face);
    for (const std::uint16_t vertex : face.vertices) {
      sums[vertex].bitangent += tangents.bitangent;
      sums[vertex].tangent += tangents.tangent;
      sums[vertex].normal += tangents.normal;
    }
  }
  for (const Tangents& sum : sums) {
    // Left-handed, as the frames of the original files are.
    const Vec3 b = unit_vector(sum.bitangent, glm::cross(sum.tangent, sum.normal));
    const Vec3 t = unit_vector(sum.tangent, glm::cross(sum.normal, sum.bitangent));
    const Vec3 n = unit_vector(sum.normal, glm::cross(sum.bitangent, sum.tangent));
    rows.tangents[0].push_back({b.x, b.y, b.z, t.x, t.y, t.z, n.x, n.y, n.z});
  }
}

void add_rows(Mesh& mesh, const MeshInput& input) {
  VertexRows& rows = mesh.mdx.emplace().rows;
  rows.positions = input.positions;
  rows.weights = input.weights;
  rows.bones = input.bones;
  add_normals(rows, mesh);
  if (input.uvs.empty()) return;
  rows.uvs[0] = input.uvs;
  add_tangents(rows, mesh);
}

/// Ends the rows of a mesh; a skin's has a bone.
void add_sentinel(Mesh& mesh) {
  const bool skin = bool(mesh.skin);
  VertexRows& row = mesh.mdx->sentinel.emplace();
  row.positions = {Vec3(skin ? 1e6F : 1e7F)};
  row.normals = {Vec3(0)};
  if (mesh.header.texture_count > 0) {
    row.uvs[0] = {glm::vec2(0)};
    row.tangents[0].resize(1);
  }
  if (!skin) return;
  row.weights = {{1, 0, 0, 0}};
  row.bones = {{0, 0, 0, 0}};
}

/// Where each attribute lies in a row, in the order of the original files.
void place_attributes(Mesh& mesh) {
  MeshHeader& header = mesh.header;
  const auto place = [&](std::int32_t& at, std::uint32_t size, std::uint32_t flag) {
    at = std::int32_t(header.mdx_stride);
    header.mdx_stride += size;
    header.mdx_flags |= flag;
  };
  place(header.mdx_positions, sizeof(Vec3), kMdxPositions);
  place(header.mdx_normals, sizeof(Vec3), kMdxNormals);
  if (header.texture_count > 0) {
    place(header.mdx_uvs[0], sizeof(glm::vec2), kMdxUv1);
    place(header.mdx_tangents[0], sizeof(std::array<float, 9>), kMdxTangents1);
  }
  if (!mesh.skin) return;
  place(mesh.skin->header.mdx_weights, sizeof(std::array<float, 4>), 0);
  place(mesh.skin->header.mdx_bones, sizeof(std::array<float, 4>), 0);
}

void fill_header(Mesh& mesh, const MeshInput& input) {
  MeshHeader& header = mesh.header;
  const Box box = mesh_box(mesh.vertices);
  header.box_min = box.min;
  header.box_max = box.max;
  header.average = mesh_average(mesh.vertices);
  header.radius = mesh_radius(mesh.vertices, header.average);
  header.diffuse = Vec3(0.75F);
  header.ambient = Vec3(0.25F);
  header.texture_1 = FixedText<32>(input.texture);
  header.texture_2 = FixedText<32>("NULL");
  header.vertex_count = std::uint16_t(mesh.vertices.size());
  header.texture_count = input.uvs.empty() ? 0 : 1;
  header.shadow = 1;
  header.render = 1;
  mesh.tail.area = mesh_area(mesh.vertices, mesh.faces);
}

}  // namespace

Result<Mesh> build_mesh(const MeshInput& input) {
  if (auto error = check(input)) return fail(*std::move(error));
  Mesh mesh;
  mesh.vertices = input.positions;
  if (!input.weights.empty()) mesh.skin.emplace();
  add_faces(mesh, input);
  fill_header(mesh, input);
  place_attributes(mesh);
  add_rows(mesh, input);
  add_sentinel(mesh);
  return mesh;
}

void number_meshes(File& file) {
  std::uint32_t meshes = 0;
  for (Node& node : file.nodes) {
    if (!node.mesh) continue;
    node.mesh->header.functions = mesh_functions(file.variant, node.header.type);
    node.mesh->inverted_counters = {inverted_counter(++meshes)};
  }
}

}  // namespace mw::kotor::mdl
