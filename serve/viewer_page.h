#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <string>
#include <string_view>
#include <vector>

namespace mw::serve {

/// A file inside the page.
struct PageFile {
  std::string path;
  Bytes bytes;
};

/// The built viewer: where MESHWRIGHT_VIEWER says, beside the installed program, or in the source tree it was
/// built from.
Result<std::string> load_viewer_page();

/// The page with data for it: JSON under an id.
std::string with_data(std::string page, std::string_view id, std::string_view json);

/// The content of the page's Content-Security-Policy, for the browser's header; empty without one.
std::string_view policy_of(std::string_view page);

/// [{"path": "room.wok", "base64": "…"}]
std::string files_as_json(const std::vector<PageFile>& files);

}  // namespace mw::serve
