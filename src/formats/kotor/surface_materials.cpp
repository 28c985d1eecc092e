#include <fmt/format.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/two_da.h>

#include <algorithm>

namespace mw::kotor {

const SurfaceMaterials& SurfaceMaterials::built_in() {
  // In 109 real WOKs only 1, 3, 4, 5, 10 were seen on walkable faces and 2, 7, 19 behind them; the other rows
  // rest on the tables of other tools. 16 is walkable in one of them and not in another; 30 is known to one
  // only.
  static const SurfaceMaterials kMaterials({
      {0, "NotDefined", false},    {1, "Dirt", true},        {2, "Obscuring", false},   {3, "Grass", true},
      {4, "Stone", true},          {5, "Wood", true},        {6, "Water", true},        {7, "NonWalk", false},
      {8, "Transparent", false},   {9, "Carpet", true},      {10, "Metal", true},       {11, "Puddles", true},
      {12, "Swamp", true},         {13, "Mud", true},        {14, "Leaves", true},      {15, "Lava", false},
      {16, "BottomlessPit", true}, {17, "DeepWater", false}, {18, "Door", true},        {19, "Snow", false},
      {20, "Sand", true},          {21, "BareBones", true},  {22, "StoneBridge", true}, {30, "Trigger", true},
  });
  return kMaterials;
}

Result<SurfaceMaterials> SurfaceMaterials::from_two_da(ByteSpan bytes) {
  const auto table = read_two_da(bytes);
  if (!table) return fail(table.error());
  const auto walk = table->find_column("walk");
  if (!walk) return fail({.field = "columns", .message = "there is no \"Walk\" among them"});
  const auto label = table->find_column("label");
  std::vector<SurfaceMaterial> rows;
  for (std::uint32_t id = 0; id < table->rows.size(); ++id) {
    const std::vector<std::string>& cells = table->rows[id];
    const std::string name = label ? cells[*label] : "";
    rows.push_back({id, name.empty() ? fmt::format("Row{}", id) : name, cells[*walk] == "1"});
  }
  return SurfaceMaterials(std::move(rows));
}

const SurfaceMaterial* SurfaceMaterials::find(std::uint32_t id) const {
  const auto row = std::ranges::lower_bound(rows_, id, {}, &SurfaceMaterial::id);
  return row != rows_.end() && row->id == id ? &*row : nullptr;
}

bool SurfaceMaterials::is_walkable(std::uint32_t id) const {
  const SurfaceMaterial* row = find(id);
  return row != nullptr && row->walkable;
}

}  // namespace mw::kotor
