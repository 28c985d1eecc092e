#include <fmt/format.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/wows/detail/primitives_findings.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>

#include "items.h"

namespace mw::wows::primitives {
namespace {

using geometry::ElementKind;
using geometry::Vertex;
using geometry::VertexElement;
using geometry::VertexLayout;

// Fractions of 10 bits that may be cut rather than rounded: sqrt(3) / 511, and some.
constexpr float kUnitDirection = 0.01F;

std::uint64_t size_of(const VertexData& data) {
  return sizeof(VertexHeader) + data.bytes.size();
}
std::uint64_t size_of(const IndexData& data) {
  return sizeof(IndexHeader) + data.indices.size() * data.index_size() + data.groups.size() * sizeof(Group) +
         data.rest.size();
}
std::uint64_t size_of(const Bytes& data) {
  return data.size();
}
std::uint64_t content_size(const Section& section) {
  return std::visit([](const auto& content) { return size_of(content); }, section.content);
}

/// A section with its places in the file.
struct Placed {
  const Section& section;
  std::size_t row = 0;
  std::uint64_t offset = 0;      // of its content
  std::uint64_t row_offset = 0;  // of its row in the table

  Place content(std::string_view field, std::uint64_t byte) const {
    return {fmt::format("sections[{}].{}", row, field), offset + byte};
  }
  Place vertices(FieldOf<VertexHeader> field) const { return content(field.name, field.byte); }
  Place indices(FieldOf<IndexHeader> field) const { return content(field.name, field.byte); }
  Place table(FieldOf<TableRow> field) const {
    return {fmt::format("table[{}].{}", row, field.name), row_offset + field.byte};
  }
  Place name() const { return {fmt::format("table[{}].name", row), row_offset + sizeof(TableRow)}; }
  Place group(std::size_t index, const IndexData& data, FieldOf<Group> field) const {
    return content(
        fmt::format("groups[{}].{}", index, field.name),
        sizeof(IndexHeader) + data.indices.size() * data.index_size() + index * sizeof(Group) + field.byte);
  }
  Place rest(std::uint64_t size) const { return content("rest", content_size(section) - size); }
};

std::vector<Placed> placed_sections(const File& file) {
  std::vector<Placed> all;
  std::uint64_t offset = sizeof kMagic;
  for (std::size_t row = 0; row < file.sections.size(); ++row) {
    const std::uint64_t size = content_size(file.sections[row]);
    all.push_back({file.sections[row], row, offset});
    offset += size + padding_of(size);
  }
  for (Placed& placed : all) {
    placed.row_offset = offset;
    const std::uint64_t length = placed.section.name.size();
    offset += sizeof(TableRow) + length + padding_of(length);
  }
  return all;
}

void check_row(Findings& findings, const Placed& placed,
               std::unordered_map<std::string_view, std::size_t>& names) {
  const Section& section = placed.section;
  const auto& r = section.reserved;
  if (r != std::array<std::uint32_t, 4>{})
    findings.add(finding::RESERVED_NOT_ZERO, placed.table("reserved"), r[0], r[1], r[2], r[3]);
  const auto [first, is_new] = names.try_emplace(section.name, placed.row);
  if (!is_new) findings.add(finding::NAME_REPEATED, placed.name(), section.name, first->second);
  if (!is_zero(section.name_padding))
    findings.add(finding::PADDING_NOT_ZERO,
                 {fmt::format("table[{}].name_padding", placed.row),
                  placed.row_offset + sizeof(TableRow) + section.name.size()},
                 section.name_padding.size());
}

void check_padding(Findings& findings, const Placed& placed) {
  if (!is_zero(placed.section.padding))
    findings.add(finding::PADDING_NOT_ZERO, placed.content("padding", content_size(placed.section)),
                 placed.section.padding.size());
}

/// Vectors of one element that a rule objects to: how many, and what it said of the first.
struct Tally {
  std::size_t count = 0;
  std::size_t first = 0;
  float value = 0;

