#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Which vertices and which indices have one name, told by their ids alone.
namespace mw::wows {

/// Ids of more meshes than any model has explain nothing: comparing them takes some 5 KB for each. The
/// largest of the real files at hand has 52.
inline constexpr std::size_t kMostExplainedMeshes = 4096;

/// Lengths of names that are tried; the longest known has 38 bytes.
inline constexpr std::size_t kLongestName = 80;

struct MappedId {
  std::uint32_t id = 0;
  std::uint16_t density = 0;
};

/// Vertices and indices that have one name.
struct IdMatch {
  std::size_t vertices = 0;  // rows
  std::size_t indices = 0;
  std::size_t name_length = 0;
};

/// Finds them, each row in one match at most. First with names that end in "Shape", then with any others,
/// both only for rows of equal density, and last "Shape" whatever the density. A row that would match several
/// is left out.
///
/// A false match takes an accident of 2^-25 for "Shape" and 2^-16 for others, per pair of rows. The latter
/// are tried for the smallest classes of density first, up to a number of pairs that no real file comes near.
std::vector<IdMatch> match_ids(std::span<const MappedId> vertices, std::span<const MappedId> indices);

}  // namespace mw::wows
