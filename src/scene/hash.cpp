#include <meshwright/core/bytes.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/scene.h>

#include <span>

namespace mw::scene {
namespace {

/// FNV-1a over everything, with lengths between, so that nothing can slide from one field into the next.
class Hasher {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void add(const T& value) {
    add_bytes(std::as_bytes(std::span(&value, 1)));
  }
  void add(const std::string& text) {
    add(std::uint64_t(text.size()));
    add_bytes(bytes_of(text));
  }
  template <class T>
  void add(const std::vector<T>& items) {
    add(std::uint64_t(items.size()));
    for (const T& item : items) add(item);
  }
  void add(const Loss& loss) { add(to_string(loss)); }
  void add(const std::optional<Index>& index) {
    add(std::uint8_t(index.has_value()));
    add(index.value_or(0));
  }
  void add(const Extras& extras) {
    JsonWriter json(JsonWriter::Style::compact);
    json.value(JsonValue(extras));
    add(json.take());
  }
  void add(const Node& node) {
    add(node.name);
    add(node.transform.translation);
    add(node.transform.rotation);
    add(node.transform.scale);
    add(node.children);
    add(node.mesh);
    add(node.skin);
    add(node.light);
    add(node.role);
    add(node.lod);
    add(node.extras);
  }
  void add(const CustomAttribute& custom) {
    add(custom.name);
    add(custom.values);
  }
  void add(const Primitive& p) {
    add(p.topology);
    add(p.positions);
    add(p.normals);
    add(p.tangents);
    for (const auto& uv : p.uvs) add(uv);
    add(p.colours);
    add(p.joints);
    add(p.weights);
    add(p.custom);
    add(p.indices);
    add(p.material);
    add(p.extras);
  }
  void add(const Mesh& mesh) {
    add(mesh.name);
    add(mesh.primitives);
    add(mesh.extras);
  }
  void add(const Texture& texture) {
    add(texture.role);
    add(texture.name);
    add(texture.uv);
  }
  void add(const Material& m) {
    add(m.name);
    add(m.base_color);
    add(m.emissive);
    add(m.metallic);
    add(m.roughness);
    add(m.alpha);
    add(m.alpha_cutoff);
    add(m.two_sided);
    add(m.textures);
    add(m.extras);
  }
  void add(const Skin& skin) {
    add(skin.name);
    add(skin.joints);
    add(skin.inverse_binds);
    add(skin.root);
    add(skin.extras);
  }
  void add(const Channel& channel) {
    add(channel.node);
    add(channel.target);
    add(channel.name);
    add(channel.components);
    add(channel.interpolation);
    add(channel.times);
    add(channel.values);
  }
  void add(const Animation& animation) {
    add(animation.name);
    add(animation.length);
    add(animation.channels);
    add(animation.extras);
  }
  void add(const Light& light) {
    add(light.name);
    add(light.kind);
    add(light.colour);
    add(light.intensity);
    add(light.range.value_or(-1));
    add(light.inner_cone);
    add(light.outer_cone);
    add(light.extras);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_bytes(ByteSpan bytes) {
    for (const std::byte byte : bytes)
      value_ = (value_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
  }
  std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace

std::uint64_t hash(const Scene& scene) {
  Hasher hasher;
  hasher.add(scene.name);
  hasher.add(scene.roots);
  hasher.add(scene.nodes);
  hasher.add(scene.meshes);
  hasher.add(scene.materials);
  hasher.add(scene.skins);
  hasher.add(scene.animations);
  hasher.add(scene.lights);
  hasher.add(scene.extras);
  return hasher.value();
}

}  // namespace mw::scene
