#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace mw::bench {

/// Of what is worth knowing, but nobody has set a bar for.
inline constexpr double kNoBar = std::numeric_limits<double>::infinity();

/// A bar: what was measured, as a ratio of two things measured in the same run, and how large it may be.
struct Row {
  std::string bar;   // "P1"
  std::string what;  // "read a WOK of 14 MB / warm copy"
  double ratio = 0;
  double limit = kNoBar;
  /// Where the time goes, as a profile told, and what less would need. Read only when the bar is missed.
  std::string_view why = {};

  bool is_missed() const { return !(ratio <= limit); }
};

/// Keeps the optimiser from dropping a result that nobody looks at.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// Seconds of the fastest of several runs, the two taking turns so that both see the same machine.
struct Times {
  double first;
  double second;
};

template <class First, class Second>
Times measure(First first, Second second, int rounds, auto now) {
  const auto time = [&](auto& action) {
    const double start = now();
    action();
    return now() - start;
  };
  Times best{1e9, 1e9};
  for (int round = 0; round < rounds; ++round) {
    best.first = std::min(best.first, time(first));
    best.second = std::min(best.second, time(second));
  }
  return best;
}

template <class First, class Second>
Times measure(First first, Second second, int rounds = 25) {
  return measure(first, second, rounds, [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  });
}

/// The same by the time that the processor spends on this program, for what takes so long that others get
/// their turn in between.
template <class First, class Second>
Times measure_work(First first, Second second, int rounds) {
  return measure(first, second, rounds, [] { return double(std::clock()) / CLOCKS_PER_SEC; });
}

// One file each.
void bwm_read(std::vector<Row>& rows);
void mdl_read(std::vector<Row>& rows);
void mdl_ascii(std::vector<Row>& rows);
void walkmesh_read(std::vector<Row>& rows);
void geometry_read(std::vector<Row>& rows);
void to_glb(std::vector<Row>& rows);
void walkmesh_set(std::vector<Row>& rows);
void model_set(std::vector<Row>& rows);
void geometry_set(std::vector<Row>& rows);
void verbs(std::vector<Row>& rows);
void start_up(std::vector<Row>& rows);
void json(std::vector<Row>& rows);
void assets_bench(std::vector<Row>& rows);
void batch_bench(std::vector<Row>& rows);

void nav_rays(std::vector<Row>& rows);
void nav_paths(std::vector<Row>& rows);

// What they need of the heap; after all that is timed, so that it finds the heap as it always was.
void walkmesh_memory(std::vector<Row>& rows);
void bwm_memory(std::vector<Row>& rows);
void geometry_memory(std::vector<Row>& rows);
void mdl_memory(std::vector<Row>& rows);
void json_memory(std::vector<Row>& rows);
void diff_memory(std::vector<Row>& rows);
void assets_memory(std::vector<Row>& rows);

}  // namespace mw::bench
