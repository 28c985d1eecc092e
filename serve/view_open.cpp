#include "view_open.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>

#include "viewer_page.h"

namespace mw::serve {

std::unique_ptr<Viewed> open_for_view(const Arguments& arguments, Session& session) {
  auto page = load_viewer_page();
  if (!page) {
    session.report_error("", page.error());
    return nullptr;
  }
  auto viewed = std::make_unique<Viewed>();
  viewed->page = *std::move(page);
  ViewFiles& files = viewed->files;
  for (const std::string& path : arguments.files) {
    if (const auto added = files.add(path); !added) {
      session.report_error(path, added.error());
      return nullptr;
    }
  }
  if (files.is_cut_short())
    session.note(fmt::format("meshwright: there are more than {} files; the others are left out",
                             ViewFiles::kMostFiles));
  if (files.links() > 0)
    session.note(
        fmt::format("meshwright: {} left out: a link may lead out of the folder; name a file to open it",
                    counted(files.links(), "symbolic link is", "symbolic links are")));
  if (files.unreadable() > 0)
    session.note(fmt::format("meshwright: {} be read; what is in {} is left out",
                             counted(files.unreadable(), "folder cannot", "folders cannot"),
                             files.unreadable() == 1 ? "it" : "them"));
  return viewed;
}

}  // namespace mw::serve
