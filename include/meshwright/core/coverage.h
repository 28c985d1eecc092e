#pragma once

// Example:
//
//     #include <meshwright/core/coverage.h>
//     #include <meshwright/core/reader.h>
//
//     std::uint64_t bytes_with_a_name(mw::ByteSpan file) {
//       mw::Coverage coverage;
//       const mw::Trace trace = [&](const mw::TracedField& field) { coverage.add(field); };
//       mw::Reader reader(file, &trace);
//       std::uint32_t version = 0;
//       reader.field("version", version);
//       return coverage.named();
//     }

#include <meshwright/core/trace.h>
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
