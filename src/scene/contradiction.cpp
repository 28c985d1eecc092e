#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/scene.h>

#include <algorithm>

namespace mw::scene {
namespace {

Error error_at(std::string field, std::string message) {
  return {.field = std::move(field), .message = std::move(message)};
}

/// `field` gives the name of the checked field. It is called only on an error: a scene has thousands.
std::optional<Error> check_index(std::optional<Index> index, std::size_t count, const auto& field,
                                 std::string_view part) {
  if (!index || *index < count) return std::nullopt;
  return error_at(field() + std::string(part), fmt::format("{} is not one of {}", *index, count));
}

/// Every node is reached once from the roots: no cycle, no shared child, no node outside.
std::optional<Error> check_hierarchy(const Scene& scene) {
  std::vector<bool> reached(scene.nodes.size());
  std::vector<Index> pending = scene.roots;
  while (!pending.empty()) {
    const Index index = pending.back();
    pending.pop_back();
    if (index >= scene.nodes.size())
      return error_at("nodes", fmt::format("child {} is not one of {} nodes", index, scene.nodes.size()));
    if (reached[index])
      return error_at(fmt::format("nodes[{}]", index), "reached twice: a cycle or a shared child");
    reached[index] = true;
    pending.insert(pending.end(), scene.nodes[index].children.begin(), scene.nodes[index].children.end());
  }
  const auto missed = std::ranges::find(reached, false);
  if (missed == reached.end()) return std::nullopt;
  return error_at(fmt::format("nodes[{}]", missed - reached.begin()), "not reached from any root");
}

std::optional<Error> check_references(const Scene& scene) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    const auto field = [&] { return fmt::format("nodes[{}]", i); };
    if (auto error = check_index(node.mesh, scene.meshes.size(), field, ".mesh")) return error;
    if (auto error = check_index(node.skin, scene.skins.size(), field, ".skin")) return error;
    if (auto error = check_index(node.light, scene.lights.size(), field, ".light")) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_attributes(const Primitive& primitive, const auto& field) {
  const std::size_t count = primitive.positions.size();
  const auto check = [&](std::size_t size, std::string_view name) -> std::optional<Error> {
    if (size == 0 || size == count) return std::nullopt;
    return error_at(field() + "." + std::string(name),
                    fmt::format("{} entries for {} vertices", size, count));
  };
  if (auto error = check(primitive.normals.size(), "normals")) return error;
  if (auto error = check(primitive.tangents.size(), "tangents")) return error;
  for (const auto& uv : primitive.uvs)
    if (auto error = check(uv.size(), "uvs")) return error;
  if (auto error = check(primitive.colours.size(), "colours")) return error;
  if (auto error = check(primitive.joints.size(), "joints")) return error;
  if (auto error = check(primitive.weights.size(), "weights")) return error;
  for (const CustomAttribute& custom : primitive.custom)
    if (auto error = check(custom.values.size(), custom.name)) return error;
  return std::nullopt;
}

std::optional<Error> check_corners(const Primitive& primitive, const auto& field) {
  if (primitive.indices.empty()) return std::nullopt;
  // Most often all is well, and a maximum is found many numbers at a time.
  Index largest = 0;
  for (const Index index : primitive.indices) largest = std::max(largest, index);
  if (largest < primitive.positions.size()) return std::nullopt;
  const auto beyond =
      std::ranges::find_if(primitive.indices, [&](Index i) { return i >= primitive.positions.size(); });
  return error_at(fmt::format("{}.indices[{}]", field(), beyond - primitive.indices.begin()),
                  fmt::format("{} >= vertex count {}", *beyond, primitive.positions.size()));
}

std::optional<Error> check_primitive(const Scene& scene, const Primitive& primitive, const auto& field) {
  if (auto error = check_attributes(primitive, field)) return error;
  if (auto error = check_index(primitive.material, scene.materials.size(), field, ".material")) return error;
  if (auto error = check_corners(primitive, field)) return error;
  const std::size_t corners =
      primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
  const std::size_t each = primitive.topology == Topology::triangles ? 3
                           : primitive.topology == Topology::lines   ? 2
                                                                     : 1;
  if (corners % each != 0)
    return error_at(field() + ".indices", fmt::format("{} corners are not a multiple of {}", corners, each));
  return std::nullopt;
}

std::optional<Error> check_meshes(const Scene& scene) {
  for (std::size_t i = 0; i < scene.meshes.size(); ++i)
    for (std::size_t k = 0; k < scene.meshes[i].primitives.size(); ++k)
      if (auto error = check_primitive(scene, scene.meshes[i].primitives[k],
                                       [&] { return fmt::format("meshes[{}].primitives[{}]", i, k); }))
        return error;
  return std::nullopt;
}

std::optional<Error> check_skins(const Scene& scene) {
  for (std::size_t i = 0; i < scene.skins.size(); ++i) {
    const Skin& skin = scene.skins[i];
    const auto field = [&] { return fmt::format("skins[{}]", i); };
    if (skin.inverse_binds.size() != skin.joints.size())
      return error_at(field(), fmt::format("{} inverse binds for {} joints", skin.inverse_binds.size(),
                                           skin.joints.size()));
    for (const Index joint : skin.joints)
      if (auto error = check_index(joint, scene.nodes.size(), field, ".joints")) return error;
    if (auto error = check_index(skin.root, scene.nodes.size(), field, ".root")) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_channel(const Scene& scene, const std::string& animation, const Channel& channel,
                                   const auto& field) {
  if (auto error = check_index(channel.node, scene.nodes.size(), field, ".node")) return error;
  const std::size_t keys = channel.interpolation == Interpolation::cubic ? 3 : 1;
  if (keys == 3 && channel.times.size() < 2)
    return error_at(field() + ".times", "cubic keys need at least two");
  const std::size_t expected = channel.times.size() * channel.components * keys;
  if (channel.values.size() != expected)
    return error_at(field() + ".values",
                    fmt::format("{} numbers, expected {}", channel.values.size(), expected));
  if (std::ranges::adjacent_find(channel.times, std::ranges::greater_equal()) != channel.times.end())
    return error_at(field() + ".times",
                    fmt::format("not ascending, those of {} in {}",
                                quote_word(scene.nodes[channel.node].name), quote_word(animation)));
  return std::nullopt;
}

std::optional<Error> check_animations(const Scene& scene) {
  for (std::size_t i = 0; i < scene.animations.size(); ++i)
    for (std::size_t k = 0; k < scene.animations[i].channels.size(); ++k)
      if (auto error = check_channel(scene, scene.animations[i].name, scene.animations[i].channels[k],
                                     [&] { return fmt::format("animations[{}].channels[{}]", i, k); }))
        return error;
  return std::nullopt;
}

}  // namespace

std::optional<Error> find_contradiction(const Scene& scene) {
  if (auto error = check_hierarchy(scene)) return error;
  if (auto error = check_references(scene)) return error;
  if (auto error = check_meshes(scene)) return error;
  if (auto error = check_skins(scene)) return error;
  return check_animations(scene);
}

}  // namespace mw::scene
