#include <gtest/gtest.h>
#include <meshwright/formats/surface.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>

#include <random>

#include "nav/exact_ways.h"
#include "support/bytes.h"
#include "support/corpus.h"

/// Questions to real rooms: each answer is held against one by brute force.
namespace mw::nav {
namespace {

std::vector<std::filesystem::path> rooms() {
  auto files = test::corpus_files("kotor/wok", ".wok");
  for (const auto& path : test::corpus_files("kotor/room_pairs", ".wok")) files.push_back(path);
  return files;
}

Surface surface_of(const std::filesystem::path& path) {
  const auto document = open({.blob = Blob(test::read_bytes(path)), .name = path.string()});
  EXPECT_TRUE(document);
  return join_surfaces({&*document, 1}).value();
}

struct Asker {
  Mesh mesh;
  Box box;
  std::mt19937 random{5};

  explicit Asker(Mesh given) : mesh(std::move(given)), box(geometry::bounds(mesh.positions).value()) {}

  Vec3 point(float around) {
    Vec3 at;
    for (int axis = 0; axis < 3; ++axis)
      at[axis] = std::uniform_real_distribution(box.min[axis] - around, box.max[axis] + around)(random);
    return at;
  }
  const Vec3& corner(std::uint32_t face, std::size_t i) const {
    return mesh.positions[mesh.triangles[face][i]];
  }
};

TEST(QueryCorpus, RaysHitWhatBruteForceHits) {
  const auto files = rooms();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Surface surface = surface_of(path);
    Asker asker(surface.mesh);
    const FaceTree tree = FaceTree::build(asker.mesh.positions, asker.mesh.triangles);
    const auto stored =
        FaceTree::of(surface.tree, surface.tree_root, asker.mesh.positions, asker.mesh.triangles);
    ASSERT_TRUE(stored) << to_string(stored.error());
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3 from = asker.point(1);
      const Vec3 to =
          i % 4 == 0 ? asker.mesh.positions[asker.random() % asker.mesh.positions.size()] : asker.point(0);
      const Ray ray{.origin = from, .direction = i % 3 == 0 ? Vec3(0, 0, -1) : to - from};
      std::optional<RayHit> best;
      for (std::uint32_t face = 0; face < asker.mesh.triangles.size(); ++face) {
        auto hit = hit_triangle(ray, asker.corner(face, 0), asker.corner(face, 1), asker.corner(face, 2));
        if (!hit || (best && hit->t >= best->t)) continue;
        hit->face = face;
        best = hit;
      }
      hits += best ? 1 : 0;
      for (const FaceTree* asked : {&tree, &*stored}) {
        const auto hit = asked->first_hit(ray);
        ASSERT_EQ(hit.has_value(), best.has_value());
        ASSERT_EQ(hit ? hit->face : 0, best ? best->face : 0);
        ASSERT_EQ(hit ? hit->t : 0, best ? best->t : 0);
      }
    }
    EXPECT_GT(hits, 50);
  }
}

TEST(QueryCorpus, PlacesAreWhereBruteForceFindsThem) {
  const auto files = rooms();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    Asker asker(surface_of(path).mesh);
    const FaceTree floor = FaceTree::build(asker.mesh.positions, asker.mesh.triangles, asker.mesh.walkable);
    int found = 0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3 at =
          i % 4 == 0 ? asker.mesh.positions[asker.random() % asker.mesh.positions.size()] : asker.point(0.2F);
      std::optional<Place> best;
      for (std::uint32_t face = 0; face < asker.mesh.triangles.size(); ++face) {
        const auto height = height_on_triangle(point2_of(at), asker.corner(face, 0), asker.corner(face, 1),
                                               asker.corner(face, 2));
        if (!asker.mesh.is_walkable(face) || !height || *height > double(at.z) + height_allowance(at.z))
          continue;
        if (!best || *height > best->z) best = Place{face, 0, 0, *height};
      }
      const auto place = floor.highest_below(point2_of(at), double(at.z));
      ASSERT_EQ(place.has_value(), best.has_value());
      ASSERT_EQ(place ? place->face : 0, best ? best->face : 0);
      ASSERT_EQ(place ? place->z : 0, best ? best->z : 0);
      found += place ? 1 : 0;
    }
    EXPECT_GT(found, 50);
  }
}

