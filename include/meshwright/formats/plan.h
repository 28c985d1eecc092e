#pragma once

// Example:
//
//     #include <meshwright/formats/plan.h>
//
//     /// A map of a room; nothing when it is none.
//     std::optional<std::string> map_of(const mw::Document& room) {
//       const auto plan = mw::draw_plan({&room, 1});
//       return plan ? std::optional(plan->svg) : std::nullopt;
//     }

#include <meshwright/core/error.h>
#include <meshwright/formats/ask.h>
#include <meshwright/formats/document.h>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mw {

struct PlanOptions {
  struct Ends {
    Spot from;
    Spot to;
  };
  std::optional<Ends> way = {};  // a way to draw
  WayOptions how = {};
  GroundOptions ground = {};
};

struct Plan {
  std::string svg;
  std::size_t findings = 0;  // that are marked or listed
  bool has_way = false;      // whether the way that was asked for is there, or a part of it
  bool partial = false;      // it is only a part
};

/// Rooms seen from above, as an SVG that prints well: faces by material with a legend and their areas,
/// borders, transitions, islands, hooks, findings of validate where they are, and a way. North is up. Faces
/// that lie in one plane and have one material are one shape, so that large rooms stay small files. Fails for
/// a document that is no surface.
Result<Plan> draw_plan(std::span<const Document> rooms, const PlanOptions& options = {});

/// Fails for a file that is called as something else is: the name of a format's file would be a room too
/// many, and no program opens an SVG that is called .png. Names that say nothing may be any.
Result<void> check_plan_name(std::string_view output);

}  // namespace mw
