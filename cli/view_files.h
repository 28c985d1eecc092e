#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mw::cli {

/// The files that somebody opened for the viewer, by the names that the page knows them by. Nothing else can
/// be read through it: a name that it did not give out itself leads nowhere.
class ViewFiles {
 public:
  /// A file, or a folder with all files of known extensions below it. Fails when there is no such path.
  Result<void> add(const std::string& path);

  /// Those that can be looked at, in their order.
  const std::vector<std::string>& names() const { return names_; }
  std::uint64_t size_of(const std::string& name) const;

  /// The file and what it uses of the files beside it, itself first.
  Result<std::vector<std::string>> needed_for(const std::string& name);
  /// The bytes of a file; fails for a name that was not given out, and for what is no longer what it was.
  Result<Bytes> read(const std::string& name) const;

 private:
  struct Entry {
    std::string path;  // links resolved
    std::string root;  // the folder that it must lie in
  };

  void add_file(const std::string& name, const std::string& path, const std::string& root);
  Result<Entry> entry(const std::string& name) const;

  mutable std::mutex mutex_;
  std::vector<std::string> names_;
  std::map<std::string, Entry> entries_;
};

}  // namespace mw::cli
