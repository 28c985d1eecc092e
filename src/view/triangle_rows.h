#pragma once

#include <meshwright/formats/registry.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

struct TrianglePlace {
  std::string mesh;
  std::uint32_t occurrence = 0;
  std::uint32_t primitive = 0;
  std::uint32_t triangle = 0;
};

/// What its format tells of them.
TriangleRows triangles_of(const Document& document);

/// The paths of the rows that a triangle is made of; empty where it has none.
std::vector<std::string> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place);

/// The triangle that a field is of: "faces[12].material" is one of face 12.
std::optional<TrianglePlace> triangle_of(const std::vector<TriangleTable>& tables, std::string_view path);

}  // namespace mw::view
