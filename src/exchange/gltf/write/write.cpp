#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/detail/role_names.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>

#include "gltf/editors.h"
#include "gltf/lights.h"
#include "gltf/mend.h"
#include "losses.h"
#include "parts.h"

namespace mw::exchange {
namespace {

using Rows = JsonWriter::Rows;
using scene::Index;
using scene::Scene;

class GltfWriter {
 public:
  GltfWriter(const Scene& scene, const GltfOptions& options)
      : scene_(scene),
        options_(options),
        buffer_(options.compress),
        json_(options.bin_uri.empty() ? JsonWriter::Style::compact : JsonWriter::Style::pretty),
        materials_(scene, options, json_),
        animations_(scene, json_),
        skins_(skins_for_editors(scene)) {}

  GltfFile write() {
    pack();
    constexpr std::size_t kCharactersAnAccessor = 200;  // with its share of channels and samplers
    json_.reserve(buffer_.accessors().size() * kCharactersAnAccessor);
    json_.begin_object();
    write_asset();
    write_extensions();
    write_scene();
    json_.list("nodes", scene_.nodes, [&](const scene::Node& node) { write_node(node); });
    write_meshes();
    materials_.write();
    json_.list("skins", scene_.skins, [&](const scene::Skin& skin) { write_skin(skin); });
    animations_.write();
    write_accessors();
    write_views();
    write_buffers();
    json_.end_object();
    GltfFile file;
    finish(file);
    file.losses = scene_.losses;
    file.losses.append(mends_.describe());
    list_compression(file.losses);
    list_lights(file.losses);
    file.losses.append(losses_);
    return file;
  }

 private:
  // First all numbers get their places in the buffer, in the order in which the document will name them.
  void pack() {
    count_light_uses();
    pack_meshes();
    pack_skins();
    animations_.pack(buffer_);
    materials_.pack(buffer_, losses_);
  }

  /// glTF allows no mesh without vertices, so the numbers of the meshes after one shift.
  void pack_meshes() {
    std::uint32_t next = 0;
    for (const scene::Mesh& mesh : scene_.meshes) {
      const std::size_t before = primitives_.size();
      for (const scene::Primitive& primitive : mesh.primitives)
        if (!primitive.positions.empty()) pack_primitive(primitive);
      const bool has_vertices = primitives_.size() > before;
      mesh_numbers_.push_back(has_vertices ? std::optional(next++) : std::nullopt);
      if (!has_vertices) losses_.add(loss::GLTF_MESH_EMPTY, mesh.name, mesh.name);
    }
  }

  void pack_primitive(const scene::Primitive& primitive) {
    auto mend = mended(primitive, mends_);
    const scene::Primitive& good = mend ? mended_.emplace_back(*std::move(mend)) : primitive;
    primitives_.push_back(buffer_.add_primitive(good));
    if (good.material) materials_.add_use(*good.material, uv_order(good));
  }

  void pack_skins() {
    const auto is_empty = [](const WrittenSkin& skin) { return skin.inverse_binds.empty(); };
    if (!std::ranges::all_of(skins_, is_empty)) buffer_.begin_floats();
    for (const WrittenSkin& skin : skins_) {
      const auto* numbers = reinterpret_cast<const float*>(skin.inverse_binds.data());
      const std::span matrices(numbers, skin.inverse_binds.size() * 16);
      binds_.push_back(is_empty(skin) ? 0 : buffer_.add_floats(matrices, 16, false));
    }
  }

  void write_asset() {
    json_.key("asset");
    json_.begin_object(Rows::one_line);
    json_.member("version", "2.0");
    json_.member("generator", "Meshwright");
    json_.end_object();
  }

  void write_extensions() {
    std::vector<std::string_view> used;
    if (has_lights()) used.push_back(kLights);
    const auto required = used.size();
    if (options_.compress && !buffer_.accessors().empty()) {
      used.push_back(kQuantization);
      used.push_back(kMeshopt);
    }
    if (used.empty()) return;
    const auto write = [&](std::string_view name, std::span<const std::string_view> list) {
      if (list.empty()) return;
      json_.key(name);
      json_.begin_array(Rows::one_line);
      for (const std::string_view extension : list) json_.value(extension);
      json_.end_array();
    };
    write("extensionsUsed", used);
    write("extensionsRequired", std::span(used).subspan(required));
    if (!has_lights()) return;
    json_.key("extensions");
    json_.begin_object();
    json_.key(kLights);
    json_.begin_object();
    json_.list("lights", scene_.lights, [&](const scene::Light& light) { write_light(light); });
    json_.end_object();
    json_.end_object();
  }

  bool has_lights() const { return options_.lights && !scene_.lights.empty(); }

