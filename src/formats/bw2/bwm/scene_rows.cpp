// Which indices the triangles of the scene come from.
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>

#include <algorithm>

#include "scene_parts.h"

namespace mw::bw2::bwm {
namespace {

/// Where each triangle of a reference begins whose corners are among that many vertices.
std::vector<std::uint32_t> rows_of(const File& file, std::size_t mesh, const MaterialRef& ref,
                                   std::size_t vertices) {
  const bool strip = Type(file.header.type) == Type::strip;
  const std::uint64_t begin = ref.index_offset + triangles(file, mesh, ref).shift;
  const std::uint64_t end = std::min<std::uint64_t>(begin + ref.index_count, file.indices.size());
  std::vector<std::uint32_t> rows;
  for (std::uint64_t i = begin; i + 2 < end; i += strip ? 1 : 3) {
    const auto* corner = &file.indices[i];
    if (strip && (corner[0] == corner[1] || corner[1] == corner[2] || corner[0] == corner[2])) continue;
    if (std::max({corner[0], corner[1], corner[2]}) < vertices) rows.push_back(std::uint32_t(i));
  }
  return rows;
}

}  // namespace

std::vector<DrawnPart> drawn_parts(const File& file) {
  const std::vector<Range> refs = material_ref_ranges(file);
  const std::size_t vertices = positions(file).size();
  OverlapLimit limit(file);
  std::vector<DrawnPart> parts;
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh)
    for (std::uint64_t i = refs[mesh].begin; i < refs[mesh].end(); ++i) {
      if (!limit.take(file.material_refs[i])) continue;
      DrawnPart part{mesh, rows_of(file, mesh, file.material_refs[i], vertices)};
      if (!part.rows.empty()) parts.push_back(std::move(part));
    }
  return parts;
}

}  // namespace mw::bw2::bwm
