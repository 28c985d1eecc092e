#pragma once

#include <meshwright/core/detail/change.h>
#include <meshwright/core/loss.h>
#include <meshwright/edit/detail/verify.h>
#include <meshwright/edit/edits.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The sentences about edits, for people. Programs read the edits.
namespace mw::edit {

/// {"mesh-changed", "mesh floor", "14 vertices moved"}
Change to_change(const Edit& edit, const EditedScene& scenes);

/// All of them, each with its state in a file: {"mesh-changed", "mesh floor", "14 vertices moved, normals
/// recomputed"}.
std::vector<Change> to_changes(const EditedScene& scenes, std::span<const Outcome> outcomes);

/// "mesh floor: 14 vertices moved"
std::string to_string(const Edit& edit, const EditedScene& scenes);

/// "material steel and 1 other: its alpha mode is not taken"
Loss to_loss(const Ignored& ignored, const EditedScene& scenes);

/// "mesh floor: 14 vertices moved: not in what was made"
Loss not_applied(const Edit& edit, const EditedScene& scenes);

/// Notes about all edits together; `file` is the name of the original.
Loss bones_turned_back();
Loss meshes_missing(std::string_view file);

/// The kinds of all of these.
std::span<const FindingKind> loss_kinds();

}  // namespace mw::edit
