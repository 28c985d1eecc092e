#pragma once

#include <memory>
#include <string>

#include "cli/verbs/verbs.h"
#include "view_files.h"

/// `meshwright view`: the viewer's page with the user's files, served to a browser or written whole.
namespace mw::serve {

using cli::Arguments;
using cli::ExitCode;
using cli::Session;

/// The viewer's page, and its files.
struct Viewed {
  std::string page;
  ViewFiles files;
};

/// Opens both; reports files that are left out of a folder. Reports an error and returns nothing if it
/// cannot.
std::unique_ptr<Viewed> open_for_view(const Arguments& arguments, Session& session);

/// Writes one page with the files inside.
ExitCode write_html(const Arguments& arguments, Session& session);

}  // namespace mw::serve
