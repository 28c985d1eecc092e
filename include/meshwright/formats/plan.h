#pragma once

// Example:
//
//     #include <meshwright/formats/plan.h>
//
//     /// A map of a room; nothing for another file.
//     std::optional<std::string> map_of(const mw::Document& room) {
//       const auto plan = mw::draw_plan({&room, 1});
//       return plan ? std::optional(plan->svg) : std::nullopt;
//     }

#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/surface_query.h>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mw {

struct PlanOptions {
  struct Ends {
    QueryPoint from;
    QueryPoint to;
  };
  std::optional<Ends> way = {};  // a path to draw
  PathOptions how = {};
  WalkOptions ground = {};
};

struct Plan {
  std::string svg;
  std::size_t findings = 0;  // that are marked or listed
  bool has_way = false;      // whether the requested path exists, or a part of it
  bool partial = false;      // it is only a part
};

/// Rooms seen from above, as an SVG that prints well: faces by material with a legend and their areas,
/// borders, transitions, islands, hooks, findings of validate in their places, and a path. North is up. Faces
/// in one plane with one material are one shape, so large rooms stay small files. Fails for a document that
/// is not a surface.
Result<Plan> draw_plan(std::span<const Document> rooms, const PlanOptions& options = {});

/// Fails for the name of another kind of file: a format's file would be read as a room too many, and no
/// program opens an SVG named .png. Names without a known extension are allowed.
Result<void> check_plan_name(std::string_view output);

}  // namespace mw
