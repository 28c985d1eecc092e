#pragma once

#include <meshwright/core/error.h>
#include <functional>
#include <string>

#include "view_files.h"

namespace mw::serve {

/// Serves the viewer and the opened files to a browser on this machine, until the program is stopped. It
/// listens on 127.0.0.1 only. Every address has a secret word, unknown to other users and other pages. The
/// Host header must name this machine, so that no other site gets in through a name of its own. Only GET and
/// HEAD are answered. `ready` is called with the address once it listens.
Result<void> serve_viewer(const std::string& page, ViewFiles& files, int port,
                          const std::function<void(const std::string& address)>& ready);

}  // namespace mw::serve
