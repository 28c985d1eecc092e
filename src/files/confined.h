#pragma once

#include <meshwright/core/error.h>
#include <optional>
#include <string>
#include <vector>

#include "system_error.h"

namespace mw {

/// The allowed places of files that are opened only because another file names them.
struct Confines {
  std::vector<std::string> folders;  // in these or below
  std::string advice = {};           // advice for the user about a file elsewhere, for the message
};

/// Opens a file that another file names; such a name is untrusted. Opens only a regular file, so that nothing
/// blocks or never ends, and only one that lies, links resolved, within the confines; without any it may lie
/// anywhere. The checked file is the opened one, even if names change meanwhile.
Result<Descriptor> open_confined(const std::string& path, const std::optional<Confines>& confines);

}  // namespace mw