  void add(std::size_t row, float what) {
    if (count++ > 0) return;
    first = row;
    value = what;
  }
};

constexpr float kFar = 1e6F;  // a ship is some 20 units long

void check_numbers(Findings& findings, const Placed& placed, const VertexLayout& layout,
                   const VertexElement& element, const VertexData& data) {
  Tally not_finite;
  Tally not_unit;
  Tally far;
  Vec3 room{0};
  for (std::size_t row = 0; row < data.header.count; ++row) {
    const Shown shown = show(element, ByteSpan(data.bytes).subspan(row * layout.stride, layout.stride), room);
    if (shown.type.scalar != Scalar::f32) return;
    std::array<float, 3> numbers{};
    std::ranges::copy(shown.bytes, std::as_writable_bytes(std::span(numbers)).begin());
    for (const float number : std::span(numbers).first(shown.type.count))
      if (!std::isfinite(number))
        not_finite.add(row, number);
      else if (std::abs(number) > kFar)
        far.add(row, number);
    if (!is_direction(element.kind)) continue;
    const float length = glm::length(Vec3(numbers[0], numbers[1], numbers[2]));
    if (std::abs(length - 1) > kUnitDirection) not_unit.add(row, length);
  }
  const auto place = [&](std::size_t row) {
    return placed.content(fmt::format("vertices[{}].{}", row, name_of(element.kind)),
                          sizeof(VertexHeader) + row * layout.stride + element.offset);
  };
  if (not_finite.count > 0)
    findings.add(finding::VALUE_NOT_FINITE, place(not_finite.first), not_finite.count, not_finite.value);
  if (far.count > 0) findings.add(finding::VALUE_TOO_LARGE, place(far.first), far.count, far.value);
  if (not_unit.count > 0)
    findings.add(finding::NORMAL_NOT_UNIT, place(not_unit.first), not_unit.count,
                 fmt::format("{:.3f}", not_unit.value));
}

void check_content(Findings& findings, const Placed& placed, const VertexData& data) {
  const auto layout = layout_of(data);
  if (!layout)
    return findings.add(finding::FORMAT_UNKNOWN, placed.vertices("format"), layout.error().message);
  const std::size_t fitting = data.bytes.size() / layout->stride;
  if (fitting < data.header.count)
    return findings.add(finding::VERTEX_COUNT_MISMATCH, placed.vertices("count"), data.header.count,
                        layout->stride, data.bytes.size());
  for (const VertexElement& element : layout->elements)
    check_numbers(findings, placed, *layout, element, data);
  const std::uint64_t rest = data.bytes.size() - std::uint64_t(data.header.count) * layout->stride;
  if (rest > 0) findings.add(finding::UNREFERENCED_BYTES, placed.rest(rest), rest);
}

void check_content(Findings& findings, const Placed& placed, const IndexData& data) {
  if (data.indices.size() % 3 != 0)
    findings.add(finding::INDICES_NOT_TRIANGLES, placed.indices("index_count"), data.indices.size());
  std::uint64_t triangles = 0;
  for (const Group& group : data.groups) triangles += group.triangle_count;
  if (triangles != data.indices.size() / 3)
    findings.add(finding::GROUP_COUNT_MISMATCH, placed.indices("group_count"), triangles,
                 data.indices.size() / 3);
  for (std::size_t i = 0; i < data.groups.size(); ++i) {
    const Group& group = data.groups[i];
    if (group.first_index + std::uint64_t(3) * group.triangle_count > data.indices.size())
      findings.add(finding::GROUP_OUT_OF_RANGE, placed.group(i, data, "first_index"), group.triangle_count,
                   "triangles", group.first_index, data.indices.size());
  }
  if (!data.rest.empty())
    findings.add(finding::UNREFERENCED_BYTES, placed.rest(data.rest.size()), data.rest.size());
}

void check_content(Findings& /*findings*/, const Placed& /*placed*/, const Bytes& /*data*/) {}

/// What takes both the vertices and the indices.
void check_shape(Findings& findings, const Placed& placed, const Shape& shape) {
  const std::uint32_t vertices = shape.vertices->header.count;
  std::size_t bad = 0;
  std::uint32_t first = 0;
  for (const std::uint32_t index : shape.indices->indices)
    if (index >= vertices && bad++ == 0) first = index;
  if (bad > 0) findings.add(finding::INDEX_OUT_OF_RANGE, placed.indices("index_count"), bad, vertices, first);
  for (std::size_t i = 0; i < shape.indices->groups.size(); ++i) {
    const Group& group = shape.indices->groups[i];
    if (std::uint64_t(group.first_vertex) + group.vertex_count > vertices)
      findings.add(finding::GROUP_OUT_OF_RANGE, placed.group(i, *shape.indices, "first_vertex"),
                   group.vertex_count, "vertices", group.first_vertex, vertices);
  }
}

/// The name that a section's partner should have.
std::string partner_of(const Section& section) {
  const bool vertices = std::holds_alternative<VertexData>(section.content);
  const std::string_view own = vertices ? "vertices" : "indices";
  return section.name.substr(0, section.name.size() - own.size()) + (vertices ? "indices" : "vertices");
}

void check_pairs(Findings& findings, const File& file, std::span<const Placed> all) {
  std::vector<bool> paired(file.sections.size());
  for (const Shape& shape : shapes(file)) {
    paired[shape.vertex_section] = paired[shape.index_section] = true;
    check_shape(findings, all[shape.index_section], shape);
  }
  for (const Placed& placed : all) {
    if (paired[placed.row] || std::holds_alternative<Bytes>(placed.section.content)) continue;
    const bool vertices = std::holds_alternative<VertexData>(placed.section.content);
    findings.add(vertices ? finding::VERTICES_UNPAIRED : finding::INDICES_UNPAIRED, placed.name(),
                 partner_of(placed.section));
  }
}

}  // namespace

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void validate(const File& file, Findings& findings) {
  const std::vector<Placed> all = placed_sections(file);
  for (const Placed& placed : all) {
    std::visit([&](const auto& content) { check_content(findings, placed, content); },
               placed.section.content);
    check_padding(findings, placed);
  }
  check_pairs(findings, file, all);
  std::unordered_map<std::string_view, std::size_t> names;
  for (const Placed& placed : all) check_row(findings, placed, names);
}

}  // namespace mw::wows::primitives
