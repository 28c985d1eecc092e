#include <arpa/inet.h>
#include <cli/http_server.h>
#include <gtest/gtest.h>
#include <meshwright/core/text.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <thread>

namespace mw::cli {
namespace {

TEST(HttpServer, ARequestIsTakenApart) {
  const auto request = parse_request(
      "GET /word/file?path=a%20b%2Bc+d&empty=&flag&path=second HTTP/1.1\r\nAccept: */*\r\nHOST: \t"
      "127.0.0.1:80 \r\nX: y");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->method, "GET");
  EXPECT_EQ(request->path, "/word/file");
  EXPECT_EQ(request->host, "127.0.0.1:80");
  EXPECT_EQ(request->parameters.size(), 4U);
  EXPECT_EQ(request->parameter("path"), "a b+c d");
  EXPECT_EQ(request->parameter("empty"), "");
  EXPECT_EQ(request->parameter("flag"), "");
  EXPECT_EQ(request->parameter("other"), "");
}

TEST(HttpServer, APathIsDecodedButItsPlusStays) {
  EXPECT_EQ(parse_request("HEAD /a+b%2F%c3%a9%zz HTTP/1.0")->path, "/a+b/\xC3\xA9%zz");
  EXPECT_EQ(parse_request("HEAD / HTTP/1.0")->host, "");
}

TEST(HttpServer, WhatIsNoRequestIsRefused) {
  for (const std::string_view head : {"", " ", "GET", "GET /", "GET / ", "GET / FTP/1.1", " / HTTP/1.1",
                                      "GET word HTTP/1.1", "GET http://127.0.0.1/ HTTP/1.1", "GET / HTTP/2",
                                      "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\nHost: a\r\nhost: b"})
    EXPECT_FALSE(parse_request(head)) << head;
}

/// A server that tells what it was asked, for as long as the tests run.
int port_of_server() {
  static const int port = [] {
    auto server = std::make_shared<HttpServer>(HttpServer::listen(0).value());
    std::thread([server] {
      (void)server->run([](const HttpRequest& request) {
        HttpResponse response{.status = request.path == "/" ? 200 : 404, .headers = {{"X-Word", "yes"}}};
        response.set_body(request.method + " " + request.path, "text/plain");
        return response;
      });
    }).detach();
    return server->port();
  }();
  return port;
}

/// Sends these bytes and gives all that comes back.
std::string answer_to(std::string_view sent) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port_of_server()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  for (std::size_t at = 0; at < sent.size();) {
    const ssize_t count = send(socket, sent.data() + at, sent.size() - at, MSG_NOSIGNAL);
    if (count <= 0) break;
    at += std::size_t(count);
  }
  std::string answer;
  char part[4096];
  for (ssize_t count = 0; (count = recv(socket, part, sizeof part, 0)) > 0;)
    answer.append(part, std::size_t(count));
  close(socket);
  return answer;
}

TEST(HttpServer, AnswersWhole) {
  EXPECT_EQ(answer_to("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nX-Word: yes\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
            "Connection: close\r\n\r\nGET /");
  EXPECT_EQ(answer_to("HEAD /a%20b HTTP/1.1\r\n\r\n"),
            "HTTP/1.1 404 Not Found\r\nX-Word: yes\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n"
            "Connection: close\r\n\r\n");
}

TEST(HttpServer, RefusesWhatItCannotRead) {
  EXPECT_TRUE(answer_to("nonsense\r\n\r\n").starts_with("HTTP/1.1 400 Bad Request\r\n"));
  const std::string endless = "GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n";
  EXPECT_TRUE(answer_to(endless).starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"));
}

TEST(HttpServer, ABusyPortIsAnError) {
  const auto again = HttpServer::listen(port_of_server());
  ASSERT_FALSE(again);
  EXPECT_EQ(to_string(again.error()), "cannot listen on 127.0.0.1:" + std::to_string(port_of_server()));
}

}  // namespace
}  // namespace mw::cli
