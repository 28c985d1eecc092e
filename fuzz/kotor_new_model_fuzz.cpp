#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_from_scene.h>

#include <cstdlib>
#include <cstring>

namespace {

namespace mdl = mw::kotor::mdl;
namespace scene = mw::scene;

/// Takes what a scene is made of from bytes; zeros when they are used up.
class Source {
 public:
  Source(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool has_more() const { return at_ < size_; }
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  std::size_t below(std::size_t end) { return end == 0 ? 0 : byte() % end; }
  /// Small ones mostly, and now and then any bits at all.
  float number() {
    const std::uint8_t first = byte();
    if (first != 255) return (float(first) - 100) / 16;
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits = bits << 8 | byte();
    float any = 0;
    std::memcpy(&any, &bits, sizeof any);
    return any;
  }
  mw::Vec3 vector() {
    const float x = number();
    const float y = number();
    return {x, y, number()};
  }
  std::string name() { return std::string(below(40), char('a' + below(4))); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

scene::Primitive primitive_of(Source& in, std::size_t materials) {
  scene::Primitive p;
  p.topology = in.below(8) == 0 ? scene::Topology::lines : scene::Topology::triangles;
  const std::size_t vertices = 6 * in.below(5);
  for (std::size_t i = 0; i < vertices; ++i) p.positions.push_back(in.vector());
  const std::uint8_t has = in.byte();
  for (std::size_t i = 0; i < vertices; ++i) {
    if ((has & 1) != 0) p.normals.push_back(in.vector());
    if ((has & 2) != 0) p.uvs[0].emplace_back(in.number(), in.number());
    if ((has & 4) != 0) p.uvs[1].emplace_back(in.number(), in.number());
    if ((has & 8) != 0) p.joints.emplace_back(in.below(24), in.below(24), 0, 0);
    if ((has & 8) != 0) p.weights.emplace_back(in.number(), in.number(), 0, 0);
    if ((has & 16) != 0) p.tangents.emplace_back(in.vector(), 1);
  }
  for (std::size_t i = 6 * in.below(6); i > 0 && vertices > 0; --i)
    p.indices.push_back(scene::Index(in.below(vertices)));
  if (materials > 0 && (has & 32) != 0) p.material = scene::Index(in.below(materials));
  return p;
}

scene::Extras extras_of(Source& in) {
  constexpr std::string_view kNames[] = {"walkmesh",  "aabb",        "mesh",          "displacement",
                                         "lightmap",  "texture_1",   "number",        "emitter",
                                         "reference", "controllers", "events",        "classification",
                                         "role",      "supermodel",  "face_materials"};
  scene::Extras extras;
  for (std::size_t i = in.below(4); i > 0; --i) {
    const std::string_view name = kNames[in.below(std::size(kNames))];
    switch (in.below(5)) {
      case 0:
        extras.emplace_back(name, true);
        break;
      case 1:
        extras.emplace_back(name, in.name());
        break;
      case 2:
        extras.emplace_back(name, in.number());
        break;
      case 3:
        extras.emplace_back(name, mw::JsonArray{in.number(), in.number()});
        break;
      default:
        extras.emplace_back(name, mw::JsonObject{{"saber", mw::JsonObject{}}, {"scale", in.number()}});
    }
  }
  return extras;
}

void add_nodes(Source& in, scene::Scene& s) {
  for (std::size_t i = 0, count = 1 + in.below(24); i < count; ++i) {
    scene::Node node{.name = in.name()};
    node.transform.translation = in.vector();
    if (in.below(3) == 0) node.transform.scale = in.vector();
    if (in.below(3) == 0) node.transform.rotation = {in.number(), in.number(), in.number(), in.number()};
    if (in.below(2) == 0 && !s.meshes.empty()) node.mesh = scene::Index(in.below(s.meshes.size()));
    if (in.below(4) == 0 && !s.skins.empty()) node.skin = scene::Index(in.below(s.skins.size()));
    if (in.below(8) == 0 && !s.lights.empty()) node.light = 0;
    node.role = scene::Role(in.below(6));
    node.extras = extras_of(in);
    const std::size_t parent = in.below(i + 1);
    add_node(s, node, parent == i ? std::nullopt : std::optional(scene::Index(parent)));
  }
}

void add_animation(Source& in, scene::Scene& s) {
  scene::Animation animation{.name = in.name(), .length = in.number()};
  for (std::size_t i = in.below(8); i > 0; --i) {
    scene::Channel channel{.node = scene::Index(in.below(s.nodes.size())),
                           .target = scene::Target(in.below(4))};
    channel.name = in.below(2) == 0 ? "alpha" : in.name();
    channel.components = channel.target == scene::Target::rotation ? 4 : 3;
    channel.interpolation = scene::Interpolation(in.below(3));
    const std::size_t keys = 2 + in.below(4);
    float time = 0;
    for (std::size_t key = 0; key < keys; ++key) channel.times.push_back(time += float(1 + in.byte()) / 64);
    const std::size_t each = channel.interpolation == scene::Interpolation::cubic ? 3 : 1;
    for (std::size_t n = keys * each * channel.components; n > 0; --n) channel.values.push_back(in.number());
    animation.channels.push_back(channel);
  }
  animation.extras = extras_of(in);
  s.animations.push_back(animation);
}

scene::Scene scene_of(Source& in) {
  scene::Scene s;
  s.name = in.name();
  s.extras = extras_of(in);
  for (std::size_t i = in.below(3); i > 0; --i)
    s.materials.push_back({.name = in.name(), .base_color = mw::Vec4(in.vector(), 1)});
  if (!s.materials.empty()) s.materials[0].textures = {{"base_color", in.name(), 0}};
  if (in.below(2) == 0) s.lights.push_back({.intensity = in.number()});
  for (std::size_t i = in.below(4); i > 0; --i) {
    s.meshes.push_back({.name = in.name()});
    for (std::size_t k = in.below(3); k > 0; --k)
      s.meshes.back().primitives.push_back(primitive_of(in, s.materials.size()));
  }
  s.skins.resize(in.below(3));
  add_nodes(in, s);
  for (scene::Skin& skin : s.skins) {
    for (std::size_t i = in.below(24); i > 0; --i)
      skin.joints.push_back(scene::Index(in.below(s.nodes.size())));
    skin.inverse_binds.assign(skin.joints.size(), mw::Mat4(in.number()));
  }
  for (std::size_t i = in.below(3); i > 0; --i) add_animation(in, s);
  return s;
}

}  // namespace

// Every scene becomes a model that is written and read again, or an error that says something.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source in(data, size);
  const bool split = in.below(2) == 0;
  const auto described = mdl::describe_new(scene_of(in), {.name = "fuzz", .split = split});
  const auto made = described ? mdl::compile(described->model, {}) : mw::fail(described.error());
  if (!made) {
    if (made.error().message.empty()) std::abort();
    return 0;
  }
  const auto pair = mdl::write(made->file);
  if (!pair || !mdl::read(pair->mdl, pair->mdx)) std::abort();
  return 0;
}
