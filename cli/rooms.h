#pragma once

#include <optional>
#include <vector>

#include "opened.h"

namespace mw::cli {

/// The walkmeshes of a query. A layout (.lyt) stands for those of its rooms that lie beside it, in its
/// places; `arguments` get it as the layout.
std::optional<std::vector<Opened>> open_rooms(Arguments& arguments, Session& session);

}  // namespace mw::cli
