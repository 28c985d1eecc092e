#pragma once

#include <meshwright/core/error.h>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::cli {

/// What a browser asks for: the first line of its request, and whom it believes to be talking to.
struct HttpRequest {
  std::string method;              // "GET"
  std::string path;                // "/word/file", as it was sent
  std::string query;               // what stands behind the question mark, as it was sent
  std::vector<std::string> hosts;  // the Host headers: one, if all is well

  /// The first parameter of this name, decoded; empty without one.
  std::string parameter(std::string_view name) const;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string_view, std::string>> headers = {};  // beside the type and the length
};

/// The request in the bytes up to the first empty line; nothing when they are none.
std::unique_ptr<HttpRequest> parse_request(std::string_view head);

/// A server for browsers on this machine: it listens on 127.0.0.1, takes one request per connection, ignores
/// bodies, and neither packs nor encrypts. Who sends nothing, or never an end, is dropped after five seconds.
class HttpServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  HttpServer() = default;
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The port that it listens on: this one, or with 0 any that is free. Fails when it is taken.
  Result<int> listen(int port);
  /// Answers on several threads until the system takes the socket away.
  Result<void> run(const Handler& handler);

 private:
  int socket_ = -1;
};

}  // namespace mw::cli
