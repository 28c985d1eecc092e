#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/scene/scene.h>
#include <optional>

namespace mw::view {

/// What is left of a file that cannot be opened because its end was cut off: what is missing is taken for
/// zeros. Nothing where that is not all that is wrong with it.
std::optional<Document> rest_of(const Source& source, const Error& error);

/// Tells of the fields that are in the file.
void trace_rest(const Document& rest, const Source& source, const FileTraces& traces);

/// Vertices that are only taken for zeros lie nowhere.
void take_out_missing(scene::Scene& scene);

}  // namespace mw::view
