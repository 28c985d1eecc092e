#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mw::serve {

/// The files that the user opened for the viewer, by the names that the page knows. Nothing else can be read
/// through it: it refuses names that it did not give out.
class ViewFiles {
 public:
  /// The search of folders stops after so many files in total.
  static constexpr std::size_t kMostFiles = 50'000;

  explicit ViewFiles(std::size_t most_files = kMostFiles) : most_files_(most_files) {}

  /// A file, or a folder with all files of known extensions below it. Fails for a missing path.
  Result<void> add(const std::string& path);

  /// The files for the page, in their order: by their paths below the common folder, so two of the same name
  /// differ.
  const std::vector<std::string>& names() const { return names_; }
  std::uint64_t size_of(const std::string& name) const;
  /// The search stopped before the end.
  bool is_cut_short() const { return cut_short_; }
  /// Symbolic links in the folders, to files of known extensions and to folders: they may lead anywhere and
  /// are left out.
  std::size_t links() const { return links_; }
  /// Folders in the folders that could not be read to their end.
  std::size_t unreadable() const { return unreadable_; }

  /// The file and the neighbours that it uses, itself first; for a layout also the rooms, with theirs.
  Result<std::vector<std::string>> needed_for(const std::string& name);
  /// The bytes of a file; fails for an unknown name, and for a file that has changed.
  Result<Bytes> read(const std::string& name) const;

 private:
  struct Entry {
    std::string path;  // links resolved
    std::string root;  // the folder that must contain it
  };

  /// The files found in a folder so far, and the folders still to search.
  struct Listing {
    std::vector<std::string> files = {};
    std::vector<std::filesystem::path> folders = {};
  };

  void take(const std::filesystem::directory_entry& entry, Listing& listing);
  std::vector<std::string> files_below(const std::filesystem::path& folder);
  void name_all();
  std::string name_of(const std::string& path) const;
  Result<Entry> entry(const std::string& name) const;

  mutable std::mutex mutex_;
  std::mutex looking_;  // for neighbours: one at a time, since a large model takes much memory
  std::vector<Entry> opened_;
  std::string common_;  // the folder that contains all
  std::vector<std::string> names_;
  std::map<std::string, Entry> entries_;
  std::size_t most_files_;
  bool cut_short_ = false;
  std::size_t links_ = 0;
  std::size_t unreadable_ = 0;
};

}  // namespace mw::serve
