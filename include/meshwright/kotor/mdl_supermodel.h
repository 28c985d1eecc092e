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
#include <meshwright/core/loss.h>
#include <meshwright/kotor/mdl_format.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The animations that a model inherits from its supermodel, which inherits its own, and so on.
namespace mw::kotor::mdl {

/// The name of the model's supermodel; empty without one ("NULL" in any case).
std::string_view supermodel_name(const File& model);

/// Adds the animations of a supermodel that the model lacks (by name, in upper or lower case) and returns the
/// number of their nodes that the model lacks. They become the model's own: pose() and to_scene() play them,
/// and after lay_out() they can be written.
///
/// A node is the model's of the same number and name (in any case), or of the same name; the root is the
/// root. Their positions are multiplied by the model's animation scale.
std::size_t inherit_animations(File& model, const File& supermodel);

/// The MDL of a model by its name; nothing without one.
using FindModel = std::function<Result<std::optional<Bytes>>(const std::string& name)>;

/// The same along the whole chain, the nearest first. Returns the losses: missing models (`place` says where
/// they were searched) or models with another name inside, nodes that this model lacks, an endless chain. A
/// model without a supermodel inherits nothing. Fails on a supermodel that cannot be read.
Result<Losses> inherit_animations(File& model, const FindModel& find, std::string_view place);

/// validate(), with contradictions between a model and its supermodel: for animations, nodes in both are the
/// same only if their numbers are.
void validate(const File& model, const File& supermodel, Findings& findings);

}  // namespace mw::kotor::mdl
