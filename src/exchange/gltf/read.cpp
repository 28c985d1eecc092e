#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/uri.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/scene/detail/role_names.h>
#include <meshwright/scene/detail/transform.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <iterator>
#include <map>
#include <utility>

#include "editors.h"
#include "extensions.h"
#include "gltf/write/outside.h"
#include "gltf/write/shown_textures.h"
#include "input.h"
#include "lights.h"
#include "losses.h"
#include "names.h"
#include "uv_sets.h"

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

template <class T>
std::vector<T> grouped(const std::vector<float>& numbers) {
  std::vector<T> values(numbers.size() / (sizeof(T) / sizeof(float)));
  if (!values.empty())
    std::memcpy(static_cast<void*>(values.data()), numbers.data(), values.size() * sizeof(T));
  return values;
}

/// Strips, fans and loops as plain lists.
std::vector<Index> as_list(const std::vector<Index>& in, std::uint64_t mode) {
  std::vector<Index> out;
  const std::size_t n = in.size();
  if (mode == 2 || mode == 3) {  // line loop, line strip
    for (std::size_t i = 0; i + 1 < n; ++i) out.insert(out.end(), {in[i], in[i + 1]});
    if (mode == 2 && n > 1) out.insert(out.end(), {in[n - 1], in[0]});
  } else if (mode == 5) {  // triangle strip: every other triangle is reversed
    for (std::size_t i = 0; i + 2 < n; ++i)
      out.insert(out.end(), {in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]});
  } else if (mode == 6) {  // triangle fan
    for (std::size_t i = 1; i + 1 < n; ++i) out.insert(out.end(), {in[0], in[i], in[i + 1]});
  } else {
    return in;
  }
  return out;
}

class GltfReader {
 public:
  explicit GltfReader(GltfInput input) : in_(std::move(input)) {}

  Result<Scene> read() {
    each("nodes", [&](const JsonValue& json) { note_name(json); });
    each("nodes", [&](const JsonValue& json) { read_node(json); });
    if (in_.ok()) hide_invisible(in_, scene_);
    each("materials", [&](const JsonValue& json) { read_material(json); });
    has_texture_sets_.resize(scene_.materials.size());
    each("meshes", [&](const JsonValue& json) { read_mesh(json); });
    each("skins", [&](const JsonValue& json) { read_skin(json); });
    if (in_.ok()) take_back_joints(scene_);
    each("animations", [&](const JsonValue& json) { read_animation(json); });
    read_scene();
    scene_.lights = lights_.finish(scene_.extras);
    if (in_.json().find("cameras") != nullptr) scene_.losses.add(loss::GLTF_CAMERAS_DROPPED, "");
    tell_of_embedded_images();
    if (!renamed_.empty()) scene_.losses.add(loss::GLTF_NAME_IGNORED, "", listed(renamed_));
    if (!in_.ok()) return fail(in_.error());
    if (auto error = find_contradiction(scene_)) return fail(*std::move(error));
    scene::make_rotations_unit(scene_);
    return std::move(scene_);
  }

 private:
  /// A scene refers to textures by their names.
  void tell_of_embedded_images() {
    std::size_t embedded = 0;
    each("images", [&](const JsonValue& json) {
      const std::string uri = in_.text(json, "uri");
      embedded += uri.empty() || uri.starts_with("data:") ? 1 : 0;
    });
    if (embedded > 0)
      scene_.losses.add(loss::GLTF_IMAGE_DROPPED, "", counted(embedded, "image", "images"),
                        embedded == 1 ? "is" : "are", embedded == 1 ? "its name" : "their names");
  }

  std::size_t count(std::string_view name) { return in_.list(in_.json(), name).size(); }

  template <class Read>
  void each(std::string_view name, Read read) {
    const JsonArray& list = in_.list(in_.json(), name);
    for (std::size_t i = 0; i < list.size() && in_.ok(); ++i) {
      in_.where = fmt::format("{}[{}]", name, i);
      read(list[i]);
    }
    in_.where.clear();
  }

  std::vector<Index> indices(const JsonValue& json, std::string_view name, std::size_t limit) {
    std::vector<Index> list;
    for (const JsonValue& item : in_.list(json, name)) {
      const auto index = in_.index(JsonObject{{std::string(name), item}}, name, limit);
      if (!index) break;
      list.push_back(*index);
    }
    return list;
  }

  /// Of two with one name the second gets another name, and has its own in a property. A user who renames it
  /// in an editor does not see that.
  std::string name_of(const JsonValue& json, scene::Extras& extras) {
    const std::string shown = in_.text(json, "name");
    std::string name = take_text(extras, "name", shown);
    if (!shown.empty() && !is_numbered(shown, name))
      renamed_.push_back(fmt::format("{} of {}", quote_word(shown), quote_word(name)));
    return name;
  }

