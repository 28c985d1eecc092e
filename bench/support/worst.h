#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench.h"
#include "real_files.h"

namespace mw::bench {

inline constexpr std::size_t kLarge = 2'000'000;  // bytes of a model

/// So few runs as a file needs: the smaller, the more a single one is disturbed.
inline int rounds_for(std::size_t size) {
  return size > kLarge ? 15 : 60;
}

inline double ratio_of(const Times& times) {
  return times.first / times.second;
}

/// The largest of ratios of the same kind, and whose it is: a bar holds for each file.
struct Worst {
  std::string name;
  double ratio = 0;
  std::size_t count = 0;

  void take(const std::string& which, double each) {
    ++count;
    if (each > ratio) {
      ratio = each;
      name = which;
    }
  }

  void add_row(std::vector<Row>& rows, const std::string& bar, const std::string& what, double limit,
               std::string_view why) const {
    if (count > 0)
      rows.push_back({bar, fmt::format("{}, the worst of {} {} ({})", what, count, kind_of_files(), name),
                      ratio, limit, why});
  }
};

}  // namespace mw::bench
