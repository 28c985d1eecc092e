#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_scene.h>

#include <string>
#include <utility>

#include "support/documents.h"

/// Walkmeshes as opened documents.
namespace mw::test {

namespace walkmesh = kotor::walkmesh;

inline Document opened(const walkmesh::File& file, const std::string& name = "room.wok",
                       std::shared_ptr<Neighbours> neighbours = nullptr) {
  return open(
             {.blob = Blob(walkmesh::write(file).value()), .name = name, .neighbours = std::move(neighbours)})
      .value();
}

/// A square floor of `cells` by `cells` units of stone.
inline walkmesh::Mesh floor(std::uint32_t cells, float x = 0, float y = 0) {
  walkmesh::Mesh mesh;
  for (std::uint32_t j = 0; j <= cells; ++j)
    for (std::uint32_t i = 0; i <= cells; ++i) mesh.vertices.emplace_back(x + float(i), y + float(j), 0);
  for (std::uint32_t j = 0; j < cells; ++j)
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t a = (cells + 1) * j + i;
      mesh.triangles.push_back({.corners = {a, a + 1, a + cells + 2}, .material = 4});
      mesh.triangles.push_back({.corners = {a, a + cells + 2, a + cells + 1}, .material = 4});
    }
  return mesh;
}

inline walkmesh::File room_of(const walkmesh::Mesh& mesh) {
  return walkmesh::build(mesh, walkmesh::Type::area).value();
}

/// The four walls of a box of 1 by 1, without a lid.
inline walkmesh::File box_without_lid() {
  walkmesh::Mesh mesh;
  for (const float z : {0.0F, 1.0F})
    for (const auto& [x, y] :
         {std::pair(-0.5F, -0.5F), std::pair(0.5F, -0.5F), std::pair(0.5F, 0.5F), std::pair(-0.5F, 0.5F)})
      mesh.vertices.emplace_back(x, y, z);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t next = (i + 1) % 4;
    mesh.triangles.push_back({.corners = {i, next, next + 4}, .material = 7});
    mesh.triangles.push_back({.corners = {i, next + 4, i + 4}, .material = 7});
  }
  return walkmesh::build(mesh, walkmesh::Type::object).value();
}

}  // namespace mw::test
