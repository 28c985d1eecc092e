#include <fmt/format.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <cmath>
#include <map>

namespace mw::wows::geometry {
namespace {

using namespace std::string_literals;
const std::string& armor_name() {
  static const std::string kName = "CM_PA_united.armor\0"s;  // in all 6 real files with armor
  return kName;
}
const std::string& collision_name() {
  static const std::string kName = "default\0"s;  // in all 6 real files with collision
  return kName;
}

Box box_of(const ArmorPlate& plate) {
  Box box{Vec3(INFINITY), Vec3(-INFINITY)};
  for (const ArmorVertex& vertex : plate.vertices) box = united(box, {vertex.position, vertex.position});
  return plate.vertices.empty() ? Box{} : box;
}

}  // namespace

Result<void> set_armor(File& file, std::vector<ArmorPlate> plates) {
  for (std::size_t row = 0; row < plates.size(); ++row) {
    const std::size_t count = plates[row].vertices.size();
    if (count % 3 != 0)
      return fail({.field = fmt::format("plates[{}]", row),
                   .message = fmt::format("{} vertices are no triangles", count)});
  }
  file.armor_models.clear();
  if (!plates.empty()) {
    ArmorModel& model = file.armor_models.emplace_back();
    model.name = armor_name();
    Box all{Vec3(INFINITY), Vec3(-INFINITY)};
    for (ArmorPlate& plate : plates) {
      const Box box = box_of(plate);
      plate.box_min = box.min;
      plate.box_max = box.max;
      all = united(all, box);
    }
    model.box_min = all.min;
    model.box_max = all.max;
    model.plates = std::move(plates);
  }
  lay_out(file);
  return {};
}

Hull make_hull(std::span<const Vec3> vertices, std::span<const std::vector<std::uint32_t>> faces) {
  Hull hull;
  hull.vertices.assign(vertices.begin(), vertices.end());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (const std::vector<std::uint32_t>& corners : faces) {
    HullFace& face = hull.faces.emplace_back();
    face.vertices = corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto [low, high] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
      const auto [edge, is_new] = known.try_emplace({low, high}, std::uint32_t(hull.edges.size()));
      if (is_new) hull.edges.push_back({std::int32_t(low), std::int32_t(high)});
      face.edges.push_back(edge->second);
    }
  }
  return hull;
}

void set_collision(File& file, std::vector<Hull> hulls) {
  file.collision_models.clear();
  if (!hulls.empty()) {
    CollisionModel& model = file.collision_models.emplace_back();
    model.name = collision_name();
    model.hulls = std::move(hulls);
  }
  lay_out(file);
}

}  // namespace mw::wows::geometry
