#include <fmt/format.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <set>

#include "gltf_write_parts.h"
#include "texture_loss.h"

namespace mw::exchange {

using Rows = JsonWriter::Rows;

void MaterialWriter::pack(BufferWriter& buffer, std::vector<std::string>& losses) {
  constexpr std::array<std::string_view, 3> kRoles = {"base_color", "normal", "emissive"};
  std::set<std::pair<std::string, std::string>> told;
  for (const scene::Material& material : scene_.materials) {
    for (const auto& [role, name, uv] : material.textures) {
      const auto [image, added] = images_.try_emplace(name);
      if (added) image->second = pack_image(name, buffer, losses);
      const bool has_slot = std::ranges::find(kRoles, role) != kRoles.end();
      if (image->second && !has_slot && told.emplace(name, role).second)
        losses.push_back(fmt::format("texture \"{}\" is kept, but glTF has no use for its role \"{}\"",
                                     escape_text(name), escape_text(role)));
    }
  }
  if (!missing_.empty()) losses.push_back(texture_loss(missing_, options_.searched));
}

std::optional<std::uint32_t> MaterialWriter::pack_image(const std::string& name, BufferWriter& buffer,
                                                        std::vector<std::string>& losses) {
  std::optional<Image> image = options_.find_image ? options_.find_image(name) : std::nullopt;
  if (!image) {
    missing_.push_back(name);
    return std::nullopt;
  }
  if (!image->problem.empty()) {
    losses.push_back(fmt::format("texture {} is a name only: {}", escape_text(name), image->problem));
    return std::nullopt;
  }
  // The same image under another name is stored once.
  const std::size_t hash = std::hash<std::string_view>()(text_of(image->bytes));
  const auto same = std::ranges::find_if(stored_images_, [&](const StoredImage& stored) {
    if (!stored.view || !image->uri.empty()) return stored.uri == image->uri && !stored.view;
    return stored.hash == hash && std::ranges::equal(buffer.image(*stored.view), image->bytes);
  });
  if (same != stored_images_.end()) return std::uint32_t(same - stored_images_.begin());
  StoredImage stored{.mime = image->mime, .uri = image->uri, .name = name, .hash = hash};
  if (stored.uri.empty()) stored.view = buffer.add_image(std::move(image->bytes));
  stored_images_.push_back(std::move(stored));
  return std::uint32_t(stored_images_.size() - 1);
}

void MaterialWriter::write() {
  json_.list("materials", scene_.materials, [&](const scene::Material& m) { write_material(m); });
  if (stored_images_.empty()) return;
  write_textures();
  write_images();
}

std::optional<MaterialWriter::WrittenTexture> MaterialWriter::texture_of(const scene::Material& material,
                                                                         std::string_view role) const {
  for (const scene::Texture& texture : material.textures) {
    const auto found = images_.find(texture.name);
    if (texture.role == role && found != images_.end() && found->second)
      return WrittenTexture{*found->second, texture.uv};
  }
  return std::nullopt;
}

void MaterialWriter::write_texture_of(const scene::Material& material, std::string_view role,
                                      std::string_view key) {
  const auto found = texture_of(material, role);
  if (!found) return;
  const WrittenTexture texture = *found;
  json_.key(key);
  json_.begin_object(Rows::one_line);
  json_.member("index", texture.index);
  if (texture.uv != 0) json_.member("texCoord", texture.uv);
  json_.end_object();
}

void MaterialWriter::write_material(const scene::Material& m) {
  scene::Extras more = json_.name(names_, m.name);
  json_.key("pbrMetallicRoughness");
  json_.begin_object();
  json_.numbers("baseColorFactor", {&m.base_color.x, 4});
  json_.member("metallicFactor", m.metallic);
  json_.member("roughnessFactor", m.roughness);
  write_texture_of(m, "base_color", "baseColorTexture");
  json_.end_object();
  write_texture_of(m, "normal", "normalTexture");
  write_texture_of(m, "emissive", "emissiveTexture");
  if (m.emissive != Vec3(0)) json_.numbers("emissiveFactor", {&m.emissive.x, 3});
  if (m.alpha != scene::Alpha::opaque) json_.member("alphaMode", kAlphaNames[std::size_t(m.alpha)]);
  if (m.alpha == scene::Alpha::mask) json_.member("alphaCutoff", m.alpha_cutoff);
  if (m.two_sided) json_.member("doubleSided", true);
  JsonArray textures;
  for (const scene::Texture& texture : m.textures)
    textures.push_back(
        JsonObject{{"role", texture.role}, {"name", texture.name}, {"uv", std::uint64_t(texture.uv)}});
  if (!textures.empty()) more.emplace_back("textures", std::move(textures));
  json_.extras(m.extras, more);
}

void MaterialWriter::write_textures() {
  json_.key("textures");
  json_.begin_array();
  for (std::size_t i = 0; i < stored_images_.size(); ++i) {
    json_.begin_object(Rows::one_line);
    json_.member("source", std::uint64_t(i));
    json_.end_object();
  }
  json_.end_array();
}

void MaterialWriter::write_images() {
  json_.list("images", stored_images_, [&](const StoredImage& image) {
    json_.member("name", image.name);
    if (image.view) {
      json_.member("bufferView", *image.view);
      json_.member("mimeType", image.mime);
    } else {
      json_.member("uri", image.uri);
    }
  });
}

}  // namespace mw::exchange
