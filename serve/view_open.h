#pragma once

#include <memory>
#include <string>

#include "cli/verbs/verbs.h"
#include "view_files.h"

/// `meshwright view`: the viewer's page with the files that somebody opened, served to a browser or written
/// whole.
namespace mw::serve {

using cli::Answer;
using cli::Arguments;
using cli::Session;

/// The viewer's page, and what it is to show.
struct Viewed {
  std::string page;
  ViewFiles files;
};

/// Opens both; tells what of a folder is left out. Tells what is wrong, and gives nothing, when they cannot
/// be.
std::unique_ptr<Viewed> open_for_view(const Arguments& arguments, Session& session);

/// Writes one page with the files inside.
Answer write_html(const Arguments& arguments, Session& session);

}  // namespace mw::serve
