#pragma once

#include <meshwright/wows/detail/geometry_pairs.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Finds which meshes are levels of detail of one part of a model; a file does not store it.
namespace mw::wows::geometry {

/// How the level of a mesh was found.
enum class LevelBy : std::uint8_t {
  name,   // by its name
  ids,    // its ids and those of another level have one stem
  size,   // as the ids, but their triangles decide which of the two is finer
  box,    // it has no partner, but lies around the finest of a part without level 0
  alone,  // it has no partner: level 0 of a part of its own
};
std::string_view to_string(LevelBy by);

/// The source of a name.
enum class NameFrom : std::uint8_t {
  known,  // a file or the user spells it
  found,  // it was found by trying words until the ids fitted, so that it may be an accident
  ids,    // unknown: made from the ids
};
std::string_view to_string(NameFrom from);

struct PartMesh {
  std::size_t pair = 0;     // row of the pairing
  std::uint32_t level = 0;  // 0 is the finest
  LevelBy by = LevelBy::alone;
  std::string name;  // "Bow_lod1Shape", or "part_665BAA5D_lod1" if unknown
};

struct Part {
  std::string name;  // "Bow", or "part_665BAA5D" by the id of the indices of its finest mesh
  NameFrom name_from = NameFrom::ids;
  std::vector<PartMesh> meshes;  // finest first

  std::uint32_t finest() const { return meshes.front().level; }
};

/// Every pair in one part, the parts in the order of their first pairs.
std::vector<Part> find_parts(const File& file, const Pairing& pairing);

/// The levels that any part has, ascending.
std::vector<std::uint32_t> levels_of(const std::vector<Part>& parts);

}  // namespace mw::wows::geometry
