#include <meshwright/wows/primitives.h>
#include <array>
#include <glm/geometric.hpp>

namespace mw::wows::primitives {
namespace {

using geometry::Vertex;

/// One side of a pyramid; the cross product of its sides points outward.
void add_side(std::vector<Vertex>& vertices, const std::array<Vec3, 3>& corners) {
  const Vec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
  const Vec3 tangent = glm::normalize(corners[1] - corners[0]);
  for (const Vec3& corner : corners) {
    Vertex& vertex = vertices.emplace_back();
    vertex.position = corner;
    vertex.normal = normal;
    vertex.tangent = tangent;
    vertex.binormal = glm::cross(normal, tangent);
    vertex.uv[0] = {corner.x / 4 + 0.5F, corner.z / 4 + 0.5F};
  }
}

/// A pyramid without a floor, of as many sides as the corners of its floor.
std::vector<Vertex> pyramid(std::span<const Vec3> floor) {
  std::vector<Vertex> vertices;
  for (std::size_t i = 0; i < floor.size(); ++i)
    add_side(vertices, {floor[i], Vec3(0, 1, 0), floor[(i + 1) % floor.size()]});
  return vertices;
}

void add_shape(File& file, const std::string& name, const std::vector<Vertex>& vertices) {
  VertexData data{.header = {FixedText<64>("xyznuvtb"), std::uint32_t(vertices.size())}, .bytes = {}};
  data.bytes = pack(layout_of(data).value(), vertices);
  IndexData list{.type = FixedText<64>(kNarrowList), .indices = {}, .groups = {}, .rest = {}};
  for (std::uint32_t i = 0; i < vertices.size(); ++i) list.indices.push_back(i);
  list.groups = {{0, std::uint32_t(vertices.size() / 3), 0, std::uint32_t(vertices.size())}};
  file.sections.push_back({.name = name + ".indices", .content = std::move(list)});
  file.sections.push_back({.name = name + ".vertices", .content = std::move(data)});
}

}  // namespace

File sample() {
  constexpr Vec3 kFloor[] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
  File file;
  add_shape(file, "PyramidShape", pyramid(kFloor));
  add_shape(file, "Pyramid_lod1Shape", pyramid(std::span(kFloor).first(3)));
  return file;
}

}  // namespace mw::wows::primitives
