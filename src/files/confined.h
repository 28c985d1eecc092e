#pragma once

#include <meshwright/core/error.h>
#include <optional>
#include <string>
#include <vector>

#include "system_error.h"

namespace mw {

/// Where files may lie that are opened only because another file names them.
struct Confines {
  std::vector<std::string> folders;  // in these or below
  std::string advice = {};           // what the user can do about a file that lies elsewhere, for the message
};

/// Opens a file that another file names, which may be anybody's choice: a regular file only, so that nothing
/// blocks or never ends, and only one that lies, links resolved, within the confines; without any it may lie
/// anywhere. What was checked is what is opened, whatever is renamed meanwhile.
Result<Descriptor> open_confined(const std::string& path, const std::optional<Confines>& confines);

}  // namespace mw
