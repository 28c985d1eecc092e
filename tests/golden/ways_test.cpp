#include <gtest/gtest.h>
#include <meshwright/formats/plan.h>
#include <meshwright/formats/surface_query.h>

#include <random>

#include "recorded.h"
#include "subjects.h"
#include "told.h"

namespace mw {
namespace {

using test::Aspects;
using test::Recorded;

constexpr std::uint32_t kQuestions = 12;

/// Places in and around the samples, some without a height.
class Places {
 public:
  explicit Places(std::uint32_t seed) : random_(seed) {}

  double number(double from, double to) { return from + double(random_() % 10000) / 10000 * (to - from); }
  QueryPoint spot() {
    const double x = number(-1, 13);
    const double y = number(-1, 11);
    return {{float(x), float(y), float(number(0, 5))}, random_() % 3 != 0};
  }

 private:
  std::mt19937 random_;
};

std::string told(const nav::Place& place) {
  return fmt::format("face {} {} {} {}\n", place.face, place.x, place.y, place.z);
}

std::string told(const std::optional<nav::Place>& place) {
  return place ? told(*place) : "nowhere\n";
}

std::string told(const PathAnswer& way) {
  if (!way.path) return fmt::format("no way {} {}\n", way.moved.start, way.moved.goal);
  std::string text = fmt::format("{} {} {} {} {} {}\n", way.path->length, way.path->surface_length,
                                 way.path->exact, way.partial, way.moved.start, way.moved.goal);
  for (const nav::Place& point : way.path->points) text += told(point);
  for (const std::uint32_t face : way.path->faces) text += fmt::format(" {}", face);
  return text + "\n";
}

std::string told(const SightAnswer& answer) {
  return fmt::format("{} {} {} {}\n", answer.sight.visible, told(answer.sight.end), answer.moved.start,
                     answer.moved.goal);
}

Aspects asked(const Surface& surface, const WalkSurface& ground, std::uint32_t seed) {
  Places places(seed);
  const QueryPoint from = places.spot();
  const QueryPoint to = places.spot();
  Aspects answers{{"way", told(find_path(ground, from, to))},
                  {"exact way", told(find_path(ground, from, to, {.exact = true}))},
                  {"partial way", told(find_path(ground, from, to, {.exact = true, .partial = true}))},
                  {"sight", told(find_sight(ground, from, to))},
                  {"stands", told(locate(surface, from))},
                  {"snapped", told(ground.snap(to))}};
  if (const auto near = ground.nearest(from, 2))
    answers.emplace_back("nearest", fmt::format("{} {}", near->distance, told(near->place)));
  return answers;
}

std::string hit(const Surface& surface, std::uint32_t seed) {
  Places places(seed);
  RayQuestion question{.from = places.spot().at, .direction = {0, 0, 0}, .materials = {}};
  question.from.z += 5;
  question.direction = places.spot().at - question.from;
  question.front = seed % 2 == 0;
  question.walkable = seed % 3 == 0;
  question.stored_tree = seed % 5 == 0;
  if (seed % 7 == 0) question.materials = {4, 10};
  const auto found = first_hit(surface, question);
  if (!found) return "error: " + to_string(found.error());
  if (!*found) return "nothing";
  return fmt::format("{} {} {}", (*found)->face, (*found)->t, (*found)->front);
}

/// The sample room with holes and steps.
Output with_holes(const test::Subject& room, std::uint32_t seed) {
  Output output = room.output;
  std::mt19937 random(seed);
  const auto document = test::opened(output, room.file);
  std::vector<std::uint64_t> materials;
  const Trace trace = [&](const TracedField& field) {
    if (field.path.starts_with("materials[")) materials.push_back(field.offset);
  };
  EXPECT_TRUE(mw::trace(*document, {.file = &trace}));
  for (const std::uint64_t offset : materials)
    if (random() % 6 == 0)
      test::put(output.bytes, std::size_t(offset), std::uint32_t(random() % 2 == 0 ? 7 : 3));
  return output;
}

void record_surface(Recorded& recorded, const std::string& name, std::span<const Document> rooms,
                    std::span<const Obstacle> obstacles = {}) {
  const auto surface = join_surfaces(rooms, obstacles);
  if (!surface) return recorded.add(name, "error: " + to_string(surface.error()));
  for (const WalkOptions& options :
       {WalkOptions{}, WalkOptions{.radius = 0.3}, WalkOptions{.costs = {{4, 2.0F}, {10, 0.5F}}}}) {
    const WalkSurface ground(*surface, options);
    for (std::uint32_t seed = 0; seed < kQuestions; ++seed)
      recorded.add(fmt::format("{} radius {} costs {}, {}", name, options.radius, options.costs.size(), seed),
                   asked(*surface, ground, seed));
  }
  Aspects hits;
  for (std::uint32_t seed = 0; seed < 14; ++seed)
    hits.emplace_back(fmt::format("{}", seed), hit(*surface, seed));
  recorded.add(name + " rays", hits);
  const auto plan = draw_plan(rooms, {.way = PlanOptions::Ends{Places(1).spot(), Places(2).spot()}});
  recorded.add(name + " plan", plan ? plan->svg : "error: " + to_string(plan.error()));
}

TEST(GoldenWays, InSamples) {
  Recorded recorded("ways");
  std::vector<Document> obstacles;
  for (const test::Subject& subject : test::samples())
    if (subject.file == "sample.pwk") obstacles.push_back(test::opened(subject.output, subject.file).value());
  ASSERT_FALSE(obstacles.empty());
  for (const test::Subject& subject : test::samples()) {
    if (subject.format->surface == nullptr) continue;
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      const Output output =
          seed == 0 || subject.file != "sample.wok" ? subject.output : with_holes(subject, seed);
      const auto room = test::opened(output, subject.file);
      ASSERT_EQ(test::message_of(room), test::kNoError);
      const Obstacle obstacle{&obstacles.front(), {5, 4, 0}, 15.0 * seed};
      record_surface(recorded, fmt::format("{} with holes {}", subject.name, seed), {&*room, 1});
      record_surface(recorded, fmt::format("{} with holes and an obstacle {}", subject.name, seed),
                     {&*room, 1}, {&obstacle, 1});
      if (subject.file != "sample.wok") break;
    }
  }
  recorded.expect_same();
}

}  // namespace
}  // namespace mw
