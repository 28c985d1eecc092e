#include "view_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "viewer_page.h"

namespace mw::serve {
namespace {

constexpr const char* kMachine = "127.0.0.1";

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kToAsk{1000};
constexpr int kToTakeMore = 5000;  // milliseconds, of an answer read in pieces

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

/// A server that answers one request of each connection. httplib restarts its time limit with each letter, so
/// a client that sends them one by one could hold a thread without limit. Here the whole request must arrive
/// within a second: it comes from this machine.
class OneRequestServer : public httplib::Server {
 private:
  bool process_and_close_socket(socket_t socket) override;
};

bool OneRequestServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket);
  bool is_closed = false;
  const bool done = process_request(connection, true, is_closed, nullptr);
  shutdown(socket, SHUT_RDWR);
  close(socket);
  return done;
}

std::string secret_word() {
  std::random_device random;
  std::string word;
  for (int i = 0; i < 4; ++i) word += fmt::format("{:08x}", random());
  return word;
}

/// Takes as long for a near miss as for a wide one.
bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different |= unsigned(a[i] ^ b[i]);
  return different == 0;
}

/// The page's own policy, and a ban on frames in other pages, which only a header can express.
std::string policy_with_frames(std::string_view page) {
  const std::string_view own = policy_of(page);
  return fmt::format("{}{}frame-ancestors 'none'", own, own.empty() ? "" : "; ");
}

class ViewServer {
 public:
  ViewServer(const std::string& page, ViewFiles& files)
      : page_(page), files_(files), word_(secret_word()), policy_(policy_with_frames(page)) {}

  Result<void> run(int port, const std::function<void(const std::string& address)>& ready) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(64); };  // httplib deletes it
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
      return httplib::Server::HandlerResponse::Handled;
    });
    port_ =
        port == 0 ? server_.bind_to_any_port(kMachine) : (server_.bind_to_port(kMachine, port) ? port : -1);
    if (port_ < 0) return fail({.message = fmt::format("cannot listen on {}:{}", kMachine, port)});
    ready(fmt::format("http://{}:{}/{}/", kMachine, port_, word_));
    if (!server_.listen_after_bind()) return fail({.message = "the server stopped"});
    return {};
  }

 private:
  static void refuse(httplib::Response& response, int status, const std::string& why) {
    response.status = status;
    response.set_content(why + "\n", "text/plain; charset=utf-8");
  }

  bool names_this_machine(const std::string& host) const {
    return host == fmt::format("{}:{}", kMachine, port_) || host == fmt::format("localhost:{}", port_);
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Cache-Control", "no-store");
    response.set_header("Content-Security-Policy", policy_);
    if (request.get_header_value_count("Host") != 1 || !names_this_machine(request.get_header_value("Host")))
      return refuse(response, 403, "this server answers to 127.0.0.1 only");
    if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      return refuse(response, 405, "only GET and HEAD are answered");
    }
    const auto slash = std::min(request.path.find('/', 1), request.path.size());
    if (request.path.empty() || !same_word(request.path.substr(1, slash - 1), word_))
      return refuse(response, 403, "the address lacks the word that the program printed");
    if (slash == request.path.size()) return response.set_redirect("/" + word_ + "/", 301);
    const std::string what = request.path.substr(slash + 1);
    if (what.empty()) return send_page(response);
    if (what == "beside") return send_names(request.get_param_value("path"), response);
    if (what == "file") return send_file(request.get_param_value("path"), response);
    refuse(response, 404, "there is nothing of that name");
  }

  void send_page(httplib::Response& response) {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("base", "./");
    json.member("links", std::uint64_t(files_.links()));
    json.member("unreadable", std::uint64_t(files_.unreadable()));
    json.key("files");
    json.begin_array();
    for (const std::string& name : files_.names()) {
      json.begin_object();
      json.member("path", name);
      json.member("bytes", files_.size_of(name));
      json.end_object();
    }
    json.end_array();
    json.end_object();
    const std::string page = with_data(page_, "served", json.take());
    send(response, {page.begin(), page.end()}, "text/html; charset=utf-8");
  }

  void send_names(const std::string& name, httplib::Response& response) {
    const auto names = files_.needed_for(name);
    if (!names) return refuse(response, 404, escape_text(name) + " " + to_string(names.error()));
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_array();
    for (const std::string& each : *names) json.value(each);
    json.end_array();
    response.set_content(json.take(), "application/json");
  }

  void send_file(const std::string& name, httplib::Response& response) {
    const auto bytes = files_.read(name);
    if (!bytes) return refuse(response, 404, escape_text(name) + " " + to_string(bytes.error()));
    const char* begin = reinterpret_cast<const char*>(bytes->data());
    send(response, {begin, begin + bytes->size()}, "application/octet-stream");
  }

  /// Sent in pieces: httplib would compress a whole answer again for every browser that accepts it, which
  /// takes seconds.
  static void send(httplib::Response& response, std::vector<char> body, const char* type) {
    if (body.empty()) return response.set_content("", type);
    const auto held = std::make_shared<const std::vector<char>>(std::move(body));
    response.set_content_provider(held->size(), type,
                                  [held](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                    return sink.write(held->data() + offset, length);
                                  });
  }

  const std::string& page_;
  ViewFiles& files_;
  const std::string word_;
  const std::string policy_;
  OneRequestServer server_;
  int port_ = 0;
};

}  // namespace

Result<void> serve_viewer(const std::string& page, ViewFiles& files, int port,
                          const std::function<void(const std::string& address)>& ready) {
  return ViewServer(page, files).run(port, ready);
}

}  // namespace mw::serve
