#pragma once

// Example:
//
//     #include <meshwright/batch/report.h>
//
//     std::string report_of(const mw::batch::Request& request) {
//       mw::batch::Report report;
//       const auto done = mw::batch::run(request, [&](const auto& result) { report.add(result); });
//       return done ? report.as_html(request.input) : std::string();
//     }

#include <meshwright/batch/batch.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::batch {

/// What became of all files: for people as one page, for programs as one JSON object.
class Report {
 public:
  void add(const FileResult& result);

  std::size_t count(Outcome outcome) const { return outcomes_[std::size_t(outcome)]; }
  std::size_t files() const;
  /// Files with losses.
  std::size_t lossy() const { return lossy_.size(); }
  std::uint64_t bytes_in() const { return bytes_in_; }
  std::uint64_t bytes_out() const { return bytes_out_; }

  /// "1,204 files: 1,196 converted, 5 failed, 3 not recognised"
  std::string verdict() const;
  std::string as_json() const;
  /// Needs nothing but itself: no script to read it, no other file.
  std::string as_html(std::string_view title) const;
  /// To a file that check_report() accepts, in the form that its name says.
  Result<void> write(const std::string& path, std::string_view title, bool force) const;

 private:
  struct OfFormat {
    std::size_t files = 0;
    std::size_t failed = 0;
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_out = 0;
    double seconds = 0;
  };
  struct OfFinding {
    std::size_t files = 0;
    std::uint64_t count = 0;
    std::vector<std::string> first;  // files, a few
  };
  /// A file and the reason for its entry.
  struct Line {
    std::string input;
    std::string text;
  };
  struct Measured {
    std::string input;
    double seconds;
    std::uint64_t bytes_in;
    std::uint64_t bytes_out;
  };
  /// A file, and the losses or notes of its conversion.
  struct Lines {
    std::string input;
    Losses lines;
  };
  using FindingKey = std::pair<Severity, std::string_view>;

  static void keep_largest(std::vector<Measured>& list, const Measured& file,
                           double (*measure)(const Measured&));
  static double seconds_of(const Measured& file) { return file.seconds; }
  static double growth_of(const Measured& file);

  friend class HtmlPage;

  std::array<std::size_t, 6> outcomes_{};
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
  double seconds_ = 0;
  std::map<std::string_view, OfFormat> formats_;
  std::map<FindingKey, OfFinding> findings_;
  std::vector<Lines> lossy_;
  std::vector<Lines> noted_;
  std::vector<Line> failed_;
  std::vector<Line> unsuitable_;
  std::vector<std::string> unrecognised_;
  std::vector<Measured> slowest_;
  std::vector<Measured> grown_;
};

/// Whether a report may be written there: over an earlier report, or over any file with `force`.
Result<void> check_report(const std::string& path, bool force);

/// Whether a text is a report of either form, whatever its results.
bool is_report(std::string_view text);

/// "1,204"
std::string with_commas(std::uint64_t number);

}  // namespace mw::batch
