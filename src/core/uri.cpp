#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/uri.h>

namespace mw {

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri;
  for (const char c : path)
    uri += kPlain.find(c) != kPlain.npos ? std::string(1, c) : fmt::format("%{:02X}", std::uint8_t(c));
  return uri;
}

std::string percent_decoded(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const auto byte = uri[i] == '%' && uri.size() - i > 2 ? from_hex(uri.substr(i + 1, 2)) : std::nullopt;
    path += byte ? char((*byte)[0]) : uri[i];
    if (byte) i += 2;
  }
  return path;
}

}  // namespace mw
