#include "http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <new>
#include <optional>
#include <semaphore>
#include <thread>

namespace mw::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOfHead = 16 * 1024;  // bytes; browsers send less than one of these
constexpr auto kPatience = std::chrono::seconds(5);
constexpr int kConnections = 64;  // at once
constexpr std::string_view kEndOfLine = "\r\n";
constexpr std::string_view kEndOfHead = "\r\n\r\n";

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 500:
      return "Internal Server Error";
    default:
      return "Bad Request";
  }
}

/// Takes what stands before a separator off a text, and the separator with it.
std::string_view take(std::string_view& text, std::string_view separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), taken.size() + separator.size()));
  return taken;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// As forms are written: a plus is a space, and %2F a byte.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      plain += char(byte);
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

/// A file may be larger than the memory that is left: its reader is told, and the others are served.
HttpAnswer answer_of(const HttpServer::Handler& handler, const HttpRequest& request) {
  try {
    return handler(request);
  } catch (const std::bad_alloc&) {
    return {.status = 500, .body = "there is not enough memory for it\n"};
  }
}

/// One connection, from its request to its end.
class Connection {
 public:
  explicit Connection(int socket) : socket_(socket) {}
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void serve(const HttpServer::Handler& handler) {
    const auto head = read_head();
    if (!head) return;
    const auto request = parse_request(*head);
    const bool without_body = request != nullptr && request->method == "HEAD";
    send(request == nullptr ? HttpAnswer{.status = 400, .body = "this is no request of HTTP\n"}
                            : answer_of(handler, *request),
         without_body);
    drain();
  }

 private:
  /// What came, nothing at the end and when time is up.
  std::string_view receive() {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    pollfd ready{socket_, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, int(left)) <= 0) return {};
    const ssize_t count = ::recv(socket_, buffer_, sizeof buffer_, 0);
    return count <= 0 ? std::string_view() : std::string_view(buffer_, std::size_t(count));
  }

  std::optional<std::string> read_head() {
    std::string head;
    while (head.size() < kMostOfHead) {
      const std::string_view more = receive();
      if (more.empty()) return std::nullopt;
      const std::size_t known = head.size() < kEndOfHead.size() ? 0 : head.size() - kEndOfHead.size();
      head += more;
      if (const auto end = head.find(kEndOfHead, known); end != head.npos) return head.substr(0, end);
    }
    return std::nullopt;
  }

  void send(const HttpAnswer& answer, bool without_body) {
    std::string head =
        fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
                    answer.status, reason_of(answer.status), answer.type, answer.body.size());
    for (const auto& [name, value] : answer.headers) head += fmt::format("{}: {}\r\n", name, value);
    if (send_all(head + "\r\n") && !without_body) send_all(answer.body);
  }

  /// Somebody who stops reading is waited for as long as somebody who stops talking, with every piece anew.
  bool send_all(std::string_view bytes) {
    while (!bytes.empty()) {
      pollfd ready{socket_, POLLOUT, 0};
      if (::poll(&ready, 1, int(std::chrono::milliseconds(kPatience).count())) <= 0) return false;
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
      bytes.remove_prefix(count < 0 ? 0 : std::size_t(count));
    }
    return true;
  }

  /// A connection that is closed with bytes unread is reset, and the answer may be lost with it.
  void drain() {
    ::shutdown(socket_, SHUT_WR);
    while (!receive().empty()) {
    }
  }

  int socket_;
  Clock::time_point deadline_ = Clock::now() + kPatience;
  char buffer_[4096];
};

}  // namespace

std::string HttpRequest::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    std::string_view value = take(rest, "&");
    if (decoded(take(value, "=")) == name) return decoded(value);
  }
  return {};
}

std::unique_ptr<HttpRequest> parse_request(std::string_view head) {
  std::string_view line = take(head, kEndOfLine);
  auto request = std::make_unique<HttpRequest>();
  request->method = take(line, " ");
  std::string_view target = take(line, " ");
  if (request->method.empty() || !target.starts_with('/') || !line.starts_with("HTTP/1.")) return nullptr;
  request->path = take(target, "?");
  request->query = target;
  while (!head.empty()) {
    std::string_view value = take(head, kEndOfLine);
    const std::string_view name = take(value, ":");
    if (lower_case(name) == "host") request->hosts.emplace_back(trimmed(value));
  }
  return request;
}

HttpServer::~HttpServer() {
  if (socket_ >= 0) ::close(socket_);
}

Result<int> HttpServer::listen(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const where = reinterpret_cast<sockaddr*>(&address);
  const int yes = 1;
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0 || ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(socket_, where, size) != 0 || ::listen(socket_, SOMAXCONN) != 0 ||
      ::getsockname(socket_, where, &size) != 0)
    return fail({.message = fmt::format("cannot listen on 127.0.0.1:{}", port)});
  return ntohs(address.sin_port);
}

Result<void> HttpServer::run(const Handler& handler) {
  std::counting_semaphore<kConnections> room(kConnections);
  while (true) {
    room.acquire();
    const int connection = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) {
      room.release();
      if (errno != EINTR && errno != ECONNABORTED) break;
      continue;
    }
    std::thread([&handler, &room, connection] {
      Connection(connection).serve(handler);
      room.release();
    }).detach();
  }
  for (int i = 0; i < kConnections; ++i) room.acquire();  // who is being served uses what the caller holds
  return fail({.message = "the server stopped"});
}

}  // namespace mw::cli
