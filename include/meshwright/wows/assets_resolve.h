#pragma once

// Example:
//
//     #include <meshwright/wows/assets_resolve.h>
//     #include <cstdio>
//
//     void print_geometry(const mw::wows::assets::Database& database, const char* model) {
//       const auto chain = mw::wows::assets::resolve(database, model);
//       if (chain) std::puts(chain->geometry.path.c_str());
//     }

#include <meshwright/core/error.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_ids.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/assets_resources.h>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {
class JsonWriter;
}  // namespace mw

/// From a model to all that it needs, and back.
namespace mw::wows::assets {

/// A file that a record refers to.
struct Reference {
  ResourceId id;
  std::string path = {};  // empty if the database does not list this id
};

struct TextureUse {
  std::string property;  // "diffuseMap"
  Reference file;
};

struct MaterialUse {
  Reference file;
  bool found = false;  // whether the database has a record of it
  Reference effect = {};
  std::vector<TextureUse> textures = {};
  std::shared_ptr<const Material> record =
      {};  // null if it was not found; several ids may lead to one record
};

struct RenderSetUse {
  std::string name;
  std::string material_name;
  std::size_t material = 0;  // among the chain's
  NameId vertices;
  NameId indices;
  bool skinned = false;
  std::vector<std::string> nodes = {};
};

struct LodUse {
  float extent = 0;
  std::vector<std::string> render_sets = {};
};

struct SkeletonUse {
  Reference file;
  std::shared_ptr<const SkeletonExtender> record = {};  // null if it was not found
};

struct DyeUse {
  std::string matter;
  std::string replaces;
  std::vector<std::pair<std::string, Reference>> tints = {};
};

/// Everything that a model or a visual refers to.
struct Chain {
  Reference model;  // without an id if it began at its visual
  Reference visual;
  Reference geometry;
  Visual record;
  std::vector<std::string> nodes = {};
  std::vector<RenderSetUse> render_sets = {};
  std::vector<LodUse> lods = {};
  std::vector<MaterialUse> materials = {};
  std::vector<SkeletonUse> skeletons = {};
  std::vector<Reference> animations = {};
  std::vector<DyeUse> dyes = {};
  std::vector<Error> missing = {};  // references that could not be followed
};

/// Describes a database whose records are raw: "a visual of an unknown version (checksum 0x...)".
std::string unknown_version(const DatabaseView& view);

/// What the command adds to that.
inline constexpr std::string_view kAssumeAdvice = "; --assume-layout reads it as a known one";

/// Follows a path or an id to a model or a visual. Fails if there is neither, if its records cannot be read,
/// and if the names and paths of everything that it refers to are many times as long as the file.
Result<Chain> resolve(const Database& database, std::string_view path_or_id);
/// The same with the paths and resources of the database, for several.
Result<Chain> resolve(const Database& database, const Paths& paths, const Resources& resources,
                      ResourceId id);

void to_json(const Chain& chain, JsonWriter& json);

/// The inverse: a visual that shows a .geometry, and the models with this visual.
struct User {
  ResourceId visual;
  std::vector<ResourceId> models;
};
/// All that show one of them. Reads every record once.
std::vector<User> users_of(const Database& database, std::span<const ResourceId> geometries);
/// Those of these with the highest `rank`; none with rank 0.
using Rank = std::function<std::size_t(const Visual& visual)>;
std::vector<User> best_users_of(const Database& database, std::span<const ResourceId> geometries,
                                const Rank& rank);

/// The ids of all paths with that file name, in any case of its letters.
std::vector<ResourceId> find_by_name(const Database& database, std::string_view file_name);

}  // namespace mw::wows::assets
