#include "validate.h"

#include <fmt/format.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>
#include "shared/file_names.h"

#include "mdl/rows.h"
#include "mdl/variant.h"

namespace mw::kotor::mdl {
namespace {

Place at(FieldOf<FileHeaders> field) {
  return {std::string(field.name), field.byte};
}

void check_sizes(Check& check) {
  const File& file = check.file;
  const std::uint64_t rest = file.mdl_bytes - std::min<std::uint64_t>(file.mdl_bytes, kDataStart);
  if (file.header.mdl_size != rest)
    check.add(finding::FILE_SIZE_MISMATCH, at("file.mdl_size"), file.header.mdl_size, rest);
  if (file.header.mdx_size != file.names_header.mdx_size)
    check.add(finding::NAMES_MDX_SIZE_MISMATCH, at("names_header.mdx_size"), file.header.mdx_size,
              file.names_header.mdx_size);
  if (!file.has_mdx) {
    if (file.header.mdx_size > 0) check.add(finding::MDX_MISSING, at("file.mdx_size"), file.header.mdx_size);
  } else if (file.header.mdx_size != file.mdx_bytes) {
    check.add(finding::MDX_SIZE_MISMATCH, at("file.mdx_size"), file.header.mdx_size, file.mdx_bytes);
  }
}

void check_unreferenced(Check& check) {
  const auto report = [&](const std::vector<Unreferenced>& gaps, std::string_view where) {
    for (std::size_t row = 0; row < gaps.size(); ++row)
      check.add(finding::UNREFERENCED_BYTES, {fmt::format("{}[{}]", where, row), gaps[row].offset},
                gaps[row].bytes.size());
  };
  report(check.file.unreferenced, kUnreferenced);
  report(check.file.mdx_unreferenced, "mdx.unreferenced");
}

/// The geometry header of the model or of an animation, and where its functions and its type are.
void check_geometry(Check& check, const GeometryHeader& geometry, std::array<std::uint32_t, 2> functions,
                    GeometryType type, const Place& at_functions, const Place& at_type) {
  if (geometry.functions != functions)
    check.add(finding::FUNCTION_MISMATCH, at_functions, geometry.functions[0], geometry.functions[1],
              functions[0], functions[1], to_string(check.file.variant));
  if (geometry.type != std::uint8_t(type))
    check.add(finding::GEOMETRY_TYPE_MISMATCH, at_type, geometry.type, std::uint8_t(type));
}

void check_resource(Check& check, std::string_view name, Place place) {
  if (name.size() > kFileNameRoom && !names_nothing(name))
    check.add(finding::RESOURCE_NAME_TOO_LONG, std::move(place), escape_text(name), name.size(),
              kFileNameRoom);
}

bool is_itself(const File& file) {
  const std::string_view supermodel = supermodel_name(file);
  return !supermodel.empty() && same_in_any_case(supermodel, file.geometry.name.view());
}

void check_model_header(Check& check) {
  const File& file = check.file;
  const ModelHeader& model = file.model;
  if (std::popcount(model.classification) > 1 || model.classification > 0x40)
    check.add(finding::CLASSIFICATION_UNKNOWN, at("model.classification"), model.classification);
  check_resource(check, file.geometry.name.view(), at("geometry.name"));
  check_resource(check, model.supermodel.view(), at("model.supermodel"));
  for (int axis = 0; axis < 3; ++axis)
    if (model.box_min[axis] > model.box_max[axis]) {
      check.add(finding::BOX_INVERTED, at("model.box_min"), "xyz"[axis]);
      break;
    }
  if (model.radius < 0) check.add(finding::RADIUS_NEGATIVE, at("model.radius"), model.radius);
  if (model.animation_scale <= 0)
    check.add(finding::ANIMATION_SCALE_OUT_OF_RANGE, at("model.animation_scale"), model.animation_scale);
}

void check_headers(Check& check) {
  const File& file = check.file;
  if (!known_variant(file.geometry))
    check.add(finding::FUNCTION_UNKNOWN, at("geometry.functions"), file.geometry.functions[0],
              to_string(file.variant));
  else
    check_geometry(check, file.geometry, functions_of(file.variant).model, GeometryType::model,
                   at("geometry.functions"), at("geometry.type"));
  ArrayCheck arrays([&](const std::string& path, const Array& array) {
    FieldFinder finder(path);
    header_fields(finder, file);
    check.add(finding::ARRAY_COUNT_MISMATCH, {path, finder.position()}, array.count, array.reserved);
  });
  header_fields(arrays, file);
  FiniteCheck numbers([&](const std::string& path, std::string_view what) {
    FieldFinder finder(path);
    header_fields(finder, file);
    check.add(finding::VALUE_NOT_FINITE, {path, finder.position()}, what);
  });
  header_fields(numbers, file);
  check_model_header(check);
  if (is_itself(file))
    check.add(finding::SUPERMODEL_IS_ITSELF, at("model.supermodel"), supermodel_name(file));
  for (std::size_t row = 0; row < file.names.size(); ++row)
    if (file.names[row].text.size() > 31)
      check.add(finding::NAME_TOO_LONG, {fmt::format("names[{}]", row), file_offset(file.names[row].offset)},
                file.names[row].text.size());
}

/// Nodes of both by name, along both trees from their roots: those are one to the compiler and to animations.
void check_supermodel(Check& check, const File& above) {
  const File& file = check.file;
  const std::string_view named = supermodel_name(file);
  if (!same_in_any_case(named, above.geometry.name.view()))
    check.add(finding::SUPERMODEL_NAME_MISMATCH, at("model.supermodel"), named, above.geometry.name.view());
  if (file.nodes.empty() || above.nodes.empty()) return;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{0, 0}};
  std::vector<char> seen(file.nodes.size());
  std::size_t both = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> differing;
  while (!open.empty()) {
    const auto [row, other] = open.back();
    open.pop_back();
    if (row >= file.nodes.size() || std::exchange(seen[row], 1) != 0) continue;
    ++both;
    if (file.nodes[row].header.number != above.nodes[other].header.number) differing.emplace_back(row, other);
    std::map<std::string, std::uint32_t> children;
    for (const std::uint32_t child : above.nodes[other].children)
      if (child < above.nodes.size())
        children.emplace(lower_case(node_name(above, above.nodes[child])), child);
    for (const std::uint32_t child : file.nodes[row].children) {
      if (child >= file.nodes.size()) continue;
      const auto match = children.find(lower_case(node_name(file, file.nodes[child])));
      if (match != children.end()) open.emplace_back(child, match->second);
    }
  }
  if (differing.empty()) return;
  const auto [row, other] = std::ranges::min(differing);
  check.add(finding::SUPERMODEL_NUMBER_MISMATCH, NodeCheck{check, TreeCheck{file.nodes}, row}.at("number"),
            differing.size(), both, node_name(file, file.nodes[row]), file.nodes[row].header.number,
            above.nodes[other].header.number);
}

void check_head_node(Check& check) {
  if (!head_row(check.file))
    check.add(finding::HEAD_NODE_MISSING, at("names_header.head_node"),
              check.file.names_header.head_node.offset);
}

void check_animation_headers(Check& check, std::size_t row) {
  const AnimationHeader& header = check.file.animations[row].header;
  check_geometry(check, header.geometry, functions_of(check.file.variant).animation, GeometryType::animation,
                 in_animation(check, row, "geometry.functions"), in_animation(check, row, "geometry.type"));
  if (header.events.count != header.events.reserved)
    check.add(finding::ARRAY_COUNT_MISMATCH, in_animation(check, row, "events.reserved"), header.events.count,
              header.events.reserved);
}

void check_parts(const NodeCheck& node) {
  check_node_headers(node);
  check_controllers(node);
  if (!node.node().mesh) return;
  check_resource(node.check, node.node().mesh->header.texture_1.view(), node.at("mesh.texture_1"));
  check_resource(node.check, node.node().mesh->header.texture_2.view(), node.at("mesh.texture_2"));
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

/// A value in a row of the MDX; the sentinel is the row behind the last.
Place in_mdx(const NodeCheck& check, const std::string& list, std::size_t row, std::string_view attribute) {
  const Mesh& mesh = *check.node().mesh;
  const std::uint64_t byte = byte_in_row(mesh, check.check.file.variant.platform, attribute);
  return {.where = fmt::format("mdx.{}nodes[{}].{}.{}", check.tree.path, check.row, list, attribute),
          .offset = mesh.tail.mdx_offset + std::uint64_t(mesh.header.mdx_stride) * row + byte,
          .name = node_name(check.check.file, check.node())};
}

}  // namespace

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

float tolerance(float magnitude) {
  constexpr float kLeast = 1e-4F;
  constexpr float kRounding = 4e-6F;  // some dozens of the last bit
  return std::max(kLeast, kRounding * magnitude);
}

std::string TreeCheck::call(const File& file, std::size_t row) const {
  return fmt::format("{}nodes[{}] \"{}\"", path, row, escape_text(node_name(file, nodes[row])));
}

NumberedNodes::NumberedNodes(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    Group& group = by_number_[node.header.number];
    if (group.count++ == 0) group.first = &node;
    by_number_and_name_.emplace(std::pair(node.header.number, node.header.name_index), &node);
  }
}

