#pragma once

#include <meshwright/batch/batch.h>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace mw::batch {

/// A file and its content.
struct FileContent {
  std::string path;
  std::string hash;
  bool operator==(const FileContent&) const = default;
};

/// An output, and all its inputs and options.
struct Made {
  std::string output;                 // below the output folder
  std::string how;                    // program, target and options
  std::vector<FileContent> inputs;    // with the neighbours that were opened
  std::vector<FileContent> contents;  // the output and its companion, below the output folder
};

/// What runs made in an output folder: hidden files in it, one line of JSON per output. A line is written
/// before its output appears, so that after a kill at any moment every output has its line. Deleting the
/// files costs nothing but the knowledge which outputs are up to date.
class Journal {
 public:
  /// Reads the records of earlier runs of all shards. A malformed line, such as the last one of a killed run,
  /// is ignored.
  static Result<std::unique_ptr<Journal>> open(const std::string& folder, const Shard& shard);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// The records of an output from earlier runs, the last one last: a killed run may have announced an output
  /// that it did not write.
  std::span<const Made> find(const std::string& output) const;
  /// For several threads.
  Result<void> add(const Made& made);

 private:
  Journal() = default;
  void read(const std::string& path);

  std::map<std::string, std::vector<Made>> known_;
  std::mutex mutex_;
  std::string path_;
  int descriptor_ = -1;      // opened with the first line
  bool may_be_torn_ = true;  // the last line: new lines must not continue it; a blank line is ignored
};

}  // namespace mw::batch
