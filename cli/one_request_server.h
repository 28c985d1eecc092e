#pragma once

#include <httplib.h>

namespace mw::cli {

/// A server that answers one request of each connection. httplib counts its time limit from one letter to the
/// next, so that somebody who sends them one by one keeps a thread for as long as he likes. Here a request is
/// to be there as a whole within a second: it comes from this machine.
class OneRequestServer : public httplib::Server {
 private:
  bool process_and_close_socket(socket_t socket) override;
};

}  // namespace mw::cli
