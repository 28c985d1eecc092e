#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/rows.h>
#include <meshwright/wows/detail/primitives_findings.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/shape_names.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "geometry/make/from_scene.h"
#include "geometry/scene/mesh.h"
#include "geometry/scene/models.h"
#include "scene_groups.h"

namespace mw::wows::primitives {
namespace {

using geometry::Vertex;
using scene::Index;
using scene::Scene;

std::uint32_t level_of(const Shape& shape) {
  return std::uint32_t(level_of_detail(shape.name));
}

class SceneMaker {
 public:
  SceneMaker(const File& file, const scene::Options& options)
      : file_(file),
        shapes_(shapes(file)),
        records_rows_(options.rows),
        meshes_(options.raw_axes ? scene::Axes::same() : scene::Axes::left_handed(), options.rows) {}

  Result<Scene> make(const scene::Selection& selection) {
    if (const auto level = check_level(selection, levels()); !level) return fail(level.error());
    root_ = add_node(scene_, {.name = "model"});
    const std::map<std::string_view, std::set<std::uint32_t>> parts = levels_of_parts();
    std::size_t other_levels = 0;
    for (const Shape& shape : shapes_) {
      const std::uint32_t finest = *parts.at(level_name_of(shape.name).stem).begin();
      if (selection.all_lods || level_of(shape) == selection.lod.value_or(finest))
        add_shape(shape);
      else
        ++other_levels;
    }
    list_losses();
    if (selection.lod && !selection.all_lods) list_parts_without(*selection.lod, parts);
    scene::Selection every_level = selection;
    every_level.all_lods = true;
    select(scene_, every_level, other_levels);
    return std::move(scene_);
  }

 private:
  std::map<std::string_view, std::set<std::uint32_t>> levels_of_parts() const {
    std::map<std::string_view, std::set<std::uint32_t>> parts;
    for (const Shape& shape : shapes_) parts[level_name_of(shape.name).stem].insert(level_of(shape));
    return parts;
  }

  void list_parts_without(std::uint32_t level,
                          const std::map<std::string_view, std::set<std::uint32_t>>& parts) {
    std::vector<std::string> without;
    for (const auto& [name, levels] : parts)
      if (!levels.contains(level)) without.emplace_back(name);
    if (!without.empty()) scene_.losses.push_back(scene::parts_without_level(without, level));
  }

  std::vector<std::uint32_t> levels() const {
    std::set<std::uint32_t> found;
    for (const Shape& shape : shapes_) found.insert(level_of(shape));
    return {found.begin(), found.end()};
  }

  void add_shape(const Shape& shape) {
    const auto vertices = unpack(*shape.vertices);
    if (!vertices) {
      scene_.losses.add(loss::SECTION_UNREADABLE, shape.name, shape.vertex_section,
                        to_string(vertices.error()));
      return;
    }
    scene::Node node{.name = shape.name.empty() ? "mesh" : shape.name, .lod = level_of(shape)};
    node.extras = {{"part", level_name_of(node.name).stem}, {"format", shape.vertices->header.format.view()}};
    scene::Mesh mesh{.name = node.name};
    const geometry::VertexLayout layout = layout_of(*shape.vertices).value();
    in_group_.assign(vertices->size(), false);
    const DrawnGroups groups = drawn_groups(*shape.indices, vertices->size());
    outside_ += groups.outside;
    crowded_ += groups.crowded;
    std::optional<bool> z_negated;
    scene::MeshRows rows;
    for (const DrawnGroup& group : groups.list)
      add_group(mesh, rows, geometry::PlainVertices(layout, own_vertices(*vertices, group)), shape, group,
                z_negated);
    if (records_rows_) mesh.rows = std::make_shared<const scene::MeshRows>(std::move(rows));
    if (z_negated && layout.has(geometry::ElementKind::iii))
      node.extras.emplace_back(geometry::kZNegated, *z_negated);
    if (!mesh.primitives.empty()) ungrouped_ += std::size_t(std::ranges::count(in_group_, false));
    if (mesh.primitives.empty()) {
      ++empty_;
      return;
    }
    node.mesh = Index(scene_.meshes.size());
    scene_.meshes.push_back(std::move(mesh));
    add_node(scene_, std::move(node), root_);
  }

  static std::span<const Vertex> own_vertices(std::span<const Vertex> vertices, const DrawnGroup& group) {
    return vertices.subspan(group.first_vertex, group.vertex_count);
  }

  /// A group has a primitive of its own, whose indices are counted from the first of its vertices. The first
  /// says how the vertices of the shape are stored.
  void add_group(scene::Mesh& mesh, scene::MeshRows& rows, const geometry::PlainVertices& vertices,
                 const Shape& shape, const DrawnGroup& group, std::optional<bool>& z_negated) {
    const IndexData& data = *shape.indices;
    std::vector<std::uint32_t> indices(data.indices.begin() + std::ptrdiff_t(group.first_index),
                                       data.indices.begin() + std::ptrdiff_t(group.end_index));
    for (std::uint32_t& index : indices) index -= std::uint32_t(group.first_vertex);
    std::fill_n(in_group_.begin() + std::ptrdiff_t(group.first_vertex), group.vertex_count, true);
    auto made = meshes_.make(vertices, indices, z_negated);
    if (!made) return;
    z_negated = made->z_negated;
    mesh.primitives.push_back(std::move(made->primitive));
    if (records_rows_)
      rows.primitives.push_back(geometry::rows_of(
          {fmt::format("sections[{}].indices", shape.index_section), std::uint32_t(group.first_index),
           fmt::format("sections[{}].vertices", shape.vertex_section), std::uint32_t(group.first_vertex)},
          indices, made->begins));
  }

  void list_losses() {
    meshes_.list_losses(scene_);
    const auto list = [&](const FindingKind& kind, std::size_t count, std::string_view one,
                          std::string_view many) {
      if (count > 0)
        scene_.losses.add(kind, "", counted(count, one, many) + (count == 1 ? "; it is" : "; they are"));
    };
    list(loss::GROUP_LEFT_OUT, outside_, "group runs past the indices", "groups run past the indices");
    list(loss::GROUP_OVERLAPPING, crowded_, "group shares its indices with too many others",
         "groups share their indices with too many others");
    list(loss::VERTEX_UNGROUPED, ungrouped_, "vertex belongs to no group", "vertices belong to no group");
    list(loss::SHAPE_EMPTY, empty_, "shape has no triangle", "shapes have no triangle");
    const auto others = std::ranges::count_if(file_.sections, [](const Section& section) {
      return std::holds_alternative<Bytes>(section.content);
    });
    list(loss::SECTION_UNKNOWN, std::size_t(others), "section is neither vertices nor indices",
         "sections are neither vertices nor indices");
    list(loss::SECTION_UNPAIRED, file_.sections.size() - std::size_t(others) - 2 * shapes_.size(),
         "section has no partner", "sections have no partner");
  }

  const File& file_;
  const std::vector<Shape> shapes_;
  const bool records_rows_;
  geometry::MeshMaker meshes_;
  Scene scene_;
  Index root_ = 0;
  std::size_t outside_ = 0;     // groups
  std::size_t crowded_ = 0;     // groups
  std::size_t empty_ = 0;       // shapes
  std::size_t ungrouped_ = 0;   // vertices
  std::vector<bool> in_group_;  // of the vertices of a shape
};

}  // namespace

Result<Scene> to_scene(const File& file, const scene::Options& options) {
  return SceneMaker(file, options).make(options.selection);
}

}  // namespace mw::wows::primitives
