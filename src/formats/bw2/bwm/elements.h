#pragma once

#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/path.h>
#include <array>
#include <cstdint>
#include <vector>

namespace mw::bw2::bwm {

/// Calls visit with a value of the type that a format stands for; does nothing for one that is not known.
void with_format(std::uint32_t format, auto visit) {
  switch (ElementFormat(format)) {
    case ElementFormat::f32:
      return visit(float{});
    case ElementFormat::f32x2:
      return visit(std::array<float, 2>{});
    case ElementFormat::f32x3:
      return visit(std::array<float, 3>{});
    case ElementFormat::u32:
      return visit(std::uint32_t{});
    case ElementFormat::u8:
      return visit(std::uint8_t{});
  }
}

/// An element of a vertex as paths and traces have it.
struct NamedElement {
  std::string_view name;
  std::int64_t row = Path::kNoRow;  // usages that a declaration has several times are numbered: uv[0], uv[1]
  FieldType type;
};

/// The elements of a declaration whose formats are known.
std::vector<NamedElement> named_elements(const Stride& stride);

/// Calls item(type) for each element of each vertex of a stride, with its path: what is read and written in
/// one copy is told one by one.
void for_each_number(Path& path, const Stride& stride, auto item) {
  const std::vector<NamedElement> elements = named_elements(stride);
  const std::size_t size = vertex_size(stride).value_or(0);
  PathScope scope(path, "vertices");
  for (std::size_t row = 0; size > 0 && row < stride.data.size() / size; ++row) {
    scope.set_row(row);
    for (const NamedElement& element : elements) {
      PathScope name(path, element.name, element.row);
      item(element.type);
    }
  }
}

}  // namespace mw::bw2::bwm
