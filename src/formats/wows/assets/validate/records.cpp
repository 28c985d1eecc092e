#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "assets/nodes.h"
#include "validate.h"

namespace mw::wows::assets {
namespace {

void check_parents(const Checked& checked, const RecordPlace& place, const Visual& visual) {
  const std::vector<std::uint16_t>& parents = visual.parents.items;
  for (std::size_t node = 0; node < parents.size(); ++node)
    if (parents[node] != kNoParent && parents[node] >= parents.size())
      checked.findings.add(finding::NODE_PARENT_OUT_OF_RANGE, place.item("parents", visual.parents, node),
                           parents[node], parents.size());
  for (const std::size_t node : find_ways(parents).loops)
    checked.findings.add(finding::NODE_PARENT_REPEATED, place.item("parents", visual.parents, node));
}

void check_node_map(const Checked& checked, const RecordPlace& place, const Visual& visual) {
  const std::vector<NameId>& names = visual.names.items;
  for (std::size_t row = 0; row < visual.map_nodes.items.size(); ++row) {
    const std::uint16_t node = visual.map_nodes.items[row];
    if (node >= names.size())
      checked.findings.add(finding::NODE_MAP_OUT_OF_RANGE, place.item("map_nodes", visual.map_nodes, row),
                           node, names.size());
    else if (names[node] != visual.map_names.items[row])
      checked.findings.add(finding::NODE_MAP_MISMATCH, place.item("map_nodes", visual.map_nodes, row), node,
                           quote_word(checked.names.show(names[node])));
  }
}

/// Rows by their names.
using NameRows = std::unordered_map<std::uint32_t, std::size_t>;

/// Where a part of a row of render sets or levels is.
template <class Row, class T>
Place row_place(const RecordPlace& place, std::string_view table, const Array<Row>& rows, std::size_t row,
                std::string_view name, const Array<T>& items, std::size_t item) {
  const std::uint64_t holder = RecordPlace::item_offset(place.base, rows, row);
  return {fmt::format("{}.{}[{}].{}[{}]", place.path(), table, row, name, item),
          RecordPlace::item_offset(holder, items, item)};
}

void check_render_sets(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                       const Visual& visual) {
  NameRows nodes;
  for (std::size_t node = 0; node < visual.names.items.size(); ++node)
    nodes.try_emplace(visual.names.items[node].value, node);
  NameRows sets;
  for (std::size_t row = 0; row < visual.render_sets.items.size(); ++row) {
    const RenderSet& set = visual.render_sets.items[row];
    const std::uint64_t base = RecordPlace::item_offset(place.base, visual.render_sets, row);
    const auto at = [&](std::string_view name, std::uint64_t byte) {
      return Place{fmt::format("{}.render_sets[{}].{}", place.path(), row, name), base + byte};
    };
    const auto [known, added] = sets.try_emplace(set.name.value, row);
    if (!added)
      checked.findings.add(finding::RENDER_SET_REPEATED, at("name", record_byte<RenderSet>("name")),
                           known->second, quote_word(checked.names.show(set.name)));
    if (set.vertices.is_none())
      checked.findings.add(finding::RENDER_SET_MESH_MISSING,
                           at("vertices", record_byte<RenderSet>("vertices")), "vertices");
    if (set.indices.is_none())
      checked.findings.add(finding::RENDER_SET_MESH_MISSING, at("indices", record_byte<RenderSet>("indices")),
                           "indices");
    if (!set.material.is_none() && !resources.has(set.material, Type::material))
      checked.findings.add(finding::RENDER_SET_MATERIAL_MISSING,
                           at("material", record_byte<RenderSet>("material")), set.material.value);
    for (std::size_t bone = 0; bone < set.nodes.items.size(); ++bone)
      if (!nodes.contains(set.nodes.items[bone].value))
        checked.findings.add(
            finding::RENDER_SET_NODE_MISSING,
            row_place(place, "render_sets", visual.render_sets, row, "nodes", set.nodes, bone),
            quote_word(checked.names.show(set.nodes.items[bone])));
  }
  for (std::size_t row = 0; row < visual.lods.items.size(); ++row) {
    const Lod& lod = visual.lods.items[row];
    for (std::size_t item = 0; item < lod.render_sets.items.size(); ++item)
      if (!sets.contains(lod.render_sets.items[item].value))
        checked.findings.add(finding::LOD_RENDER_SET_MISSING,
                             row_place(place, "lods", visual.lods, row, "render_sets", lod.render_sets, item),
                             quote_word(checked.names.show(lod.render_sets.items[item])));
  }
}

void check_extents(const Checked& checked, const RecordPlace& place, const Visual& visual) {
  for (std::size_t row = 0; row < visual.lods.items.size(); ++row) {
    const auto at = [&] {
      Place lod = place.item("lods", visual.lods, row);
      lod.where += ".extent";
      return lod;
    };
    const float extent = visual.lods.items[row].extent;
    if (extent < 0) checked.findings.add(finding::LOD_EXTENT_OUT_OF_RANGE, at(), extent);
    if (row == 0) continue;
    const float before = visual.lods.items[row - 1].extent;
    if (extent < before) checked.findings.add(finding::LOD_EXTENT_OUT_OF_ORDER, at(), extent, before);
  }
}

/// What models of both layouts have; `byte_of_*` is where in its own.
template <class AnyModel>
void check_model(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                 const AnyModel& model) {
  if (!resources.has(model.visual, Type::visual))
    checked.findings.add(finding::MODEL_VISUAL_MISSING, place.at("visual", record_byte<AnyModel>("visual")),
                         model.visual.value);
  if (model.misc_type > kMostMiscType)
    checked.findings.add(finding::MODEL_MISC_TYPE_UNKNOWN,
                         place.at("misc_type", record_byte<AnyModel>("misc_type")), model.misc_type);
  for (std::size_t row = 0; row < model.dyes.items.size(); ++row) {
    const Dye& dye = model.dyes.items[row];
    for (std::size_t item = 0; item < dye.materials.items.size(); ++item)
      if (!resources.has(dye.materials.items[item], Type::material))
        checked.findings.add(finding::DYE_MATERIAL_MISSING,
                             row_place(place, "dyes", model.dyes, row, "materials", dye.materials, item),
                             dye.materials.items[item].value);
  }
}

/// A visual that shows nothing needs no file.
void check_geometry(const Checked& checked, const RecordPlace& place, const Visual& visual) {
  if (visual.geometry.is_none() && visual.render_sets.items.empty()) return;
  const auto at = [&] { return place.at("geometry", record_byte<Visual>("geometry")); };
  const auto row = checked.paths.row_of(visual.geometry);
  if (!row)
    checked.findings.add(finding::VISUAL_GEOMETRY_MISSING, at(), visual.geometry.value);
  else if (const std::string_view name = checked.database.name(*row); !name.ends_with(".geometry"))
    checked.findings.add(finding::VISUAL_GEOMETRY_UNUSUAL, at(), quote_word(name));
}

void check_effect(const Checked& checked, ResourceId id, const auto& place) {
  if (!id.is_none() && !checked.paths.row_of(id))
    checked.findings.add(finding::EFFECT_PATH_MISSING, place(), id.value);
}

}  // namespace

void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Visual& visual) {
  check_parents(checked, place, visual);
  check_node_map(checked, place, visual);
  check_geometry(checked, place, visual);
  for (int axis = 0; axis < 3; ++axis)
    if (visual.min[axis] > visual.max[axis]) {
      checked.findings.add(finding::VISUAL_BOX_INVERTED, place.at("min", record_byte<Visual>("min")),
                           visual.min[axis], visual.max[axis]);
      break;
    }
  check_render_sets(checked, resources, place, visual);
  check_extents(checked, place, visual);
}

