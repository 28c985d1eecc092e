#pragma once

#include <meshwright/core/error.h>

#include "answers/differences.h"
#include "answers/fields.h"
#include "answers/file.h"
#include "answers/places.h"

/// The answers to the viewer's questions (docs/viewer.md) as records: their fields() make the JSON, and the
/// types of the page in viewer/src/library/answers.ts (`make docs`).
namespace mw::view {

/// An error without the options of the command line that it advises.
answer::Failure failure_of(const Error& error);

}  // namespace mw::view
