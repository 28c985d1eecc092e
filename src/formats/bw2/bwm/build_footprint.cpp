#include <meshwright/bw2/detail/bwm_build.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace mw::bw2::bwm {
namespace {

/// Twice the area of the triangle in (x, z): positive when c lies to the left of the way from a to b.
double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (double(b.x) - a.x) * (double(c.z) - a.z) - (double(b.z) - a.z) * (double(c.x) - a.x);
}

/// One side of the hull over points in the order of x: those that turn right or go straight are left out.
void extend(std::vector<Vec3>& chain, std::size_t floor, const Vec3& point) {
  while (chain.size() >= floor + 2 && turn(chain[chain.size() - 2], chain.back(), point) <= 0)
    chain.pop_back();
  chain.push_back(point);
}

std::vector<Vec3> sorted_in_plan(std::span<const Vec3> points) {
  std::vector<Vec3> sorted(points.begin(), points.end());
  std::ranges::stable_sort(sorted, {}, [](const Vec3& p) { return std::tuple(p.x, p.z); });
  const auto repeated =
      std::ranges::unique(sorted, [](const Vec3& a, const Vec3& b) { return a.x == b.x && a.z == b.z; });
  sorted.erase(repeated.begin(), repeated.end());
  return sorted;
}

/// A square of the grid: its first column and row, and how many cells it is wide.
struct Square {
  int column;
  int row;
  int cells;
};

/// The ground under a model in cells, and which of them its triangles cover.
class Grid {
 public:
  Grid(std::span<const Vec3> points, std::span<const std::array<std::uint16_t, 3>> triangles) {
    const auto [left, right] = std::ranges::minmax(points, {}, &Vec3::x);
    const auto [near, far] = std::ranges::minmax(points, {}, &Vec3::z);
    x_ = left.x;
    z_ = near.z;
    const double width = double(right.x) - x_;
    const double depth = double(far.z) - z_;
    const double extent = std::max(width, depth);
    const int cells = int(std::clamp(std::ceil(extent / kCircleCell), 1.0, double(kMaxCircleCells)));
    step_ = extent / cells;
    nominal_ = std::max(kCircleCell, step_);
    if (!(step_ > 0)) return;
    columns_ = int(std::ceil(width / step_ - 1e-9));
    rows_ = int(std::ceil(depth / step_ - 1e-9));
    samples_.resize(std::size_t(columns_) * kSamples * std::size_t(rows_) * kSamples);
    for (const auto& t : triangles) fill(points[t[0]], points[t[1]], points[t[2]]);
    find_free();
  }

  /// Takes up the covered cells in squares, the largest first.
  std::vector<Square> take_squares() {
    std::vector<Square> squares;
    int size = 1;
    while (size * 2 <= std::max(columns_, rows_)) size *= 2;
    for (; size > 0; size /= 2)
      for (int row = 0; row + size <= rows_; ++row)
        for (int column = 0; column + size <= columns_; ++column)
          if (take({column, row, size})) squares.push_back({column, row, size});
    return squares;
  }

  /// The disc about a square. Cells are closer together than their nominal size, by which the disc is
  /// measured.
  Circle disc(const Square& square) const {
    const double side = square.cells * nominal_;
    return {round3(x_ + square.column * step_ + side / 2), round3(z_ + square.row * step_ + side / 2),
            round3(side / std::numbers::sqrt2)};
  }

 private:
  static constexpr int kSamples = 32;       // a side of a cell
  static constexpr double kCovered = 0.25;  // between 0.23, left out, and 0.27, taken, in the original file

  std::size_t sample_columns() const { return std::size_t(columns_) * kSamples; }

  /// Marks the samples under a triangle, one line of them after another.
  void fill(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double pitch = step_ / kSamples;
    const auto [low, high] = std::minmax({a.z, b.z, c.z});
    const int first = std::max(0, int((low - z_) / pitch));
    const int last = std::min(rows_ * kSamples - 1, int((high - z_) / pitch));
    for (int line = first; line <= last; ++line) {
      double begin = std::numeric_limits<double>::infinity();
      double end = -begin;
      const double z = z_ + (line + 0.5) * pitch;
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
        cross(from, to, z, begin, end);
      mark(line, (begin - x_) / pitch, (end - x_) / pitch);
    }
  }

  static void cross(const Vec3& from, const Vec3& to, double z, double& begin, double& end) {
    if ((from.z <= z) == (to.z <= z)) return;
    const double x = from.x + (z - from.z) / (double(to.z) - from.z) * (double(to.x) - from.x);
    begin = std::min(begin, x);
    end = std::max(end, x);
  }

  /// Marks the samples of a line whose middle lies between two places.
  void mark(int line, double begin, double end) {
    if (!(begin < end)) return;
    const auto limit = double(sample_columns());
    const auto first = std::size_t(std::clamp(std::ceil(begin - 0.5), 0.0, limit));
    const auto behind = std::size_t(std::clamp(std::ceil(end - 0.5), 0.0, limit));
    const std::size_t start = std::size_t(line) * sample_columns();
    for (std::size_t i = first; i < behind; ++i) samples_[start + i] = 1;
  }

  void find_free() {
    std::vector<int> covered(std::size_t(columns_) * std::size_t(rows_));
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const std::size_t row = i / sample_columns() / kSamples;
      covered[row * std::size_t(columns_) + i % sample_columns() / kSamples] += samples_[i];
    }
    for (const int count : covered) free_.push_back(count >= kCovered * kSamples * kSamples ? 1 : 0);
  }

  bool take(const Square& square) {
    const auto each = [&](auto visit) {
      for (int row = square.row; row < square.row + square.cells; ++row)
        for (int column = square.column; column < square.column + square.cells; ++column)
          visit(free_[std::size_t(row) * std::size_t(columns_) + std::size_t(column)]);
    };
    bool all = true;
    each([&](char free) { all = all && free != 0; });
    if (all) each([](char& free) { free = 0; });
    return all;
  }

  double x_ = 0;
  double z_ = 0;
  double step_ = 0;
  double nominal_ = 0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<char> samples_;
  std::vector<char> free_;
};

}  // namespace

std::vector<Vec3> derive_hull(std::span<const Vec3> points) {
  const std::vector<Vec3> sorted = sorted_in_plan(points);
  if (sorted.size() < 3) return {};
  std::vector<Vec3> hull;
  for (const Vec3& point : sorted) extend(hull, 0, point);
  const std::size_t floor = hull.size() - 1;
  for (auto point = sorted.rbegin() + 1; point != sorted.rend(); ++point) extend(hull, floor, *point);
  hull.pop_back();
  if (hull.size() < 3) return {};
  std::ranges::rotate(hull, std::ranges::min_element(hull, {}, &Vec3::z) + 1);
  for (Vec3& point : hull) point = round3(point);
  const auto repeated =
      std::ranges::unique(hull, [](const Vec3& a, const Vec3& b) { return a.x == b.x && a.z == b.z; });
  hull.erase(repeated.begin(), repeated.end());
  return hull;
}

std::vector<Circle> derive_circles(std::span<const Vec3> points,
                                   std::span<const std::array<std::uint16_t, 3>> triangles) {
  std::vector<Circle> circles;
  if (points.empty()) return circles;
  Grid grid(points, triangles);
  for (const Square& square : grid.take_squares()) circles.push_back(grid.disc(square));
  return circles;
}

}  // namespace mw::bw2::bwm
