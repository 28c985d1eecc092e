#pragma once

#include <meshwright/core/math.h>
#include <string>
#include <string_view>
#include <vector>

/// Text of an SVG. Positions are in its units, pixels at the usual size.
namespace mw::svg {

struct Point {
  double x = 0;
  double y = 0;
};

/// With one decimal, omitted if it is 0.
std::string number(double value);
/// With markup characters escaped; controls and invalid bytes are escaped as in messages.
std::string escaped(std::string_view text);
/// "#rrggbb"
std::string colour(const Vec3& rgb);
/// "M1 2L3 4Z" of each loop.
std::string path_of(const std::vector<std::vector<Point>>& loops);
std::string points_of(const std::vector<Point>& points);
/// `anchor` is start, middle or end; `style` are further attributes.
std::string text(const Point& at, std::string_view words, std::string_view anchor = "start",
                 std::string_view style = "");

}  // namespace mw::svg