  void note_name(const JsonValue& json) {
    scene::Extras extras = extras_of(json);
    if (const std::string name = take_text(extras, "name", ""); !name.empty())
      named_nodes_.emplace(in_.text(json, "name"), name);
  }

  void read_node(const JsonValue& json) {
    scene::Node node;
    node.extras = extras_of(json);
    if (is_copy(named_nodes_, in_.text(json, "name"))) take(node.extras, "name");
    node.name = name_of(json, node.extras);
    node.children = indices(json, "children", count("nodes"));
    node.mesh = in_.index(json, "mesh", count("meshes"));
    node.skin = in_.index(json, "skin", count("skins"));
    if (json.find("matrix") != nullptr) node.transform = scene::to_transform(in_.matrix(json, node.name));
    in_.numbers(json, "translation", {&node.transform.translation.x, 3});
    std::array<float, 4> q = {node.transform.rotation.x, node.transform.rotation.y, node.transform.rotation.z,
                              node.transform.rotation.w};
    in_.numbers(json, "rotation", q);
    node.transform.rotation = Quat(q[3], q[0], q[1], q[2]);
    in_.numbers(json, "scale", {&node.transform.scale.x, 3});
    node.light = lights_.of_node(json, node);
    if (const auto role = find_name(scene::kRoleNames, take_text(node.extras, "role", "")))
      node.role = scene::Role(*role);
    if (const auto lod = take(node.extras, "lod"); lod && lod->get_if<std::uint64_t>() != nullptr)
      node.lod = std::uint32_t(*lod->get_if<std::uint64_t>());
    scene_.nodes.push_back(std::move(node));
  }

  void read_mesh(const JsonValue& json) {
    scene::Mesh mesh;
    mesh.extras = extras_of(json);
    mesh.name = take_text(mesh.extras, "name", in_.text(json, "name"));
    const std::string where = in_.where;
    for (const JsonValue& primitive : in_.list(json, "primitives")) {
      in_.where = fmt::format("{}.primitives[{}]", where, mesh.primitives.size());
      mesh.primitives.push_back(read_primitive(primitive));
      if (!in_.ok()) return;
    }
    scene_.meshes.push_back(std::move(mesh));
  }

  scene::Primitive read_primitive(const JsonValue& json) {
    scene::Primitive p;
    const std::string where = in_.where;
    p.material = in_.index(json, "material", count("materials"));
    p.extras = extras_of(json);
    const std::uint64_t mode = in_.natural(json, "mode", 4);
    if (mode > 6) in_.fail(where + ".mode", fmt::format("{} is not one of 7", mode));
    p.topology = mode == 0  ? scene::Topology::points
                 : mode < 4 ? scene::Topology::lines
                            : scene::Topology::triangles;
    if (json.find("targets") != nullptr) scene_.losses.add(loss::GLTF_MORPH_TARGETS_DROPPED, where, where);
    const auto indices_accessor = in_.index(json, "indices", count("accessors"));
    const JsonValue* attributes = json.find("attributes");
    const auto* object = attributes != nullptr ? attributes->get_if<JsonObject>() : nullptr;
    if (object == nullptr) {
      in_.fail(where + ".attributes", "missing");
      return p;
    }
    for (const auto& [semantic, value] : *object) {
      in_.where = where + ".attributes";
      const auto accessor = in_.index(*attributes, semantic, count("accessors"));
      if (!accessor || !in_.ok()) return p;
      read_attribute(p, semantic, *accessor);
    }
    drop_half_a_binding(p);
    restore_texture_sets(restore_uv_sets(p), p.material);
    if (indices_accessor) p.indices = in_.integers(*indices_accessor, 1);
    if (mode == 2 || mode == 3 || mode > 4) p.indices = as_list(all_indices(p), mode);
    return p;
  }

  /// glTF requires joints and weights together; all code that reads one relies on the other.
  void drop_half_a_binding(scene::Primitive& p) {
    if (p.joints.empty() == p.weights.empty()) return;
    scene_.losses.add(p.joints.empty() ? loss::GLTF_WEIGHTS_UNPAIRED : loss::GLTF_JOINTS_UNPAIRED, "");
    p.joints.clear();
    p.weights.clear();
  }

