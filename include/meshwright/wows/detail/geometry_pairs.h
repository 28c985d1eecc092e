#pragma once

#include <meshwright/wows/geometry.h>
#include <meshwright/wows/shape_names.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Finds which vertices and which indices make a mesh; a file does not store it.
namespace mw::wows::geometry {

/// How a pair was found.
enum class PairedBy : std::uint8_t {
  name,     // both ids are the hashes of one known shape name
  ids,      // both ids are the hashes of one unknown name
  density,  // the only vertices left of the same density that the indices fit
  fit,      // of several such, those that give the stored density, with the fewest unused vertices
  normals,  // of several equal ones, those whose normals agree best with the faces
  guess,    // several fit equally: the first was used
};
std::string_view to_string(PairedBy by);

/// Whether the ids themselves prove that the two belong together.
constexpr bool is_proven(PairedBy by) {
  return by == PairedBy::name || by == PairedBy::ids;
}

struct Pair {
  std::size_t vertices = 0;  // rows of the mappings
  std::size_t indices = 0;
  std::string shape;  // empty unless paired by name
  PairedBy by = PairedBy::name;
  std::size_t rivals = 0;       // other vertices that fit a guess equally; counted up to 8
  std::size_t name_length = 0;  // of the shape's name, also if only its ids are known; 0: unknown
  bool name_is_found = false;   // see ShapeNames::is_found
};

struct Pairing {
  std::vector<Pair> pairs;  // in the order of the index mappings
  std::vector<std::size_t> unpaired_vertices;
  std::vector<std::size_t> unpaired_indices;
};

/// Pairs the mappings of a file: by a known name, then by the proof of the ids, and rows that no name of up
/// to 80 bytes explains by density and fit.
Pairing pair_mappings(const File& file, const Decoded& decoded,
                      const ShapeNames& names = ShapeNames::built_in());

}  // namespace mw::wows::geometry
