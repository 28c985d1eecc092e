#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <fmt/format.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>

#include <random>

#include "support/bench.h"
#include "support/nav_ground.h"

namespace mw::bench {
namespace {

/// Detour on the same triangles. Its polygons have Y up, are wound the other way, and have corners on a grid.
class Peer {
 public:
  static constexpr int kMostNodes = 65535;
  static constexpr int kMostPoints = 4096;

  explicit Peer(const nav::Mesh& mesh) {
    constexpr float kCell = 0.01F;
    std::vector<unsigned short> corners;
    float lowest = 1e9F;
    for (const Vec3& position : mesh.positions) lowest = std::min(lowest, position.z);
    for (const Vec3& position : mesh.positions)
      for (const float part : {position.x, position.z - lowest, position.y})
        corners.push_back((unsigned short)(part / kCell + 0.5F));
    std::vector<unsigned short> polygons;
    std::vector<int> number(mesh.triangles.size(), -1);
    int count = 0;
    for (std::size_t face = 0; face < mesh.triangles.size(); ++face)
      if (mesh.is_walkable(face)) number[face] = count++;
    for (std::size_t face = 0; face < mesh.triangles.size(); ++face) {
      if (number[face] < 0) continue;
      // Turned around: corners 0 2 1, behind which are sides 2 1 0.
      for (const std::size_t corner : {0U, 2U, 1U})
        polygons.push_back((unsigned short)(mesh.triangles[face][corner]));
      for (const std::size_t side : {2U, 1U, 0U}) {
        const std::int32_t across = mesh.neighbours[face][side];
        polygons.push_back(across < 0 ? 0xFFFF : (unsigned short)(number[std::size_t(across / 3)]));
      }
    }
    init(corners, polygons, count, int(mesh.positions.size()), lowest, kCell);
  }
  ~Peer() {
    dtFreeNavMeshQuery(query_);
    dtFreeNavMesh(mesh_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  dtPolyRef find(const nav::Place& place) const {
    const float at[3] = {float(place.x), float(place.z), float(place.y)};
    const float reach[3] = {0.1F, 0.5F, 0.1F};
    float on[3];
    dtPolyRef polygon = 0;
    query_->findNearestPoly(at, reach, &filter_, &polygon, on);
    return polygon;
  }

  /// Length in plan; 0 without a way to the very end.
  double path(dtPolyRef from_polygon, const nav::Place& from, dtPolyRef to_polygon, const nav::Place& to) {
    const float a[3] = {float(from.x), float(from.z), float(from.y)};
    const float b[3] = {float(to.x), float(to.z), float(to.y)};
    int count = 0;
    query_->findPath(from_polygon, to_polygon, a, b, &filter_, polygons_.data(), &count, kMostPoints);
    if (count == 0 || polygons_[std::size_t(count - 1)] != to_polygon) return 0;
    int corners = 0;
    query_->findStraightPath(a, b, polygons_.data(), count, points_.data(), nullptr, nullptr, &corners,
                             kMostPoints);
    double length = 0;
    for (std::size_t i = 3; i < 3 * std::size_t(corners); i += 3)
      length += std::hypot(double(points_[i] - points_[i - 3]), double(points_[i + 2] - points_[i - 1]));
    return length;
  }

 private:
  void init(const std::vector<unsigned short>& corners, const std::vector<unsigned short>& polygons,
            int count, int corner_count, float lowest, float cell) {
    const std::vector<unsigned short> flags(std::size_t(count), 1);
    const std::vector<unsigned char> areas(std::size_t(count), 0);
    dtNavMeshCreateParams params{};
    params.verts = corners.data();
    params.vertCount = corner_count;
    params.polys = polygons.data();
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = count;
    params.nvp = 3;
    params.bmin[1] = lowest;
    for (int axis = 0; axis < 3; ++axis) params.bmax[axis] = params.bmin[axis] + 655;
    params.walkableHeight = 2;
    params.walkableClimb = 1;
    params.cs = params.ch = cell;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) return;
    mesh_->init(data, size, DT_TILE_FREE_DATA);
    query_->init(mesh_, kMostNodes);
  }

  dtNavMesh* mesh_ = dtAllocNavMesh();
  dtNavMeshQuery* query_ = dtAllocNavMeshQuery();
  dtQueryFilter filter_;
  std::vector<dtPolyRef> polygons_ = std::vector<dtPolyRef>(kMostPoints);
  std::vector<float> points_ = std::vector<float>(3 * std::size_t(kMostPoints));
};

constexpr std::string_view kWhyExact =
    "A fine grid full of small obstacles: four fifths of the instructions push cones of sight from the "
    "corners of "
    "obstacles through the faces behind them, and each such corner sees much of the rest. The fast mode "
    "opens each "
    "face once.";

struct Trip {
  nav::Place from;
  nav::Place to;
  dtPolyRef from_polygon = 0;
  dtPolyRef to_polygon = 0;
};

std::vector<Trip> trips(const nav::Mesh& mesh, const nav::Walk& walk, Peer& peer) {
  const nav::FaceTree floor = nav::FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
  const double width = double(mesh.positions.back().x);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> along(0, width);
  std::vector<Trip> trips;
  while (trips.size() < 60) {
    const auto from = floor.highest_below({along(random), along(random)});
    const auto to = floor.highest_below({along(random), along(random)});
    if (!from || !to || !walk.connected(from->face, to->face)) continue;
    const Trip trip{*from, *to, peer.find(*from), peer.find(*to)};
    if (peer.path(trip.from_polygon, *from, trip.to_polygon, *to) > 0) trips.push_back(trip);
  }
  return trips;
}

double lengths(const nav::Walk& walk, std::span<const Trip> trips, bool exact, nav::WalkScratch& scratch,
               nav::Path& path) {
  double sum = 0;
  for (const Trip& trip : trips) {
    walk.find_path(trip.from, trip.to, {.exact = exact}, scratch, path);
    sum += path.length;
  }
  return sum;
}

/// The largest of the exact ways in relation to the fast ones, each between the same two places.
double longest_exact(const nav::Walk& walk, std::span<const Trip> trips, nav::WalkScratch& scratch,
                     nav::Path& path) {
  double longest = 0;
  for (const Trip& trip : trips) {
    const double fast = lengths(walk, {&trip, 1}, false, scratch, path);
    const double exact = lengths(walk, {&trip, 1}, true, scratch, path);
    if (fast > 0) longest = std::max(longest, exact / fast);
  }
  return longest;
}

void travel(std::size_t faces, int holes, std::vector<Row>& rows) {
  const nav::Mesh mesh = ground(faces, holes);
  const nav::Walk walk(mesh);
  Peer peer(mesh);
  const std::vector<Trip> some = trips(mesh, walk, peer);
  nav::WalkScratch scratch;
  nav::Path path;
  const auto theirs = [&] {
    double sum = 0;
    for (const Trip& trip : some) sum += peer.path(trip.from_polygon, trip.from, trip.to_polygon, trip.to);
    return sum;
  };
  const std::string where = fmt::format("{}k faces, {} % holes", mesh.triangles.size() / 1000, holes);
  const Times fast =
      measure([&] { keep(lengths(walk, some, false, scratch, path)); }, [&] { keep(theirs()); }, 7);
  rows.push_back({"P10", "path, " + where + " / Detour", fast.first / fast.second, 1});
  const double fast_length = lengths(walk, some, false, scratch, path);
  rows.push_back({"P10", "its length, " + where + " / Detour's", fast_length / theirs(), 1.02});
  const Times exact = measure_work([&] { keep(lengths(walk, some, true, scratch, path)); },
                                   [&] { keep(lengths(walk, some, false, scratch, path)); }, 7);
  rows.push_back({"P11", "exact path, " + where + " / fast", exact.first / exact.second, 2, kWhyExact});
  rows.push_back({"P11",
                  fmt::format("its length, {} / the fast one's, the longest of {}", where, some.size()),
                  longest_exact(walk, some, scratch, path), 1});
}

}  // namespace

/// Detour counts corners in 16 bits.
void nav_paths(std::vector<Row>& rows) {
  travel(10'000, 0, rows);
  travel(10'000, 20, rows);
  travel(60'000, 20, rows);
}

}  // namespace mw::bench
