#include <fmt/format.h>
#include <meshwright/core/detail/half.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/detail/geometry_parts.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <memory>

#include "geometry/make/from_scene.h"
#include "geometry/places.h"
#include "mesh.h"
#include "models.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Scene;

constexpr std::string_view kCompressed =
    "its buffers are compressed, so that no byte belongs to one triangle: the mapping says which part of a "
    "buffer is this mesh";

/// The place in the file of a buffer's field that decoding fails over.
template <class Record>
std::optional<std::uint64_t> offset_of(std::string_view field, std::uint64_t base, const Record& record) {
  if (field == "data") return resolve(base, record.data_pointer);
  if constexpr (std::is_same_v<Record, VertexPrototype>) {
    if (field == "stride") return base + field_byte<Record>("stride");
    return resolve(base + field_byte<Record>("format"), record.format.pointer);
  } else {
    return base + field_byte<Record>("index_size");
  }
}

template <class Record>
Error placed(const Error& error, std::string_view table, std::int64_t pointer, std::size_t row,
             const Record& record) {
  return {.offset = offset_of(error.field, row_offset<Record>(pointer, row), record),
          .field = fmt::format("{}[{}].{}", table, row, error.field),
          .message = error.message};
}

/// Why the first mesh whose buffer cannot be decoded cannot. Most files have one buffer of indices, without
/// which nothing can be drawn, so these come first.
std::optional<Error> undecodable(const File& file, const Decoded& decoded) {
  for (const Mapping& mapping : file.index_mappings) {
    const std::size_t row = mapping.buffer;
    if (row < decoded.indices.size() && !decoded.indices[row])
      return placed(decoded.indices[row].error(), "index_buffers", file.header.index_buffer_pointer, row,
                    file.index_buffers[row].prototype);
  }
  for (const Mapping& mapping : file.vertex_mappings) {
    const std::size_t row = mapping.buffer;
    if (row >= decoded.vertices.size() || decoded.readable(row)) continue;
    const Error& error = decoded.vertices[row] ? decoded.layouts[row].error() : decoded.vertices[row].error();
    return placed(error, "vertex_buffers", file.header.vertex_buffer_pointer, row,
                  file.vertex_buffers[row].prototype);
  }
  return std::nullopt;
}

class SceneMaker {
 public:
  SceneMaker(const File& file, const scene::Options& options, const ShapeNames& names)
      : file_(file),
        names_(names),
        decoded_(decode(file)),
        records_rows_(options.rows),
        axes_(options.raw_axes ? scene::Axes::same() : scene::Axes::left_handed()) {}

  Result<Scene> make(const scene::Selection& selection) {
    root_ = add_node(scene_, {.name = "model"});
    count_limit();
    const Pairing pairing = pair_mappings(file_, decoded_, names_);
    const std::vector<Part> parts = find_parts(file_, pairing);
    if (const auto level = check_level(selection, levels_of(parts)); !level) return fail(level.error());
    for (const Choice& choice : chosen(parts, selection))
      add_pair(pairing.pairs[choice.mesh->pair], choice, selection.all_lods);
    const bool has_meshes = !scene_.meshes.empty();
    list_buffers();
    list_losses(pairing);
    if (!parts_without_.empty())
      scene_.losses.push_back(scene::parts_without_level(parts_without_, *selection.lod));
    add_armor(scene_, file_, axes_, root_, records_rows_);
    add_collision(scene_, file_, axes_, root_, records_rows_);
    scene::Selection roles = selection;  // levels are chosen already
    roles.all_lods = true;
    select(scene_, roles, left_out_.other_levels);
    count_models(selection);
    if (has_meshes || !scene_.meshes.empty()) return std::move(scene_);
    return instead_of_nothing();
  }

  const LeftOut& left_out() const { return left_out_; }

 private:
  /// A mesh that the scene shall have.
  struct Choice {
    const Part* part = nullptr;
    const PartMesh* mesh = nullptr;
  };