  /// Textures refer to the places of their sets in glTF, which all primitives of a material share.
  void restore_texture_sets(const UvOrder& order, std::optional<Index> material) {
    if (!material || *material >= scene_.materials.size() || has_texture_sets_[*material]) return;
    has_texture_sets_[*material] = true;
    for (scene::Texture& texture : scene_.materials[*material].textures)
      if (texture.uv < order.size()) texture.uv = order[texture.uv];
  }

  static std::vector<Index> all_indices(const scene::Primitive& p) {
    if (!p.indices.empty()) return p.indices;
    std::vector<Index> indices(p.positions.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = Index(i);
    return indices;
  }

  void read_attribute(scene::Primitive& p, const std::string& semantic, std::uint32_t accessor) {
    if (semantic == "POSITION") {
      p.positions = grouped<Vec3>(in_.floats(accessor, 3));
    } else if (semantic == "NORMAL") {
      p.normals = grouped<Vec3>(in_.floats(accessor, 3));
    } else if (semantic == "TANGENT") {
      p.tangents = grouped<Vec4>(in_.floats(accessor, 4));
    } else if (semantic.starts_with("TEXCOORD_") && semantic.size() == 10 && semantic[9] >= '0' &&
               semantic[9] < '4') {
      p.uvs[std::size_t(semantic[9] - '0')] = grouped<Vec2>(in_.floats(accessor, 2));
    } else if (semantic == "COLOR_0") {
      read_colours(p, accessor);
    } else if (semantic == "JOINTS_0") {
      const std::vector<std::uint32_t> joints = in_.integers(accessor, 4);
      for (std::size_t i = 0; i + 3 < joints.size(); i += 4)
        p.joints.emplace_back(joints[i], joints[i + 1], joints[i + 2], joints[i + 3]);
    } else if (semantic == "WEIGHTS_0") {
      p.weights = grouped<Vec4>(in_.floats(accessor, 4));
    } else if (semantic.starts_with('_') && in_.width_of(accessor) == 1) {
      p.custom.push_back({semantic.substr(1), in_.floats(accessor, 1)});
    } else {
      scene_.losses.add(loss::GLTF_ATTRIBUTE_DROPPED, semantic, semantic);
    }
  }

  void read_colours(scene::Primitive& p, std::uint32_t accessor) {
    if (in_.width_of(accessor) == 4) {
      p.colours = grouped<Vec4>(in_.floats(accessor, 4));
      return;
    }
    for (const Vec3& colour : grouped<Vec3>(in_.floats(accessor, 3))) p.colours.emplace_back(colour, 1);
  }

  void read_material(const JsonValue& json) {
    scene::Material m;
    m.extras = extras_of(json);
    m.name = name_of(json, m.extras);
    static const JsonValue kEmpty{JsonObject()};
    const JsonValue* pbr = json.find("pbrMetallicRoughness");
    if (pbr == nullptr) pbr = &kEmpty;
    in_.numbers(*pbr, "baseColorFactor", {&m.base_color.x, 4});
    m.metallic = in_.number(*pbr, "metallicFactor", 1);
    m.roughness = in_.number(*pbr, "roughnessFactor", 1);
    in_.numbers(json, "emissiveFactor", {&m.emissive.x, 3});
    if (const auto alpha = find_name(kAlphaNames, in_.text(json, "alphaMode")))
      m.alpha = scene::Alpha(*alpha);
    m.alpha_cutoff = in_.number(json, "alphaCutoff", 0.5F);
    m.two_sided = in_.truth(json, "doubleSided");
    if (const auto textures = take(m.extras, "textures")) {
      read_texture_list(m, *textures);
      take_shown(m, "base_color", pbr->find("baseColorTexture"));
      take_shown(m, "normal", json.find("normalTexture"));
      take_shown(m, "emissive", json.find("emissiveTexture"));
    } else {
      read_texture(m, "base_color", pbr->find("baseColorTexture"));
      read_texture(m, "normal", json.find("normalTexture"));
      read_texture(m, "emissive", json.find("emissiveTexture"));
      for (const auto& [name, texture] :
           {std::pair("metallic and roughness", pbr->find("metallicRoughnessTexture")),
            std::pair("occlusion", json.find("occlusionTexture"))})
        if (texture != nullptr)
          scene_.losses.add(loss::GLTF_TEXTURE_DROPPED, m.name, name, quote_word(m.name));
    }
    scene_.materials.push_back(std::move(m));
  }

  void read_texture_list(scene::Material& m, const JsonValue& textures) {
    const auto* list = textures.get_if<JsonArray>();
    if (list == nullptr) return;
    for (const JsonValue& item : *list)
      m.textures.push_back(
          {in_.text(item, "role"), in_.text(item, "name"), std::uint32_t(in_.natural(item, "uv", 0))});
  }

  void take_shown(scene::Material& m, const std::string& role, const JsonValue* info) {
    scene::Material shown;
    read_texture(shown, role, info);
    if (shown.textures.empty() || shown.textures[0].name.empty() || listed_.has(shown.textures[0].name))
      return;
    const auto same = std::ranges::find(m.textures, role, &scene::Texture::role);
    if (same != m.textures.end())
      *same = shown.textures[0];
    else
      m.textures.push_back(shown.textures[0]);
  }

  void read_texture(scene::Material& m, std::string role, const JsonValue* info) {
    if (info == nullptr) return;
    const auto texture = in_.index(*info, "index", count("textures"));
    if (!texture) return;
    const auto image = image_of(in_, in_.list(in_.json(), "textures")[*texture], count("images"));
    if (!image) return;
    const JsonValue& json = in_.list(in_.json(), "images")[*image];
    const std::string uri = in_.text(json, "uri");
    const std::string name =
        uri.empty() || uri.starts_with("data:") ? in_.text(json, "name") : percent_decoded(uri);
    m.textures.push_back({std::move(role), name, std::uint32_t(in_.natural(*info, "texCoord", 0))});
  }

  void read_skin(const JsonValue& json) {
    scene::Skin skin;
    skin.extras = extras_of(json);
    skin.name = take_text(skin.extras, "name", in_.text(json, "name"));
    skin.joints = indices(json, "joints", count("nodes"));
    skin.root = in_.index(json, "skeleton", count("nodes"));
    const std::string where = in_.where;
    const auto binds = in_.index(json, "inverseBindMatrices", count("accessors"));
    const std::vector<float> numbers = binds ? in_.floats(*binds, 16) : std::vector<float>();
    skin.inverse_binds = grouped<Mat4>(numbers);
    if (!binds) skin.inverse_binds.assign(skin.joints.size(), Mat4(1));
    const auto odd = std::ranges::find_if_not(numbers, [](float number) { return std::isfinite(number); });
    if (odd != numbers.end())
      in_.fail(where + ".inverseBindMatrices",
               fmt::format("matrix {} has a number that is not finite", (odd - numbers.begin()) / 16));
    scene_.skins.push_back(std::move(skin));
  }

  void read_animation(const JsonValue& json) {
    scene::Animation animation;
    animation.extras = extras_of(json);
    animation.name = take_text(animation.extras, "name", in_.text(json, "name"));
    const JsonArray& samplers = in_.list(json, "samplers");
    const std::string where = in_.where;
    for (const JsonValue& item : in_.list(json, "channels")) {
      in_.where = where;
      const auto sampler = in_.index(item, "sampler", samplers.size());
      const JsonValue* target = item.find("target");
      if (!sampler || target == nullptr) return in_.fail(where, "a channel without its sampler or target");
      read_channel(animation, samplers[*sampler], *target);
      if (!in_.ok()) return;
    }
    read_animation_extras(animation);
    scene_.animations.push_back(std::move(animation));
  }

  void read_channel(scene::Animation& animation, const JsonValue& sampler, const JsonValue& target) {
    scene::Channel channel;
    const auto node = in_.index(target, "node", count("nodes"));
    const auto path = find_name(kTargetNames, in_.text(target, "path"));
    if (!node || !path) {
      if (in_.ok()) scene_.losses.add(loss::GLTF_CHANNEL_DROPPED, animation.name, animation.name);
      return;
    }
    channel.node = *node;
    channel.target = scene::Target(*path);
    channel.components = channel.target == scene::Target::rotation ? 4 : 3;
    const auto interpolation = find_name(kInterpolationNames, in_.text(sampler, "interpolation"));
    channel.interpolation =
        scene::Interpolation(interpolation.value_or(std::size_t(scene::Interpolation::linear)));
    const auto input = in_.index(sampler, "input", count("accessors"));
    const auto output = in_.index(sampler, "output", count("accessors"));
    if (!input || !output) return in_.fail(in_.where, "a sampler without its input or output");
    channel.times = in_.floats(*input, 1);
    channel.values = in_.floats(*output, channel.components);
    take_back_key(channel, sampler);
    for (const float time : channel.times) animation.length = std::max(animation.length, time);
    animation.channels.push_back(std::move(channel));
  }

  void read_animation_extras(scene::Animation& animation) {
    if (const auto length = take(animation.extras, "length"))
      animation.length = in_.number(JsonObject{{"length", *length}}, "length", animation.length);
    const auto channels = take(animation.extras, "channels");
    const auto* list = channels ? channels->get_if<JsonArray>() : nullptr;
    if (list == nullptr) return;
    for (const JsonValue& item : *list) {
      scene::Channel channel{.node = in_.index(item, "node", count("nodes")).value_or(0),
                             .target = scene::Target::custom};
      channel.name = in_.text(item, "name");
      channel.components = std::uint32_t(in_.natural(item, "components", 1));
      channel.interpolation =
          scene::Interpolation(find_name(kInterpolationNames, in_.text(item, "interpolation")).value_or(1));
      channel.times.resize(in_.list(item, "times").size());
      in_.numbers(item, "times", channel.times);
      channel.values.resize(in_.list(item, "values").size());
      in_.numbers(item, "values", channel.values);
      animation.channels.push_back(std::move(channel));
    }
  }

  /// Of other programs' files: data of an extension is not in the scene.
  void tell_unknown_extensions() {
    std::string names;
    for (const JsonValue& name : in_.list(in_.json(), "extensionsUsed")) {
      const auto* extension = name.get_if<std::string>();
      if (extension == nullptr || is_kept(*extension)) continue;
      names += (names.empty() ? "" : ", ") + escape_text(*extension);
    }
    if (!names.empty()) scene_.losses.add(loss::GLTF_EXTENSION_DROPPED, "", names);
  }

  void tell_words_about_the_file() {
    std::string names;
    const auto look = [&](const JsonValue* object, std::string_view member, std::string_view path) {
      if (object != nullptr && object->find(member) != nullptr)
        names += (names.empty() ? "" : ", ") + std::string(path);
    };
    const JsonValue* asset = in_.json().find("asset");
    look(asset, "copyright", "asset.copyright");
    look(asset, "extras", "asset.extras");
    look(&in_.json(), "extras", "extras");
    if (!names.empty()) scene_.losses.add(loss::GLTF_DESCRIPTION_DROPPED, "", names);
  }

  /// The roots are the scene's, and those of other scenes.
  void read_scene() {
    in_.where = "scenes";
    const JsonArray& scenes = in_.list(in_.json(), "scenes");
    const auto chosen = in_.index(in_.json(), "scene", scenes.size());
    if (scenes.size() > 1) scene_.losses.add(loss::GLTF_SCENES_JOINED, "");
    tell_unknown_extensions();
    tell_words_about_the_file();
    std::vector<bool> placed(scene_.nodes.size());
    for (const scene::Node& node : scene_.nodes)
      for (const Index child : node.children) placed[child] = true;
    if (!scenes.empty()) {
      const JsonValue& json = scenes[chosen.value_or(0)];
      scene_.name = in_.text(json, "name");
      scene_.roots = indices(json, "nodes", scene_.nodes.size());
      scene_.extras = extras_of(json);
      for (const Index root : scene_.roots) placed[root] = true;
    }
    for (Index i = 0; i < placed.size(); ++i)
      if (!placed[i]) scene_.roots.push_back(i);
    read_still_animations();
    std::vector<Index> listed;
    for (const JsonValue& json : scenes)
      std::ranges::copy(indices(json, "nodes", scene_.nodes.size()), std::back_inserter(listed));
    if (const std::size_t outside = in_.ok() ? drop_outside(scene_, listed) : 0; outside > 0)
      scene_.losses.add(loss::GLTF_NODES_OUTSIDE, "",
                        counted(outside, "node is in no scene; it is", "nodes are in no scene; they are"));
  }

  void read_still_animations() {
    const auto animations = take(scene_.extras, "animations");
    const auto* list = animations ? animations->get_if<JsonArray>() : nullptr;
    if (list == nullptr) return;
    for (const JsonValue& item : *list) {
      const auto* object = item.get_if<JsonObject>();
      if (object == nullptr) continue;
      scene::Animation animation;
      animation.extras = *object;
      animation.name = take_text(animation.extras, "name", "");
      read_animation_extras(animation);
      animation.extras = extras_of(item);
      scene_.animations.push_back(std::move(animation));
    }
  }

  GltfInput in_;
  Scene scene_;
  ListedTextures listed_{in_.list(in_.json(), "materials")};
  std::map<std::string, std::string> named_nodes_;  // properties by names
  std::vector<std::string> renamed_;
  LightReader lights_{in_};
  std::vector<bool> has_texture_sets_;  // of materials: those of their scene
};

}  // namespace

Result<Scene> read_gltf(ByteSpan bytes, const LoadFile& load) {
  return GltfInput::open(bytes, load).and_then([](GltfInput input) {
    return GltfReader(std::move(input)).read();
  });
}

}  // namespace mw::exchange
