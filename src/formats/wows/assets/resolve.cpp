#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/assets_resolve.h>

#include <unordered_map>

#include "decode.h"
#include "names.h"

namespace mw::wows::assets {
namespace {

/// Follows a model step by step.
///
/// A damaged file can lead to one long text or record from every place, by the million. So all records of a
/// chain together are limited, and all of its texts.
class Resolver {
 public:
  Resolver(const Database& database, const Paths& paths, const Resources& resources)
      : database_(database), paths_(paths), resources_(resources) {}

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
    if (std::holds_alternative<Raw>(*record)) return fail(unreadable(visual));
    auto* shown = std::get_if<Visual>(&*record);
    if (shown == nullptr)
      return fail({.message = fmt::format("{} is no {}", describe(visual),
                                          visual == id ? "model and no visual" : "visual")});
    chain_.visual = reference(visual);
    take_visual(*shown);
    chain_.record = std::move(*shown);
    if (!is_full_) return std::move(chain_);
    return fail({.message = fmt::format("{} leads to more than {} bytes of names and paths", describe(id),
                                        text_limit())});
  }

 private:
  std::string describe(ResourceId id) const {
    const std::string path = paths_.path(id);
    return path.empty() ? show_id(id) : path;
  }

  /// A record that exists, but of a version that nobody knows.
  Error unreadable(ResourceId id) const {
    const auto location = resources_.find(id);
    const DatabaseView view = database_.database(location->database);
    return {.message = fmt::format("{} is {}", describe(id), unknown_version(view)),
            .advice = std::string(view.type != nullptr ? kAssumeAdvice : "")};
  }

  std::uint64_t text_limit() const {
    constexpr std::uint64_t kTimes = 16;
    constexpr std::uint64_t kAllowance = 4 << 20;
    return kTimes * database_.bytes().size() + kAllowance;
  }

  /// A text of the chain; empty when there is no more room for it.
  std::string kept(std::string text) {
    constexpr std::uint64_t kEach = 16;  // an empty one takes room too
    is_full_ = is_full_ || text.size() + kEach > text_left_;
    if (is_full_) return {};
    text_left_ -= text.size() + kEach;
    return text;
  }

  void miss(Error error) {
    error.message = kept(std::move(error.message));
    if (!is_full_) chain_.missing.push_back(std::move(error));
  }

  Reference reference(ResourceId id) { return {id, kept(paths_.path(id))}; }

  /// The same for one that should be there; what is not listed is missing.
  Reference needed(ResourceId id, std::string_view what) {
    Reference found = reference(id);
    if (!id.is_none() && found.path.empty())
      miss({.message = fmt::format("no path has the id {} of {}", show_id(id), what)});
    return found;
  }

  Result<Record> record_of(ResourceId id) {
    const auto location = resources_.find(id);
    if (location) return decode(database_, *location, limits_);
    return fail({.message = fmt::format("no record of {}", describe(id))});
  }

  ResourceId take_model(ResourceId id, const auto& model) {
    chain_.model = reference(id);
    if constexpr (requires { model.skeletons; })
      for (const ResourceId skeleton : model.skeletons.items) take_skeleton(skeleton);
    for (const ResourceId animation : model.animations.items)
      chain_.animations.push_back(needed(animation, "an animation"));
    for (const Dye& dye : model.dyes.items) take_dye(dye);
    return model.visual;
  }

  void take_skeleton(ResourceId id) {
    SkeletonUse use{.file = needed(id, "a skeleton")};
    auto record = record_of(id);
    if (auto* skeleton = record ? std::get_if<SkeletonExtender>(&*record) : nullptr)
      use.record = std::make_shared<const SkeletonExtender>(std::move(*skeleton));
    else if (record && std::holds_alternative<Raw>(*record))
      miss(unreadable(id));
    else
      miss(record ? Error{.message = fmt::format("{} is no skeleton", describe(id))} : record.error());
    chain_.skeletons.push_back(std::move(use));
  }

  void take_dye(const Dye& dye) {
    DyeUse use{shown(dye.matter), shown(dye.replaces)};
    for (std::size_t i = 0; i < dye.tints.items.size() && !is_full_; ++i)
      use.tints.emplace_back(shown(dye.tints.items[i]), needed(dye.materials.items[i], "a dye's material"));
    chain_.dyes.push_back(std::move(use));
  }

  std::string shown(NameId id) { return kept(names_.show(id)); }

