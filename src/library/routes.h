#pragma once

#include <meshwright/formats/convert.h>

/// The ways from one format to another: the table that conversions, lists of targets and the meaning of
/// options come from.
namespace mw {

/// Everything on the way from a document to its output.
struct Journey {
  const Document& from;
  const Target& target;
  const ByteSink& sink;  // for outputs that are made piece by piece
};

struct Route {
  Use from;  // what it is for the format it begins with
  Use to;    // and for the one it ends with
  bool (*leads)(const Format& from, const Format& to);
  Result<Conversion> (*go)(const Journey& journey);
};

/// The best there is; null when there is none.
const Route* find_route(const Format& from, const Format& to);

}  // namespace mw