const Node* NumberedNodes::find(const NodeHeader& header) const {
  const auto exact = by_number_and_name_.find({header.number, header.name_index});
  if (exact != by_number_and_name_.end()) return exact->second;
  const auto group = by_number_.find(header.number);
  return group != by_number_.end() && group->second.count == 1 ? group->second.first : nullptr;
}

bool is_own_row(const Mesh& mesh, std::size_t vertex) {
  const std::vector<Vec3>& positions = mesh.mdx->rows.positions;
  if (vertex >= positions.size() || vertex >= mesh.vertices.size()) return true;
  // The two copies are made from one, and NaN would differ from itself.
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  return std::memcmp(&positions[vertex], &mesh.vertices[vertex], sizeof(Vec3)) == 0;
}

Place in_animation(const Check& check, std::size_t row, FieldOf<AnimationHeader> field) {
  const Animation& animation = check.file.animations[row];
  return {.where = fmt::format("animations[{}].{}", row, field.name),
          .offset = file_offset(animation.offset) + field.byte,
          .name = std::string(animation.header.geometry.name.view())};
}

Place NodeCheck::at(std::string_view field) const {
  if (field.empty()) return in({}, node().offset);
  FieldFinder finder(field);
  fields(finder, node().header);
  part_fields(finder, node(), check.file.variant);
  return in(field, node().offset, finder.position());
}

