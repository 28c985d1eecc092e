#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "losses.h"
#include "parts.h"

namespace mw::exchange {

using Rows = JsonWriter::Rows;

MaterialWriter::MaterialWriter(const scene::Scene& scene, const GltfOptions& options, GltfJson& json)
    : scene_(scene), options_(options), json_(json), is_used_(scene.materials.size()) {
  constexpr UvOrder kNoGaps = {0, 1, 2, 3};
  for (std::size_t i = 0; i < scene.materials.size(); ++i)
    written_.push_back(use_of(scene::Index(i), kNoGaps));
}

MaterialWriter::Use MaterialWriter::use_of(scene::Index material, const UvOrder& order) const {
  Use use{.material = material, .places = {}};
  for (const scene::Texture& texture : scene_.materials[material].textures)
    use.places.push_back(uv_place(order, texture.uv));
  return use;
}

void MaterialWriter::add_use(scene::Index material, const UvOrder& order) {
  Use use = use_of(material, order);
  if (numbers_.contains(use)) return;
  const bool first = !is_used_[material];
  is_used_[material] = true;
  const auto number = first ? material : std::uint32_t(written_.size());
  numbers_.emplace(use, number);
  if (first)
    written_[material] = std::move(use);
  else
    written_.push_back(std::move(use));
}

std::uint32_t MaterialWriter::number_of(scene::Index material, const UvOrder& order) const {
  return numbers_.at(use_of(material, order));
}

void MaterialWriter::pack(BufferWriter& buffer, Losses& losses) {
  constexpr std::array<std::string_view, 3> kRoles = {"base_color", "normal", "emissive"};
  std::set<std::pair<std::string, std::string>> told;
  for (const scene::Material& material : scene_.materials) {
    for (const auto& [role, name, uv] : material.textures) {
      const auto [image, added] = images_.try_emplace(name);
      if (added) image->second = pack_image(name, buffer, losses);
      const bool has_slot = std::ranges::find(kRoles, role) != kRoles.end();
      if (image->second && !has_slot && told.emplace(name, role).second)
        losses.add(loss::GLTF_TEXTURE_UNUSED, name, escape_text(name), escape_text(role));
    }
  }
  if (!missing_.empty()) losses.push_back(texture_loss(missing_, options_.searched));
  losses.append(unread_texture_losses(unread_));
}

std::optional<std::uint32_t> MaterialWriter::pack_image(const std::string& name, BufferWriter& buffer,
                                                        Losses& losses) {
  std::optional<Image> image = options_.find_image ? options_.find_image(name) : std::nullopt;
  if (!image) {
    missing_.push_back(name);
    return std::nullopt;
  }
  if (!image->unread.empty()) {
    unread_[image->unread].push_back(name);
    return std::nullopt;
  }
  if (!image->problem.empty()) {
    losses.add(loss::TEXTURE_UNREADABLE, name, escape_text(name), image->problem);
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
  json_.list("materials", written_, [&](const Use& use) { write_material(use); });
  if (stored_images_.empty()) return;
  write_textures();
  write_images();
}

std::optional<MaterialWriter::WrittenTexture> MaterialWriter::texture_of(const Use& use,
                                                                         std::string_view role) const {
  const std::vector<scene::Texture>& textures = scene_.materials[use.material].textures;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const auto found = images_.find(textures[i].name);
    if (textures[i].role == role && found != images_.end() && found->second)
      return WrittenTexture{*found->second, use.places[i]};
  }
  return std::nullopt;
}

void MaterialWriter::write_texture_of(const Use& use, std::string_view role, std::string_view key) {
  const auto found = texture_of(use, role);
  if (!found) return;
  const WrittenTexture texture = *found;
  json_.key(key);
  json_.begin_object(Rows::one_line);
  json_.member("index", texture.index);
  if (texture.uv != 0) json_.member("texCoord", texture.uv);
  json_.end_object();
}

void MaterialWriter::write_material(const Use& use) {
  const scene::Material& m = scene_.materials[use.material];
  scene::Extras more = json_.name(names_, m.name);
  json_.key("pbrMetallicRoughness");
  json_.begin_object();
  json_.numbers("baseColorFactor", {&m.base_color.x, 4});
  json_.member("metallicFactor", m.metallic);
  json_.member("roughnessFactor", m.roughness);
  write_texture_of(use, "base_color", "baseColorTexture");
  json_.end_object();
  write_texture_of(use, "normal", "normalTexture");
  write_texture_of(use, "emissive", "emissiveTexture");
  if (m.emissive != Vec3(0)) json_.numbers("emissiveFactor", {&m.emissive.x, 3});
  if (m.alpha != scene::Alpha::opaque) json_.member("alphaMode", kAlphaNames[std::size_t(m.alpha)]);
  if (m.alpha == scene::Alpha::mask) json_.member("alphaCutoff", m.alpha_cutoff);
  if (m.two_sided) json_.member("doubleSided", true);
  JsonArray textures;
  for (std::size_t i = 0; i < m.textures.size(); ++i)
    textures.push_back(JsonObject{
        {"role", m.textures[i].role}, {"name", m.textures[i].name}, {"uv", std::uint64_t(use.places[i])}});
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
