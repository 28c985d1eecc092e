#include "svg.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cmath>

namespace mw::svg {

std::string number(double value) {
  const double rounded = std::round(value * 10) / 10;
  return rounded == std::round(rounded) ? fmt::format("{:.0f}", rounded + 0.0)
                                        : fmt::format("{:.1f}", rounded);
}

std::string escaped(std::string_view words) {
  std::string out;
  for (const char c : escape_text(words)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string colour(const Vec3& rgb) {
  const auto part = [](float value) { return int(std::lround(std::clamp(value, 0.0F, 1.0F) * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(rgb.x), part(rgb.y), part(rgb.z));
}

std::string path_of(const std::vector<std::vector<Point>>& loops) {
  std::string path;
  for (const std::vector<Point>& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i)
      path += fmt::format("{}{} {}", i == 0 ? "M" : "L", number(loop[i].x), number(loop[i].y));
    path += "Z";
  }
  return path;
}

std::string points_of(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points)
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", number(point.x), number(point.y));
  return text;
}

std::string text(const Point& at, std::string_view words, std::string_view anchor, std::string_view style) {
  const std::string where = anchor == "start" ? "" : fmt::format(" text-anchor=\"{}\"", anchor);
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}{}>{}</text>\n", number(at.x), number(at.y), where,
                     style.empty() ? "" : " ", style, escaped(words));
}

}  // namespace mw::svg
