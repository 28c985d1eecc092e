#pragma once

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// What both programs do: takes their words apart, and prints or runs what they mean.
int run_program(int count, char** words, Answer (*run)(const Arguments&, Session&));

}  // namespace mw::cli
