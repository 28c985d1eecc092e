#include "viewer_page.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/files/input.h>
#include <cstdlib>
#include <filesystem>

namespace mw::serve {
namespace {

constexpr std::string_view kMark = "<!--DATA-->";

std::vector<std::string> places() {
  std::vector<std::string> places;
  if (const char* named = std::getenv("MESHWRIGHT_VIEWER"); named != nullptr) return {named};
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto folder = program.parent_path();
  if (!error)  // from bin, and from libexec/meshwright
    for (const auto& prefix : {folder.parent_path(), folder.parent_path().parent_path()})
      places.push_back((prefix / "share/meshwright/meshwright.html").string());
  places.emplace_back(MESHWRIGHT_VIEWER_PAGE);
  return places;
}

std::string base64(ByteSpan bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text.push_back(i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=');
  }
  return text;
}

}  // namespace

Result<std::string> load_viewer_page() {
  for (const std::string& place : places()) {
    const auto file = InputFile::open(place);
    if (!file) continue;
    std::string page(text_of(file->bytes()));
    if (page.find(kMark) != std::string::npos) return page;
    return fail({.message = fmt::format("{} is no page of the viewer", place)});
  }
  return fail({.message = fmt::format("the viewer's page was not found at {}; `make viewer` builds it",
                                      fmt::join(places(), " or "))});
}

std::string with_data(std::string page, std::string_view id, std::string_view json) {
  // "</script" would end the element, "<!--<script" would keep it from ending.
  std::string safe;
  for (const char c : json) c == '<' ? safe.append("\\u003c") : safe.append(1, c);
  const std::string element = fmt::format(R"(<script type="application/json" id="{}">{}</script>)", id, safe);
  return page.insert(page.find(kMark), element);
}

std::string_view policy_of(std::string_view page) {
  constexpr std::string_view kBegin = R"(<meta http-equiv="Content-Security-Policy" content=")";
  const auto begin = page.find(kBegin);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = page.substr(begin + kBegin.size());
  return rest.substr(0, rest.find('"'));
}

std::string files_as_json(const std::vector<PageFile>& files) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  for (const PageFile& file : files) {
    json.begin_object();
    json.member("path", file.path);
    json.member("base64", base64(file.bytes));
    json.end_object();
  }
  json.end_array();
  return json.take();
}

}  // namespace mw::serve
