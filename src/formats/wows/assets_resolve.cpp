#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/path_hash.h>

#include <algorithm>
#include <unordered_set>

#include "assets_json_forms.h"
#include "assets_walk.h"

namespace mw::wows::assets {
namespace {

/// Follows a model step by step.
class Resolver {
 public:
  Resolver(const Database& database, const Paths& paths) : database_(database), paths_(paths) {}

  Result<Chain> follow(ResourceId id) {
    auto record = record_of(id);
    if (!record) return fail(record.error());
    ResourceId visual = id;
    if (const auto* model = std::get_if<Model>(&*record))
      visual = take_model(id, *model);
    else if (const auto* newer = std::get_if<Model14>(&*record))
      visual = take_model(id, *newer);
    if (visual != id) {
      record = record_of(visual);
      if (!record) return fail(record.error());
    }
    auto* shown = std::get_if<Visual>(&*record);
    if (shown == nullptr)
      return fail({.message = fmt::format("{} is no {}", describe(visual),
                                          visual == id ? "model and no visual" : "visual")});
    chain_.visual = reference(visual);
    take_visual(*shown);
    chain_.record = std::move(*shown);
    return std::move(chain_);
  }

 private:
  std::string describe(ResourceId id) const {
    const std::string path = paths_.path(id);
    return path.empty() ? show_id(id) : path;
  }

  Reference reference(ResourceId id) const { return {id, paths_.path(id)}; }

  /// The same for one that should be there; what is not listed is missing.
  Reference needed(ResourceId id, std::string_view what) {
    Reference found = reference(id);
    if (!id.is_none() && found.path.empty())
      chain_.missing.push_back(fmt::format("no path has the id {} of {}", show_id(id), what));
    return found;
  }

  Result<Record> record_of(ResourceId id) const {
    const auto location = database_.find(id);
    if (location) return database_.record(*location);
    return fail({.message = fmt::format("no record of {}", describe(id))});
  }

  ResourceId take_model(ResourceId id, const auto& model) {
    chain_.model = reference(id);
    if constexpr (requires { model.skeletons; })
      for (const ResourceId skeleton : model.skeletons.items)
        chain_.skeletons.push_back(needed(skeleton, "a skeleton"));
    for (const ResourceId animation : model.animations.items)
      chain_.animations.push_back(needed(animation, "an animation"));
    for (const Dye& dye : model.dyes.items) take_dye(dye);
    return model.visual;
  }

  void take_dye(const Dye& dye) {
    DyeUse use{names_.show(dye.matter), names_.show(dye.replaces)};
    for (std::size_t i = 0; i < dye.tints.items.size(); ++i)
      use.tints.emplace_back(names_.show(dye.tints.items[i]),
                             needed(dye.materials.items[i], "a dye's material"));
    chain_.dyes.push_back(std::move(use));
  }

  std::vector<std::string> shown(const std::vector<NameId>& ids) const {
    std::vector<std::string> texts;
    for (const NameId id : ids) texts.push_back(names_.show(id));
    return texts;
  }

  void take_visual(const Visual& visual) {
    chain_.geometry = needed(visual.geometry, "the geometry");
    chain_.nodes = shown(visual.names.items);
    for (const RenderSet& set : visual.render_sets.items)
      chain_.render_sets.push_back({.name = names_.show(set.name),
                                    .material_name = names_.show(set.material_name),
                                    .material = material_of(set.material),
                                    .vertices = set.vertices,
                                    .indices = set.indices,
                                    .skinned = set.skinned != 0,
                                    .nodes = shown(set.nodes.items)});
    for (const Lod& lod : visual.lods.items)
      chain_.lods.push_back({lod.extent, shown(lod.render_sets.items)});
  }

  /// Each material once.
  std::size_t material_of(ResourceId id) {
    const auto known =
        std::ranges::find(chain_.materials, id, [](const MaterialUse& material) { return material.file.id; });
    const auto index = std::size_t(known - chain_.materials.begin());
    if (known == chain_.materials.end()) chain_.materials.push_back(read_material(id));
    return index;
  }

  MaterialUse read_material(ResourceId id) {
    MaterialUse use{.file = needed(id, "a material")};
    const auto record = record_of(id);
    const auto* material = record ? std::get_if<Material>(&*record) : nullptr;
    if (material == nullptr) {
      chain_.missing.push_back(record ? fmt::format("{} is no material", describe(id))
                                      : record.error().message);
      return use;
    }
    use.found = true;
    use.effect = reference(material->effect);
    for (std::size_t i = 0; i < material->properties.items.size(); ++i) {
      const std::uint16_t property = material->properties.items[i];
      const std::size_t row = row_of_property(property);
      if (kind_of_property(property) == std::size_t(PropertyKind::texture) &&
          row < material->textures.items.size())
        use.textures.push_back(
            {names_.show(material->names.items[i]), needed(material->textures.items[row], "a texture")});
    }
    use.record = *material;
    return use;
  }

