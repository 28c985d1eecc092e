#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/losses.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace mw::scene {
namespace {

/// "0", "0 and 1", "0, 1 and 2"
std::string listed(std::span<const std::uint32_t> levels) {
  std::string text = std::to_string(levels[0]);
  for (std::size_t i = 1; i < levels.size(); ++i)
    text.append(i + 1 == levels.size() ? " and " : ", ").append(std::to_string(levels[i]));
  return text;
}

}  // namespace

std::vector<std::uint32_t> levels(const Scene& scene) {
  std::set<std::uint32_t> found;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.role == Role::visual) found.insert(node.lod);
  return {found.begin(), found.end()};
}

Result<void> check_level(const Selection& selection, std::span<const std::uint32_t> levels) {
  if (!selection.lod || levels.empty() || std::ranges::find(levels, *selection.lod) != levels.end())
    return {};
  return fail({.field = "lod",
               .message = fmt::format("there is no level {}, only {}", *selection.lod, listed(levels))});
}

Loss parts_without_level(std::span<const std::string> parts, std::uint32_t level) {
  return {loss::LEVEL_MISSING, "", counted(parts.size(), "part has", "parts have"), level, mw::listed(parts)};
}

std::vector<std::string> find_parts_without_level(const Scene& scene, std::uint32_t level) {
  std::map<std::string, bool> has_level;
  for (const Node& node : scene.nodes) {
    if (!node.mesh || node.role != Role::visual) continue;
    const auto part = std::ranges::find(node.extras, "part", &JsonMember::first);
    const auto* name = part != node.extras.end() ? part->second.get_if<std::string>() : nullptr;
    if (name != nullptr) has_level[*name] |= node.lod == level;
  }
  std::vector<std::string> parts;
  for (const auto& [name, has] : has_level)
    if (!has) parts.push_back(name);
  return parts;
}

}  // namespace mw::scene