  void write_light(const scene::Light& light) {
    const scene::Extras renamed = json_.name(light_names_, light.name);
    json_.member("type", kLightNames[std::size_t(light.kind)]);
    json_.numbers("color", {&light.colour.x, 3});
    json_.member("intensity", light.intensity);
    if (light.range && *light.range > 0) json_.member("range", *light.range);
    if (light.kind == scene::LightKind::spot) {
      json_.key("spot");
      json_.begin_object(Rows::one_line);
      json_.member("innerConeAngle", light.inner_cone);
      json_.member("outerConeAngle", light.outer_cone);
      json_.end_object();
    }
    json_.extras(light.extras, renamed);
  }

  void count_light_uses() {
    light_uses_.resize(scene_.lights.size());
    for (const scene::Node& node : scene_.nodes)
      if (node.light) ++light_uses_[*node.light];
  }

  /// In the scene's extras, since no node's could have them.
  scene::Extras unused_lights() const {
    JsonArray unused;
    for (std::size_t i = 0; i < scene_.lights.size(); ++i)
      if (light_uses_[i] == 0) unused.emplace_back(light_in_extras(scene_.lights[i], ""));
    if (unused.empty() || has_lights()) return {};
    return {{"lights", std::move(unused)}};
  }

  void list_lights(Losses& losses) const {
    if (scene_.lights.empty() || has_lights()) return;
    const std::size_t count = scene_.lights.size();
    losses.add(loss::GLTF_LIGHTS_IN_EXTRAS, "", counted(count, "light is", "lights are"))
        .advise(fmt::format("; --lights writes {}", count == 1 ? "it as a light" : "them as lights"));
  }

  /// Rounded up to four decimals.
  void list_compression(Losses& losses) const {
    const auto list = [&](float most, std::string_view what) {
      if (most > 0) losses.add(loss::GLTF_NUMBERS_ROUNDED, "", what, std::ceil(most * 1e4) / 1e4);
    };
    list(buffer_.moved_directions(), "normals and tangents");
    list(buffer_.moved_shares(), "weights and colours");
  }

  void write_scene() {
    json_.member("scene", 0);
    json_.key("scenes");
    json_.begin_array();
    json_.begin_object();
    if (!scene_.name.empty()) json_.member("name", scene_.name);
    if (!scene_.roots.empty()) json_.indices("nodes", scene_.roots);
    const scene::Extras unused = unused_lights();
    if (!scene_.extras.empty() || !unused.empty() || animations_.has_still()) {
      json_.key("extras");
      json_.begin_object();
      json_.members(scene_.extras);
      json_.members(unused);
      if (animations_.has_still()) animations_.write_still();
      json_.end_object();
    }
    json_.end_object();
    json_.end_array();
  }

