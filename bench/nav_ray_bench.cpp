#include <embree3/rtcore.h>
#include <fmt/format.h>
#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/nav/face_tree.h>

#include <cmath>
#include <random>

#include "support/bench.h"
#include "support/nav_ground.h"

namespace mw::bench {
namespace {

/// Embree on one thread.
class Peer {
 public:
  explicit Peer(const nav::Mesh& mesh) : mesh_(mesh) {}
  ~Peer() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void build() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
    RTCGeometry triangles = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    // The peer may read sixteen bytes of the last position.
    positions_ = mesh_.positions;
    positions_.emplace_back();
    rtcSetSharedGeometryBuffer(triangles, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, positions_.data(), 0,
                               sizeof(Vec3), mesh_.positions.size());
    rtcSetSharedGeometryBuffer(triangles, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, mesh_.triangles.data(),
                               0, sizeof(geometry::Corners), mesh_.triangles.size());
    rtcCommitGeometry(triangles);
    rtcAttachGeometry(scene_, triangles);
    rtcReleaseGeometry(triangles);
    rtcCommitScene(scene_);
  }

  float first_hit(const nav::Ray& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit query{};
    query.ray = {ray.origin.x,
                 ray.origin.y,
                 ray.origin.z,
                 0,
                 ray.direction.x,
                 ray.direction.y,
                 ray.direction.z,
                 0,
                 INFINITY,
                 ~0U,
                 0,
                 0};
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &query);
    return query.ray.tfar;
  }

 private:
  const nav::Mesh& mesh_;
  std::vector<Vec3> positions_;
  RTCDevice device_ = rtcNewDevice("threads=1");
  RTCScene scene_ = nullptr;
};

constexpr std::string_view kWhyRays =
    "From run to run the ratio of a row moves by a tenth, and on small grounds some lie that near to the "
    "bar.";

constexpr std::string_view kWhyLocate =
    "A place takes about 540 instructions at 9k faces, and a third of these settle face and height in "
    "doubles, so "
    "that no place falls between two faces; Embree answers in floats. At a million faces pages decide: "
    "Embree asks "
    "the system for large ones, which the library, which asks the system for nothing, cannot.";

constexpr std::size_t kRays = 4000;
constexpr int kRounds = 60;  // short ones: others use the machine too

/// Down, slanted or grazing, from above the ground.
std::vector<nav::Ray> rays(const nav::Mesh& mesh, std::string_view kind) {
  const float width = mesh.positions.back().x;
  std::mt19937 random(11);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<nav::Ray> rays;
  while (rays.size() < kRays) {
    const float angle = 6.2831853F * unit(random);
    const float flat = kind == "down" ? 0 : 1;
    const float down = kind == "grazing" ? 0.02F + 0.05F * unit(random) : 1;
    const float height = kind == "grazing" ? 4.1F : 6;
    rays.push_back({.origin = {width * unit(random), width * unit(random), height},
                    .direction = {flat * std::cos(angle), flat * std::sin(angle), -down}});
  }
  return rays;
}

double all_hits(const auto& tree, std::span<const nav::Ray> rays) {
  double sum = 0;
  for (const nav::Ray& ray : rays)
    if (const auto hit = tree.first_hit(ray)) sum += hit->t;
  return sum;
}

double all_peer_hits(const Peer& peer, std::span<const nav::Ray> rays) {
  double sum = 0;
  for (const nav::Ray& ray : rays) sum += double(peer.first_hit(ray));
  return sum;
}

void ask(const nav::Mesh& mesh, std::vector<Row>& rows) {
  const std::string size = fmt::format("{}k faces", mesh.triangles.size() / 1000);
  const nav::FaceTree tree = nav::FaceTree::build(mesh.positions, mesh.triangles);
  const nav::FaceTree stored =
      nav::FaceTree::of(geometry::build_tree(mesh.positions, mesh.triangles, {0.01F, 0.01F}), 0,
                        mesh.positions, mesh.triangles)
          .value();
  Peer peer(mesh);
  peer.build();
  const double limit = mesh.triangles.size() > 200'000 ? 2.2 : 1.6;
  for (const char* kind : {"down", "slanted", "grazing"}) {
    const std::vector<nav::Ray> some = rays(mesh, kind);
    const auto theirs = [&] { keep(all_peer_hits(peer, some)); };
    const Times built = measure_work([&] { keep(all_hits(tree, some)); }, theirs, kRounds);
    rows.push_back(
        {"P6", fmt::format("rays {}, {} / Embree", kind, size), built.first / built.second, limit, kWhyRays});
    const Times own = measure_work([&] { keep(all_hits(stored, some)); }, theirs, kRounds);
    rows.push_back(
        {"P7", fmt::format("rays {}, {}, the stored tree / Embree", kind, size), own.first / own.second, 5});
  }
  const std::vector<nav::Ray> down = rays(mesh, "down");
  const Times located = measure_work(
      [&] {
        double sum = 0;
        for (const nav::Ray& ray : down)
          if (const auto place = tree.highest_below(nav::point2_of(ray.origin), 6)) sum += place->z;
        keep(sum);
      },
      [&] { keep(all_peer_hits(peer, down)); }, kRounds);
  rows.push_back(
      {"P8", fmt::format("locate, {} / Embree down", size), located.first / located.second, 1, kWhyLocate});
  const Times build =
      measure([&] { keep(nav::FaceTree::build(mesh.positions, mesh.triangles)); }, [&] { peer.build(); }, 5);
  rows.push_back(
      {"P9", fmt::format("tree of {} / Embree's of medium quality", size), build.first / build.second, 0.8});
}

}  // namespace

void nav_rays(std::vector<Row>& rows) {
  for (const std::size_t faces : {10'000, 100'000, 1'000'000}) ask(ground(faces), rows);
}

}  // namespace mw::bench
