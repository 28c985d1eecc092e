#include "extensions.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace mw::exchange {
namespace {

constexpr std::string_view kVisibility = "KHR_node_visibility";

/// Kinds of images: each names one under "source" in its textures.
constexpr std::string_view kImageKinds[] = {"KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif",
                                            "MSFT_texture_dds"};

const JsonValue* extension_in(const JsonValue& object, std::string_view name) {
  const JsonValue* extensions = object.find("extensions");
  return extensions != nullptr ? extensions->find(name) : nullptr;
}

bool is_invisible(const JsonValue& node) {
  const JsonValue* extension = extension_in(node, kVisibility);
  const JsonValue* visible = extension != nullptr ? extension->find("visible") : nullptr;
  const auto* value = visible != nullptr ? visible->get_if<bool>() : nullptr;
  return value != nullptr && !*value;
}

}  // namespace

bool is_kept(std::string_view extension) {
  constexpr std::string_view kKept[] = {kLights, kQuantization, kMeshopt, kVisibility};
  return std::ranges::find(kKept, extension) != std::end(kKept);
}

bool is_about_looks(std::string_view extension) {
  constexpr std::string_view kOthers[] = {"KHR_texture_transform", "KHR_animation_pointer",
                                          "KHR_xmp_json_ld"};
  return extension.starts_with("KHR_materials_") ||
         std::ranges::find(kOthers, extension) != std::end(kOthers) ||
         std::ranges::find(kImageKinds, extension) != std::end(kImageKinds);
}

std::optional<std::uint32_t> image_of(GltfInput& input, const JsonValue& texture, std::size_t images) {
  if (const auto own = input.index(texture, "source", images)) return own;
  for (const std::string_view kind : kImageKinds)
    if (const JsonValue* extension = extension_in(texture, kind))
      return input.index(*extension, "source", images);
  return std::nullopt;
}

void hide_invisible(GltfInput& input, scene::Scene& scene) {
  const JsonArray& nodes = input.list(input.json(), "nodes");
  std::vector<scene::Index> pending;
  for (std::size_t i = 0; i < nodes.size() && i < scene.nodes.size(); ++i)
    if (is_invisible(nodes[i])) pending.push_back(scene::Index(i));
  std::vector<bool> seen(scene.nodes.size());
  while (!pending.empty()) {
    const scene::Index index = pending.back();
    pending.pop_back();
    if (seen[index]) continue;
    seen[index] = true;
    scene::Node& node = scene.nodes[index];
    if (node.role == scene::Role::visual) node.role = scene::Role::hidden;
    pending.insert(pending.end(), node.children.begin(), node.children.end());
  }
}

}  // namespace mw::exchange
