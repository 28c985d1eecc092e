#pragma once

// Example:
//
//     #include <meshwright/files/walk.h>
//
//     /// How many files lie below a folder.
//     std::size_t count_files(const std::string& folder) {
//       std::size_t files = 0;
//       mw::walk(
//           folder, [&](const std::filesystem::directory_entry& entry) { return files +=
//           entry.is_regular_file(), true; },
//           [](const std::filesystem::path&, const std::error_code&) {});
//       return files;
//     }

#include <filesystem>
#include <functional>
#include <system_error>

namespace mw {

/// Everything in a folder and below it, in no order, one folder open at a time. A folder that cannot be
/// listed, or not to its end, is told of and the others are gone on with. Links are visited and not followed.
/// `visit` says of a folder whether to look into it.
void walk(const std::filesystem::path& folder,
          const std::function<bool(const std::filesystem::directory_entry& entry)>& visit,
          const std::function<void(const std::filesystem::path& folder, const std::error_code& why)>& failed);

}  // namespace mw
