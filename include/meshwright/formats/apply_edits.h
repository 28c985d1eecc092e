#pragma once

// Example:
//
//     #include <meshwright/formats/apply_edits.h>
//     #include <cstdio>
//
//     /// The file of an edited scene, with every byte of the original that nothing was done to.
//     mw::Result<mw::Output> brought_back(const mw::scene::Scene& edited, const mw::Document& original) {
//       const auto made = mw::apply_edits(edited, original);
//       if (!made) return mw::fail(made.error());
//       for (const mw::Change& change : made->changes)
//         std::printf("%s: %s\n", change.where.c_str(), change.message.c_str());
//       return mw::write_edited(*made, original);
//     }

#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/options.h>
#include <meshwright/scene/scene.h>
#include <string>
#include <vector>

namespace mw {

/// A document with the edits of a scene in it, and what these are.
struct AppliedEdits {
  Document document;
  std::vector<Change> changes;     // empty: it is the original
  std::vector<std::string> notes;  // what is other in the scene and was not taken for an edit
};

/// Puts what was changed in a scene into the file that it was made from. What is the same within the
/// tolerances of edit::find_edits() stays as it is in the file, byte for byte; what changed is made by the
/// format's rules, in its place; what is new is built, what is gone is removed, and what a scene cannot hold
/// stays. What of an edit the file does not show afterwards is in the losses of the document. Fails for a
/// format that cannot take edits.
Result<AppliedEdits> apply_edits(const scene::Scene& edited, const Document& original,
                                 const OptionValues& options = {});

/// The file of it; where nothing changed the original's own bytes.
Result<Output> write_edited(const AppliedEdits& made, const Document& original);

/// The scene of a document with everything that options add to it.
Result<scene::Scene> whole_scene(const Document& document, const OptionValues& options = {});

}  // namespace mw