Place NodeCheck::in(std::string_view field, std::uint32_t offset, std::uint64_t byte) const {
  return {.where = fmt::format("{}nodes[{}]{}{}", tree.path, row, field.empty() ? "" : ".", field),
          .offset = file_offset(offset) + byte,
          .name = node_name(check.file, node())};
}

Place NodeCheck::in_row(std::size_t vertex, std::string_view attribute) const {
  return in_mdx(*this, fmt::format("rows[{}]", vertex), vertex, attribute);
}

Place NodeCheck::in_sentinel(std::string_view attribute) const {
  return in_mdx(*this, "sentinel[0]", node().mesh->header.vertex_count, attribute);
}

void validate_model(const File& file, const File* supermodel, Findings& findings) {
  Check check{file, findings, rest_pose(file.nodes), NumberedNodes(file.nodes), rows_by_name(file)};
  check_sizes(check);
  check_headers(check);
  if (supermodel != nullptr)
    check_supermodel(check, *supermodel);
  else if (const std::string_view name = supermodel_name(file); !name.empty() && !is_itself(file))
    check.add(finding::SUPERMODEL_NEEDED, at("model.supermodel"), name);
  check_unreferenced(check);
  check_animation_names(check);
  check_animation_roots(check);
  for (std::size_t row = 0; row < file.animations.size(); ++row) {
    check_animation_headers(check, row);
    check_animation(check, row);
    check_nodes(check,
                {file.animations[row].nodes, &file.animations[row], fmt::format("animations[{}].", row)});
  }
  if (file.nodes.empty()) return check.add(finding::ROOT_NODE_MISSING, at("geometry.root_node"));
  check_head_node(check);
  check_nodes(check, {file.nodes});
}

void validate(const File& file, Findings& findings) {
  validate_model(file, nullptr, findings);
}

void validate(const File& file, const File& supermodel, Findings& findings) {
  validate_model(file, &supermodel, findings);
}

}  // namespace mw::kotor::mdl
