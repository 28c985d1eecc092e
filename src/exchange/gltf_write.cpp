#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/exchange/gltf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_set>

#include "gltf_buffer.h"
#include "gltf_mend.h"

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

/// Makes a name unique among its kind by a number behind it.
class UniqueNames {
 public:
  std::string take(const std::string& name) {
    std::string unique = name;
    // Numbers already tried for a name are remembered, so that a thousand equal names stay quick.
    for (int& n = next_[name]; !taken_.insert(unique).second;) unique = fmt::format("{}.{}", name, ++n);
    return unique;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::map<std::string, int> next_;
};

/// A texture that was found, as glTF names it.
struct WrittenTexture {
  std::uint32_t index;
  std::uint32_t uv;
};

class Writer {
 public:
  Writer(const Scene& scene, const GltfOptions& options)
      : scene_(scene),
        options_(options),
        buffer_(options.compress),
        json_(options.bin_uri.empty() ? JsonWriter::Style::compact : JsonWriter::Style::pretty) {}

  GltfFile write() {
    pack();
    json_.begin_object();
    write_asset();
    write_extensions();
    write_scene();
    write_list("nodes", scene_.nodes, [&](const scene::Node& node) { write_node(node); });
    write_meshes();
    write_list("materials", scene_.materials, [&](const scene::Material& m) { write_material(m); });
    write_textures();
    write_list("skins", scene_.skins, [&](const scene::Skin& skin) { write_skin(skin); });
    write_animations();
    write_accessors();
    write_views();
    write_buffers();
    json_.end_object();
    GltfFile file;
    finish(file);
    file.losses = scene_.losses;
    for (std::string& line : mends_.describe()) file.losses.push_back(std::move(line));
    file.losses.insert(file.losses.end(), losses_.begin(), losses_.end());
    return file;
  }

 private:
  // First all numbers go into the buffer, in the order in which the document will name them.
  void pack() {
    for (const scene::Mesh& mesh : scene_.meshes)
      for (const scene::Primitive& primitive : mesh.primitives)
        if (!primitive.positions.empty())
          primitives_.push_back(buffer_.add_primitive(mended(primitive, mends_)));
    for (const scene::Skin& skin : scene_.skins) pack_skin(skin);
    for (const scene::Animation& animation : scene_.animations) pack_animation(animation);
    for (const scene::Material& material : scene_.materials) pack_textures(material);
  }

  void pack_skin(const scene::Skin& skin) {
    std::vector<float> numbers;
    numbers.reserve(skin.inverse_binds.size() * 16);
    for (const Mat4& matrix : skin.inverse_binds)
      for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row) numbers.push_back(matrix[column][row]);
    binds_.push_back(numbers.empty() ? 0 : buffer_.add_floats(numbers, 16, false));
  }

  void pack_animation(const scene::Animation& animation) {
    for (const scene::Channel& channel : animation.channels) {
      if (!is_native(channel)) continue;
      inputs_.push_back(buffer_.add_floats(channel.times, 1, true));
      outputs_.push_back(buffer_.add_floats(channel.values, channel.components, false));
    }
  }

  void pack_textures(const scene::Material& material) {
    constexpr std::array<std::string_view, 3> kRoles = {"base_color", "normal", "emissive"};
    for (const scene::Texture& texture : material.textures) {
      if (!images_.contains(texture.name)) images_[texture.name] = pack_image(texture.name);
      if (!images_[texture.name] || std::ranges::find(kRoles, texture.role) != kRoles.end()) continue;
      std::string loss = fmt::format("texture \"{}\" is kept, but glTF has no use for its role \"{}\"",
                                     texture.name, texture.role);
      if (std::ranges::find(losses_, loss) == losses_.end()) losses_.push_back(std::move(loss));
    }
  }

  std::optional<std::uint32_t> pack_image(const std::string& name) {
    const std::optional<Image> image = options_.find_image ? options_.find_image(name) : std::nullopt;
    if (!image || !image->problem.empty()) {
      losses_.push_back(fmt::format("texture \"{}\" is referenced by name only{}", name,
                                    image ? ": " + image->problem : ""));
      return std::nullopt;
    }
    // The same image under another name is stored once.
    const auto same = std::ranges::find_if(stored_images_, [&](const StoredImage& stored) {
      if (!stored.view) return stored.uri == image->uri;
      const BufferView& view = buffer_.views()[*stored.view];
      const ByteSpan bytes = ByteSpan(buffer_.bytes()).subspan(view.encoded_offset, view.length);
      return image->uri.empty() && std::ranges::equal(bytes, image->bytes);
    });
    if (same != stored_images_.end()) return std::uint32_t(same - stored_images_.begin());
    StoredImage stored{.mime = image->mime, .uri = image->uri, .name = name};
    if (stored.uri.empty()) stored.view = buffer_.add_image(image->bytes);
    stored_images_.push_back(std::move(stored));
    return std::uint32_t(stored_images_.size() - 1);
  }

