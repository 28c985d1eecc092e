#pragma once

#include <meshwright/core/detail/trace.h>
#include <cstdint>
#include <vector>

namespace mw {

/// Counts which bytes of a file have a name. Feed it every traced field.
class Coverage {
 public:
  void add(const TracedField& field);

  /// Bytes in at least one field, except those in `unreferenced`.
  std::uint64_t named() const;
  std::uint64_t unreferenced() const { return unreferenced_; }

 private:
  struct Run {
    std::uint64_t begin;
    std::uint64_t end;
  };
  std::vector<Run> runs_;
  std::uint64_t unreferenced_ = 0;
};

}  // namespace mw
