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
#include <cstddef>
#include <cstdint>
#include <functional>
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

}  // namespace mw::batch
