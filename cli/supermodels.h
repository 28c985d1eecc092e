#pragma once

#include <meshwright/formats/registry.h>
#include <string>

#include "session.h"

namespace mw::cli {

/// Finds supermodels: in a folder all by their names, in any case; with a file the first is that file, and
/// those above it are looked for beside it.
class Supermodels {
 public:
  explicit Supermodels(std::string file_or_folder);

  /// Does nothing when none was named. The source must not outlive this, nor `opened`, which is told of every
  /// file that is opened.
  void add_to(Source& source, std::vector<FileIdentity>& opened) const;

 private:
  std::string path_;
  std::string folder_;
};

}  // namespace mw::cli
