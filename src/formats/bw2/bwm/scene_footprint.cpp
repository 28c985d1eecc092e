#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include "scene_parts.h"

namespace mw::bw2::bwm {
namespace {

/// Numbers by threes.
std::vector<Vec3> rows_of(const JsonValue& footprint, std::string_view name) {
  std::vector<Vec3> rows;
  const JsonValue* member = footprint.find(name);
  const auto* numbers = member != nullptr ? member->get_if<JsonArray>() : nullptr;
  for (std::size_t i = 0; numbers != nullptr && i + 2 < numbers->size(); i += 3) {
    const auto at = [&](std::size_t k) { return scene::float_of((*numbers)[i + k]).value_or(0); };
    rows.emplace_back(at(0), at(1), at(2));
  }
  return rows;
}

}  // namespace

scene::Extras footprint_extras(const File& file) {
  JsonArray hull;
  for (const Vec3& point : file.hull) hull.insert(hull.end(), {point.x, point.y, point.z});
  JsonArray circles;
  for (const Circle& circle : file.circles)
    circles.insert(circles.end(), {circle.x, circle.z, circle.radius});
  return {{"hull", std::move(hull)}, {"circles", std::move(circles)}};
}

Footprint footprint_of(const JsonValue& extras) {
  Footprint footprint{.hull = rows_of(extras, "hull")};
  for (const Vec3& row : rows_of(extras, "circles")) footprint.circles.push_back({row.x, row.y, row.z});
  return footprint;
}

void set_footprint(File& file, const Footprint& footprint) {
  file.hull = footprint.hull;
  file.circles = footprint.circles;
  file.header.hull_count = std::uint32_t(file.hull.size());
  file.header.circle_count = std::uint32_t(file.circles.size());
  file.header.footprint_sphere = derive_footprint_sphere(file.hull, positions(file));
  update_sizes(file);
}

}  // namespace mw::bw2::bwm
