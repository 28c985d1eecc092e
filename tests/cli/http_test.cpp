#include <gtest/gtest.h>

#include <cli/http_server.h>

namespace mw::cli {
namespace {

TEST(Http, ARequestIsItsFirstLineAndItsHosts) {
  const auto request = parse_request(
      "HEAD /word/file?path=a%2fb HTTP/1.1\r\nAccept: */*\r\nhOST:\t127.0.0.1:80 \r\nX-Host: no");
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->method, "HEAD");
  EXPECT_EQ(request->path, "/word/file");
  EXPECT_EQ(request->query, "path=a%2fb");
  EXPECT_EQ(request->hosts, std::vector<std::string>{"127.0.0.1:80"});
}

TEST(Http, EveryHostIsKept) {
  const auto request = parse_request("GET / HTTP/1.0\r\nHost: a\r\nHost: b");
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->hosts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parse_request("GET / HTTP/1.1")->hosts, std::vector<std::string>());
}

TEST(Http, OtherTextsAreNoRequests) {
  for (const char* text : {"", "GET", "GET /", "GET / HTTP/2", "GET / FTP/1.1", "GET http://a/ HTTP/1.1",
                           " / HTTP/1.1", "GET  HTTP/1.1", "\r\nGET / HTTP/1.1"})
    EXPECT_EQ(parse_request(text), nullptr) << text;
}

TEST(Http, ParametersAreDecoded) {
  const HttpRequest request{
      .method = {}, .path = {}, .query = "b=1&path=a+b%2Fc%2b%zz%4&path=2&c", .hosts = {}};
  EXPECT_EQ(request.parameter("path"), "a b/c+%zz%4");
  EXPECT_EQ(request.parameter("b"), "1");
  EXPECT_EQ(request.parameter("c"), "");
  EXPECT_EQ(request.parameter("pat"), "");
  EXPECT_EQ((HttpRequest{.method = {}, .path = {}, .query = "%70=%00x%ff", .hosts = {}}.parameter("p")),
            std::string("\0x\xff", 3));
}

TEST(Http, APortIsTakenOnce) {
  HttpServer first;
  const auto port = first.listen(0);
  ASSERT_TRUE(port);
  EXPECT_GT(*port, 0);
  HttpServer second;
  const auto taken = second.listen(*port);
  ASSERT_FALSE(taken);
  EXPECT_EQ(to_string(taken.error()), "cannot listen on 127.0.0.1:" + std::to_string(*port));
}

}  // namespace
}  // namespace mw::cli
