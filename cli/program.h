#pragma once

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// The common part of both programs: parses their words, and runs the verb or prints the help.
int run_program(int count, char** words, ExitCode (*run)(const Arguments&, Session&));

}  // namespace mw::cli