  /// In the order of the pairs. Without a wanted level, every part has its finest one.
  std::vector<Choice> chosen(const std::vector<Part>& parts, const scene::Selection& selection) {
    std::vector<Choice> choices;
    for (const Part& part : parts) {
      const std::uint32_t level = selection.lod.value_or(part.finest());
      const auto has_level = [&](const PartMesh& mesh) { return mesh.level == level; };
      if (!selection.all_lods && std::ranges::none_of(part.meshes, has_level))
        parts_without_.push_back(part.name);
      for (const PartMesh& mesh : part.meshes)
        if (selection.all_lods || mesh.level == level)
          choices.push_back({&part, &mesh});
        else
          ++left_out_.other_levels;
    }
    std::ranges::sort(choices, {}, [](const Choice& choice) { return choice.mesh->pair; });
    return choices;
  }

  void count_models(const scene::Selection& selection) {
    for (const ArmorModel& model : file_.armor_models)
      if (!selection.armor) left_out_.armor_plates += model.plates.size();
    for (const CollisionModel& model : file_.collision_models)
      if (!selection.collision) left_out_.hulls += model.hulls.size();
  }

  /// A scene with nothing in it, unless that is because of what cannot be decoded.
  Result<Scene> instead_of_nothing() {
    std::optional<Error> error = undecodable(file_, decoded_);
    if (!error) error = first_unreadable_;
    if (!error) return std::move(scene_);
    const std::size_t meshes = std::max(file_.index_mappings.size(), file_.vertex_mappings.size());
    error->message += fmt::format("; 0 of {} meshes can be decoded", meshes);
    return fail(*std::move(error));
  }

  /// Mappings of a damaged file can lie on each other by the thousand, so the scene has a size it may reach.
  void count_limit() {
    limit_ = 100'000;
    for (const auto& vertices : decoded_.vertices)
      if (vertices) limit_ += 4 * vertices->count;
    for (const auto& indices : decoded_.indices)
      if (indices) limit_ += 4 * indices->count;
  }

  void add_pair(const Pair& pair, const Choice& choice, bool all_levels) {
    const Mapping& mapping = file_.vertex_mappings[pair.vertices];
    const std::uint64_t items = std::uint64_t(mapping.count) + file_.index_mappings[pair.indices].count;
    if (items > limit_) {
      ++overlapping_;
      return;
    }
    limit_ -= items;
    const auto vertices = mapped_vertex_bytes(file_, decoded_, pair.vertices);
    if (!vertices)
      return note_unreadable(vertices.error(), file_.header.vertex_mapping_pointer, pair.vertices);
    const auto indices = mapped_indices(file_, decoded_, pair.indices);
    if (!indices) return note_unreadable(indices.error(), file_.header.index_mapping_pointer, pair.indices);
    const VertexLayout& layout = *decoded_.layouts[mapping.buffer];
    auto made = meshes_.make(PackedVertices(layout, *vertices), *indices);
    if (!made) return;
    scene::Node node = node_of(pair, choice);
    if (all_levels && choice.part->meshes.size() > 1)
      node.extras.emplace_back(scene::kLevels, scene::kAllLevels);
    if (layout.has(ElementKind::iii)) node.extras.emplace_back(kZNegated, made->z_negated);
    add_mesh_node(scene_, std::move(node), std::move(made->primitive), root_);
    if (records_rows_) record_rows(pair, *indices, made->begins);
  }

  /// Of the mesh that was added last.
  void record_rows(const Pair& pair, std::span<const std::uint32_t> indices,
                   std::span<const std::uint32_t> begins) {
    const Mapping& of_indices = file_.index_mappings[pair.indices];
    const Mapping& of_vertices = file_.vertex_mappings[pair.vertices];
    const IndexedTables tables{fmt::format("index_buffers[{}].data", of_indices.buffer), of_indices.offset,
                               fmt::format("vertex_buffers[{}].data", of_vertices.buffer),
                               of_vertices.offset};
    scene::MeshRows rows{.primitives = {rows_of(tables, indices, begins)}, .why_not = kCompressed};
    scene_.meshes.back().rows = std::make_shared<const scene::MeshRows>(std::move(rows));
  }

  void note_unreadable(Error error, std::int64_t table, std::size_t row) {
    if (unreadable_++ > 0) return;
    error.offset = row_offset<Mapping>(table, row);
    first_unreadable_ = std::move(error);
  }

