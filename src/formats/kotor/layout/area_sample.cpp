#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/walkmesh.h>

namespace mw::kotor {
namespace {

constexpr std::uint32_t kStone = 4;

/// A floor of 6 by 6 units whose west and east sides lead to the rooms before and behind it.
walkmesh::Mesh floor_at(float x, std::int32_t west, std::int32_t east) {
  walkmesh::Mesh mesh;
  for (std::uint32_t j = 0; j < 3; ++j)
    for (std::uint32_t i = 0; i < 3; ++i)
      mesh.vertices.emplace_back(x + 3.0F * float(i), 3.0F * float(j), 0.0F);
  for (std::uint32_t j = 0; j < 2; ++j)
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t a = 3 * j + i;
      mesh.triangles.push_back({.corners = {a, a + 1, a + 4}, .material = kStone});
      if (i == 1) mesh.triangles.back().transitions[1] = east;
      mesh.triangles.push_back({.corners = {a, a + 4, a + 3}, .material = kStone});
      if (i == 0) mesh.triangles.back().transitions[2] = west;
    }
  return mesh;
}

}  // namespace

std::string sample_layout() {
  return "#MAXLAYOUT ASCII\nfiledependancy sample.max\nbeginlayout\n   roomcount 3\n      sample_01 0.0 0.0 "
         "0.0\n"
         "      sample_02 6.0 0.0 0.0\n      sample_03 12.0 0.0 0.0\n   trackcount 0\n   obstaclecount 0\n"
         "   doorhookcount 0\ndonelayout\n";
}

walkmesh::File sample_room(std::size_t row) {
  const auto number = std::int32_t(row);
  auto file = *walkmesh::build(
      floor_at(6.0F * float(row), number == 0 ? -1 : number - 1, number >= 2 ? -1 : number + 1),
      walkmesh::Type::area);
  file.header.position = {3, 3, 0};
  return file;
}

}  // namespace mw::kotor
