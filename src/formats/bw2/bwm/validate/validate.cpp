#include "validate.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "bwm/elements.h"

namespace mw::bw2::bwm {
namespace {

template <class Record>
Place row_place(std::string_view table, std::uint64_t offset, std::size_t row, FieldOf<Record> field = {}) {
  std::string where = fmt::format("{}[{}]", table, row);
  if (!field.name.empty()) where.append(".").append(field.name);
  return {std::move(where), offset + std::uint64_t(row) * sizeof(Record) + field.byte};
}

Place named(Place place, const auto& text) {
  place.name = text.view();
  return place;
}

Offsets find_offsets(const File& file) {
  Offsets offsets;
  std::uint64_t position = kHeaderSize;
  const auto pass = [&](std::uint64_t count, std::uint64_t size) {
    return std::exchange(position, position + count * size);
  };
  for_each_table(file.header, file, [&](std::string_view name, auto, const auto& rows) {
    offsets.tables.push_back({name, pass(rows.size(), sizeof(rows[0]))});
  });
  offsets.strides = pass(file.strides.size(), kStrideSize);
  for (const Stride& stride : file.strides) offsets.data.push_back(pass(stride.data.size(), 1));
  offsets.indices = pass(file.indices.size(), sizeof(file.indices[0]));
  const bool has_cleaves = file.header.version == kVersion6 && decodes(file);
  offsets.cleave_count = pass(has_cleaves ? 1 : 0, sizeof(std::uint32_t));
  offsets.cleaves = pass(has_cleaves ? file.cleaves.size() : 0, sizeof(file.cleaves[0]));
  offsets.end = position;
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
  for_each_table(file.header, file, [&](std::string_view, auto, const auto& rows) {
    zero = zero && all_zero(std::as_bytes(std::span(rows)));
  });
  for (const Stride& stride : file.strides)
    zero = zero && stride.elements.empty() && all_zero(stride.garbage) && all_zero(stride.data);
  std::uint64_t end = check.offsets.cleave_count;
  for (const Unreferenced& gap : file.unreferenced) {
    zero = zero && all_zero(gap.bytes);
    end = gap.offset + gap.bytes.size();
  }
  if (zero) check.add(finding::CONTENTS_ZERO_FILLED, {"materials", kHeaderSize}, end - kHeaderSize);
  return zero;
}

void check_identity(Check& check) {
  const Header& header = check.file.header;
  const auto& chars = header.signature.chars;
  if (std::any_of(chars.begin() + kSignature.size(), chars.end(), [](char c) { return c != '\0'; }))
    check.add(finding::SIGNATURE_TAIL_NOT_ZERO, {"signature", kSignature.size()});
  if (header.magic != kMagic) check.add(finding::MAGIC_UNKNOWN, Check::header("magic"), header.magic, kMagic);
  if (header.version != kVersion5 && header.version != kVersion6)
    check.add(finding::VERSION_UNKNOWN, Check::header("version"), header.version);
  if (header.type != std::uint32_t(Type::list) && header.type != std::uint32_t(Type::strip))
    check.add(finding::TYPE_UNKNOWN, Check::header("type"), header.type);
  if (header.unknown_0x74 > 2)
    check.add(finding::UNKNOWN_FIELD_OUT_OF_RANGE, Check::header("unknown_0x74"), header.unknown_0x74,
              "0..2");
  if (header.unknown_0xa4 != 0)
    check.add(finding::UNKNOWN_FIELD_OUT_OF_RANGE, Check::header("unknown_0xa4"), header.unknown_0xa4, "0");
}

void check_metadata_size(Check& check, std::uint32_t expected) {
  const std::uint32_t stored = check.file.header.metadata_size;
  if (stored == expected) return;
  const auto strides = std::int64_t(check.file.strides.size());
  const std::int64_t more = std::int64_t(stored) - expected;
  const Place place = Check::header("metadata_size");
  if (strides > 0 && more % strides == 0 && kStrideSize + more / strides > 0)
    check.add(finding::STRIDE_SIZE_MISMATCH, place, kStrideSize + more / strides, kStrideSize);
  else
    check.add(finding::METADATA_SIZE_MISMATCH, place, stored, expected);
}

void check_sizes(Check& check) {
  const File& file = check.file;
  std::uint64_t end = check.offsets.end;
  for (const Unreferenced& gap : file.unreferenced) end = gap.offset + gap.bytes.size();
  if (file.header.size != end - kBeforeSize)
    check.add(finding::SIZE_MISMATCH, Check::header("size"), file.header.size, end - kBeforeSize);
  const std::uint64_t metadata =
      check.offsets.strides + std::uint64_t(file.strides.size()) * kStrideSize - kBeforeMetadata;
  check_metadata_size(check, std::uint32_t(metadata));
  if (!decodes(file)) return;  // told by ELEMENT_FORMAT_UNKNOWN
  for (std::size_t i = 0; i < file.unreferenced.size(); ++i)
    check.add(finding::UNREFERENCED_BYTES,
              {fmt::format("{}[{}]", kUnreferenced, i), file.unreferenced[i].offset},
              file.unreferenced[i].bytes.size());
}

template <std::size_t N>
void check_text(Check& check, const FixedText<N>& text, Place place) {
  if (!text.has_nul()) check.add(finding::TEXT_NOT_TERMINATED, std::move(place), N);
}

void check_texture(Check& check, const FixedText<64>& texture, const Place& place) {
  check_text(check, texture, place);
  if (!texture.view().empty() && !lower_case(texture.view()).ends_with(".dds"))
    check.add(finding::TEXTURE_NOT_DDS, place, escape_text(texture.view()));
}

struct Role {
  FieldOf<Material> field;
  FixedText<64> Material::* texture;
};
constexpr Role kRoles[] = {
    {"diffuse", &Material::diffuse},   {"light", &Material::light},           {"growth", &Material::growth},
    {"specular", &Material::specular}, {"additional", &Material::additional}, {"normal", &Material::normal},
};

void check_materials(Check& check) {
  const auto& materials = check.file.materials;
  std::vector<bool> used(materials.size());
  for (const MaterialRef& ref : check.file.material_refs)
    if (ref.material < used.size()) used[ref.material] = true;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    bool any = false;
    for (const Role& role : kRoles) {
      const FixedText<64>& texture = materials[i].*role.texture;
      check_texture(check, texture, check.material(i, role.field));
      any = any || !texture.view().empty();
    }
    check_text(check, materials[i].name, check.material(i, "name"));
    if (!any) check.add(finding::MATERIAL_TEXTURE_MISSING, check.material(i));
    if (!used[i]) check.add(finding::MATERIAL_UNUSED, check.material(i));
  }
}

void check_frame(Check& check, const Frame& frame, const Place& place) {
  constexpr float kTolerance = 1e-2F;
  if (!is_finite(frame.x_axis) || !is_finite(frame.y_axis) || !is_finite(frame.z_axis) ||
      !is_finite(frame.position))
    return check.add(finding::VALUE_NOT_FINITE, place, 1, 1);
  const Vec3* axes[] = {&frame.x_axis, &frame.y_axis, &frame.z_axis};
  float off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    off = std::max(off, std::abs(glm::length(*axes[i]) - 1));
    off = std::max(off, std::abs(glm::dot(*axes[i], *axes[(i + 1) % 3])));
  }
  if (off > kTolerance) check.add(finding::FRAME_NOT_ORTHONORMAL, place, off);
}

