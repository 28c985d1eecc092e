#pragma once

// Example:
//
//     #include <meshwright/wows/assets_resolve.h>
//     #include <meshwright/wows/assets_scene.h>
//
//     /// A .geometry as the database says it is shown by that model.
//     mw::Result<mw::scene::Scene> shown(const mw::wows::assets::Database& database, std::string_view model,
//                                        const mw::wows::geometry::File& file) {
//       return mw::wows::assets::resolve(database, model).and_then([&](const auto& chain) {
//         return mw::wows::assets::to_scene(database, chain, file);
//       });
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/geometry_format.h>
#include <meshwright/wows/shape_names.h>
#include <string>
#include <string_view>
#include <vector>

/// A .geometry together with its data from the database.
namespace mw::wows::assets {

/// The scene of geometry::to_scene, with the names, nodes, levels of detail, materials and textures of the
/// database, and with a skin for every mesh whose bones it names. It also has the nodes that a model adds to
/// its visual. If the database contradicts the proof of the file's own ids, the losses report both.
Result<scene::Scene> to_scene(const Database& database, const Chain& chain, const geometry::File& file,
                              const scene::Options& options = {},
                              const ShapeNames& names = ShapeNames::built_in());

/// The models, or visuals without one, that show a .geometry of that file name; of several only those that
/// match the most of its meshes by their ids.
std::vector<ResourceId> find_models(const Database& database, std::string_view file_name,
                                    const geometry::File& file);

}  // namespace mw::wows::assets
