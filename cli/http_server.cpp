#include "http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/core/uri.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

namespace mw::cli {
namespace {

constexpr const char* kMachine = "127.0.0.1";
constexpr int kWorkers = 8;  // browsers keep a few connections open on which they ask nothing
constexpr std::size_t kLongestHead = 16384;
constexpr std::chrono::seconds kPatience(10);
constexpr std::string_view kEndOfHead = "\r\n\r\n";

std::string_view reason_of(int status) {
  constexpr std::pair<int, std::string_view> kReasons[] = {
      {200, "OK"},        {400, "Bad Request"},        {403, "Forbidden"},
      {404, "Not Found"}, {405, "Method Not Allowed"}, {431, "Request Header Fields Too Large"},
  };
  const auto* found = std::ranges::find(kReasons, status, &std::pair<int, std::string_view>::first);
  return found == std::end(kReasons) ? "Error" : found->second;
}

/// A socket that is closed at the end.
class Connection {
 public:
  explicit Connection(int socket) : socket_(socket) {
    const timeval patience{.tv_sec = kPatience.count(), .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(socket_); }

  /// What comes before the empty line; empty when nobody asks, and longer than it may be when it has no end.
  std::string read_head() const {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    std::string head;
    std::array<char, 4096> part;
    while (head.size() <= kLongestHead && std::chrono::steady_clock::now() < end) {
      const ssize_t count = recv(socket_, part.data(), part.size(), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return {};
      const std::size_t looked_at = head.size() - std::min(head.size(), kEndOfHead.size() - 1);
      head.append(part.data(), std::size_t(count));
      if (const auto found = head.find(kEndOfHead, looked_at); found != head.npos)
        return head.substr(0, found);
    }
    return head.size() > kLongestHead ? head : std::string();
  }

  bool send_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      bytes.remove_prefix(std::size_t(count));
    }
    return true;
  }

  /// Takes what is still on its way, as far as it comes at once: closing before would throw the answer away.
  void finish() const {
    shutdown(socket_, SHUT_WR);
    const timeval moment{.tv_sec = 1, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
    std::array<char, 4096> rest;
    for (int i = 0; i < 256 && recv(socket_, rest.data(), rest.size(), 0) > 0; ++i) {
    }
  }

 private:
  int socket_;
};

void answer(const Connection& connection, const HttpResponse& response, bool with_body) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  for (const auto& [name, value] : response.headers) head += fmt::format("{}: {}\r\n", name, value);
  head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", response.type,
                      response.body.bytes().size());
  if (connection.send_all(head) && with_body) connection.send_all(text_of(response.body.bytes()));
  connection.finish();
}

HttpResponse refusal(int status) {
  HttpResponse response{.status = status};
  response.set_body(std::string(reason_of(status)) + "\n", "text/plain; charset=utf-8");
  return response;
}

void serve(const Connection& connection, const HttpHandler& handler) {
  const std::string head = connection.read_head();
  if (head.empty()) return;
  if (head.size() > kLongestHead) return answer(connection, refusal(431), true);
  const auto request = parse_request(head);
  if (!request) return answer(connection, refusal(400), true);
  answer(connection, handler(*request), request->method != "HEAD");
}

/// Until the listening socket is of no use any more.
void accept_all(int listening, const HttpHandler& handler) {
  for (;;) {
    const int socket = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket >= 0) {
      serve(Connection(socket), handler);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // others will close theirs
    } else if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK) {
      return;
    }
  }
}

/// A plus stands for a space here, though not in a path.
std::string parameter_decoded(std::string text) {
  std::ranges::replace(text, '+', ' ');
  return percent_decoded(text);
}

void parse_parameters(std::string_view query, HttpRequest& request) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::string_view name = pair.substr(0, pair.find('='));
    const std::string_view value = pair.substr(std::min(pair.size(), name.size() + 1));
    request.parameters.emplace_back(parameter_decoded(std::string(name)),
                                    parameter_decoded(std::string(value)));
  }
}

bool parse_first_line(std::string_view line, HttpRequest& request) {
  const auto method_end = line.find(' ');
  const auto target_end = line.find(' ', std::min(line.size(), method_end + 1));
  if (method_end == line.npos || method_end == 0 || target_end == line.npos) return false;
  std::string_view target = line.substr(method_end + 1, target_end - method_end - 1);
  if (!target.starts_with('/') || !line.substr(target_end + 1).starts_with("HTTP/1.")) return false;
  request.method = line.substr(0, method_end);
  const std::string_view path = target.substr(0, target.find('?'));
  request.path = percent_decoded(path);
  parse_parameters(target.substr(std::min(target.size(), path.size() + 1)), request);
  return true;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string HttpRequest::parameter(std::string_view name) const {
  for (const auto& [each, value] : parameters)
    if (each == name) return value;
  return {};
}

void HttpResponse::set_body(std::string text, std::string media_type) {
  auto owned = std::make_shared<const std::string>(std::move(text));
  body = Blob(owned, std::as_bytes(std::span(*owned)));
  type = std::move(media_type);
}

std::optional<HttpRequest> parse_request(std::string_view head) {
  HttpRequest request;
  const auto line_end = head.find("\r\n");
  if (!parse_first_line(head.substr(0, line_end), request)) return std::nullopt;
  std::size_t hosts = 0;
  for (auto at = line_end; at != head.npos;) {
    const auto next = head.find("\r\n", at + 2);
    const std::string_view line = head.substr(at + 2, next == head.npos ? next : next - at - 2);
    const auto colon = line.find(':');
    if (colon == line.npos) return std::nullopt;
    if (same_in_any_case(line.substr(0, colon), "host")) {
      request.host = trimmed(line.substr(colon + 1));
      ++hosts;
    }
    at = next;
  }
  if (hosts > 1) return std::nullopt;  // which of them counts would be a guess
  return request;
}

Result<HttpServer> HttpServer::listen(int port) {
  const auto failure = [&] {
    return fail({.message = fmt::format("cannot listen on {}:{}", kMachine, port)});
  };
  HttpServer server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), port);
  if (server.socket_ < 0 || port < 0 || port > 65535) return failure();
  const int yes = 1;
  setsockopt(server.socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  inet_pton(AF_INET, kMachine, &address.sin_addr);
  socklen_t size = sizeof address;
  auto* any_address = reinterpret_cast<sockaddr*>(&address);
  if (bind(server.socket_, any_address, size) != 0 || ::listen(server.socket_, SOMAXCONN) != 0 ||
      getsockname(server.socket_, any_address, &size) != 0)
    return failure();
  server.port_ = ntohs(address.sin_port);
  return server;
}

HttpServer::~HttpServer() {
  if (socket_ >= 0) close(socket_);
}

Result<void> HttpServer::run(const HttpHandler& handler) const {
  {
    std::vector<std::jthread> workers;
    for (int i = 1; i < kWorkers; ++i) workers.emplace_back([&] { accept_all(socket_, handler); });
    accept_all(socket_, handler);
  }
  return fail({.message = "the server stopped"});
}

}  // namespace mw::cli
