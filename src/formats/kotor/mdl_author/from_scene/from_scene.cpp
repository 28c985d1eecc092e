#include "from_scene.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>

#include "mdl/scene/extras.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Scene;

std::string text_in(const scene::Extras& extras, std::string_view name, std::string_view usual) {
  const JsonValue* value = scene::find(extras, name);
  const auto text = value != nullptr ? scene::field_text(*value) : std::nullopt;
  return text && !text->empty() ? *text : std::string(usual);
}

template <class Record>
std::optional<Record> record_in(const scene::Extras& extras, std::string_view name) {
  const JsonValue* value = scene::find(extras, name);
  const auto* object = value != nullptr ? value->get_if<JsonObject>() : nullptr;
  if (object == nullptr) return std::nullopt;
  Record record;
  scene::read_record(*object, record);
  return record;
}

class ModelDescriber {
 public:
  ModelDescriber(const Scene& scene, std::string_view name) : scene_(scene), name_(as_word(name)) {}

  Result<Described> run() {
    parents_ = parents_in(scene_);
    find_holders();
    for (const scene::Node& node : scene_.nodes) words_.push_back(as_word(node.name));
    describe_headers();
    if (auto done = describe_nodes(); !done) return fail(done.error());
    result_.losses = of_meshes_.distinct();
    for (const scene::Animation& animation : scene_.animations) describe_animation(animation);
    list_losses();
    return std::move(result_);
  }

 private:
  void find_holders() {
    holder_ = mesh_holders(scene_);
    is_part_.assign(scene_.nodes.size(), false);
    for (std::size_t i = 0; i < holder_.size(); ++i)
      if (holder_[i] != i) is_part_[holder_[i]] = true;
  }

  void describe_headers() {
    source::Model& model = result_.model;
    model.name = name_;
    ModelHeader header;
    header.animation_scale = 1;
    header.affected_by_fog = 1;
    header.box_min = model.box_min;
    header.box_max = model.box_max;
    scene::read_record(scene_.extras, header);
    model.supermodel = as_word(text_in(scene_.extras, "supermodel", "NULL"));
    model.classification = header.classification;
    model.subclassification = header.subclassification;
    model.ignore_fog = header.affected_by_fog == 0 ? 1 : 0;
    model.animation_scale = header.animation_scale;
    model.box_min = header.box_min;
    model.box_max = header.box_max;
    if (scene::find(scene_.extras, "radius") != nullptr) model.radius = header.radius;
    model.headlink = text_in(scene_.extras, "head_node", "") == "neck_g" ? 1 : 0;
  }

  Result<void> describe_nodes() {
    std::vector<Index> roots;
    for (const Index root : scene_.roots)
      if (!is_part_[root]) roots.push_back(root);
    std::string above;
    if (roots.size() != 1) {
      source::Node& root = result_.model.nodes.emplace_back();
      root.name = above = name_;
      result_.nodes.push_back(kNoSceneNode);
      result_.holders.push_back(kNoSceneNode);
    }
    std::vector<std::pair<Index, std::string>> pending;
    const auto push = [&](const std::vector<Index>& nodes, const std::string& parent) {
      for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
        if (!is_part_[*node]) pending.emplace_back(*node, parent);
    };
    push(roots, above);
    while (!pending.empty()) {
      const auto [index, parent] = pending.back();
      pending.pop_back();
      auto node = describe_node(index);
      if (!node) return fail(node.error());
      node->parent = parent;
      result_.model.nodes.push_back(*std::move(node));
      result_.nodes.push_back(index);
      result_.holders.push_back(holder_[index]);
      push(scene_.nodes[index].children, words_[index]);
    }
    return {};
  }

  Result<source::Node> describe_node(Index index) {
    const scene::Node& from = scene_.nodes[index];
    const scene::Node& holder = scene_.nodes[holder_[index]];
    if (from.name.size() > kNameRoom) return fail(too_long(from.name, "a node's"));
    source::Node node;
    node.name = words_[index];
    if (auto emitter = record_in<Emitter>(from.extras, "emitter")) {
      node.emitter = *std::move(emitter);
      node.type |= kNodeEmitter;
    }
    if (auto reference = record_in<Reference>(from.extras, "reference")) {
      node.reference = *std::move(reference);
      node.type |= kNodeReference;
    }
    // Cameras have no part of their own: only their type tells them from a dummy.
    const JsonValue* type = scene::find(from.extras, "type");
    if (type != nullptr && (scene::integer_of(*type).value_or(0) & kNodeCamera) != 0)
      node.type |= kNodeCamera;
    if (from.light) {
      node.light = describe_light(scene_.lights[*from.light]);
      node.type |= kNodeLight;
    }
    const scene::Material* material = nullptr;
    if (holder.mesh && has_triangles(scene_.meshes[*holder.mesh])) {
      const SceneMesh mesh{scene_, from, holder};
      auto described = describe_mesh(mesh, words_, of_meshes_);
      if (!described) return fail(described.error());
      node.mesh = *std::move(described);
      node.type |= mesh_type(mesh);
      for (const scene::Primitive& p : scene_.meshes[*holder.mesh].primitives)
        if (p.material && material == nullptr) material = &scene_.materials[*p.material];
    }
    const scene::Light* light = from.light ? &scene_.lights[*from.light] : nullptr;
    node.controllers = describe_rest(from, material, light);
    return node;
  }