  std::vector<std::string> shown(const std::vector<NameId>& ids) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < ids.size() && !is_full_; ++i) texts.push_back(shown(ids[i]));
    return texts;
  }

  void take_visual(const Visual& visual) {
    chain_.geometry = needed(visual.geometry, "the geometry");
    chain_.nodes = shown(visual.names.items);
    for (const RenderSet& set : visual.render_sets.items) {
      if (is_full_) return;
      chain_.render_sets.push_back({.name = shown(set.name),
                                    .material_name = shown(set.material_name),
                                    .material = material_of(set.material),
                                    .vertices = set.vertices,
                                    .indices = set.indices,
                                    .skinned = set.skinned != 0,
                                    .nodes = shown(set.nodes.items)});
    }
    for (const Lod& lod : visual.lods.items)
      chain_.lods.push_back({lod.extent, shown(lod.render_sets.items)});
  }

  /// Each material once.
  std::size_t material_of(ResourceId id) {
    const auto [known, added] = materials_.try_emplace(id.value, chain_.materials.size());
    if (added) chain_.materials.push_back(take_material(id));
    return known->second;
  }

  MaterialUse take_material(ResourceId id) {
    MaterialUse use{.file = needed(id, "a material")};
    const auto record = material_record(id);
    if (!record) {
      miss(record.error());
      return use;
    }
    use.found = true;
    use.record = *record;
    const Material& material = *use.record;
    use.effect = reference(material.effect);
    for (std::size_t i = 0; i < material.properties.items.size() && !is_full_; ++i) {
      const std::uint16_t property = material.properties.items[i];
      const std::size_t row = row_of_property(property);
      if (kind_of_property(property) == std::size_t(PropertyKind::texture) &&
          row < material.textures.items.size())
        use.textures.push_back(
            {shown(material.names.items[i]), needed(material.textures.items[row], "a texture")});
    }
    return use;
  }

  /// Decoded once, however many ids lead to it.
  Result<std::shared_ptr<const Material>> material_record(ResourceId id) {
    const auto location = resources_.find(id);
    const auto known = location ? records_.find(pack(*location)) : records_.end();
    if (known != records_.end()) return known->second;
    auto record = record_of(id);
    if (!record) return fail(record.error());
    if (std::holds_alternative<Raw>(*record)) return fail(unreadable(id));
    auto* material = std::get_if<Material>(&*record);
    if (material == nullptr) return fail({.message = fmt::format("{} is no material", describe(id))});
    return records_.emplace(pack(*location), std::make_shared<const Material>(std::move(*material)))
        .first->second;
  }

  const Database& database_;
  const Paths& paths_;
  const Resources& resources_;
  const NameTexts names_{database_};
  DecodeLimits limits_ = DecodeLimits::of(database_.bytes().size());
  std::uint64_t text_left_ = text_limit();
  bool is_full_ = false;
  std::unordered_map<std::uint64_t, std::size_t> materials_;  // rows of the chain's by their ids
  std::unordered_map<std::uint32_t, std::shared_ptr<const Material>> records_;  // by packed locations
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
    json.member("vertices_id", show_id(set.vertices));
    json.member("indices_id", show_id(set.indices));
    json.member("skinned", set.skinned);
    write(json, "nodes", set.nodes);
  });
  list(json, "lods", chain.lods, [&](const LodUse& lod) {
    json.field("extent", lod.extent);
    write(json, "render_sets", lod.render_sets);
  });
}

}  // namespace

std::string unknown_version(const DatabaseView& view) {
  if (view.type == nullptr) return fmt::format("of an unknown type (magic 0x{:08x})", view.entry.magic);
  return fmt::format("a {} of an unknown version (checksum 0x{:08x})", view.type->name, view.entry.checksum);
}

Result<Chain> resolve(const Database& database, const Paths& paths, const Resources& resources,
                      ResourceId id) {
  return Resolver(database, paths, resources).follow(id);
}

Result<Chain> resolve(const Database& database, std::string_view path_or_id) {
  const auto id = id_of(path_or_id);
  if (!id) return fail(id.error());
  if (!database.find(*id)) return fail({.message = fmt::format("no record of {}", escape_text(path_or_id))});
  return resolve(database, Paths(database), Resources(database), *id);
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
  list(json, "skeletons", chain.skeletons, [&](const SkeletonUse& use) { write(json, "file", use.file); });
  references("animations", chain.animations);
  list(json, "dyes", chain.dyes, [&](const DyeUse& dye) {
    json.member("matter", dye.matter);
    json.member("replaces", dye.replaces);
    list(json, "tints", dye.tints, [&](const auto& tint) {
      json.member("name", tint.first);
      write(json, "material", tint.second);
    });
  });
  std::vector<std::string> missing;
  for (const Error& each : chain.missing) missing.push_back(to_string(each));
  write(json, "missing", missing);
  json.end_object();
}

}  // namespace mw::wows::assets
