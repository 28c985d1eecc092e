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

#include <meshwright/core/json_writer.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/assets_paths.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// From a model to all that it needs, and back.
namespace mw::wows::assets {

/// A file that a record refers to.
struct Reference {
  ResourceId id;
  std::string path = {};  // empty when the database lists none of this id
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
  std::optional<Material> record = {};
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

struct DyeUse {
  std::string matter;
  std::string replaces;
  std::vector<std::pair<std::string, Reference>> tints = {};
};

/// Everything a model or a visual leads to.
struct Chain {
  Reference model;  // without an id for one that began at its visual
  Reference visual;
  Reference geometry;
  Visual record;
  std::vector<std::string> nodes = {};
  std::vector<RenderSetUse> render_sets = {};
  std::vector<LodUse> lods = {};
  std::vector<MaterialUse> materials = {};
  std::vector<Reference> skeletons = {};
  std::vector<Reference> animations = {};
  std::vector<DyeUse> dyes = {};
  std::vector<std::string> missing = {};  // what could not be followed, in words
};

/// What is found at a path or an id ("0x" and 16 hex digits).
ResourceId id_of(std::string_view path_or_id);

/// Follows a path to a model or a visual. Fails when there is neither, and when its records cannot be read.
Result<Chain> resolve(const Database& database, std::string_view path_or_id);
/// The same with the paths of the database, for several.
Result<Chain> resolve(const Database& database, const Paths& paths, ResourceId id);

void to_json(const Chain& chain, JsonWriter& json);

/// The way back: the visuals that show a .geometry, and the models that have these visuals.
struct Users {
  std::vector<ResourceId> visuals;
  std::vector<ResourceId> models;
};
Users users_of(const Database& database, ResourceId geometry);

/// The ids of all paths with that file name, in any case of its letters.
std::vector<ResourceId> find_by_name(const Database& database, std::string_view file_name);

}  // namespace mw::wows::assets