  static bool has_triangles(const scene::Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives, [](const scene::Primitive& p) {
      return p.topology == scene::Topology::triangles && !p.positions.empty();
    });
  }

  static Light describe_light(const scene::Light& from) {
    Light light;
    if (const auto header = record_in<LightHeader>(from.extras, "light")) light.header = *header;
    const JsonValue* value = scene::find(from.extras, "flares");
    const auto* flares = value != nullptr ? value->get_if<JsonArray>() : nullptr;
    for (const JsonValue& flare : flares != nullptr ? *flares : JsonArray()) {
      const auto number = [&](std::string_view name, std::vector<float>& out) {
        if (const JsonValue* item = flare.find(name)) out.push_back(scene::float_of(*item).value_or(0));
      };
      number("size", light.flare_sizes);
      number("position", light.flare_positions);
      const auto* object = flare.get_if<JsonObject>();
      if (object == nullptr) continue;
      if (flare.find("texture") != nullptr)
        light.textures.push_back({.text = text_in(*object, "texture", "")});
      const JsonValue* shift = flare.find("color_shift");
      const auto* parts = shift != nullptr ? shift->get_if<JsonArray>() : nullptr;
      if (parts == nullptr || parts->size() != 3) continue;
      Vec3& colour = light.flare_colors.emplace_back(0);
      for (int k = 0; k < 3; ++k) colour[k] = scene::float_of((*parts)[std::size_t(k)]).value_or(0);
    }
    return light;
  }

  /// The nodes that move, and those above them, in the order of the model.
  void describe_animation(const scene::Animation& from) {
    source::Animation& animation = result_.model.animations.emplace_back();
    animation.name = as_word(from.name);
    animation.length = from.length;
    animation.root = as_word(text_in(from.extras, "root", result_.model.nodes.front().name));
    animation.transition = 0.25F;
    if (const JsonValue* transition = scene::find(from.extras, "transition"))
      animation.transition = scene::float_of(*transition).value_or(animation.transition);
    SceneEvents read = events_in(from);
    animation.events = std::move(read.events);
    result_.losses.append(read.losses);
    std::map<Index, std::vector<source::Keys>> keys;
    for (const scene::Channel& channel : from.channels) {
      if (auto described = describe_channel(channel))
        keys[channel.node].push_back(*std::move(described));
      else
        ++unknown_channels_;
    }
    std::set<Index> needed;
    for (const auto& [node, ignored] : keys)
      for (Index up = node; up != scene::kNoParent && needed.insert(up).second;) up = parents_[up];
    for (std::size_t row = 0; row < result_.nodes.size(); ++row) {
      const Index index = result_.nodes[row];
      if (row > 0 && !needed.contains(index)) continue;
      source::Node& node = animation.nodes.emplace_back();
      node.name = result_.model.nodes[row].name;
      node.parent = result_.model.nodes[row].parent;
      if (const auto found = keys.find(index); found != keys.end()) node.controllers = found->second;
    }
  }

  void list_losses() {
    if (unknown_channels_ > 0)
      result_.losses.add(loss::CHANNELS_DROPPED, "", counted(unknown_channels_, "channel", "channels"));
  }

  const Scene& scene_;
  std::string name_;
  Described result_;
  std::vector<std::string> words_;  // names of nodes
  std::vector<Index> parents_;
  std::vector<Index> holder_;  // for each node the one with its mesh
  std::vector<bool> is_part_;  // skins that belong to a node
  Losses of_meshes_;           // with what many nodes share
  std::size_t unknown_channels_ = 0;
};

}  // namespace

Error too_long(const std::string& name, std::string_view whose) {
  return {
      .field = escape_text(name),
      .message = fmt::format("the name has {} bytes, but {} has at most {}", name.size(), whose, kNameRoom)};
}

Result<Described> describe(const Scene& scene, std::string_view name) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (scene.nodes.empty()) return fail({.message = "no nodes to make a model from"});
  const std::string own = scene.name.empty() || scene.name == "Scene" ? std::string(name) : scene.name;
  if (own.size() > kNameRoom) return fail(too_long(own, "a model's"));
  return ModelDescriber(scene, own.empty() ? "model" : own).run();
}

Error with_node_names(Error error, const source::Model& model) {
  const auto bracket = error.field.find("nodes[");
  if (bracket == std::string::npos) return error;
  const std::vector<source::Node>* nodes = &model.nodes;
  std::string before;
  const auto number_at = [&](std::size_t at) {
    std::size_t number = 0;
    std::from_chars(error.field.data() + at, error.field.data() + error.field.size(), number);
    return number;
  };
  if (error.field.starts_with("animations[")) {
    const std::size_t row = number_at(std::string_view("animations[").size());
    if (row >= model.animations.size()) return error;
    nodes = &model.animations[row].nodes;
    before = model.animations[row].name + ".";
  }
  const std::size_t row = number_at(bracket + std::string_view("nodes[").size());
  const auto end = error.field.find(']', bracket);
  if (row >= nodes->size() || end == std::string::npos) return error;
  error.field = escape_text(before + (*nodes)[row].name) + error.field.substr(end + 1);
  return error;
}

std::vector<Index> mesh_holders(const Scene& scene) {
  std::vector<Index> holders(scene.nodes.size());
  std::iota(holders.begin(), holders.end(), Index(0));
  std::map<std::string_view, std::vector<Index>> by_name;  // the first of each comes last
  for (std::size_t i = scene.nodes.size(); i-- > 0;)
    if (!scene.nodes[i].skin && !scene.nodes[i].mesh && scene::find(scene.nodes[i].extras, "mesh") != nullptr)
      by_name[scene.nodes[i].name].push_back(Index(i));
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const auto found = scene.nodes[i].skin ? by_name.find(scene.nodes[i].name) : by_name.end();
    if (found == by_name.end() || found->second.empty()) continue;
    holders[found->second.back()] = Index(i);
    found->second.pop_back();
  }
  return holders;
}

}  // namespace mw::kotor::mdl
