#include <fmt/format.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/losses.h>
#include <meshwright/scene/detail/tree.h>
#include <meshwright/scene/scene.h>

#include <algorithm>
#include <array>
#include <ranges>

namespace mw::scene {
namespace {

bool role_is_wanted(Role role, const Selection& selection) {
  switch (role) {
    case Role::hidden:
      return selection.hidden;
    case Role::collision:
      return selection.collision;
    case Role::armor:
      return selection.armor;
    case Role::visual:
    case Role::walkmesh:
    case Role::helper:
      break;
  }
  return true;
}

std::uint32_t finest_lod(const Scene& scene) {
  std::uint32_t finest = 0xFFFFFFFF;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.role == Role::visual) finest = std::min(finest, node.lod);
  return finest;
}

/// Removes the unmarked items and returns the new number of each remaining one.
template <class T>
std::vector<Index> keep_marked(std::vector<T>& items, const std::vector<bool>& marked) {
  std::vector<Index> numbers(items.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[i] = Index(next);
    if (!marked[i]) continue;
    if (next != i) items[next] = std::move(items[i]);
    ++next;
  }
  items.erase(items.begin() + std::ptrdiff_t(next), items.end());
  return numbers;
}

/// Nodes that something other than the hierarchy refers to.
std::vector<bool> needed_nodes(const Scene& scene) {
  std::vector<bool> needed(scene.nodes.size());
  for (const Skin& skin : scene.skins) {
    for (const Index joint : skin.joints) needed[joint] = true;
    if (skin.root) needed[*skin.root] = true;
  }
  for (const Animation& animation : scene.animations)
    for (const Channel& channel : animation.channels) needed[channel.node] = true;
  return needed;
}

void remove_meshes(Scene& scene) {
  std::vector<bool> used(scene.meshes.size());
  for (const Node& node : scene.nodes)
    if (node.mesh) used[*node.mesh] = true;
  const std::vector<Index> numbers = keep_marked(scene.meshes, used);
  for (Node& node : scene.nodes)
    if (node.mesh) node.mesh = numbers[*node.mesh];
}

void remove_skins(Scene& scene) {
  std::vector<bool> used(scene.skins.size());
  for (const Node& node : scene.nodes)
    if (node.skin) used[*node.skin] = true;
  const std::vector<Index> numbers = keep_marked(scene.skins, used);
  for (Node& node : scene.nodes)
    if (node.skin) node.skin = numbers[*node.skin];
}

void remove_materials(Scene& scene) {
  std::vector<bool> used(scene.materials.size());
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives)
      if (primitive.material) used[*primitive.material] = true;
  const std::vector<Index> numbers = keep_marked(scene.materials, used);
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives)
      if (primitive.material) primitive.material = numbers[*primitive.material];
}

/// In one note, each kind with the option that adds it.
void tell_left_out(Losses& losses, std::size_t hidden, std::size_t collision, std::size_t armor,
                   std::size_t levels) {
  if (hidden + collision + armor + levels == 0) return;
  Loss& loss = losses.add(loss::MESHES_LEFT_OUT, "", "");
  const auto add = [&](std::size_t count, std::string_view kind, std::string_view of,
                       std::string_view option) {
    if (count == 0) return;
    loss.message += fmt::format("{}{}{} {}{}", loss.advice.empty() ? "" : ", ", count, kind,
                                count == 1 ? "mesh" : "meshes", of);
    loss.advise(fmt::format(" (--{})", option));
  };
  add(hidden, " hidden", "", "hidden");
  add(collision, " collision", "", "collision");
  add(armor, " armor", "", "armor");
  add(levels, "", " of other levels", "lod all");
}

}  // namespace

void forget_levels(Scene& scene) {
  for (Node& node : scene.nodes)
    std::erase_if(node.extras, [](const JsonMember& member) { return member.first == kLevels; });
}

/// The nodes that stay: needed and wanted ones, and those above them. Backwards, children come before their
/// parents.
std::vector<bool> kept_nodes(const Scene& scene, const std::vector<bool>& wanted) {
  const std::vector<Index> order = nodes_in_order(scene);
  std::vector<bool> kept = needed_nodes(scene);
  for (const Index node : std::views::reverse(order)) {
    const auto stays = [&](Index child) { return bool(kept[child]); };
    if (wanted[node] || std::ranges::any_of(scene.nodes[node].children, stays)) kept[node] = true;
  }
  return kept;
}

void remove_nodes(Scene& scene, const std::vector<bool>& kept) {
  const auto renumber = [&](std::vector<Index>& list, const std::vector<Index>& numbers) {
    std::erase_if(list, [&](Index index) { return !kept[index]; });
    for (Index& index : list) index = numbers[index];
  };
  const std::vector<Index> numbers = keep_marked(scene.nodes, kept);
  renumber(scene.roots, numbers);
  for (Node& node : scene.nodes) renumber(node.children, numbers);
  for (Skin& skin : scene.skins) {
    renumber(skin.joints, numbers);
    if (skin.root) skin.root = numbers[*skin.root];
  }
  for (Animation& animation : scene.animations)
    for (Channel& channel : animation.channels) channel.node = numbers[channel.node];
}

void select(Scene& scene, const Selection& selection, std::size_t other_levels) {
  const std::uint32_t lod = selection.lod.value_or(finest_lod(scene));
  std::vector<bool> wanted(scene.nodes.size(), true);
  bool all = true;
  std::array<std::size_t, std::size_t(Role::helper) + 1> counts{};  // of meshes, by their roles
  std::size_t levels = other_levels;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    Node& node = scene.nodes[i];
    const bool level = selection.all_lods || !node.mesh || node.role != Role::visual || node.lod == lod;
    wanted[i] = level && role_is_wanted(node.role, selection);
    if (wanted[i]) continue;
    all = false;
    if (node.mesh) ++(level ? counts[std::size_t(node.role)] : levels);
    node.mesh.reset();
    node.skin.reset();
  }
  tell_left_out(scene.losses, counts[std::size_t(Role::hidden)], counts[std::size_t(Role::collision)],
                counts[std::size_t(Role::armor)], levels);
  if (!selection.all_lods) forget_levels(scene);
  if (all) return;
  remove_skins(scene);
  remove_nodes(scene, kept_nodes(scene, wanted));
  remove_meshes(scene);
  remove_materials(scene);
}

}  // namespace mw::scene
