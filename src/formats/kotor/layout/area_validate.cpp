#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/detail/area_findings.h>
#include <meshwright/kotor/walkmesh_scene.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <map>
#include <numeric>

#include "walkmesh/transitions.h"

namespace mw::kotor {
namespace {

constexpr float kNear = 0.01F;  // ends of borders that meet; the original rooms' are the same to the bit
constexpr float kInPlace = 0.1F;

/// Sets of things that hang together.
class Groups {
 public:
  std::uint32_t add() {
    parents_.push_back(std::uint32_t(parents_.size()));
    return parents_.back();
  }
  std::uint32_t of(std::uint32_t item) {
    while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
    return item;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[of(b)] = of(a); }

 private:
  std::vector<std::uint32_t> parents_;
};

/// An open edge of a room.
struct Border {
  std::size_t room = 0;
  Vec3 a{0};
  Vec3 b{0};
  std::int32_t transition = walkmesh::kNoTransition;
  std::uint32_t group = 0;
  std::vector<std::size_t> meets = {};  // other rooms
};

bool is_near(const Vec3& a, const Vec3& b) {
  const Vec3 d = glm::abs(a - b);
  return d.x <= kNear && d.y <= kNear && d.z <= kNear;
}

class AreaCheck {
 public:
  AreaCheck(std::span<const AreaRoom> rooms, Findings& findings, const SurfaceMaterials& surfaces)
      : rooms_(rooms), findings_(findings), surfaces_(surfaces) {}

  void run() {
    check_names();
    for (std::size_t row = 0; row < rooms_.size(); ++row) {
      if (rooms_[row].is_taken_out()) continue;
      check_files(row);
      if (rooms_[row].wok) add_borders(row);
    }
    meet();
    check_borders();
    check_islands();
  }

 private:
  Place place(std::size_t row) const {
    return {.where = fmt::format("rooms[{}]", row), .name = rooms_[row].name};
  }

  void check_names() {
    std::map<std::string, std::size_t> rows;
    for (std::size_t row = 0; row < rooms_.size(); ++row) {
      if (rooms_[row].is_taken_out()) continue;
      const auto [first, added] = rows.try_emplace(lower_case(rooms_[row].name), row);
      if (!added)
        findings_.add(area_finding::ROOM_REPEATED, place(row), escape_text(rooms_[row].name), first->second);
    }
  }

  void check_files(std::size_t row) {
    const AreaRoom& room = rooms_[row];
    const std::string name = escape_text(room.name);
    for (const std::string& problem : room.unreadable)
      findings_.add(area_finding::ROOM_UNREADABLE, place(row), escape_text(problem));
    if (!is_finite(room.position)) findings_.add(area_finding::POSITION_NOT_FINITE, place(row), name);
    if (!room.unreadable.empty()) return;
    if (!room.wok) findings_.add(area_finding::WALKMESH_MISSING, place(row), name);
    if (!room.model) findings_.add(area_finding::MODEL_MISSING, place(row), name);
    if (room.wok && room.model && is_finite(room.position)) compare_with_model(row);
  }

  /// Where model and layout put the walkmesh, and whether it is that of the model wherever it is.
  void compare_with_model(std::size_t row) {
    const AreaRoom& room = rooms_[row];
    const auto made = walkmesh::from_model(*room.model, room.position, surfaces_);
    if (!made) return;
    const auto expected = geometry::bounds(made->file.vertices);
    const auto found = geometry::bounds(room.wok->vertices);
    if (!expected || !found) return;
    const Vec3 off = found->min - expected->min;
    if (glm::length(off) > kInPlace)
      findings_.add(area_finding::WALKMESH_OUT_OF_PLACE, place(row), glm::length(off));
    if (const std::size_t other = count_others(made->file, *room.wok, off); other > 0)
      findings_.add(area_finding::WALKMESH_NOT_OF_THE_MODEL, place(row), other,
                    std::max(room.wok->faces.size(), made->file.faces.size()));
  }

  /// Faces of one file that the other has not in the same row, but for the shift between them.
  static std::size_t count_others(const walkmesh::File& made, const walkmesh::File& wok, const Vec3& shift) {
    std::size_t others = made.faces.size() - std::min(made.faces.size(), wok.faces.size());
    for (std::size_t face = 0; face < wok.faces.size(); ++face) {
      bool same = face < made.faces.size() && made.materials[face] == wok.materials[face] &&
                  geometry::corners_exist(wok.faces[face], wok.vertices.size());
      for (std::size_t i = 0; i < 3 && same; ++i)
        same = is_near(made.vertices[made.faces[face][i]] + shift, wok.vertices[wok.faces[face][i]]);
      others += same ? 0 : 1;
    }
    return others;
  }

