#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "field_index.h"

namespace mw::view {

/// What stands below a path: "faces" below the root, "faces[12]" below "faces", "nodes[3].mesh" below
/// "nodes[3]".
struct Branch {
  std::string path;
  std::size_t field = FieldIndex::kNone;  // the field of that very path, if there is one
  std::uint64_t fields = 0;               // below it, itself included
  std::uint64_t begin = ~std::uint64_t(0);
  std::uint64_t end = 0;
  std::uint64_t rows = 0;  // of a table
};

struct Branches {
  std::vector<Branch> list;
  std::uint64_t total = 0;  // of a table its rows, otherwise what stands below
};

/// Only those from `from` to before `to`, so that many can be leafed through.
Branches branches_of(const FieldIndex& index, std::string_view parent, std::uint64_t from, std::uint64_t to);

/// The row that a path ends with: 12 for "faces[12]".
bool ends_with_row(std::string_view path, std::uint64_t& row);

/// "animations[2].nodes" -> "animations[].nodes" and {2}
std::string shape_of(std::string_view path, std::vector<std::uint32_t>& rows);

}  // namespace mw::view
