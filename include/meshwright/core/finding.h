#pragma once

// Example:
//
//     #include <meshwright/core/finding.h>
//     #include <cstdio>
//
//     constexpr mw::FindingKind kCountOutOfRange{"SHELF_COUNT_OUT_OF_RANGE", mw::Severity::error, "{} > {}",
//                                                "The shelf holds no more."};
//
//     void check_count(int count) {
//       mw::Findings findings;
//       if (count > 9) findings.add(kCountOutOfRange, {.where = "shelf.count", .offset = 4}, count, 9);
//       for (const mw::Finding& finding : findings.all())
//         std::printf("%s: %s\n", finding.where.c_str(), finding.message.c_str());
//     }

#include <fmt/core.h>
#include <meshwright/core/error.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

enum class Severity : std::uint8_t { error, warning, info };

std::string_view to_string(Severity severity);

/// A kind of finding: one row of a format's table of codes (`*_findings.def`).
struct FindingKind {
  std::string_view code;  // "WALKMESH_NORMAL_NOT_UNIT"; stable, never reused for another meaning
  Severity severity;
  std::string_view message;  // fmt pattern of the finding's arguments
  std::string_view meaning;  // what it does to the file's users and how to mend it, for docs/ISSUES.md
};

/// What validation found at one place.
struct Finding {
  const FindingKind* kind = nullptr;
  std::string where = {};               // "faces[12].vertex"
  std::optional<std::uint64_t> offset;  // in the file
  std::string message = {};
  std::optional<TextPosition> position = std::nullopt;  // in a text, which has no offsets
  std::string name = {};                                // of the node, mesh or animation that `where` is in
};

/// Where a finding is: a field path, and the byte it starts at or the position in a text. A path calls nodes
/// by their rows; `name` is what people call the one that the path leads to, empty where nothing has a name.
struct Place {
  std::string where;
  std::optional<std::uint64_t> offset = std::nullopt;
  std::optional<TextPosition> position = std::nullopt;
  std::string name = {};
};

/// Takes findings in the order they are made; nothing stops validation early. Either keeps them, or hands
/// each on as it comes, so that a file with a million of them needs no room for a million.
class Findings {
 public:
  using Sink = std::function<void(const Finding&)>;

  Findings() = default;
  explicit Findings(Sink sink) : sink_(std::move(sink)) {}

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    add_formatted(kind, std::move(place), fmt::make_format_args(args...));
  }

  /// Those that were kept: none when there is a sink.
  std::span<const Finding> all() const { return findings_; }
  /// How many there were, kept or not.
  std::size_t count(Severity severity) const { return counts_[std::size_t(severity)]; }

 private:
  void add_formatted(const FindingKind& kind, Place place, fmt::format_args args);

  Sink sink_;
  std::vector<Finding> findings_;
  std::array<std::size_t, 3> counts_{};
};

}  // namespace mw
