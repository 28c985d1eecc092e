#include <meshwright/bw2/bwm.h>
#include <meshwright/geometry/detail/box.h>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "elements.h"

namespace mw::bw2::bwm {
namespace {

/// The number of rows that the data really holds, whatever the header says.
std::size_t row_count(const Stride& stride) {
  const std::optional<std::uint32_t> size = vertex_size(stride);
  return size && *size > 0 ? stride.data.size() / *size : 0;
}

Vec3 widen(const std::array<float, 3>& value) {
  return {value[0], value[1], value[2]};
}
Vec3 widen(const std::array<float, 2>& value) {
  return {value[0], value[1], 0};
}
Vec3 widen(Number auto value) {
  return {float(value), 0, 0};
}

}  // namespace

std::optional<std::uint32_t> format_size(std::uint32_t format) {
  std::optional<std::uint32_t> size;
  with_format(format, [&](auto value) { size = sizeof(value); });
  return size;
}

std::optional<std::uint32_t> vertex_size(const Stride& stride) {
  std::uint32_t size = 0;
  for (const Element& element : stride.elements) {
    const std::optional<std::uint32_t> part = format_size(element.format);
    if (!part) return std::nullopt;
    size += *part;
  }
  return size;
}

bool decodes(const File& file) {
  return std::ranges::all_of(file.strides,
                             [](const Stride& stride) { return vertex_size(stride).has_value(); });
}

std::string_view usage_name(std::uint32_t id) {
  switch (Usage(id)) {
    case Usage::position:
      return "position";
    case Usage::normal:
      return "normal";
    case Usage::uv:
      return "uv";
    case Usage::bone_index:
      return "bone_index";
    case Usage::bone_weight:
      return "bone_weight";
  }
  return "unknown";
}

std::vector<NamedElement> named_elements(const Stride& stride) {
  std::vector<NamedElement> named;
  for (const Element& element : stride.elements) {
    const auto same = [&](const Element& other) { return other.id == element.id; };
    const auto* const begin = stride.elements.data();
    const bool repeated = std::ranges::count_if(stride.elements, same) > 1;
    FieldType type;
    with_format(element.format, [&](auto value) { type = field_type_of<decltype(value)>(); });
    named.push_back(
        {usage_name(element.id), repeated ? std::count_if(begin, &element, same) : Path::kNoRow, type});
  }
  return named;
}

std::vector<Attribute> find_attributes(const File& file, Usage usage) {
  std::vector<Attribute> found;
  if (!decodes(file)) return found;
  for (std::size_t i = 0; i < file.strides.size(); ++i) {
    std::uint32_t offset = 0;
    const std::vector<Element>& elements = file.strides[i].elements;
    for (std::size_t j = 0; j < elements.size(); ++j) {
      if (elements[j].id == std::uint32_t(usage)) found.push_back({i, j, offset, elements[j].format});
      offset += *format_size(elements[j].format);
    }
  }
  return found;
}

std::vector<Vec3> read_vectors(const File& file, const Attribute& attribute) {
  const Stride& stride = file.strides[attribute.stride];
  std::vector<Vec3> values(row_count(stride));
  const std::size_t row_size = vertex_size(stride).value_or(0);
  with_format(attribute.format, [&](auto value) {
    for (std::size_t row = 0; row < values.size(); ++row) {
      std::memcpy(&value, stride.data.data() + row * row_size + attribute.offset, sizeof(value));
      values[row] = widen(value);
    }
  });
  return values;
}

std::vector<float> read_scalars(const File& file, const Attribute& attribute) {
  std::vector<float> values;
  for (const Vec3& value : read_vectors(file, attribute)) values.push_back(value.x);
  return values;
}

std::vector<Vec3> positions(const File& file) {
  const std::vector<Attribute> found = find_attributes(file, Usage::position);
  return found.empty() ? std::vector<Vec3>() : read_vectors(file, found.front());
}

std::optional<Box> bounds(const File& file) {
  return geometry::bounds(positions(file));
}

}  // namespace mw::bw2::bwm
