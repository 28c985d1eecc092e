#pragma once

// Example:
//
//     #include <meshwright/batch/tree.h>
//
//     /// How many files below a folder are of a known format.
//     std::size_t count_known(const std::string& folder) {
//       std::size_t known = 0;
//       const auto files = mw::batch::list_tree(folder);
//       if (!files) return 0;
//       for (const mw::batch::FoundFile& file : *files)
//         if (const auto format = mw::batch::recognise_file(folder + "/" + file.path); format && *format)
//         ++known;
//       return known;
//     }

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

/// All regular files below a folder, by the order of their paths, and the folders that cannot be listed.
/// Hidden files and folders are left out, as is what lies in `but` (the outputs may lie among the inputs).
/// Links are not followed.
Result<std::vector<FoundFile>> list_tree(const std::string& folder, const std::string& but = {});

/// The format of a file by its content; null when no format says that it is one of its files. JSON that does
/// not begin by saying what it holds is somebody else's. Fails when the file cannot be opened, and when its
/// name says that it is of a game's format and its content does not.
Result<const Format*> recognise_file(const std::string& path);

}  // namespace mw::batch
