#pragma once

#include <meshwright/formats/surface.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>
#include <optional>

#include "cli/arguments/query_options.h"

namespace mw::cli {

/// Prints answers about a surface, for people or as one line of JSON (docs/json.md).
class AnswerPrinter {
 public:
  AnswerPrinter(Session& session, const Arguments& arguments, const Surface& surface)
      : session_(session), arguments_(arguments), surface_(surface) {}

  void ray(const RayQuestion& question, const std::optional<nav::RayHit>& hit);
  void place(const std::optional<nav::Place>& place);
  /// `sources` are the faces of the surface that the answer's faces are pieces of; empty if they are the
  /// same.
  void nearest(const std::optional<nav::NearestFace>& nearest, const std::vector<std::uint32_t>& sources);
  void path(const PathAnswer& way, const std::vector<std::uint32_t>& sources);
  void sight(const SightAnswer& answer);

 private:
  class Line;

  std::string face_text(std::uint32_t face) const;
  void tell_moved(const SnapDistance& moved);

  Session& session_;
  const Arguments& arguments_;
  const Surface& surface_;
};

}  // namespace mw::cli
