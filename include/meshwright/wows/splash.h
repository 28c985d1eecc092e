#pragma once

// Example:
//
//     #include <meshwright/wows/splash.h>
//     #include <cstdio>
//
//     void list_boxes(mw::ByteSpan bytes) {
//       const auto boxes = mw::wows::splash::read(bytes);
//       if (!boxes) return;
//       for (const auto& [name, box] : *boxes) std::printf("%s: %g high\n", name.c_str(), box.max.y -
//       box.min.y);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <string>
#include <vector>

/// The .splash beside a ship's .geometry: named boxes where hits count.
namespace mw::wows::splash {

struct NamedBox {
  std::string name;
  Box box;
};

Result<std::vector<NamedBox>> read(ByteSpan bytes, const Trace* trace = nullptr);

}  // namespace mw::wows::splash
