#include "transitions.h"

#include <meshwright/kotor/walkmesh.h>
#include <algorithm>

namespace mw::kotor::walkmesh {
namespace {

bool is_near(const Vec3& a, const Vec3& b, float tolerance) {
  const Vec3 d = glm::abs(a - b);
  return d.x <= tolerance && d.y <= tolerance && d.z <= tolerance;
}

}  // namespace

std::optional<std::pair<Vec3, Vec3>> ends_of(const File& file, std::uint32_t side) {
  if (side / 3 >= file.faces.size()) return std::nullopt;
  const Face& face = file.faces[side / 3];
  if (!geometry::corners_exist(face, file.vertices.size())) return std::nullopt;
  return std::pair(file.vertices[face[side % 3]], file.vertices[face[(side % 3 + 1) % 3]]);
}

void TransitionIndex::add(const Vec3& a, const Vec3& b, std::int32_t room) {
  grid_.add((a + b) * 0.5F, std::uint32_t(lines_.size()));
  lines_.push_back({a, b, room});
}

std::size_t TransitionIndex::unused() const {
  return std::size_t(std::ranges::count(lines_, false, &Line::used));
}

std::optional<std::int32_t> TransitionIndex::take(const Vec3& a, const Vec3& b) {
  const auto near = [&](const Vec3& p, const Vec3& q) { return is_near(p, q, tolerance_); };
  std::optional<std::int32_t> room;
  grid_.find_near((a + b) * 0.5F, [&](std::uint32_t row) {
    Line& line = lines_[row];
    if (!(near(a, line.a) && near(b, line.b)) && !(near(a, line.b) && near(b, line.a))) return false;
    line.used = true;
    room = line.room;
    return true;
  });
  return room;
}

void TransitionIndex::give_to(File& file) {
  for (Edge& edge : file.edges) {
    const auto ends = ends_of(file, edge.edge);
    if (edge.transition != kNoTransition || !ends) continue;
    edge.transition = take(ends->first, ends->second).value_or(kNoTransition);
  }
}

std::size_t carry_transitions(const File& from, File& to, float tolerance) {
  TransitionIndex index(tolerance);
  std::size_t lost = 0;
  for (const Edge& edge : from.edges) {
    if (edge.transition == kNoTransition) continue;
    if (const auto ends = ends_of(from, edge.edge))
      index.add(ends->first, ends->second, edge.transition);
    else
      ++lost;
  }
  index.give_to(to);
  return lost + index.unused();
}

}  // namespace mw::kotor::walkmesh
