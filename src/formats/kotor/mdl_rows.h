#pragma once

#include <meshwright/kotor/mdl_format.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

/// Where the attributes of a mesh lie in a row of its MDX; shared by reading, writing and checking.
namespace mw::kotor::mdl {

/// Calls visit(name, offset in the row or kNotInRow, values) for each attribute of the platform.
template <class Rows>
void for_each_attribute(const Mesh& mesh, Platform platform, Rows& rows, auto visit) {
  const MeshHeader& header = mesh.header;
  const auto at = [&](std::uint32_t bit, std::int32_t offset) {
    return (header.mdx_flags & bit) != 0 ? offset : kNotInRow;
  };
  const bool pc = platform == Platform::pc;
  visit("positions", at(kMdxPositions, header.mdx_positions), rows.positions);
  if (pc)
    visit("normals", at(kMdxNormals, header.mdx_normals), rows.normals);
  else
    visit("packed_normals", at(kMdxNormals, header.mdx_normals), rows.packed_normals);
  visit("colors", at(kMdxColors, header.mdx_colors), rows.colors);
  constexpr std::array<std::string_view, 4> kUvs = {"uvs_1", "uvs_2", "uvs_3", "uvs_4"};
  constexpr std::array<std::string_view, 4> kTangents = {"tangents_1", "tangents_2", "tangents_3",
                                                         "tangents_4"};
  constexpr std::array<std::string_view, 4> kPacked = {"packed_tangents_1", "packed_tangents_2",
                                                       "packed_tangents_3", "packed_tangents_4"};
  for (std::size_t set = 0; set < 4; ++set)
    visit(kUvs[set], at(kMdxUv1 << set, header.mdx_uvs[set]), rows.uvs[set]);
  for (std::size_t set = 0; set < 4; ++set) {
    const std::int32_t offset = at(kMdxTangents1 << set, header.mdx_tangents[set]);
    if (pc)
      visit(kTangents[set], offset, rows.tangents[set]);
    else
      visit(kPacked[set], offset, rows.packed_tangents[set]);
  }
  if (!mesh.skin) return;
  visit("weights", mesh.skin->header.mdx_weights, rows.weights);
  if (pc)
    visit("bones", mesh.skin->header.mdx_bones, rows.bones);
  else
    visit("packed_bones", mesh.skin->header.mdx_bones, rows.packed_bones);
}

/// Which bytes of a row have an attribute. An attribute that sticks out of the row, or lies on another, is
/// not taken: its bytes stay with the other or with the rest.
class RowCover {
 public:
  explicit RowCover(std::uint32_t stride) : stride_(stride) {}

  struct Part {
    std::uint64_t begin;
    std::uint64_t end;
  };

  bool take(std::int32_t offset, std::size_t size) {
    if (offset < 0) return false;
    const Part part{std::uint64_t(offset), std::uint64_t(offset) + size};
    const auto overlaps = [&](const Part& other) { return part.begin < other.end && other.begin < part.end; };
    if (part.end > stride_ || std::ranges::any_of(parts_, overlaps)) return false;
    parts_.push_back(part);
    return true;
  }

  /// The bytes nobody took, in their order.
  std::vector<Part> gaps() const {
    std::vector<Part> sorted = parts_;
    std::ranges::sort(sorted, {}, &Part::begin);
    sorted.push_back({stride_, stride_});
    std::vector<Part> gaps;
    std::uint64_t covered = 0;
    for (const Part& part : sorted) {
      if (part.begin > covered) gaps.push_back({covered, part.begin});
      covered = part.end;
    }
    return gaps;
  }

 private:
  std::uint64_t stride_;
  std::vector<Part> parts_;
};

/// Whether the MDX holds rows for the mesh at all.
inline bool wants_rows(const Mesh& mesh) {
  return mesh.header.mdx_stride > 0 && mesh.header.vertex_count > 0;
}

}  // namespace mw::kotor::mdl
