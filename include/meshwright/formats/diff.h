#pragma once

#include <meshwright/core/error.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/diff.h>

#include <vector>

namespace mw {

/// A file and its format.
struct Subject {
  const Format* format;
  Source source;
};

/// In what two files differ: field by field when they are of one format that has fields, through the scene
/// otherwise.
Result<std::vector<scene::Difference>> diff(const Subject& a, const Subject& b);

}  // namespace mw
