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
  std::string_view meaning;  // its effect on the file's users and how to repair it, for docs/ISSUES.md
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

/// The place of a finding: a field path, and the byte at its start or the position in a text. A path names
/// nodes by their rows; `name` is the readable name of the thing that contains the path, empty without one.
struct Place {
  std::string where;
  std::optional<std::uint64_t> offset = std::nullopt;
  std::optional<TextPosition> position = std::nullopt;
  std::string name = {};
};

/// Collects findings in the order they are made; nothing stops validation early. It keeps them, or passes
/// each on at once, so that a million findings need no memory.
class Findings {
 public:
  using Sink = std::function<void(const Finding&)>;

  Findings() = default;
  explicit Findings(Sink sink) : sink_(std::move(sink)) {}

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    add_formatted(kind, std::move(place), fmt::make_format_args(args...));
  }

  /// The kept findings: empty with a sink.
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
