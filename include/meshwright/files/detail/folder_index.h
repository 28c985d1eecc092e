#pragma once

#include <map>
#include <mutex>
#include <string>

namespace mw {

/// The files of folders by their names. Each folder is listed once, however many queries there are. For
/// several threads.
class FolderIndex {
 public:
  using Files = std::map<std::string, std::string>;       // path by lower-case file name
  using Names = std::multimap<std::string, std::string>;  // the files of a folder, by name in lower case

  /// All regular files in a folder and below it. Of two with one name always the same, in whatever order the
  /// system lists them.
  const Files& below(const std::string& folder);

  /// Files and folders in a folder itself.
  const Names& in(const std::string& folder);

 private:
  std::mutex mutex_;
  std::map<std::string, Names> names_;
  std::map<std::string, Files> folders_;
};

}  // namespace mw
