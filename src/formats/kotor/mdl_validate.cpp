#include "mdl_validate.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl_supermodel.h>
#include <algorithm>

#include "mdl_rows.h"
#include "mdl_variant.h"

namespace mw::kotor::mdl {
namespace {

constexpr FindingKind kKinds[] = {
#define MW_FINDING(code, severity, message, meaning) {"MDL_" #code, Severity::severity, message, meaning},
#include "mdl_findings.def"
#undef MW_FINDING
};

// Bytes of fields in the file.
constexpr std::uint64_t kFunctionsByte = 12;
constexpr std::uint64_t kTypeByte = 12 + 76;
constexpr std::uint64_t kAnimationsByte = 92 + 8;
constexpr std::uint64_t kSupermodelByte = 92 + 56;
constexpr std::uint64_t kHeadNodeByte = 180;
constexpr std::uint64_t kNamesMdxSizeByte = 188;
constexpr std::uint64_t kNamesByte = 196;

void check_sizes(Check& check) {
  const File& file = check.file;
  const std::uint64_t rest = file.mdl_bytes - std::min<std::uint64_t>(file.mdl_bytes, kDataStart);
  if (file.header.mdl_size != rest) check.add(Code::SIZE, {"file.mdl_size", 4}, file.header.mdl_size, rest);
  if (file.header.mdx_size != file.names_header.mdx_size)
    check.add(Code::MDX_SIZES_DISAGREE, {"names_header.mdx_size", kNamesMdxSizeByte}, file.header.mdx_size,
              file.names_header.mdx_size);
  if (!file.has_mdx) {
    if (file.header.mdx_size > 0) check.add(Code::MDX_MISSING, {"file.mdx_size", 8}, file.header.mdx_size);
  } else if (file.header.mdx_size != file.mdx_bytes) {
    check.add(Code::MDX_SIZE, {"file.mdx_size", 8}, file.header.mdx_size, file.mdx_bytes);
  }
}

void check_unreferenced(Check& check) {
  const auto report = [&](const std::vector<Unreferenced>& gaps, std::string_view where) {
    for (std::size_t row = 0; row < gaps.size(); ++row)
      check.add(Code::UNREFERENCED_BYTES, {fmt::format("{}[{}]", where, row), gaps[row].offset},
                gaps[row].bytes.size());
  };
  report(check.file.unreferenced, kUnreferenced);
  report(check.file.mdx_unreferenced, "mdx.unreferenced");
}

void check_geometry(Check& check, const GeometryHeader& geometry, const std::string& path,
                    std::uint64_t start, std::array<std::uint32_t, 2> functions, GeometryType type) {
  if (geometry.functions != functions)
    check.add(Code::FUNCTION_MISMATCH, {path + "functions", start}, geometry.functions[0],
              geometry.functions[1], functions[0], functions[1], to_string(check.file.variant));
  if (geometry.type != std::uint8_t(type))
    check.add(Code::GEOMETRY_TYPE, {path + "type", start + kTypeByte - kFunctionsByte}, geometry.type,
              std::uint8_t(type));
}

void check_counts(Check& check, const Array& array, const std::string& path, std::uint64_t byte) {
  if (array.count != array.reserved)
    check.add(Code::COUNTS_DISAGREE, {path, byte}, array.count, array.reserved);
}

void check_headers(Check& check) {
  const File& file = check.file;
  const Functions& functions = functions_of(file.variant);
  if (!known_variant(file.geometry))
    check.add(Code::FUNCTION_UNKNOWN, {"geometry.functions", kFunctionsByte}, file.geometry.functions[0],
              to_string(file.variant));
  else
    check_geometry(check, file.geometry, "geometry.", kFunctionsByte, functions.model, GeometryType::model);
  check_counts(check, file.model.animations, "model.animations", kAnimationsByte);
  check_counts(check, file.names_header.names, "names_header.names", kNamesByte);
  const std::string_view supermodel = supermodel_name(file);
  if (!supermodel.empty())
    check.add(Code::SUPERMODEL_NEEDED, {"model.supermodel", kSupermodelByte}, supermodel);
  for (std::size_t row = 0; row < file.names.size(); ++row)
    if (file.names[row].text.size() > 31)
      check.add(Code::NAME_TOO_LONG, {fmt::format("names[{}]", row), file.names[row].offset + kDataStart},
                file.names[row].text.size());
}

void check_head_node(Check& check) {
  if (!head_row(check.file))
    check.add(Code::HEAD_NODE, {"names_header.head_node", kHeadNodeByte},
              check.file.names_header.head_node.offset);
}

void check_animation_headers(Check& check, std::size_t row) {
  const Animation& animation = check.file.animations[row];
  const std::string path = fmt::format("animations[{}].", row);
  const std::uint64_t start = animation.offset + std::uint64_t(kDataStart);
  check_geometry(check, animation.header.geometry, path, start, functions_of(check.file.variant).animation,
                 GeometryType::animation);
  check_counts(check, animation.header.events, path + "events", start + 120);
}

void check_parts(const NodeCheck& node) {
  check_node_headers(node);
  check_controllers(node);
  if (!node.node().mesh) return;
  check_mesh(node);
  check_rows(node);
  if (node.node().mesh->skin) check_skin(node);
  if (node.node().mesh->dangly) check_dangly(node);
  if (node.node().mesh->aabb) check_aabb(node);
}

void check_nodes(Check& check, const TreeCheck& tree) {
  check_tree(check, tree);
  for (std::size_t row = 0; row < tree.nodes.size(); ++row) check_parts({check, tree, row});
}

}  // namespace

std::span<const FindingKind> finding_kinds() {
  return kKinds;
}

float tolerance(float magnitude) {
  constexpr float kLeast = 1e-4F;
  constexpr float kRounding = 4e-6F;  // some dozens of the last bit
  return std::max(kLeast, kRounding * magnitude);
}

Place NodeCheck::at(std::string_view field, std::optional<std::uint64_t> byte) const {
  Place place{fmt::format("{}nodes[{}]{}{}", tree.path, row, field.empty() ? "" : ".", field)};
  place.offset = node().offset + std::uint64_t(kDataStart) + byte.value_or(0);
  return place;
}

Place NodeCheck::in(std::string_view field, std::uint32_t offset, std::uint64_t byte) const {
  Place place = at(field);
  place.offset = offset + std::uint64_t(kDataStart) + byte;
  return place;
}

void validate(const File& file, Findings& findings) {
  Check check{file, findings, rest_pose(file.nodes)};
  for (const Node& node : file.nodes) check.by_number.emplace(node.header.number, &node);
  check_sizes(check);
  check_headers(check);
  check_unreferenced(check);
  check_animation_names(check);
  for (std::size_t row = 0; row < file.animations.size(); ++row) {
    check_animation_headers(check, row);
    check_animation(check, row);
    check_nodes(check,
                {file.animations[row].nodes, &file.animations[row], fmt::format("animations[{}].", row)});
  }
  if (file.nodes.empty()) return check.add(Code::NO_NODES, {"geometry.root_node", kFunctionsByte + 40});
  check_head_node(check);
  check_nodes(check, {file.nodes});
}

}  // namespace mw::kotor::mdl
