#pragma once

#include <cstddef>
#include <string>

namespace mw {

/// The name of an unfinished file beside its final place: hidden, and recognisable if a crash leaves it
/// behind. The destructor removes the file, and so do the signals of remove_temporary_files_on_signals.
class TemporaryName {
 public:
  explicit TemporaryName(const std::string& target);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
  std::size_t slot_;  // where signals find it
};

/// "." of "a", "/" of "/a".
std::string folder_of(const std::string& path);

}  // namespace mw
