#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/surface.h>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// What is wrong with the rooms of a plan, and where.
namespace mw::plan {

struct Marked {
  Finding finding;
  std::size_t room = 0;
  std::optional<Vec3> place;  // of its face, side or vertex; nothing for other findings
};

/// What validate says of each room; errors first.
Result<std::vector<Marked>> findings_of(std::span<const Document> rooms, const Surface& surface);

}  // namespace mw::plan
