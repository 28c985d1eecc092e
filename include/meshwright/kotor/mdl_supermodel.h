#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_supermodel.h>
//     #include <map>
//
//     // Gives a model the animations of its supermodels, which lie in memory by name.
//     auto inherit(mw::kotor::mdl::File& model, const std::map<std::string, mw::Bytes>& models) {
//       const auto find = [&](const std::string& name) -> mw::Result<std::optional<mw::Bytes>> {
//         const auto found = models.find(name);
//         return found == models.end() ? std::nullopt : std::optional(found->second);
//       };
//       return inherit_animations(model, find, "the map");
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/kotor/mdl_format.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Animations that a model takes from its supermodel, which has them from its own, and so on.
namespace mw::kotor::mdl {

/// The name of the model's supermodel; empty when it has none ("NULL" in any case).
std::string_view supermodel_name(const File& model);

/// Adds the animations of a supermodel that the model does not have itself (by name, in any case) and gives
/// the number of their nodes that it has no node for. They become the model's own: pose() and to_scene() play
/// them, and after lay_out() they can be written.
///
/// A node is the model's of the same number and name (in any case), or of the same name; the root is the
/// root. Their positions are multiplied by the model's animation scale.
std::size_t inherit_animations(File& model, const File& supermodel);

/// The MDL of a model by its name; nothing when there is none.
using FindModel = std::function<Result<std::optional<Bytes>>(const std::string& name)>;

/// Does so along the whole chain, the nearest first. Gives what was lost on the way: models that were not
/// found (`place` says where they were looked for) or are called otherwise inside, nodes that this model
/// lacks, a chain without an end. A model that names no supermodel inherits nothing. Fails on a supermodel
/// that cannot be read.
Result<std::vector<std::string>> inherit_animations(File& model, const FindModel& find,
                                                    std::string_view place);

/// validate(), with what of a model does not go with its supermodel: nodes that both have are one to
/// animations only if their numbers are the same.
void validate(const File& model, const File& supermodel, Findings& findings);

}  // namespace mw::kotor::mdl
