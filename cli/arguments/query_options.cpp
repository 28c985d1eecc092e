#include "query_options.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <cmath>

namespace mw::cli {
namespace {

constexpr QueryOption kQueryOptions[] = {
    {"from", "X,Y[,Z]", "Where it begins; a ray needs the height", "ray path sight"},
    {"dir", "X,Y,Z", "Which way the ray goes, without an end", "ray"},
    {"at", "X,Y[,Z]", "Where to stand, on the highest floor at or below the height; or to be near",
     "locate nearest"},
    {"to", "X,Y[,Z]", "Where it ends; a ray needs the height", "ray path sight"},
    {"eyes", "HEIGHT", "Look straight from eyes so high above the ground, over what is lower", "sight"},
    {"exact", "", "The true shortest way in plan, at any angle", "path"},
    {"partial", "", "If no way leads to the goal, the way to the nearest point that can be reached", "path"},
    {"radius", "R", "Keep so far from the border and from obstacles", "path sight nearest"},
    {"cost", "ID=FACTOR,...", "What a unit of way costs on surface materials; others cost 1", "path"},
    {"front", "", "Only faces that are hit from their front", "ray"},
    {"walkable", "", "Only faces that can be walked on", "ray"},
    {"material", "ID,...", "Only faces of these surface materials", "ray"},
    {"stored-tree", "", "Use the tree of boxes that the file has, as it is", "ray"},
};

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

tl::unexpected<Error> wrong(std::string_view option, std::string_view expected, std::string_view got) {
  return fail({.field = fmt::format("--{}", option),
               .message = fmt::format("expected {}, got {}", expected, quote_word(got))});
}

std::optional<float> number(std::string_view word) {
  const auto value = parse_any_float(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::uint32_t> id(std::string_view word) {
  const auto value = parse_integer(word);
  return value && *value >= 0 && *value <= 0xFFFFFFFF ? std::optional(std::uint32_t(*value)) : std::nullopt;
}

/// Two or three numbers.
std::optional<QueryPoint> point(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  QueryPoint point{.at = Vec3(0), .has_height = parts.size() == 3};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = number(parts[i]);
    if (!value) return std::nullopt;
    point.at[int(i)] = *value;
  }
  return point;
}

Result<QueryPoint> read_point(const Arguments& arguments, std::string_view option, bool with_height) {
  const std::string_view expected = with_height ? "x,y,z" : "x,y or x,y,z";
  if (!arguments.asked.has(option))
    return fail({.message = fmt::format("query {} needs --{} {}", arguments.question, option, expected)});
  const std::string_view word = arguments.asked.get(option);
  const auto found = point(word);
  if (!found || (with_height && !found->has_height)) return wrong(option, expected, word);
  return *found;
}

Result<void> read_materials(std::string_view word, Query& query) {
  if (word.empty()) return {};
  for (const std::string_view part : split(word, ',')) {
    const auto material = id(part);
    if (!material) return wrong("material", "ids of materials, as in 4,10", word);
    query.ray.materials.push_back(*material);
  }
  return {};
}

Result<void> read_costs(std::string_view word, Query& query) {
  if (word.empty()) return {};
  for (const std::string_view part : split(word, ',')) {
    const std::vector<std::string_view> sides = split(part, '=');
    const auto material = id(sides[0]);
    const auto cost = sides.size() == 2 ? number(sides[1]) : std::nullopt;
    if (!material || !cost || *cost <= 0) return wrong("cost", "factors above 0, as in 6=3,11=2", word);
    query.ground.costs[*material] = *cost;
  }
  return {};
}

/// A door's files are numbered by its state.
std::optional<std::string_view> door_suffix(std::string_view state) {
  if (state == "closed") return "0.dwk";
  if (state == "open1") return "1.dwk";
  if (state == "open2") return "2.dwk";
  return std::nullopt;
}

Result<ObstaclePlace> read_obstacle(std::string_view word) {
  constexpr std::string_view kExpected = "FILE@x,y,z[,degrees[,closed|open1|open2]]";
  const auto at = word.rfind('@');
  const std::vector<std::string_view> parts = split(at == word.npos ? "" : word.substr(at + 1), ',');
  if (at == 0 || parts.size() < 3 || parts.size() > 5) return wrong("obstacle", kExpected, word);
  ObstaclePlace place{.file = std::string(word.substr(0, at))};
  for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 4); ++i) {
    const auto value = number(parts[i]);
    if (!value) return wrong("obstacle", kExpected, word);
    if (i < 3)
      place.position[int(i)] = *value;
    else
      place.degrees = double(*value);
  }
  if (parts.size() < 5) return place;
  const auto suffix = door_suffix(parts[4]);
  if (!suffix) return wrong("obstacle", kExpected, word);
  place.file += *suffix;
  return place;
}

Result<void> check_meaning(const Arguments& arguments) {
  const auto meaningless = [&](std::string_view option) {
    return fail({.message = fmt::format("--{} has no meaning for query {}", option, arguments.question)});
  };
  for (const auto& [name, value] : arguments.asked.all()) {
    const auto* option = std::ranges::find(kQueryOptions, name, &QueryOption::name);
    if (option->questions.find(arguments.question) == option->questions.npos) return meaningless(name);
  }
  const bool walks = arguments.question != "ray" && arguments.question != "locate";
  if (!arguments.obstacles.empty() && !walks) return meaningless("obstacle");
  if (arguments.asked.has("exact") && arguments.asked.has("cost"))
    return fail({.message = "--cost has no meaning with --exact: the shortest way is not the cheapest"});
  return {};
}

Result<void> read_places(const Arguments& arguments, Query& query) {
  const bool is_ray = arguments.question == "ray";
  const bool is_place = arguments.question == "locate" || arguments.question == "nearest";
  const auto read = [&](std::string_view option, bool with_height, QueryPoint& into) -> Result<void> {
    return read_point(arguments, option, with_height).map([&](const QueryPoint& found) { into = found; });
  };
  if (is_place) return read("at", false, query.to);
  if (const auto done = read("from", is_ray, query.from); !done) return done;
  const bool ends = arguments.asked.has("to");
  if (is_ray && ends && arguments.asked.has("dir"))
    return fail({.message = "a ray goes --to a point or in a direction (--dir), not both"});
  const std::string_view goal = is_ray && !ends ? "dir" : "to";
  if (const auto done = read(goal, is_ray, query.to); !done) return done;
  query.ray.from = query.from.at;
  query.ray.direction = ends ? query.to.at - query.from.at : query.to.at;
  if (ends) query.ray.reach = 1;
  if (is_ray && query.ray.direction == Vec3(0)) return wrong(goal, "a way to go", arguments.asked.get(goal));
  return {};
}

Result<void> read_length(const OptionValues& asked, std::string_view option, std::optional<double>& length) {
  if (!asked.has(option)) return {};
  const auto value = number(asked.get(option));
  if (!value || *value < 0) return wrong(option, "a length", asked.get(option));
  length = double(*value);
  return {};
}

}  // namespace

std::span<const QueryOption> query_options() {
  return kQueryOptions;
}

Result<Query> read_query(const Arguments& arguments) {
  if (const auto done = check_meaning(arguments); !done) return fail(done.error());
  Query query;
  if (const auto done = read_places(arguments, query); !done) return fail(done.error());
  const OptionValues& asked = arguments.asked;
  query.way = {.exact = asked.has("exact"), .partial = asked.has("partial")};
  query.ray.front = asked.has("front");
  query.ray.walkable = asked.has("walkable");
  query.ray.stored_tree = asked.has("stored-tree");
  std::optional<double> radius;
  if (const auto done = read_length(asked, "radius", radius); !done) return fail(done.error());
  query.ground.radius = radius.value_or(0);
  if (const auto done = read_length(asked, "eyes", query.eyes); !done) return fail(done.error());
  if (const auto done = read_materials(asked.get("material"), query); !done) return fail(done.error());
  if (const auto done = read_costs(asked.get("cost"), query); !done) return fail(done.error());
  for (const std::string& word : arguments.obstacles) {
    auto obstacle = read_obstacle(word);
    if (!obstacle) return fail(obstacle.error());
    query.obstacles.push_back(*std::move(obstacle));
  }
  return query;
}

}  // namespace mw::cli
