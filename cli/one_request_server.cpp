#include "one_request_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <string>
#include <tuple>
#include <utility>

namespace mw::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kToAsk{1000};
constexpr int kToTakeMore = 5000;  // milliseconds, of an answer that is taken in pieces

bool is_ready(socket_t socket, short events, int milliseconds) {
  pollfd asked{.fd = socket, .events = events, .revents = 0};
  return poll(&asked, 1, milliseconds) > 0;
}

/// The address and port of one end of a connection.
std::pair<std::string, int> end_of(socket_t socket, int (*name)(int, sockaddr*, socklen_t*)) {
  sockaddr_in place{};
  socklen_t size = sizeof place;
  if (name(socket, reinterpret_cast<sockaddr*>(&place), &size) != 0) return {};
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &place.sin_addr, text, sizeof text);
  return {text, ntohs(place.sin_port)};
}

/// What is read of it ends a second after it was made.
class Connection : public httplib::Stream {
 public:
  explicit Connection(socket_t socket) : socket_(socket) {}

  bool is_readable() const override { return is_ready(socket_, POLLIN, left()); }
  bool is_writable() const override { return is_ready(socket_, POLLOUT, kToTakeMore); }

  ssize_t read(char* to, std::size_t size) override {
    if (begin_ == end_) {
      if (!is_readable()) return -1;
      const ssize_t got = recv(socket_, buffer_, sizeof buffer_, 0);
      if (got <= 0) return got;
      begin_ = 0;
      end_ = std::size_t(got);
    }
    const std::size_t taken = std::min(size, end_ - begin_);
    std::copy_n(buffer_ + begin_, taken, to);
    begin_ += taken;
    return ssize_t(taken);
  }

  ssize_t write(const char* from, std::size_t size) override {
    return is_writable() ? send(socket_, from, size, MSG_NOSIGNAL) : -1;
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    std::tie(ip, port) = end_of(socket_, getpeername);
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    std::tie(ip, port) = end_of(socket_, getsockname);
  }
  socket_t socket() const override { return socket_; }

 private:
  int left() const {
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(last_ - Clock::now());
    return int(std::max(rest.count(), std::chrono::milliseconds::rep(0)));
  }

  const socket_t socket_;
  const Clock::time_point last_ = Clock::now() + kToAsk;
  char buffer_[4096];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

bool OneRequestServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket);
  bool is_closed = false;
  const bool done = process_request(connection, true, is_closed, nullptr);
  shutdown(socket, SHUT_RDWR);
  close(socket);
  return done;
}

}  // namespace mw::cli
