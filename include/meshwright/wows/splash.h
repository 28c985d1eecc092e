#pragma once

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
