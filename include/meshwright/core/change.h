#pragma once

// Example:
//
//     #include <meshwright/core/change.h>
//     #include <cstdio>
//     #include <vector>
//
//     void list(const std::vector<mw::Change>& changes) {
//       for (const mw::Change& change : changes)
//         std::printf("%s: %s\n", change.where.c_str(), change.message.c_str());
//     }

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
