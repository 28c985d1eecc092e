#pragma once

#include <meshwright/core/blob.h>
#include <meshwright/core/error.h>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// As much of HTTP as a page on this machine needs: one request per connection, answered whole. A library for
/// all of HTTP would load one for encryption too, before every verb.
namespace mw::cli {

struct HttpRequest {
  std::string method;
  std::string path;  // decoded, without what follows a question mark
  std::string host;  // as the header of that name says; empty without one
  std::vector<std::pair<std::string, std::string>> parameters = {};

  /// Empty when there is none of that name.
  std::string parameter(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string type = {};  // "text/plain; charset=utf-8"
  Blob body = {};

  void set_body(std::string text, std::string media_type);
};

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// What the bytes before the empty line say; nothing when they are no request.
std::optional<HttpRequest> parse_request(std::string_view head);

/// Listens on 127.0.0.1 from its making on.
class HttpServer {
 public:
  /// Port 0 is any free one.
  static Result<HttpServer> listen(int port);
  HttpServer(HttpServer&& other) noexcept : socket_(std::exchange(other.socket_, -1)), port_(other.port_) {}
  HttpServer& operator=(HttpServer&&) = delete;
  ~HttpServer();

  int port() const { return port_; }

  /// Answers until the program is stopped; several requests at a time, each on a thread of its own. Fails
  /// when no more connections can be had.
  Result<void> run(const HttpHandler& handler) const;

 private:
  HttpServer(int socket, int port) : socket_(socket), port_(port) {}

  int socket_;
  int port_;
};

}  // namespace mw::cli