  void add_borders(std::size_t row) {
    const walkmesh::File& wok = *rooms_[row].wok;
    const std::vector<std::uint32_t> islands = geometry::islands(wok.adjacency);
    std::map<std::uint32_t, std::uint32_t> groups;
    for (const std::uint32_t island : islands) {
      const auto [group, added] = groups.try_emplace(island, 0);
      if (added) {
        group->second = groups_.add();
        faces_.push_back(0);
      }
      ++faces_[group->second];
    }
    for (const walkmesh::Edge& edge : wok.edges) {
      const auto ends = walkmesh::ends_of(wok, edge.edge);
      if (!ends || edge.edge / 3 >= islands.size()) continue;
      grid_.add((ends->first + ends->second) * 0.5F, std::uint32_t(borders_.size()));
      borders_.push_back({row, ends->first, ends->second, edge.transition, groups[islands[edge.edge / 3]]});
    }
  }

  void meet() {
    for (Border& border : borders_)
      grid_.find_near((border.a + border.b) * 0.5F, [&](std::uint32_t other) {
        const Border& there = borders_[other];
        if (there.room != border.room && is_near(border.a, there.b) && is_near(border.b, there.a)) {
          border.meets.push_back(there.room);
          groups_.join(border.group, there.group);
        }
        return false;
      });
  }

  struct Tally {
    std::size_t all = 0;
    std::size_t wrong = 0;
  };

  static std::string edges(std::size_t count) { return counted(count, "edge", "edges"); }

  /// One finding for each pair of rooms: a border has many edges.
  void check_borders() {
    std::map<std::pair<std::size_t, std::int32_t>, Tally> leading;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> untold;
    for (const Border& border : borders_) {
      if (border.transition >= 0) {
        Tally& tally = leading[{border.room, border.transition}];
        ++tally.all;
        const auto to = std::size_t(border.transition);
        tally.wrong += std::ranges::find(border.meets, to) == border.meets.end() ? 1 : 0;
      } else {
        for (const std::size_t other : border.meets) ++untold[{border.room, other}];
      }
    }
    for (const auto& [way, tally] : leading) tell_transition(way.first, way.second, tally);
    for (const auto& [pair, count] : untold)
      findings_.add(area_finding::TRANSITION_MISSING, place(pair.first), escape_text(rooms_[pair.first].name),
                    escape_text(rooms_[pair.second].name), edges(count));
  }

  void tell_transition(std::size_t row, std::int32_t to, const Tally& tally) {
    const std::string name = escape_text(rooms_[row].name);
    const auto other = std::size_t(to);
    if (other >= rooms_.size())
      return findings_.add(area_finding::TRANSITION_ROOM_MISSING, place(row), name, edges(tally.all), to,
                           rooms_.size());
    if (rooms_[other].is_taken_out())
      return findings_.add(area_finding::TRANSITION_ROOM_TAKEN_OUT, place(row), name, edges(tally.all), to);
    if (rooms_[other].wok && tally.wrong > 0)
      findings_.add(area_finding::TRANSITION_NOT_MET, place(row), tally.wrong, tally.all, name, to,
                    escape_text(rooms_[other].name));
  }

  void check_islands() {
    std::map<std::uint32_t, std::size_t> islands;
    for (std::uint32_t group = 0; group < faces_.size(); ++group) islands[groups_.of(group)] += faces_[group];
    if (islands.size() < 2) return;
    std::vector<std::size_t> sizes;
    for (const auto& [group, size] : islands) sizes.push_back(size);
    std::ranges::sort(sizes, std::ranges::greater());
    constexpr std::size_t kShown = 8;
    const std::string more = sizes.size() > kShown ? ", …" : "";
    sizes.resize(std::min(sizes.size(), kShown));
    findings_.add(area_finding::AREA_NOT_CONNECTED, {"rooms"}, islands.size(),
                  fmt::format("{}{}", fmt::join(sizes, ", "), more));
  }

  std::span<const AreaRoom> rooms_;
  Findings& findings_;
  const SurfaceMaterials& surfaces_;
  Groups groups_;
  std::vector<std::size_t> faces_;  // of each group
  std::vector<Border> borders_;
  static constexpr std::size_t kMostInCell = 64;  // many in one place are damage, and would be slow
  geometry::PointGrid grid_{kNear, kMostInCell};
};

}  // namespace

void validate_area(std::span<const AreaRoom> rooms, Findings& findings, const SurfaceMaterials& surfaces) {
  AreaCheck(rooms, findings, surfaces).run();
}

std::span<const FindingKind> area_finding_kinds() {
  return area_finding::kKinds;
}

}  // namespace mw::kotor
