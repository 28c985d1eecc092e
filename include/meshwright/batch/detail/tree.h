#pragma once

#include <meshwright/core/error.h>
#include <meshwright/formats/registry.h>
#include <cstdint>
#include <string>
#include <vector>

namespace mw::batch {

struct FoundFile {
  std::string path;  // below the folder, with slashes
  std::uint64_t bytes = 0;
  std::string problem = {};  // of a folder that cannot be listed
};

/// All regular files below a folder, in the order of their paths, and the folders that cannot be listed.
/// Leaves out hidden files and folders, and everything in `but` (the outputs may lie among the inputs). Links
/// are not followed.
Result<std::vector<FoundFile>> list_tree(const std::string& folder, const std::string& but = {});

/// The format of a file by its content; null if no format recognises it. JSON that does not begin with its
/// format is not ours. Fails if the file cannot be opened, and if its name is that of a game's format but its
/// content is not.
Result<const Format*> recognise_file(const std::string& path);

}  // namespace mw::batch
