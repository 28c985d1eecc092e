#pragma once

// Example:
//
//     #include <meshwright/batch/batch.h>
//     #include <cstdio>
//
//     /// Every model below a folder as .glb; the number of files that failed.
//     int convert_folder(const std::string& from, const std::string& to) {
//       int failed = 0;
//       const auto done = mw::batch::run({.input = from, .output = to, .target = mw::find_format("gltf"),
//                                         .extension = ".glb", .threads = 4},
//                                        [&](const mw::batch::FileResult& result) {
//                                          if (!result.error.empty()) ++failed;
//                                        });
//       return done ? failed : -1;
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/formats/convert.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Whole folders: converts every recognised file into a tree of the same shape, on several threads. An error
/// in one file does not stop the others.
namespace mw::batch {

/// One of several runs that share the work; each file belongs to exactly one of them, by its path.
struct Shard {
  std::uint32_t number = 1;  // 1 to `count`
  std::uint32_t count = 1;
};

/// "2/4"; nothing for any other text.
std::optional<Shard> parse_shard(std::string_view word);

/// The number requested; for 0 the number of the machine's cores.
unsigned thread_count(unsigned asked);

struct Request {
  std::string input;   // folder
  std::string output;  // folder
  const Format* target = nullptr;
  std::string extension;      // of the outputs: ".glb"
  OptionValues options = {};  // each for the files that it means something for
  std::vector<std::pair<std::string, std::string>> named =
      {};                                 // neighbours, as FolderNeighbours accepts them
  std::vector<std::string> include = {};  // patterns of paths below `input`; empty: all
  std::vector<std::string> exclude = {};
  Shard shard = {};
  unsigned threads = 1;
  bool allow_outside = false;
  bool force = false;          // replace outputs
  bool skip_existing = false;  // keep outputs that an earlier run made of the same content
  bool dry_run = false;
  bool validate = false;     // also report the findings of each input
  std::string made_by = {};  // the program and its version: outputs of another one are made again
};

enum class Outcome : std::uint8_t {
  converted,
  kept,     // an earlier run made it of the same content
  planned,  // of a dry run
  failed,
  unsuitable,    // recognised, but it cannot become the target
  unrecognised,  // no format says that it is one of its files
};

std::string_view to_string(Outcome outcome);

/// How often a kind of finding was there.
struct FindingCount {
  const FindingKind* kind;
  std::uint64_t count;
};

/// What became of one file.
struct FileResult {
  std::string input;             // below the input folder
  std::string output = {};       // below the output folder; empty without an output
  std::string_view format = {};  // id; empty when unrecognised
  Outcome outcome = Outcome::failed;
  std::string error = {};  // of a failed or unsuitable one
  Losses losses = {};
  Losses notes = {};                        // as a conversion has them: nothing is lost by them
  std::vector<FindingCount> findings = {};  // if requested
  std::uint64_t bytes_in = 0;               // without companions and other neighbours
  std::uint64_t bytes_out = 0;
  double seconds = 0;
};

void fields(auto& io, const FileResult& result) {
  const auto given = [](std::string_view text) { return text.empty() ? std::nullopt : std::optional(text); };
  io.field("input", result.input);
  io.field("output", given(result.output));
  io.field("ok", result.outcome != Outcome::failed);
  io.field("error", given(result.error));
  io.field("seconds", result.seconds);
  io.field("outcome", to_string(result.outcome));
  io.field("format", given(result.format));
  io.field("bytes_in", result.bytes_in);
  io.field("bytes_out", result.bytes_out);
  io.field("losses", result.losses);
  if (!result.notes.empty()) io.field("notes", result.notes);
}

struct Progress {
  std::size_t files = 0;  // to be inspected
  std::size_t done = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_done = 0;
};

/// "[#####.....] 512 of 1,024 files, 81 MB/s, 6 s left".
std::string progress_text(const Progress& progress, double seconds, bool with_bar);
/// "[#####.....] "
std::string progress_bar(std::size_t full, std::size_t width);

struct Summary {
  std::size_t files = 0;                  // of all shards, without companions
  std::size_t companions = 0;             // second files of recognised ones
  std::vector<std::string> idle_options;  // without a meaning for any file; a single shard cannot know
};

/// Calls `result` for every file except companions, in the order of their paths and always on the caller's
/// thread, and `progress` there too, after every file. Fails if the folders cannot be used at all.
Result<Summary> run(const Request& request, const std::function<void(const FileResult&)>& result,
                    const std::function<void(const Progress&)>& progress = {});

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