void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Model& model) {
  check_model(checked, resources, place, model);
  for (std::size_t row = 0; row < model.skeletons.items.size(); ++row)
    if (!resources.has(model.skeletons.items[row], Type::skeleton))
      checked.findings.add(finding::MODEL_SKELETON_MISSING, place.item("skeletons", model.skeletons, row),
                           model.skeletons.items[row].value);
}

void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Model14& model) {
  check_model(checked, resources, place, model);
}

void check_record(const Checked& checked, const ResourceTypes& /*resources*/, const RecordPlace& place,
                  const Material& material) {
  for (std::size_t row = 0; row < material.properties.items.size(); ++row) {
    const std::uint16_t property = material.properties.items[row];
    const std::size_t kind = kind_of_property(property);
    const auto at = [&] { return place.item("properties", material.properties, row); };
    if (kind >= kPropertyKinds)
      checked.findings.add(finding::PROPERTY_KIND_UNKNOWN, at(), kind);
    else if (row_of_property(property) >= material.counts[kind])
      checked.findings.add(finding::PROPERTY_VALUE_OUT_OF_RANGE, at(), row_of_property(property),
                           material.counts[kind], kind);
  }
  for (std::size_t row = 0; row < material.textures.items.size(); ++row) {
    const ResourceId texture = material.textures.items[row];
    if (!texture.is_none() && !checked.paths.row_of(texture))
      checked.findings.add(finding::TEXTURE_PATH_MISSING, place.item("textures", material.textures, row),
                           texture.value);
  }
  check_effect(checked, material.effect, [&] { return place.at("effect", record_byte<Material>("effect")); });
}

void check_record(const Checked& checked, const ResourceTypes& /*resources*/, const RecordPlace& place,
                  const EffectPreset& preset) {
  check_effect(checked, preset.high, [&] { return place.at("high", record_byte<EffectPreset>("high")); });
  check_effect(checked, preset.low, [&] { return place.at("low", record_byte<EffectPreset>("low")); });
}

void check_record(const Checked& checked, const ResourceTypes& /*resources*/, const RecordPlace& place,
                  const VelocityField& velocity) {
  // As reals: the product of three numbers of 32 bits can wrap, and only its remainder matters.
  const auto& [x, y, z] = velocity.size;
  const double places = double(x) * y * z;
  const double values = double(velocity.values.items.size());
  if (places > 0 ? std::fmod(values, places) != 0 : values > 0)
    checked.findings.add(finding::VELOCITY_FIELD_SIZE_MISMATCH,
                         place.at("size", record_byte<VelocityField>("size")), velocity.values.items.size(),
                         x, y, z);
}

}  // namespace mw::wows::assets
