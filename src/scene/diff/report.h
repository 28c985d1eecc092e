#pragma once

#include <fmt/format.h>
#include <meshwright/scene/diff.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mw::scene {

/// Collects differences, and decides whether two values are equal.
class Report {
 public:
  explicit Report(const DiffOptions& options) : tolerance_(options.tolerance) {}

  void add(std::string where, std::string a, std::string b, std::string words = {}, bool all = false) {
    found_.push_back({.where = std::move(where),
                      .a = std::move(a),
                      .b = std::move(b),
                      .words = std::move(words),
                      .all = all});
  }

  /// Something that only one scene has.
  void add_one_sided(std::string where, bool in_a) {
    const std::string present = "present";
    const std::string missing(kMissing);
    found_.push_back({.where = std::move(where),
                      .a = in_a ? present : missing,
                      .b = in_a ? missing : present,
                      .one_sided = true});
  }

  /// So many differences so far.
  std::size_t size() const { return found_.size(); }
  std::vector<Difference> take() { return std::move(found_); }

  double tolerance() const { return tolerance_; }

  bool same(float a, float b, double noise = 0) const {
    if (a == b || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b)) return true;
    return std::abs(double(a) - double(b)) <= std::max(tolerance_, noise);
  }

  void count(const std::string& where, std::size_t a, std::size_t b) {
    if (a != b) add(where + ".count", std::to_string(a), std::to_string(b));
  }
  void text(const std::string& where, std::string_view a, std::string_view b) {
    if (a != b) add(where, std::string(a), std::string(b));
  }
  void truth(const std::string& where, bool a, bool b) {
    if (a != b) add(where, a ? "yes" : "no", b ? "yes" : "no");
  }
  void number(const std::string& where, float a, float b) {
    if (!same(a, b)) add(where, fmt::to_string(a), fmt::to_string(b));
  }
  void numbers(const std::string& where, std::span<const float> a, std::span<const float> b) {
    const auto equal = [&](float x, float y) { return same(x, y); };
    if (!std::ranges::equal(a, b, equal)) add(where, list(a), list(b));
  }
  /// A vector, a quaternion (x, y, z, w), a matrix.
  template <class T>
    requires requires(const T& value) { &value[0]; }
  void vector(const std::string& where, const T& a, const T& b) {
    constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    numbers(where, {reinterpret_cast<const float*>(&a), kFloats},
            {reinterpret_cast<const float*>(&b), kFloats});
  }

 private:
  static std::string list(std::span<const float> numbers) {
    return fmt::format("{}", fmt::join(numbers, ", "));
  }

  double tolerance_;
  std::vector<Difference> found_;
};

}  // namespace mw::scene
