#pragma once

#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/finding.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/walkmesh.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::kotor::walkmesh {

/// Where a field of the header lies in the file.
inline Place place_of(FieldOf<Header> field) {
  return {std::string(field.name), kMagic.size() + field.byte};
}

/// A file under validation, with what several rules need.
struct Check {
  const File& file;
  Findings& findings;
  const SurfaceMaterials& surfaces;
  std::size_t walkable;                    // walkable faces at the front
  std::vector<std::uint32_t> welded = {};  // for each vertex the first one at the same position

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    findings.add(kind, std::move(place), args...);
  }

  bool corners_exist(std::size_t face) const {
    return geometry::corners_exist(file.faces[face], file.vertices.size());
  }
  Vec3 corner(std::size_t face, std::size_t index) const { return file.vertices[file.faces[face][index]]; }
  /// Start of a side (3 x face + side); its end is the start of the side after it in the face.
  std::uint32_t side_start(std::uint32_t side) const { return file.faces[side / 3][side % 3]; }
  std::uint32_t side_end(std::uint32_t side) const { return file.faces[side / 3][(side % 3 + 1) % 3]; }

  /// Places of tables, rows and what is in them, by the paths that the dump has. A table without rows has no
  /// offset.
  Place table(std::string_view name) const;
  Place face(std::size_t row) const;
  Place face_corner(std::size_t row, std::size_t index) const;
  Place material(std::size_t row) const;
  Place normal(std::size_t row) const;
  Place distance(std::size_t row) const;
  Place vertex(std::size_t row) const;
  Place adjacency(std::size_t row, std::size_t side) const;
  Place edge(std::size_t row) const;
  Place edge(std::size_t row, FieldOf<Edge> field) const;
  Place perimeter(std::size_t row) const;
  Place node(std::size_t row) const;
  Place node(std::size_t row, FieldOf<AabbNode> field) const;
};

// One file each; every rule is a function of its own there.
void check_faces(Check& check);
void check_adjacency(Check& check);
void check_edges(Check& check);
void check_tree(Check& check);

}  // namespace mw::kotor::walkmesh
