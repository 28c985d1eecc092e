#pragma once

#include <meshwright/formats/convert.h>

/// The routes from one format to another: the table behind conversions, lists of targets and the meaning of
/// options.
namespace mw {

/// Everything on the way from a document to its output.
struct Journey {
  const Document& from;
  const Target& target;
  const ByteSink& sink;  // for outputs that are made piece by piece
};

struct Route {
  Use from;  // its use in the source format
  Use to;    // and for the one it ends with
  bool (*leads)(const Format& from, const Format& to);
  Result<Conversion> (*go)(const Journey& journey);
};

/// The best one; null without one.
const Route* find_route(const Format& from, const Format& to);

}  // namespace mw
