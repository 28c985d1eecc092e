#include "view_server.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <random>

#include "http_server.h"
#include "viewer_page.h"

namespace mw::cli {
namespace {

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
    const auto listening = server_.listen(port);
    if (!listening) return fail(listening.error());
    port_ = *listening;
    ready(fmt::format("http://127.0.0.1:{}/{}/", port_, word_));
    return server_.run([this](const HttpRequest& request) { return guarded(answer(request)); });
  }

 private:
  static HttpAnswer refusal(int status, const std::string& why) {
    return {.status = status, .body = why + "\n"};
  }

  bool names_this_machine(const std::string& host) const {
    return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_);
  }

  /// What keeps pages of elsewhere from using an answer.
  static HttpAnswer guarded(HttpAnswer answer) {
    answer.headers.insert(answer.headers.end(), {{"X-Content-Type-Options", "nosniff"},
                                                 {"Referrer-Policy", "no-referrer"},
                                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                                 {"Cache-Control", "no-store"},
                                                 {"Content-Security-Policy", "frame-ancestors 'none'"}});
    return answer;
  }

  HttpAnswer answer(const HttpRequest& request) {
    if (request.hosts.size() != 1 || !names_this_machine(request.hosts.front()))
      return refusal(403, "this server answers to 127.0.0.1 only");
    if (request.method != "GET" && request.method != "HEAD") {
      HttpAnswer refused = refusal(405, "only GET and HEAD are answered");
      refused.headers.emplace_back("Allow", "GET, HEAD");
      return refused;
    }
    const auto slash = std::min(request.path.find('/', 1), request.path.size());
    if (!same_word(request.path.substr(1, slash - 1), word_))
      return refusal(403, "the address lacks the word that the program printed");
    if (slash == request.path.size()) return {.status = 301, .headers = {{"Location", "/" + word_ + "/"}}};
    const std::string what = request.path.substr(slash + 1);
    if (what.empty()) return page();
    if (what == "beside") return names_beside(request.parameter("path"));
    if (what == "file") return file(request.parameter("path"));
    return refusal(404, "there is nothing of that name");
  }

  HttpAnswer page() const {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("base", "./");
    json.member("links", std::uint64_t(files_.links()));
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
    return {.type = "text/html; charset=utf-8", .body = with_data(page_, "served", json.take())};
  }

  HttpAnswer names_beside(const std::string& name) {
    const auto names = files_.needed_for(name);
    if (!names) return refusal(404, escape_text(name) + " " + to_string(names.error()));
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_array();
    for (const std::string& each : *names) json.value(each);
    json.end_array();
    return {.type = "application/json", .body = json.take()};
  }

  HttpAnswer file(const std::string& name) const {
    const auto bytes = files_.read(name);
    if (!bytes) return refusal(404, escape_text(name) + " " + to_string(bytes.error()));
    return {.type = "application/octet-stream", .body = std::string(text_of(*bytes))};
  }

  const std::string& page_;
  ViewFiles& files_;
  const std::string word_;
  HttpServer server_;
  int port_ = 0;
};

}  // namespace

Result<void> serve_viewer(const std::string& page, ViewFiles& files, int port,
                          const std::function<void(const std::string& address)>& ready) {
  return ViewServer(page, files).run(port, ready);
}

}  // namespace mw::cli
