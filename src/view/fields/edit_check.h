#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <cstddef>
#include <string>
#include <vector>

#include "state.h"

namespace mw::view {

/// A field that is to be edited, and what it should say.
struct Edit {
  std::size_t layer = 0;
  std::size_t field = 0;
  std::string path;
  std::string was;    // as it is shown
  std::string held;   // of a line of a text the value as its bytes are
  std::string value;  // of such a line as its bytes are to be
};

/// The file with an edit.
struct Edited {
  Bytes bytes;
  Bytes companion;
  std::vector<std::string> places;  // that say something else
  Losses losses = {};
};

tl::unexpected<Error> refuse(const Edit& edit, std::string why);

/// The file is read again: it must open, every field must be where it was, and what is written from its
/// structures must be the edited bytes.
Result<void> check_only(OpenedFile::State& before, OpenedFile::State& after, const Edit& edit,
                        const Edited& edited);

}  // namespace mw::view