/// Rooms with their corners moved to whole 1024ths, so that brute force can do without rounding.
TEST(QueryCorpus, WaysAreTheShortest) {
  const auto files = rooms();
  SKIP_WITHOUT_CORPUS(files);
  constexpr float kParts = 1024;
  int asked = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    Mesh mesh = surface_of(path).mesh;
    for (Vec3& position : mesh.positions) position = glm::round(position * kParts) / kParts;
    Asker asker(mesh);
    const FaceTree floor = FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
    const Walk walk(mesh);
    const ExactWays ways(mesh, kParts);
    WalkScratch scratch;
    const auto whole = [](const Place& p) {
      return Whole{std::int64_t(p.x * kParts), std::int64_t(p.y * kParts)};
    };
    for (int i = 0; i < 30; ++i) {
      const Vec3 a = glm::round(asker.point(0) * kParts) / kParts;
      const Vec3 b = glm::round(asker.point(0) * kParts) / kParts;
      const auto from = floor.highest_below(point2_of(a));
      const auto to = floor.highest_below(point2_of(b));
      if (!from || !to) continue;
      ++asked;
      const double best = ways.shortest(from->face, whole(*from), to->face, whole(*to));
      Path exact;
      Path fast;
      ASSERT_EQ(walk.find_path(*from, *to, {.exact = true}, scratch, exact), std::isfinite(best));
      if (!std::isfinite(best)) continue;
      ASSERT_TRUE(exact.exact);
      ASSERT_NEAR(exact.length, best, 1e-9 * (1 + best));
      ASSERT_TRUE(walk.find_path(*from, *to, {}, scratch, fast));
      ASSERT_GE(fast.length, best * (1 - 1e-12));
      ASSERT_EQ(walk.look(*from, *to, scratch).visible,
                ways.visible({from->face}, whole(*from), {to->face}, whole(*to)));
    }
  }
  EXPECT_GT(asked, 200);
}

/// Four rooms of one area, as the game shipped them: they meet exactly at their transitions.
TEST(QueryCorpus, RoomsOfAnAreaMeetAtTheirTransitions) {
  const auto files = test::corpus_files("kotor/room_pairs", ".wok");
  SKIP_WITHOUT_CORPUS(files);
  std::vector<Document> documents;
  for (const auto& path : files)
    documents.push_back(open({.blob = Blob(test::read_bytes(path)), .name = path.string()}).value());
  const auto surface = join_surfaces(documents);
  ASSERT_TRUE(surface) << to_string(surface.error());
  EXPECT_EQ(surface->seams, 3U);
  const Walk walk(surface->mesh);
  std::vector<std::uint32_t> first(documents.size(), Walk::kNone);
  for (std::uint32_t face = 0; face < surface->rooms.size(); ++face)
    if (walk.has(face) && first[surface->rooms[face]] == Walk::kNone) first[surface->rooms[face]] = face;
  for (const std::uint32_t face : first) EXPECT_TRUE(walk.connected(first[0], face));
}

TEST(QueryCorpus, RealLayoutsAreRead) {
  const auto files = test::corpus_files("kotor/lyt", ".lyt");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t rooms = 0;
  std::size_t hooks = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const auto layout = kotor::read_layout(text_of(test::read_bytes(path)));
    ASSERT_TRUE(layout) << to_string(layout.error());
    rooms += layout->rooms.size();
    hooks += layout->door_hooks.size();
    for (const auto& hook : layout->door_hooks) EXPECT_EQ(hook.unknown, 0);
  }
  EXPECT_EQ(rooms, 50U);
  EXPECT_EQ(hooks, 49U);
  const auto broken = test::corpus_files("broken", ".lyt");
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(to_string(kotor::read_layout(text_of(test::read_bytes(broken[0]))).error()),
            "line 7, column 4: room[2]: expected 5 lines of rooms, got 2 before \"trackcount\"");
}

}  // namespace
}  // namespace mw::nav
