#pragma once

#include <meshwright/core/error.h>
#include <functional>
#include <string>

#include "view_files.h"

namespace mw::serve {

/// Serves the viewer and the opened files to a browser on this machine, until the program is stopped. It
/// listens on 127.0.0.1 only; every address has a secret word in it, which other users and other pages do not
/// know; the Host header must name this machine, so that no page of elsewhere gets in through a name of its
/// own; and nothing but GET and HEAD is answered. `ready` is called with the address once it listens.
Result<void> serve_viewer(const std::string& page, ViewFiles& files, int port,
                          const std::function<void(const std::string& address)>& ready);

}  // namespace mw::serve