  const Database& database_;
  const Paths& paths_;
  const NameTexts names_{database_};
  Chain chain_;
};

void write(JsonWriter& json, std::string_view name, const Reference& reference) {
  json.key(name);
  json.begin_object(JsonWriter::Rows::one_line);
  json.member("id", show_id(reference.id));
  json.key("path");
  reference.path.empty() ? json.value(nullptr) : json.value(reference.path);
  json.end_object();
}

void write(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name);
  json.begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

/// A list of objects.
void list(JsonWriter& json, std::string_view name, const auto& rows, const auto& members) {
  json.key(name);
  json.begin_array();
  for (const auto& row : rows) {
    json.begin_object();
    members(row);
    json.end_object();
  }
  json.end_array();
}

void write_materials(JsonWriter& json, const Chain& chain) {
  list(json, "materials", chain.materials, [&](const MaterialUse& material) {
    write(json, "file", material.file);
    json.member("found", material.found);
    write(json, "effect", material.effect);
    list(json, "textures", material.textures, [&](const TextureUse& texture) {
      json.member("property", texture.property);
      write(json, "file", texture.file);
    });
  });
}

void write_render_sets(JsonWriter& json, const Chain& chain) {
  list(json, "render_sets", chain.render_sets, [&](const RenderSetUse& set) {
    json.member("name", set.name);
    json.member("material_name", set.material_name);
    json.member("material", std::uint64_t(set.material));
    json.field("vertices_id", set.vertices.value);
    json.field("indices_id", set.indices.value);
    json.member("skinned", set.skinned);
    write(json, "nodes", set.nodes);
  });
  list(json, "lods", chain.lods, [&](const LodUse& lod) {
    json.field("extent", lod.extent);
    write(json, "render_sets", lod.render_sets);
  });
}

}  // namespace

ResourceId id_of(std::string_view path_or_id) {
  return parse_id(path_or_id).value_or(ResourceId{path_hash(path_or_id)});
}

Result<Chain> resolve(const Database& database, const Paths& paths, ResourceId id) {
  return Resolver(database, paths).follow(id);
}

Result<Chain> resolve(const Database& database, std::string_view path_or_id) {
  const ResourceId id = id_of(path_or_id);
  if (!database.find(id)) return fail({.message = fmt::format("no record of {}", escape_text(path_or_id))});
  return resolve(database, Paths(database), id);
}

void to_json(const Chain& chain, JsonWriter& json) {
  json.begin_object();
  write(json, "model", chain.model);
  write(json, "visual", chain.visual);
  write(json, "geometry", chain.geometry);
  write(json, "nodes", chain.nodes);
  write_render_sets(json, chain);
  write_materials(json, chain);
  const auto references = [&](std::string_view name, const std::vector<Reference>& rows) {
    list(json, name, rows, [&](const Reference& row) { write(json, "file", row); });
  };
  references("skeletons", chain.skeletons);
  references("animations", chain.animations);
  list(json, "dyes", chain.dyes, [&](const DyeUse& dye) {
    json.member("matter", dye.matter);
    json.member("replaces", dye.replaces);
    list(json, "tints", dye.tints, [&](const auto& tint) {
      json.member("name", tint.first);
      write(json, "material", tint.second);
    });
  });
  write(json, "missing", chain.missing);
  json.end_object();
}

Users users_of(const Database& database, ResourceId geometry) {
  std::unordered_set<std::uint64_t> wanted;                     // packed locations of visuals
  std::vector<std::pair<std::uint32_t, std::uint64_t>> models;  // packed location, id of the visual
  RecordWalk walk(database);
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    walk.for_each(index, [&](std::uint64_t row, const Record& record, const Error* error) {
      if (error != nullptr) return;
      const std::uint32_t location = pack({0, std::uint32_t(index), std::uint32_t(row)});
      if (const auto* visual = std::get_if<Visual>(&record);
          visual != nullptr && visual->geometry == geometry)
        wanted.insert(location);
      if (const auto* model = std::get_if<Model>(&record)) models.emplace_back(location, model->visual.value);
      if (const auto* model = std::get_if<Model14>(&record))
        models.emplace_back(location, model->visual.value);
    });
  }
  Users users;
  std::unordered_set<std::uint64_t> visuals;
  const auto& values = database.resource_values();
  const auto& buckets = database.resource_buckets();
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) {
    if (!buckets[slot].is_occupied() || !wanted.contains(values[slot])) continue;
    users.visuals.push_back({buckets[slot].key});
    visuals.insert(buckets[slot].key);
  }
  std::unordered_set<std::uint64_t> using_models;
  for (const auto& [location, visual] : models)
    if (visuals.contains(visual)) using_models.insert(location);
  for (std::size_t slot = 0; slot < buckets.size(); ++slot)
    if (buckets[slot].is_occupied() && using_models.contains(values[slot]))
      users.models.push_back({buckets[slot].key});
  return users;
}

std::vector<ResourceId> find_by_name(const Database& database, std::string_view file_name) {
  std::vector<ResourceId> ids;
  for (std::size_t row = 0; row < database.paths().size(); ++row)
    if (same_in_any_case(database.name(row), file_name)) ids.push_back({database.paths()[row].id});
  return ids;
}

}  // namespace mw::wows::assets
