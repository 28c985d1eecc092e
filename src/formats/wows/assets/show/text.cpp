#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/assets_rows.h>

namespace mw::wows::assets {
namespace {

std::string escaped_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + escape_text(word);
  return text;
}

std::string chain_line(std::string_view label, const std::string& text) {
  return fmt::format("  {:<12} {}\n", label, text);
}

std::string inner_line(std::string_view label, const Reference& file) {
  return fmt::format("    {:<22} {}\n", escape_text(label), to_string(file));
}

}  // namespace

std::string to_string(const Reference& reference) {
  if (reference.id.is_none()) return "none";
  return reference.path.empty() ? show_id(reference.id) + " (no path)" : escape_text(reference.path);
}

std::string to_text(const Chain& chain) {
  std::string text = chain_line("visual", to_string(chain.visual)) +
                     chain_line("geometry", to_string(chain.geometry)) +
                     chain_line("nodes", escaped_list(chain.nodes));
  for (const LodUse& lod : chain.lods)
    text += chain_line("level", fmt::format("up to {}: {}", lod.extent, escaped_list(lod.render_sets)));
  for (const RenderSetUse& set : chain.render_sets)
    text += chain_line("render set",
                       fmt::format("{}: {}{}", escape_text(set.name), escape_text(set.material_name),
                                   set.skinned ? ", skinned by " + escaped_list(set.nodes) : ""));
  for (const MaterialUse& material : chain.materials) {
    text += chain_line("material", to_string(material.file) + (material.found ? "" : " (no record)"));
    for (const TextureUse& texture : material.textures) text += inner_line(texture.property, texture.file);
  }
  for (const SkeletonUse& skeleton : chain.skeletons)
    text += chain_line("skeleton", to_string(skeleton.file));
  for (const Reference& animation : chain.animations) text += chain_line("animation", to_string(animation));
  for (const DyeUse& dye : chain.dyes) {
    text += chain_line("dye", fmt::format("{} for {}", escape_text(dye.matter), escape_text(dye.replaces)));
    for (const auto& [name, material] : dye.tints) text += inner_line(name, material);
  }
  for (const Error& missing : chain.missing) text += chain_line("missing", escape_text(to_string(missing)));
  return text;
}

}  // namespace mw::wows::assets
