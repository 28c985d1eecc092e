#pragma once

#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/formats/surface_query.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// An option of `query`, and for which questions it has a meaning.
struct QueryOption {
  std::string_view name;
  std::string_view operand;  // empty for a switch
  std::string_view help;
  std::string_view questions;  // "path sight"
};
std::span<const QueryOption> query_options();

inline constexpr std::string_view kObstacleHelp =
    "A placeable or door in the way, where it stands and how it is turned (path, sight, nearest). With a "
    "STATE "
    "(closed, "
    "open1, open2) FILE is a door's name without the number of its state: door, for door0.dwk";

/// What an obstacle's word says.
struct ObstaclePlace {
  std::string file;
  Vec3 position{0};
  double degrees = 0;
};

/// The checked question.
struct Query {
  QueryPoint from;
  QueryPoint to;  // for locate and nearest, where
  PathOptions way;
  WalkOptions ground;
  RayQuestion ray;
  std::optional<double> eyes;  // how high; without, along the ground
  std::vector<ObstaclePlace> obstacles;
};

/// Fails on a missing option, one without a meaning for the question, or an impossible value.
Result<Query> read_query(const Arguments& arguments);

}  // namespace mw::cli
