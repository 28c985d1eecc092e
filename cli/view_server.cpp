#include "view_server.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <random>

#include "http_server.h"
#include "viewer_page.h"

namespace mw::cli {
namespace {

constexpr const char* kMachine = "127.0.0.1";

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

class ViewServer {
 public:
  ViewServer(const std::string& page, ViewFiles& files) : page_(page), files_(files), word_(secret_word()) {}

  Result<void> run(int port, const std::function<void(const std::string& address)>& ready) {
    const auto server = HttpServer::listen(port);
    if (!server) return fail(server.error());
    port_ = server->port();
    ready(fmt::format("http://{}:{}/{}/", kMachine, port_, word_));
    return server->run([this](const HttpRequest& request) {
      HttpResponse response;
      answer(request, response);
      return response;
    });
  }

 private:
  static void refuse(HttpResponse& response, int status, const std::string& why) {
    response.status = status;
    response.set_body(why + "\n", "text/plain; charset=utf-8");
  }

  bool names_this_machine(const std::string& host) const {
    return host == fmt::format("{}:{}", kMachine, port_) || host == fmt::format("localhost:{}", port_);
  }

  void answer(const HttpRequest& request, HttpResponse& response) {
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
    response.headers.emplace_back("Cache-Control", "no-store");
    if (!names_this_machine(request.host))
      return refuse(response, 403, "this server answers to 127.0.0.1 only");
    if (request.method != "GET" && request.method != "HEAD") {
      response.headers.emplace_back("Allow", "GET, HEAD");
      return refuse(response, 405, "only GET and HEAD are answered");
    }
    const auto slash = request.path.find('/', 1);
    if (slash == std::string::npos || !same_word(request.path.substr(1, slash - 1), word_))
      return refuse(response, 403, "the address lacks the word that the program printed");
    const std::string what = request.path.substr(slash + 1);
    if (what.empty()) return send_page(response);
    if (what == "beside") return send_names(request.parameter("path"), response);
    if (what == "file") return send_file(request.parameter("path"), response);
    refuse(response, 404, "there is nothing of that name");
  }

  void send_page(HttpResponse& response) {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("base", "./");
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
    response.set_body(with_data(page_, "served", json.take()), "text/html; charset=utf-8");
  }

  void send_names(const std::string& name, HttpResponse& response) {
    const auto names = files_.needed_for(name);
    if (!names) return refuse(response, 404, escape_text(name) + " " + to_string(names.error()));
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_array();
    for (const std::string& each : *names) json.value(each);
    json.end_array();
    response.set_body(json.take(), "application/json");
  }

  void send_file(const std::string& name, HttpResponse& response) {
    auto bytes = files_.read(name);
    if (!bytes) return refuse(response, 404, escape_text(name) + " " + to_string(bytes.error()));
    response.body = Blob(*std::move(bytes));
    response.type = "application/octet-stream";
  }

  const std::string& page_;
  ViewFiles& files_;
  const std::string word_;
  int port_ = 0;
};

}  // namespace

Result<void> serve_viewer(const std::string& page, ViewFiles& files, int port,
                          const std::function<void(const std::string& address)>& ready) {
  return ViewServer(page, files).run(port, ready);
}

}  // namespace mw::cli
