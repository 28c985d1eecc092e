#include <meshwright/kotor/surface_materials.h>
#include <algorithm>

namespace mw::kotor {
namespace {

// In 109 real WOKs only 1, 3, 4, 5, 10 were seen on walkable faces and 2, 7, 19 behind them; the other rows
// rest on the tables of other tools. 16 is walkable in one of them and not in another; 30 is known to one
// only.
constexpr SurfaceMaterial kMaterials[] = {
    {0, "NotDefined", false},    {1, "Dirt", true},        {2, "Obscuring", false},   {3, "Grass", true},
    {4, "Stone", true},          {5, "Wood", true},        {6, "Water", true},        {7, "NonWalk", false},
    {8, "Transparent", false},   {9, "Carpet", true},      {10, "Metal", true},       {11, "Puddles", true},
    {12, "Swamp", true},         {13, "Mud", true},        {14, "Leaves", true},      {15, "Lava", false},
    {16, "BottomlessPit", true}, {17, "DeepWater", false}, {18, "Door", true},        {19, "Snow", false},
    {20, "Sand", true},          {21, "BareBones", true},  {22, "StoneBridge", true}, {30, "Trigger", true},
};

}  // namespace

std::span<const SurfaceMaterial> surface_materials() {
  return kMaterials;
}

const SurfaceMaterial* find_surface_material(std::uint32_t id) {
  const auto* row = std::ranges::lower_bound(kMaterials, id, {}, &SurfaceMaterial::id);
  return row != std::end(kMaterials) && row->id == id ? row : nullptr;
}

bool is_walkable(std::uint32_t material) {
  const SurfaceMaterial* row = find_surface_material(material);
  return row != nullptr && row->walkable;
}

}  // namespace mw::kotor