  scene::Node node_of(const Pair& pair, const Choice& choice) const {
    const Mapping& vertices = file_.vertex_mappings[pair.vertices];
    const Mapping& indices = file_.index_mappings[pair.indices];
    scene::Node node{.name = choice.mesh->name, .lod = choice.mesh->level};
    node.extras = {{"part", choice.part->name},
                   {"name_from", to_string(choice.part->name_from)},
                   {"level_by", to_string(choice.mesh->by)},
                   {"vertices_id", fmt::format("0x{:08X}", vertices.id)},
                   {"indices_id", fmt::format("0x{:08X}", indices.id)},
                   {"paired_by", to_string(pair.by)},
                   {"format", text_before_nul(file_.vertex_buffers[vertices.buffer].format)}};
    add_unusual(node.extras, vertices, indices);
    return node;
  }

  void add_unusual(scene::Extras& extras, const Mapping& vertices, const Mapping& indices) const {
    if (vertices.packed_density != 0) extras.emplace_back("density", half_to_float(vertices.packed_density));
    if (indices.packed_density != vertices.packed_density)
      extras.emplace_back("indices_density", half_to_float(indices.packed_density));
    const VertexPrototype& prototype = file_.vertex_buffers[vertices.buffer].prototype;
    if (prototype.is_skinned != 0) extras.emplace_back("is_skinned", std::uint64_t(prototype.is_skinned));
    if (prototype.is_bumped != 0) extras.emplace_back("is_bumped", std::uint64_t(prototype.is_bumped));
  }

  void list_buffers() {
    const auto list = [&](const char* table, std::size_t row, const Error& error) {
      scene_.losses.add(loss::BUFFER_UNREADABLE, fmt::format("{}[{}]", table, row), table, row,
                        error.message);
    };
    for (std::size_t i = 0; i < decoded_.vertices.size(); ++i) {
      if (!decoded_.vertices[i])
        list("vertex_buffers", i, decoded_.vertices[i].error());
      else if (!decoded_.layouts[i])
        list("vertex_buffers", i, decoded_.layouts[i].error());
    }
    for (std::size_t i = 0; i < decoded_.indices.size(); ++i)
      if (!decoded_.indices[i]) list("index_buffers", i, decoded_.indices[i].error());
  }

  void list_losses(const Pairing& pairing) {
    const auto list = [&](std::size_t count, const FindingKind& kind) {
      if (count > 0) scene_.losses.add(kind, "", count);
    };
    for (const Pair& pair : pairing.pairs)
      if (pair.by == PairedBy::guess)
        scene_.losses.add(loss::PAIR_GUESSED, "", file_.index_mappings[pair.indices].id,
                          file_.vertex_mappings[pair.vertices].id, pair.rivals);
    const auto unproven = std::ranges::count_if(
        pairing.pairs, [](const Pair& pair) { return !is_proven(pair.by) && pair.by != PairedBy::guess; });
    list(std::size_t(unproven), loss::PAIR_UNPROVEN);
    list(pairing.unpaired_vertices.size(), loss::VERTICES_LEFT_OUT);
    list(pairing.unpaired_indices.size(), loss::INDICES_LEFT_OUT);
    if (unreadable_ > 0)
      scene_.losses.add(loss::MESH_UNREADABLE, "", unreadable_, to_string(*first_unreadable_));
    list(overlapping_, loss::MESHES_OVERLAPPING);
    meshes_.list_losses(scene_);
  }

  const File& file_;
  const ShapeNames& names_;
  const Decoded decoded_;
  const bool records_rows_;
  const scene::Axes axes_;
  MeshMaker meshes_{axes_, records_rows_};
  Scene scene_;
  LeftOut left_out_;
  std::vector<std::string> parts_without_;  // the wanted level
  Index root_ = 0;
  std::uint64_t limit_ = 0;  // vertices and indices that may still be added
  std::size_t overlapping_ = 0;
  std::size_t unreadable_ = 0;
  std::optional<Error> first_unreadable_;
};

}  // namespace

Result<Scene> to_scene(const File& file, const scene::Options& options, const ShapeNames& names) {
  return SceneMaker(file, options, names).make(options.selection);
}

Result<Scene> to_scene(const File& file, const scene::Options& options, const ShapeNames& names,
                       LeftOut& left_out) {
  SceneMaker maker(file, options, names);
  auto scene = maker.make(options.selection);
  left_out = maker.left_out();
  return scene;
}

}  // namespace mw::wows::geometry
