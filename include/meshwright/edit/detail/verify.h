#pragma once

#include <meshwright/edit/edits.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Whether a file has the edits that it was made for.
namespace mw::edit {

/// What a format says of an edit in the file that it made.
enum class EditState : std::uint8_t {
  open,       // it says nothing: the scene of the file shows the edit, or does not
  elsewhere,  // the file has it under another name or in another place, or its node went with another
  mesh_only,  // of a node that was removed: its mesh is gone, and its place stays
};

/// By edit, for nodes of `after` that the file has elsewhere, and nodes of `before` that stay without their
/// mesh.
std::vector<EditState> states_of(const EditedScene& edits, std::span<const Index> elsewhere,
                                 std::span<const Index> mesh_only);

/// What became of an edit.
struct Outcome {
  EditState state = EditState::open;
  bool normals_recomputed = false;     // of a mesh that was changed
  bool attributes_recomputed = false;  // likewise
  bool replaced = false;               // normals that were edited, and recomputed with their mesh
};

struct Verified {
  std::vector<Outcome> outcomes;     // by edit
  EditedScene rest;                  // the edits from the file's scene to the edited one
  std::vector<std::size_t> missing;  // those of `rest` that the user made, and the file lacks
};

/// Checks the scene of a file that was made for `edits`, which were found in `edited`. An edit is not applied
/// if the scene still differs there, unless the file shows the edit in another way. Normals of a changed mesh
/// are the format's own, and so are attributes of its vertices that are computed from others (binormals).
/// `states` may be shorter than the list of edits: the others are open.
Verified verify(const EditedScene& edits, std::span<const EditState> states, const Scene& edited, Scene made,
                const Tolerances& tolerances = {}, const KnownExtras& known = {});

}  // namespace mw::edit
