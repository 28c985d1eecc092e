#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/scene.h>
#include <optional>

namespace mw::view {

/// What is left of a file that cannot be opened: of one whose end was cut off, with zeros for what is
/// missing. Nothing where that would be another picture than what the file had.
std::optional<Rest> rest_of(const Source& source, const Error& error);

/// Tells of the fields that are in the file.
void trace_rest(const Document& rest, const Source& source, const FileTraces& traces);

/// Vertices that are only taken for zeros lie nowhere.
void take_out_missing(scene::Scene& scene);

}  // namespace mw::view