  static bool is_native(const scene::Channel& channel) {
    return channel.target != scene::Target::custom && !channel.times.empty();
  }
  static bool has_native(const scene::Animation& animation) {
    return std::ranges::any_of(animation.channels, is_native);
  }

  template <class T, class Each>
  void write_list(std::string_view name, const std::vector<T>& items, Each each) {
    if (items.empty()) return;
    json_.key(name);
    json_.begin_array();
    for (const T& item : items) {
      json_.begin_object();
      each(item);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_numbers(std::string_view name, std::span<const float> numbers) {
    json_.key(name);
    json_.begin_array(JsonWriter::Rows::one_line);
    for (const float number : numbers) json_.value(number);
    json_.end_array();
  }

  void write_indices(std::string_view name, const std::vector<Index>& indices) {
    json_.key(name);
    json_.begin_array(JsonWriter::Rows::one_line);
    for (const Index index : indices) json_.value(index);
    json_.end_array();
  }

  /// Extras, with what is added to them because glTF has no place for it.
  void write_extras(scene::Extras extras, scene::Extras more = {}) {
    for (auto& member : more) extras.push_back(std::move(member));
    if (!extras.empty()) json_.member("extras", JsonValue(std::move(extras)));
  }

  /// The unique name; the original goes into the extras when it had to be changed.
  scene::Extras write_name(UniqueNames& names, const std::string& name) {
    if (name.empty()) return {};
    const std::string unique = names.take(name);
    json_.member("name", unique);
    if (unique == name) return {};
    return {{"name", JsonValue(name)}};
  }

  void write_asset() {
    json_.key("asset");
    json_.begin_object(JsonWriter::Rows::one_line);
    json_.member("version", "2.0");
    json_.member("generator", "Meshwright");
    json_.end_object();
  }

  void write_extensions() {
    std::vector<std::string_view> used;
    if (!scene_.lights.empty()) used.push_back(kLights);
    const auto required = used.size();
    if (options_.compress && !buffer_.accessors().empty()) {
      used.push_back(kQuantization);
      used.push_back(kMeshopt);
    }
    if (used.empty()) return;
    const auto write = [&](std::string_view name, std::span<const std::string_view> list) {
      if (list.empty()) return;
      json_.key(name);
      json_.begin_array(JsonWriter::Rows::one_line);
      for (const std::string_view extension : list) json_.value(extension);
      json_.end_array();
    };
    write("extensionsUsed", used);
    write("extensionsRequired", std::span(used).subspan(required));
    if (scene_.lights.empty()) return;
    json_.key("extensions");
    json_.begin_object();
    json_.key(kLights);
    json_.begin_object();
    write_list("lights", scene_.lights, [&](const scene::Light& light) { write_light(light); });
    json_.end_object();
    json_.end_object();
  }

  void write_light(const scene::Light& light) {
    scene::Extras more = write_name(light_names_, light.name);
    json_.member("type", kLightNames[std::size_t(light.kind)]);
    write_numbers("color", {&light.colour.x, 3});
    json_.member("intensity", light.intensity);
    if (light.range && *light.range > 0) json_.member("range", *light.range);
    if (light.kind == scene::LightKind::spot) {
      json_.key("spot");
      json_.begin_object(JsonWriter::Rows::one_line);
      json_.member("innerConeAngle", light.inner_cone);
      json_.member("outerConeAngle", light.outer_cone);
      json_.end_object();
    }
    write_extras(light.extras, std::move(more));
  }

  void write_scene() {
    json_.member("scene", 0);
    json_.key("scenes");
    json_.begin_array();
    json_.begin_object();
    if (!scene_.name.empty()) json_.member("name", scene_.name);
    if (!scene_.roots.empty()) write_indices("nodes", scene_.roots);
    write_extras(scene_.extras, still_animations());
    json_.end_object();
    json_.end_array();
  }

  void write_node(const scene::Node& node) {
    scene::Extras more = write_name(node_names_, node.name);
    const scene::Transform& t = node.transform;
    if (t.translation != Vec3(0)) write_numbers("translation", {&t.translation.x, 3});
    if (t.rotation != Quat(1, 0, 0, 0))
      write_numbers("rotation", std::array{t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
    if (t.scale != Vec3(1)) write_numbers("scale", {&t.scale.x, 3});
    if (!node.children.empty()) write_indices("children", node.children);
    if (node.mesh && mesh_index(*node.mesh)) {
      json_.member("mesh", *mesh_index(*node.mesh));
      if (node.skin) json_.member("skin", *node.skin);
    }
    if (node.light) {
      json_.key("extensions");
      json_.value(JsonObject{{std::string(kLights), JsonObject{{"light", std::uint64_t(*node.light)}}}});
    }
    if (node.role != scene::Role::visual) more.emplace_back("role", kRoleNames[std::size_t(node.role)]);
    if (node.lod != 0) more.emplace_back("lod", std::uint64_t(node.lod));
    write_extras(node.extras, std::move(more));
  }

  static bool has_vertices(const scene::Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives, [](const auto& p) { return !p.positions.empty(); });
  }

  /// glTF allows no mesh without vertices, so the numbers of those behind one shift.
  std::optional<std::uint32_t> mesh_index(Index mesh) const {
    if (!has_vertices(scene_.meshes[mesh])) return std::nullopt;
    const auto before = scene_.meshes.begin() + std::ptrdiff_t(mesh);
    return std::uint32_t(std::count_if(scene_.meshes.begin(), before, has_vertices));
  }

  void write_meshes() {
    if (std::ranges::none_of(scene_.meshes, has_vertices)) return;
    std::size_t next = 0;
    json_.key("meshes");
    json_.begin_array();
    for (const scene::Mesh& mesh : scene_.meshes) {
      if (!has_vertices(mesh)) {
        losses_.push_back(fmt::format("mesh \"{}\" has no vertices", mesh.name));
        continue;
      }
      json_.begin_object();
      scene::Extras more = write_name(mesh_names_, mesh.name);
      json_.key("primitives");
      json_.begin_array();
      for (const scene::Primitive& primitive : mesh.primitives)
        if (!primitive.positions.empty()) write_primitive(primitive, primitives_[next++]);
      json_.end_array();
      write_extras(mesh.extras, std::move(more));
      json_.end_object();
    }
    json_.end_array();
  }

  void write_primitive(const scene::Primitive& primitive, const WrittenPrimitive& written) {
    constexpr std::array<std::uint32_t, 3> kModes = {0, 1, 4};  // points, lines, triangles
    json_.begin_object();
    json_.key("attributes");
    json_.begin_object(JsonWriter::Rows::one_line);
    for (const WrittenAttribute& attribute : written.attributes)
      json_.member(attribute.semantic, attribute.accessor);
    json_.end_object();
    if (written.indices) json_.member("indices", *written.indices);
    if (primitive.topology != scene::Topology::triangles)
      json_.member("mode", kModes[std::size_t(primitive.topology)]);
    if (primitive.material) json_.member("material", *primitive.material);
    write_extras(primitive.extras);
    json_.end_object();
  }

  std::optional<WrittenTexture> texture_of(const scene::Material& material, std::string_view role) const {
    for (const scene::Texture& texture : material.textures) {
      const auto found = images_.find(texture.name);
      if (texture.role == role && found != images_.end() && found->second)
        return WrittenTexture{*found->second, texture.uv};
    }
    return std::nullopt;
  }

  void write_texture_of(const scene::Material& material, std::string_view role, std::string_view key) {
    const auto texture = texture_of(material, role);
    if (!texture) return;
    json_.key(key);
    json_.begin_object(JsonWriter::Rows::one_line);
    json_.member("index", texture->index);
    if (texture->uv != 0) json_.member("texCoord", texture->uv);
    json_.end_object();
  }

  void write_material(const scene::Material& m) {
    scene::Extras more = write_name(material_names_, m.name);
    json_.key("pbrMetallicRoughness");
    json_.begin_object();
    write_numbers("baseColorFactor", {&m.base_colour.x, 4});
    json_.member("metallicFactor", m.metallic);
    json_.member("roughnessFactor", m.roughness);
    write_texture_of(m, "base_color", "baseColorTexture");
    json_.end_object();
    write_texture_of(m, "normal", "normalTexture");
    write_texture_of(m, "emissive", "emissiveTexture");
    if (m.emissive != Vec3(0)) write_numbers("emissiveFactor", {&m.emissive.x, 3});
    if (m.alpha != scene::Alpha::opaque) json_.member("alphaMode", kAlphaNames[std::size_t(m.alpha)]);
    if (m.alpha == scene::Alpha::mask) json_.member("alphaCutoff", m.alpha_cutoff);
    if (m.two_sided) json_.member("doubleSided", true);
    JsonArray textures;
    for (const scene::Texture& texture : m.textures)
      textures.push_back(
          JsonObject{{"role", texture.role}, {"name", texture.name}, {"uv", std::uint64_t(texture.uv)}});
    if (!textures.empty()) more.emplace_back("textures", std::move(textures));
    write_extras(m.extras, std::move(more));
  }

  void write_textures() {
    if (stored_images_.empty()) return;
    json_.key("textures");
    json_.begin_array();
    for (std::size_t i = 0; i < stored_images_.size(); ++i) {
      json_.begin_object(JsonWriter::Rows::one_line);
      json_.member("source", std::uint64_t(i));
      json_.end_object();
    }
    json_.end_array();
    write_list("images", stored_images_, [&](const StoredImage& image) {
      json_.member("name", image.name);
      if (image.view) {
        json_.member("bufferView", *image.view);
        json_.member("mimeType", image.mime);
      } else {
        json_.member("uri", image.uri);
      }
    });
  }

  void write_skin(const scene::Skin& skin) {
    scene::Extras more = write_name(skin_names_, skin.name);
    const auto number = std::size_t(&skin - scene_.skins.data());
    if (!skin.inverse_binds.empty()) json_.member("inverseBindMatrices", binds_[number]);
    if (skin.root) json_.member("skeleton", *skin.root);
    write_indices("joints", skin.joints);
    write_extras(skin.extras, std::move(more));
  }

  JsonObject custom_channel(const scene::Channel& channel) const {
    JsonArray times(channel.times.begin(), channel.times.end());
    JsonArray values(channel.values.begin(), channel.values.end());
    return {{"node", std::uint64_t(channel.node)},
            {"name", channel.name},
            {"components", std::uint64_t(channel.components)},
            {"interpolation", kInterpolationNames[std::size_t(channel.interpolation)]},
            {"times", std::move(times)},
            {"values", std::move(values)}};
  }

  scene::Extras animation_extras(const scene::Animation& animation) const {
    scene::Extras more = {{"length", animation.length}};
    JsonArray custom;
    for (const scene::Channel& channel : animation.channels)
      if (channel.target == scene::Target::custom) custom.push_back(custom_channel(channel));
    if (!custom.empty()) more.emplace_back("channels", std::move(custom));
    return more;
  }

  /// glTF allows no animation without a channel it knows; such ones are kept in the scene's extras.
  scene::Extras still_animations() const {
    JsonArray list;
    for (const scene::Animation& animation : scene_.animations) {
      if (has_native(animation)) continue;
      JsonObject entry = {{"name", animation.name}};
      for (auto& member : animation_extras(animation)) entry.push_back(std::move(member));
      if (!animation.extras.empty()) entry.emplace_back("extras", animation.extras);
      list.push_back(std::move(entry));
    }
    if (list.empty()) return {};
    return {{"animations", std::move(list)}};
  }

  void write_animations() {
    if (std::ranges::none_of(scene_.animations, has_native)) return;
    std::size_t next = 0;
    json_.key("animations");
    json_.begin_array();
    for (const scene::Animation& animation : scene_.animations)
      if (has_native(animation)) write_animation(animation, next);
    json_.end_array();
  }

  void write_animation(const scene::Animation& animation, std::size_t& next) {
    json_.begin_object();
    scene::Extras more = write_name(animation_names_, animation.name);
    const std::size_t first = next;
    std::vector<const scene::Channel*> channels;
    for (const scene::Channel& channel : animation.channels)
      if (is_native(channel)) channels.push_back(&channel);
    next += channels.size();
    json_.key("channels");
    json_.begin_array();
    for (std::size_t i = 0; i < channels.size(); ++i) {
      json_.value(
          JsonObject{{"sampler", std::uint64_t(i)},
                     {"target", JsonObject{{"node", std::uint64_t(channels[i]->node)},
                                           {"path", kTargetNames[std::size_t(channels[i]->target)]}}}});
    }
    json_.end_array();
    json_.key("samplers");
    json_.begin_array();
    for (std::size_t i = 0; i < channels.size(); ++i) {
      json_.value(JsonObject{{"input", std::uint64_t(inputs_[first + i])},
                             {"interpolation", kInterpolationNames[std::size_t(channels[i]->interpolation)]},
                             {"output", std::uint64_t(outputs_[first + i])}});
    }
    json_.end_array();
    for (auto& member : animation_extras(animation)) more.push_back(std::move(member));
    write_extras(animation.extras, std::move(more));
    json_.end_object();
  }

  void write_accessors() {
    write_list("accessors", buffer_.accessors(), [&](const Accessor& accessor) {
      json_.member("bufferView", accessor.view);
      if (accessor.offset != 0) json_.member("byteOffset", accessor.offset);
      json_.member("componentType", std::uint32_t(accessor.component));
      if (accessor.normalised) json_.member("normalized", true);
      json_.member("count", accessor.count);
      json_.member("type", type_name(accessor.width));
      if (!accessor.min.empty()) write_numbers("min", accessor.min);
      if (!accessor.max.empty()) write_numbers("max", accessor.max);
    });
  }

  void write_views() {
    write_list("bufferViews", buffer_.views(), [&](const BufferView& view) {
      const bool compressed = view.mode != MeshoptMode::none;
      json_.member("buffer", compressed ? 1 : 0);
      json_.member("byteOffset", compressed ? view.offset : view.encoded_offset);
      json_.member("byteLength", view.length);
      if (view.target == ViewTarget::vertices) json_.member("byteStride", view.stride);
      if (view.target != ViewTarget::none) json_.member("target", std::uint32_t(view.target));
      if (!compressed) return;
      json_.key("extensions");
      json_.value(JsonObject{
          {std::string(kMeshopt),
           JsonObject{{"buffer", std::uint64_t(0)},
                      {"byteOffset", view.encoded_offset},
                      {"byteLength", view.encoded_length},
                      {"byteStride", std::uint64_t(view.stride)},
                      {"count", view.count},
                      {"mode", view.mode == MeshoptMode::attributes ? "ATTRIBUTES" : "TRIANGLES"}}}});
    });
  }

  void write_buffers() {
    if (buffer_.bytes().empty()) return;
    json_.key("buffers");
    json_.begin_array();
    json_.begin_object();
    if (!options_.bin_uri.empty()) json_.member("uri", options_.bin_uri);
    json_.member("byteLength", std::uint64_t(buffer_.bytes().size()));
    json_.end_object();
    if (options_.compress) {
      // What the compressed views stand for; nothing is stored of it.
      json_.value(
          JsonObject{{"byteLength", buffer_.plain_length()},
                     {"extensions", JsonObject{{std::string(kMeshopt), JsonObject{{"fallback", true}}}}}});
    }
    json_.end_array();
  }

  void finish(GltfFile& file) {
    std::string text = json_.take();
    if (!options_.bin_uri.empty()) {
      text += "\n";
      const ByteSpan bytes = bytes_of(text);
      file.bytes.assign(bytes.begin(), bytes.end());
      file.bin = buffer_.bytes();
      return;
    }
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const Bytes& bin = buffer_.bytes();
    const std::size_t bin_size = bin.empty() ? 0 : kChunkHeaderSize + bin.size();
    const std::size_t size = kGlbHeaderSize + kChunkHeaderSize + text.size() + bin_size;
    file.bytes.reserve(size);
    append_words(file.bytes,
                 {kGlbMagic, kGlbVersion, std::uint32_t(size), std::uint32_t(text.size()), kJsonChunk});
    const ByteSpan chunk = bytes_of(text);
    file.bytes.insert(file.bytes.end(), chunk.begin(), chunk.end());
    if (bin.empty()) return;
    append_words(file.bytes, {std::uint32_t(bin.size()), kBinChunk});
    file.bytes.insert(file.bytes.end(), bin.begin(), bin.end());
  }

  static void append_words(Bytes& bytes, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) {
      const auto raw = std::as_bytes(std::span(&word, 1));
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
  }

  struct StoredImage {
    std::string mime;
    std::string uri;
    std::string name;
    std::optional<std::uint32_t> view = {};
  };

  const Scene& scene_;
  const GltfOptions& options_;
  BufferWriter buffer_;
  JsonWriter json_;
  Mends mends_;
  std::vector<std::string> losses_;
  std::vector<WrittenPrimitive> primitives_;
  std::vector<std::uint32_t> binds_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> outputs_;
  std::map<std::string, std::optional<std::uint32_t>> images_;
  std::vector<StoredImage> stored_images_;
  UniqueNames node_names_, mesh_names_, material_names_, skin_names_, animation_names_, light_names_;
};

}  // namespace

Result<GltfFile> write_gltf(const Scene& scene, const GltfOptions& options) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  return Writer(scene, options).write();
}

}  // namespace mw::exchange
