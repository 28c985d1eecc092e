#include <meshwright/files/detail/walk.h>

#include <vector>

namespace mw {

namespace fs = std::filesystem;

void walk(const fs::path& folder, const std::function<bool(const fs::directory_entry& entry)>& visit,
          const std::function<void(const fs::path& folder, const std::error_code& why)>& failed) {
  std::vector<fs::path> waiting{folder};
  while (!waiting.empty()) {
    const fs::path here = std::move(waiting.back());
    waiting.pop_back();
    std::error_code why;
    // An iterator that fails becomes the end, as a finished one does.
    for (fs::directory_iterator entry(here, why), end; entry != end; entry.increment(why)) {
      std::error_code unknown;
      // The type from the listing itself: a path may be too long for a query.
      const bool is_folder = !entry->is_symlink(unknown) && entry->is_directory(unknown);
      if (visit(*entry) && is_folder) waiting.push_back(entry->path());
    }
    if (why) failed(here, why);
  }
}

}  // namespace mw
