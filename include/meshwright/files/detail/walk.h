#pragma once

#include <filesystem>
#include <functional>
#include <system_error>

namespace mw {

/// Visits everything in a folder and below it, in no order, one folder open at a time. A folder that cannot
/// be listed completely is reported and skipped. Links are visited and not followed. `visit` decides whether
/// to enter a folder.
void walk(const std::filesystem::path& folder,
          const std::function<bool(const std::filesystem::directory_entry& entry)>& visit,
          const std::function<void(const std::filesystem::path& folder, const std::error_code& why)>& failed);

}  // namespace mw
