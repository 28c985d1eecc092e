#include "bwm_validate.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::bw2::bwm {
namespace {

constexpr FindingKind kKinds[] = {
#define MW_FINDING(code, severity, message, meaning) {"BWM_" #code, Severity::severity, message, meaning},
#include "bwm_findings.def"
#undef MW_FINDING
};

Place row_place(std::string_view table, std::uint64_t offset, std::size_t stride, std::size_t row,
                std::string_view field = {}, std::size_t byte = 0) {
  std::string where = fmt::format("{}[{}]", table, row);
  if (!field.empty()) where.append(".").append(field);
  return {std::move(where), offset + row * stride + byte};
}

Offsets find_offsets(const File& file) {
  Offsets offsets;
  std::uint64_t position = kHeaderSize;
  const auto pass = [&](std::uint64_t& offset, std::uint64_t bytes) {
    offset = position;
    position += bytes;
  };
  pass(offsets.materials, file.materials.size() * sizeof(Material));
  pass(offsets.meshes, file.meshes.size() * sizeof(Mesh));
  pass(offsets.material_refs, file.material_refs.size() * sizeof(MaterialRef));
  pass(offsets.bones, file.bones.size() * sizeof(Bone));
  pass(offsets.entities, file.entities.size() * sizeof(Entity));
  pass(offsets.circles, file.circles.size() * sizeof(Circle));
  pass(offsets.hull, file.hull.size() * sizeof(Vec3));
  pass(offsets.strides, file.strides.size() * kStrideSize);
  for (const Stride& stride : file.strides) pass(offsets.data.emplace_back(), stride.data.size());
  pass(offsets.indices, file.indices.size() * sizeof(std::uint16_t));
  offsets.cleaves = position + sizeof(std::uint32_t);
  return offsets;
}

bool all_zero(ByteSpan bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(0); });
}

/// True when nothing else is worth telling.
bool check_zero_filled(Check& check) {
  const File& file = check.file;
  if (file.materials.empty() && file.meshes.empty() && file.strides.empty()) return false;
  bool zero =
      all_zero(std::as_bytes(std::span(file.indices))) && all_zero(std::as_bytes(std::span(file.cleaves)));
  for_each_table(file.header, file, [&](std::string_view, std::uint64_t, const auto& rows) {
    zero = zero && all_zero(std::as_bytes(std::span(rows)));
  });
  for (const Stride& stride : file.strides)
    zero = zero && stride.elements.empty() && all_zero(stride.garbage) && all_zero(stride.data);
  std::uint64_t end = check.offsets.indices + file.indices.size() * sizeof(std::uint16_t);
  for (const Unreferenced& gap : file.unreferenced) {
    zero = zero && all_zero(gap.bytes);
    end = gap.offset + gap.bytes.size();
  }
  if (zero) check.add(Code::ZERO_FILLED, {"materials", kHeaderSize}, end - kHeaderSize);
  return zero;
}

void check_identity(Check& check) {
  const Header& header = check.file.header;
  const auto& chars = header.signature.chars;
  if (std::any_of(chars.begin() + kSignature.size(), chars.end(), [](char c) { return c != '\0'; }))
    check.add(Code::SIGNATURE_TAIL, {"signature", kSignature.size()});
  if (header.magic != kMagic) check.add(Code::MAGIC, {"magic", 44}, header.magic, kMagic);
  if (header.version != kVersion5 && header.version != kVersion6)
    check.add(Code::VERSION_UNKNOWN, {"version", 48}, header.version);
  if (header.type != std::uint32_t(Type::list) && header.type != std::uint32_t(Type::strip))
    check.add(Code::TYPE_UNKNOWN, {"type", 176}, header.type);
  if (header.unknown_0x74 > 2)
    check.add(Code::UNKNOWN_FIELD, {"unknown_0x74", 0x74}, header.unknown_0x74, "0..2");
  if (header.unknown_0xa4 != 0)
    check.add(Code::UNKNOWN_FIELD, {"unknown_0xa4", 0xA4}, header.unknown_0xa4, "0");
}

void check_metadata_size(Check& check, std::uint32_t expected) {
  const std::uint32_t stored = check.file.header.metadata_size;
  if (stored == expected) return;
  const auto strides = std::int64_t(check.file.strides.size());
  const std::int64_t more = std::int64_t(stored) - expected;
  const Place place{"metadata_size", 52};
  if (strides > 0 && more % strides == 0 && kStrideSize + more / strides > 0)
    check.add(Code::STRIDE_SIZE, place, kStrideSize + more / strides, kStrideSize);
  else
    check.add(Code::METADATA_SIZE_MISMATCH, place, stored, expected);
}

void check_sizes(Check& check) {
  std::uint64_t end = check.offsets.indices + check.file.indices.size() * sizeof(std::uint16_t);
  if (check.file.header.version == kVersion6 && decodes(check.file))
    end = check.offsets.cleaves + check.file.cleaves.size() * sizeof(Vec3);
  for (const Unreferenced& gap : check.file.unreferenced) end = gap.offset + gap.bytes.size();
  if (check.file.header.size != end - kBeforeSize)
    check.add(Code::SIZE_MISMATCH, {"size", 40}, check.file.header.size, end - kBeforeSize);
  const std::uint64_t metadata =
      check.offsets.strides + check.file.strides.size() * kStrideSize - kBeforeMetadata;
  check_metadata_size(check, std::uint32_t(metadata));
  if (!decodes(check.file)) return;  // told by ELEMENT_FORMAT_UNKNOWN
  for (std::size_t i = 0; i < check.file.unreferenced.size(); ++i)
    check.add(Code::TRAILING_BYTES,
              {fmt::format("{}[{}]", kUnreferenced, i), check.file.unreferenced[i].offset},
              check.file.unreferenced[i].bytes.size());
}

