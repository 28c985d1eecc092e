#include <fmt/format.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <optional>

#include "mdl/rest.h"

namespace mw::kotor::mdl {
namespace {

std::optional<Error> check(const File& file, std::size_t skin_row, std::span<const std::uint32_t> bones) {
  const auto wrong = [](std::string field, std::string message) {
    return Error{.field = std::move(field), .message = std::move(message)};
  };
  if (skin_row >= file.nodes.size() || !file.nodes[skin_row].mesh || !file.nodes[skin_row].mesh->skin)
    return wrong(fmt::format("nodes[{}]", skin_row), "is no skin");
  for (std::size_t slot = 0; slot < bones.size(); ++slot)
    if (bones[slot] >= file.nodes.size())
      return wrong(fmt::format("bones[{}]", slot),
                   fmt::format("node {} is not one of {}", bones[slot], file.nodes.size()));
  for (std::size_t row = 0; row < file.nodes.size(); ++row)
    if (file.nodes[row].header.name_index >= file.names.size())
      return wrong(
          fmt::format("nodes[{}].name_index", row),
          fmt::format("name {} is not one of {}", file.nodes[row].header.name_index, file.names.size()));
  return std::nullopt;
}

void map_bones(Skin& skin, const File& file, std::span<const std::uint32_t> bones) {
  skin.bone_map.assign(file.names.size(), kNoBone);
  skin.header.bone_map_count = std::uint32_t(skin.bone_map.size());
  for (std::size_t slot = 0; slot < bones.size(); ++slot) {
    const std::uint16_t name = file.nodes[bones[slot]].header.name_index;
    skin.bone_map[name] = float(slot);
    if (slot < skin.header.serials.size()) skin.header.serials[slot] = name;
  }
}

}  // namespace

Result<void> bind_skin(File& file, std::size_t skin_row, std::span<const std::uint32_t> bones) {
  if (auto error = check(file, skin_row, bones)) return fail(*std::move(error));
  const std::vector<Rigid> pose = rest_pose(file.nodes);
  Skin& skin = *file.nodes[skin_row].mesh->skin;
  map_bones(skin, file, bones);
  skin.qbones.assign(file.names.size(), {1, 0, 0, 0});
  skin.tbones.assign(file.names.size(), Vec3(0));
  skin.unknown_0x34.assign(file.names.size(), 0);
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const Rigid bind = inverse(pose[row]) * pose[skin_row];
    const std::uint16_t name = file.nodes[row].header.name_index;
    // Minus the rotation is the same rotation; the original compiler has it so.
    std::ranges::transform(bind.rotation, skin.qbones[name].begin(), [](float part) { return -part; });
    skin.tbones[name] = bind.position;
  }
  return {};
}

}  // namespace mw::kotor::mdl
