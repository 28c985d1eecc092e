#pragma once

#include <meshwright/core/detail/change.h>
#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/formats/detail/options.h>
#include <meshwright/formats/document.h>
#include <meshwright/scene/scene.h>
#include <string>
#include <vector>

namespace mw {

/// A document with the edits of a scene applied, and the list of edits.
struct AppliedEdits {
  Document document;
  std::vector<Change> changes;  // empty: it is the original
  Losses notes;                 // differences in the scene that were not taken as edits
};

/// Applies the edits of a scene to its original file. Everything that is equal within the tolerances of
/// edit::find_edits() stays in the file byte for byte; changed parts are made by the format's rules in their
/// places; new ones are built, missing ones removed, and data that a scene cannot hold stays. The losses of
/// the document list edits that the file does not show afterwards. Fails for a format that does not support
/// edits.
Result<AppliedEdits> apply_edits(const scene::Scene& edited, const Document& original,
                                 const OptionValues& options = {});

/// The file of it; where nothing changed the original's own bytes.
Result<Output> write_edited(const AppliedEdits& made, const Document& original);

/// The scene of a document with everything that options add to it.
Result<scene::Scene> whole_scene(const Document& document, const OptionValues& options = {});

}  // namespace mw