/// Only pivots are known from an original file.
void check_pivot(Check& check, const Frame& pivot, const Place& place) {
  check_frame(check, pivot, place);
  if (glm::dot(glm::cross(pivot.x_axis, pivot.y_axis), pivot.z_axis) > 0)
    check.add(finding::PIVOT_HANDEDNESS_UNUSUAL, place);
}

void check_frames(Check& check) {
  const File& file = check.file;
  for (std::size_t i = 0; i < file.meshes.size(); ++i)
    check_pivot(check, file.meshes[i].pivot, check.mesh(i, "pivot"));
  for (std::size_t i = 0; i < file.bones.size(); ++i) check_frame(check, file.bones[i], check.bone(i));
  for (std::size_t i = 0; i < file.entities.size(); ++i) {
    check_frame(check, file.entities[i].frame, check.entity(i, "frame"));
    check_text(check, file.entities[i].name, check.entity(i, "name"));
    if (file.entities[i].name.view().empty())
      check.add(finding::ENTITY_NAME_MISSING, check.entity(i, "name"));
  }
}

}  // namespace

std::uint64_t Offsets::of(std::string_view table) const {
  return std::ranges::find(tables, table, &Table::name)->offset;
}

Place Check::material(std::size_t row, FieldOf<Material> field) const {
  return named(row_place("materials", offsets.of("materials"), row, field), file.materials[row].name);
}
Place Check::mesh(std::size_t row, FieldOf<Mesh> field) const {
  return named(row_place("meshes", offsets.of("meshes"), row, field), file.meshes[row].name);
}
Place Check::ref(std::size_t row, FieldOf<MaterialRef> field) const {
  return row_place("material_refs", offsets.of("material_refs"), row, field);
}
Place Check::bone(std::size_t row) const {
  return row_place<Bone>("bones", offsets.of("bones"), row);
}
Place Check::entity(std::size_t row, FieldOf<Entity> field) const {
  return named(row_place("entities", offsets.of("entities"), row, field), file.entities[row].name);
}
Place Check::circle(std::size_t row) const {
  return row_place<Circle>("circles", offsets.of("circles"), row);
}
Place Check::hull(std::size_t row) const {
  return row_place<Vec3>("hull", offsets.of("hull"), row);
}
Place Check::element(std::size_t stride, std::size_t row, FieldOf<Element> field) const {
  const std::uint64_t declaration = offsets.strides + std::uint64_t(stride) * kStrideSize;
  const std::uint64_t elements = declaration + sizeof(std::uint32_t);  // behind their count
  return row_place(fmt::format("strides[{}].elements", stride), elements, row, field);
}
Place Check::index(std::size_t row) const {
  return row_place<std::uint16_t>("indices", offsets.indices, row);
}
Place Check::cleave(std::size_t row) const {
  return row_place<Vec3>("cleaves", offsets.cleaves, row);
}
Place Check::vertex(const Attribute& attribute, std::size_t row) const {
  const Stride& stride = file.strides[attribute.stride];
  const NamedElement element = named_elements(stride)[attribute.element];
  std::string where = fmt::format("strides[{}].vertices[{}].{}", attribute.stride, row, element.name);
  if (element.row != Path::kNoRow) where += fmt::format("[{}]", element.row);
  return {std::move(where),
          offsets.data[attribute.stride] + std::uint64_t(row) * *vertex_size(stride) + attribute.offset};
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
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
