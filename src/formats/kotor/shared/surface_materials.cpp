#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/two_da.h>
#include <meshwright/kotor/surface_materials.h>

#include <algorithm>

namespace mw::kotor {
namespace {

struct Rgb {
  std::uint32_t id;
  Vec3 colour;
};

// Told apart at sight: ground in its own colour, what cannot be walked on in reds and darks.
constexpr Rgb kColours[] = {
    {0, {0.35F, 0.10F, 0.10F}},  {1, {0.45F, 0.30F, 0.16F}},  {2, {0.20F, 0.16F, 0.24F}},
    {3, {0.25F, 0.55F, 0.18F}},  {4, {0.55F, 0.55F, 0.52F}},  {5, {0.60F, 0.40F, 0.20F}},
    {6, {0.20F, 0.45F, 0.75F}},  {7, {0.65F, 0.14F, 0.12F}},  {8, {0.75F, 0.45F, 0.45F}},
    {9, {0.55F, 0.25F, 0.45F}},  {10, {0.42F, 0.50F, 0.60F}}, {11, {0.35F, 0.50F, 0.60F}},
    {12, {0.28F, 0.36F, 0.20F}}, {13, {0.36F, 0.26F, 0.18F}}, {14, {0.50F, 0.52F, 0.16F}},
    {15, {0.95F, 0.35F, 0.05F}}, {16, {0.10F, 0.10F, 0.14F}}, {17, {0.08F, 0.20F, 0.45F}},
    {18, {0.85F, 0.70F, 0.25F}}, {19, {0.88F, 0.80F, 0.86F}}, {20, {0.80F, 0.72F, 0.48F}},
    {21, {0.78F, 0.76F, 0.66F}}, {22, {0.50F, 0.48F, 0.44F}}, {30, {0.85F, 0.30F, 0.85F}},
};
constexpr Vec3 kUnknownColour{0.9F, 0.0F, 0.6F};

/// As the games read a number: every value but 0 is walkable, also 2, -1 and 01; what begins with no number
/// is 0.
bool is_not_zero(std::string_view cell) {
  cell.remove_prefix(std::min(cell.find_first_not_of(" \t"), cell.size()));
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  const std::string_view digits = cell.substr(0, cell.find_first_not_of("0123456789"));
  return digits.find_first_not_of('0') != digits.npos;
}

}  // namespace

Vec3 surface_colour(std::uint32_t id) {
  const auto* row = std::ranges::find(kColours, id, &Rgb::id);
  return row != std::end(kColours) ? row->colour : kUnknownColour;
}

std::optional<std::uint32_t> surface_of_colour(const Vec3& colour) {
  constexpr float kSame = 0.004F;  // a step of a byte
  const auto is_same = [&](const Rgb& row) {
    const Vec3 d = glm::abs(row.colour - colour);
    return d.x < kSame && d.y < kSame && d.z < kSame;
  };
  const auto* row = std::ranges::find_if(kColours, is_same);
  return row != std::end(kColours) ? std::optional(row->id) : std::nullopt;
}

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
    rows.push_back({id, name.empty() ? fmt::format("Row{}", id) : name, is_not_zero(cells[*walk])});
  }
  return SurfaceMaterials(std::move(rows));
}

const SurfaceMaterial* SurfaceMaterials::find(std::uint32_t id) const {
  const auto row = std::ranges::lower_bound(rows_, id, {}, &SurfaceMaterial::id);
  return row != rows_.end() && row->id == id ? &*row : nullptr;
}

std::optional<std::uint32_t> SurfaceMaterials::find_name(std::string_view name) const {
  const auto dot = name.rfind('.');
  if (dot != name.npos && parse_integer(name.substr(dot + 1))) name = name.substr(0, dot);
  const auto row = std::ranges::find_if(
      rows_, [&](const SurfaceMaterial& material) { return same_in_any_case(material.name, name); });
  return row != rows_.end() ? std::optional(row->id) : std::nullopt;
}

bool SurfaceMaterials::is_walkable(std::uint32_t id) const {
  const SurfaceMaterial* row = find(id);
  return row != nullptr && row->walkable;
}

}  // namespace mw::kotor
