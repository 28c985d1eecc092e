#pragma once

#include <string>
#include <string_view>

namespace mw {

/// One repair or rebuilt part of a file.
struct Change {
  std::string_view what;  // "vertex-welded": one of a fixed list (docs/json.md)
  std::string where;      // "faces[12]", in the file as it was
  std::string message;
};

void fields(auto& io, const Change& change) {
  io.field("what", change.what);
  io.field("where", change.where);
  io.field("message", change.message);
}

}  // namespace mw
