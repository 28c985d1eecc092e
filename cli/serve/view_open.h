#pragma once

#include <memory>
#include <string>

#include "cli/verbs/verbs.h"
#include "view_files.h"

namespace mw::cli {

/// The viewer's page, and what it is to show.
struct Viewed {
  std::string page;
  ViewFiles files;
};

/// Opens both; tells what of a folder is left out. Tells what is wrong, and gives nothing, when they cannot
/// be.
std::unique_ptr<Viewed> open_for_view(const Arguments& arguments, Session& session);

}  // namespace mw::cli