template <std::size_t N>
void check_text(Check& check, const FixedText<N>& text, Place place) {
  if (!text.has_nul()) check.add(Code::TEXT_NOT_TERMINATED, std::move(place), N);
}

void check_texture(Check& check, const FixedText<64>& texture, const Place& place) {
  check_text(check, texture, place);
  std::string name(texture.view());
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  if (!name.empty() && !name.ends_with(".dds"))
    check.add(Code::TEXTURE_NOT_DDS, place, escape_text(texture.view()));
}

void check_materials(Check& check) {
  const auto& materials = check.file.materials;
  std::vector<bool> used(materials.size());
  for (const MaterialRef& ref : check.file.material_refs)
    if (ref.material < used.size()) used[ref.material] = true;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const Material& m = materials[i];
    const FixedText<64>* textures[] = {&m.diffuse,  &m.light,      &m.growth,
                                       &m.specular, &m.additional, &m.normal};
    constexpr std::string_view kRoles[] = {"diffuse", "light", "growth", "specular", "additional", "normal"};
    bool any = false;
    for (std::size_t role = 0; role < std::size(textures); ++role) {
      check_texture(check, *textures[role], check.material(i, kRoles[role], 64 * role));
      any = any || !textures[role]->view().empty();
    }
    check_text(check, m.name, check.material(i, "name", 384));
    if (!any) check.add(Code::MATERIAL_NO_TEXTURE, check.material(i));
    if (!used[i]) check.add(Code::MATERIAL_UNUSED, check.material(i));
  }
}

void check_frame(Check& check, const Frame& frame, const Place& place) {
  constexpr float kTolerance = 1e-2F;
  if (!is_finite(frame.x_axis) || !is_finite(frame.y_axis) || !is_finite(frame.z_axis) ||
      !is_finite(frame.position))
    return check.add(Code::NOT_FINITE, place, 1, 1);
  const Vec3* axes[] = {&frame.x_axis, &frame.y_axis, &frame.z_axis};
  float off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    off = std::max(off, std::abs(glm::length(*axes[i]) - 1));
    off = std::max(off, std::abs(glm::dot(*axes[i], *axes[(i + 1) % 3])));
  }
  if (off > kTolerance) check.add(Code::FRAME_NOT_ORTHONORMAL, place, off);
}

/// Only pivots are known from an original file.
void check_pivot(Check& check, const Frame& pivot, const Place& place) {
  check_frame(check, pivot, place);
  if (glm::dot(glm::cross(pivot.x_axis, pivot.y_axis), pivot.z_axis) > 0)
    check.add(Code::PIVOT_HANDEDNESS, place);
}

void check_frames(Check& check) {
  const File& file = check.file;
  for (std::size_t i = 0; i < file.meshes.size(); ++i)
    check_pivot(check, file.meshes[i].pivot, check.mesh(i, "pivot", 20));
  for (std::size_t i = 0; i < file.bones.size(); ++i) check_frame(check, file.bones[i], check.bone(i));
  for (std::size_t i = 0; i < file.entities.size(); ++i) {
    check_frame(check, file.entities[i].frame, check.entity(i, "frame"));
    check_text(check, file.entities[i].name, check.entity(i, "name", sizeof(Frame)));
    if (file.entities[i].name.view().empty())
      check.add(Code::ENTITY_NAME_EMPTY, check.entity(i, "name", sizeof(Frame)));
  }
}

}  // namespace

Place Check::material(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("materials", offsets.materials, sizeof(Material), row, field, byte);
}
Place Check::mesh(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("meshes", offsets.meshes, sizeof(Mesh), row, field, byte);
}
Place Check::ref(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("material_refs", offsets.material_refs, sizeof(MaterialRef), row, field, byte);
}
Place Check::bone(std::size_t row) const {
  return row_place("bones", offsets.bones, sizeof(Bone), row);
}
Place Check::entity(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("entities", offsets.entities, sizeof(Entity), row, field, byte);
}
Place Check::circle(std::size_t row) const {
  return row_place("circles", offsets.circles, sizeof(Circle), row);
}
Place Check::hull(std::size_t row) const {
  return row_place("hull", offsets.hull, sizeof(Vec3), row);
}
Place Check::element(std::size_t stride, std::size_t row, std::string_view field, std::size_t byte) const {
  const std::uint64_t start = offsets.strides + stride * kStrideSize + sizeof(std::uint32_t);
  return row_place(fmt::format("strides[{}].elements", stride), start, sizeof(Element), row, field, byte);
}
Place Check::index(std::size_t row) const {
  return row_place("indices", offsets.indices, 2, row);
}
Place Check::cleave(std::size_t row) const {
  return row_place("cleaves", offsets.cleaves, sizeof(Vec3), row);
}
Place Check::vertex(const Attribute& attribute, std::size_t row) const {
  const Stride& stride = file.strides[attribute.stride];
  return row_place(fmt::format("strides[{}].vertices", attribute.stride), offsets.data[attribute.stride],
                   *vertex_size(stride), row, usage_name(stride.elements[attribute.element].id),
                   attribute.offset);
}

std::span<const FindingKind> finding_kinds() {
  return kKinds;
}

void validate(const File& file, Findings& findings) {
  Check check{file, findings};
  check.offsets = find_offsets(file);
  if (check_zero_filled(check)) return;
  check.refs = material_ref_ranges(file);
  check.points = positions(file);
  check.measurable = !check.points.empty() && std::ranges::all_of(check.points, is_finite);
  check_identity(check);
  check_sizes(check);
  check_materials(check);
  check_meshes(check);
  check_frames(check);
  check_vertices(check);
  check_bounds(check);
}

}  // namespace mw::bw2::bwm