  void write_node(const scene::Node& node) {
    scene::Extras more = json_.name(node_names_, node.name);
    const scene::Transform& t = node.transform;
    if (t.translation != Vec3(0)) json_.numbers("translation", {&t.translation.x, 3});
    if (t.rotation != Quat(1, 0, 0, 0))
      json_.numbers("rotation", std::array{t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
    if (t.scale != Vec3(1)) json_.numbers("scale", {&t.scale.x, 3});
    if (!node.children.empty()) json_.indices("children", node.children);
    if (node.mesh && mesh_numbers_[*node.mesh]) {
      json_.member("mesh", *mesh_numbers_[*node.mesh]);
      if (node.skin) json_.member("skin", *node.skin);
    }
    if (node.light && has_lights()) {
      json_.key("extensions");
      json_.value(JsonObject{{std::string(kLights), JsonObject{{"light", std::uint64_t(*node.light)}}}});
    } else if (node.light) {
      const auto shared = light_uses_[*node.light] > 1 ? node.light : std::nullopt;
      more.emplace_back("light", light_in_extras(scene_.lights[*node.light], node.name, shared));
    }
    if (node.role != scene::Role::visual) more.emplace_back("role", role_name(node.role));
    if (node.lod != 0) more.emplace_back("lod", std::uint64_t(node.lod));
    json_.extras(node.extras, more);
  }

  void write_meshes() {
    if (primitives_.empty()) return;
    std::size_t next = 0;
    json_.key("meshes");
    json_.begin_array();
    for (std::size_t i = 0; i < scene_.meshes.size(); ++i)
      if (mesh_numbers_[i]) write_mesh(scene_.meshes[i], next);
    json_.end_array();
  }

  void write_mesh(const scene::Mesh& mesh, std::size_t& next) {
    json_.begin_object();
    const scene::Extras renamed = json_.name(mesh_names_, mesh.name);
    json_.key("primitives");
    json_.begin_array();
    for (const scene::Primitive& primitive : mesh.primitives)
      if (!primitive.positions.empty()) write_primitive(primitive, primitives_[next++]);
    json_.end_array();
    json_.extras(mesh.extras, renamed);
    json_.end_object();
  }

  void write_primitive(const scene::Primitive& primitive, const WrittenPrimitive& written) {
    constexpr std::array<std::uint32_t, 3> kModes = {0, 1, 4};  // points, lines, triangles
    json_.begin_object();
    json_.key("attributes");
    json_.begin_object(Rows::one_line);
    for (const WrittenAttribute& attribute : written.attributes)
      json_.member(attribute.semantic, attribute.accessor);
    json_.end_object();
    if (written.indices) json_.member("indices", *written.indices);
    if (primitive.topology != scene::Topology::triangles)
      json_.member("mode", kModes[std::size_t(primitive.topology)]);
    if (primitive.material)
      json_.member("material", materials_.number_of(*primitive.material, uv_order(primitive)));
    json_.extras(primitive.extras, uv_sets_in_extras(primitive));
    json_.end_object();
  }

  void write_skin(const scene::Skin& skin) {
    scene::Extras more = json_.name(skin_names_, skin.name);
    const auto number = std::size_t(&skin - scene_.skins.data());
    const WrittenSkin& written = skins_[number];
    if (!written.inverse_binds.empty()) json_.member("inverseBindMatrices", binds_[number]);
    if (skin.root) json_.member("skeleton", *skin.root);
    json_.indices("joints", written.joints);
    if (written.joints.size() > skin.joints.size())
      more.emplace_back(kOwnJoints, std::uint64_t(skin.joints.size()));
    json_.extras(skin.extras, more);
  }

  void write_accessors() {
    if (buffer_.accessors().empty()) return;
    json_.key("accessors");
    json_.begin_array();
    for (const Accessor& accessor : buffer_.accessors()) write_accessor(accessor);
    json_.end_array();
  }

  void write_accessor(const Accessor& a) {
    const auto write = [&](std::string_view bounds) {
      json_.formatted(
          FMT_COMPILE(R"({{"bufferView":{},"byteOffset":{},"componentType":{}{},"count":{},"type":"{}"{}}})"),
          a.view, a.offset, std::uint32_t(a.component), a.normalised ? R"(,"normalized":true)" : "", a.count,
          type_name(a.width), bounds);
    };
    if (!a.bounds) return write("");
    const auto& [low, high] = *a.bounds;
    if (a.width == 1) return write(fmt::format(FMT_COMPILE(R"(,"min":[{}],"max":[{}])"), low.x, high.x));
    write(fmt::format(FMT_COMPILE(R"(,"min":[{},{},{}],"max":[{},{},{}])"), low.x, low.y, low.z, high.x,
                      high.y, high.z));
  }

  void write_views() {
    json_.list("bufferViews", buffer_.views(), [&](const BufferView& view) {
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
    if (buffer_.length() == 0) return;
    json_.key("buffers");
    json_.begin_array();
    json_.begin_object();
    if (!options_.bin_uri.empty()) json_.member("uri", options_.bin_uri);
    json_.member("byteLength", buffer_.length());
    json_.end_object();
    if (options_.compress) {
      // The decoded content of the compressed views; none of it is stored.
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
      file.bin.resize(buffer_.length());
      buffer_.write(file.bin);
      return;
    }
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t bin_size = buffer_.length() == 0 ? 0 : kChunkHeaderSize + buffer_.length();
    const std::size_t size = kGlbHeaderSize + kChunkHeaderSize + text.size() + bin_size;
    file.bytes.reserve(size);
    append_words(file.bytes,
                 {kGlbMagic, kGlbVersion, std::uint32_t(size), std::uint32_t(text.size()), kJsonChunk});
    const ByteSpan chunk = bytes_of(text);
    file.bytes.insert(file.bytes.end(), chunk.begin(), chunk.end());
    if (bin_size == 0) return;
    append_words(file.bytes, {std::uint32_t(buffer_.length()), kBinChunk});
    file.bytes.resize(size);
    buffer_.write(std::span(file.bytes).last(buffer_.length()));
  }

  static void append_words(Bytes& bytes, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) {
      const auto raw = std::as_bytes(std::span(&word, 1));
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
  }

  const Scene& scene_;
  const GltfOptions& options_;
  BufferWriter buffer_;
  GltfJson json_;
  MaterialWriter materials_;
  AnimationWriter animations_;
  const std::vector<WrittenSkin> skins_;
  Mends mends_;
  std::deque<scene::Primitive> mended_;  // kept for the buffer
  Losses losses_;
  std::vector<WrittenPrimitive> primitives_;
  std::vector<std::optional<std::uint32_t>> mesh_numbers_;
  std::vector<std::uint32_t> binds_;
  std::vector<std::uint32_t> light_uses_;  // nodes that refer to each light
  UniqueNames node_names_, mesh_names_, skin_names_, light_names_;
};

}  // namespace

Result<GltfFile> write_gltf(const Scene& scene, const GltfOptions& options) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  return GltfWriter(scene, options).write();
}

}  // namespace mw::exchange
