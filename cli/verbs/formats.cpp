#include <meshwright/formats/convert.h>

#include "verbs.h"

namespace mw::cli {

ExitCode run_formats(const Arguments&, Session& session) {
  session.print(session.json() ? formats_as_json() : formats_as_text());
  return ExitCode::yes;
}

}  // namespace mw::cli
