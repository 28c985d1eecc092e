#pragma once

#include <meshwright/core/error.h>
#include <meshwright/formats/detail/options.h>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mw {
struct Format;
}  // namespace mw

namespace mw::batch {

/// A folder, and the question for all its files.
struct Folder {
  std::string path = {};
  unsigned threads = 1;
  OptionValues options = {};  // each for the files that it means something for
  Use uses = Use::none;       // for which operation
};

/// A file of a known format below it, or one that could not be read.
struct FolderFile {
  std::string path;
  const Format* format = nullptr;
  OptionValues options = {};  // those that apply to it
  std::optional<Error> problem = {};
};

struct FolderTotals {
  std::size_t known = 0;
  std::size_t unknown = 0;                     // of no known format, without companions
  std::vector<std::string> idle_options = {};  // that meant nothing for any file
};

/// Calls `work` for every such file, on several threads. Its results are called on the caller's thread, in
/// the order of the files. A file that ran out of memory comes a second time, as a problem.
Result<FolderTotals> for_each_file(const Folder& folder,
                                   const std::function<std::function<void()>(const FolderFile& file)>& work);

}  // namespace mw::batch
