#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/transform.h>
#include <meshwright/wows/assets_scene.h>
#include <meshwright/wows/detail/assets_findings.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>
#include <map>
#include <set>

#include "assets/nodes.h"
#include "geometry/make/from_scene.h"
#include "materials.h"

namespace mw::wows::assets {
namespace {

using scene::Index;
using scene::Scene;

/// A number as the extras of a node hold it; 0 without it.
std::uint32_t number_in(const scene::Extras& extras, std::string_view name) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  return found == extras.end() ? 0 : std::uint32_t(scene::integer_of(found->second).value_or(0));
}

std::string text_in(const scene::Extras& extras, std::string_view name) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  const auto* text = found == extras.end() ? nullptr : found->second.get_if<std::string>();
  return text == nullptr ? std::string() : *text;
}

Mat4 to_matrix(const Matrix& matrix) {
  Mat4 made;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) made[column][row] = matrix[std::size_t(4 * column + row)];
  return made;
}

/// The names of shapes, as the texts of the ids that render sets have.
ShapeNames with_names_of(const Chain& chain, const NameTexts& texts, ShapeNames names) {
  for (const RenderSetUse& set : chain.render_sets)
    if (const auto text = texts.find(set.vertices)) names.add(*text);
  return names;
}

/// Puts what the database knows into the scene of a .geometry.
class SceneDresser {
 public:
  SceneDresser(const Database& database, const Chain& chain, Scene& scene, const scene::Axes& axes)
      : database_(database), chain_(chain), scene_(scene), axes_(axes) {}

  void dress() {
    for (const Error& missing : chain_.missing)
      scene_.losses.add(loss::REFERENCE_BROKEN, "", missing.message).advise(missing.advice);
    find_meshes();
    add_nodes();
    add_skeletons();
    worlds_ = scene::world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      for (const Index child : scene_.nodes[i].children) parents_.emplace(child, Index(i));
    list_levels();
    for (const RenderSetUse& set : chain_.render_sets) dress_mesh(set);
    move_meshes();
    tell_strangers();
    add_extras();
  }

 private:
  using Ids = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr std::size_t kMostProperties = 1'000'000;

  void lose(const FindingKind& kind, std::string subject, const auto&... args) {
    scene_.losses.add(kind, std::move(subject), args...);
  }

  /// The nodes that geometry::to_scene made, by the ids of their mappings.
  void find_meshes() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const scene::Node& node = scene_.nodes[i];
      if (node.mesh && node.role == scene::Role::visual)
        meshes_.emplace(Ids{number_in(node.extras, "vertices_id"), number_in(node.extras, "indices_id")},
                        Index(i));
    }
  }

  scene::Transform transform_of(const Matrix& matrix, const std::string& name) {
    const scene::Transform made = scene::to_transform(axes_.matrix(to_matrix(matrix)));
    const bool finite = mw::is_finite(made.translation) && mw::is_finite(made.scale) &&
                        mw::is_finite({made.rotation.x, made.rotation.y, made.rotation.z}) &&
                        std::isfinite(made.rotation.w);
    if (finite) return made;
    lose(loss::MATRIX_INVALID, name, quote_word(name));
    return {};
  }

  /// A node is added below its parent, which may come after it in the file.
  void add_nodes() {
    const Visual& visual = chain_.record;
    const Index root = scene_.roots.empty() ? add_node(scene_, {.name = "model"}) : scene_.roots[0];
    std::vector<std::optional<Index>> made(visual.names.items.size());
    for (std::size_t node = 0; node < made.size(); ++node) {
      made[node] =
          add_node(scene_, {.name = chain_.nodes[node],
                            .transform = transform_of(visual.matrices.items[node], chain_.nodes[node])});
      scene_.roots.pop_back();  // where a node without a parent goes
      nodes_.try_emplace(chain_.nodes[node], *made[node]);
    }
    const NodeWays ways = find_ways(visual.parents.items);
    for (std::size_t node = 0; node < made.size(); ++node) {
      const std::uint16_t parent = visual.parents.items[node];
      const bool rooted = ways.ends[node] == NodeEnd::root;
      const bool hangs = rooted && parent != kNoParent;
      if (!rooted) lose(loss::PARENTS_ENDLESS, chain_.nodes[node], quote_word(chain_.nodes[node]));
      scene_.nodes[hangs ? *made[parent] : root].children.push_back(*made[node]);
    }
    root_ = root;
  }

  /// Nodes that the model adds hang on those of the visual by their names.
  void add_skeletons() {
    for (const SkeletonUse& use : chain_.skeletons) {
      if (!use.record) continue;  // told among what is missing
      for (std::size_t row = 0; row < use.record->names.items.size(); ++row) add_extension(*use.record, row);
    }
  }

  void add_extension(const SkeletonExtender& skeleton, std::size_t row) {
    const std::string name = texts_.show(skeleton.names.items[row]);
    const auto parent = nodes_.find(texts_.show(skeleton.parents.items[row]));
    const Index above = parent == nodes_.end() ? root_ : parent->second;
    if (parent == nodes_.end()) lose(loss::PARENT_UNKNOWN, name, quote_word(name));
    const Index made = add_node(
        scene_, {.name = name, .transform = transform_of(skeleton.matrices.items[row], name)}, above);
    nodes_.try_emplace(name, made);
  }

  /// The levels that list each render set.
  void list_levels() {
    for (std::size_t level = 0; level < chain_.lods.size(); ++level)
      for (const std::string& name : chain_.lods[level].render_sets) {
        std::vector<std::uint32_t>& levels = levels_[name];
        if (levels.empty() || levels.back() != level) levels.push_back(std::uint32_t(level));
      }
  }

  void dress_mesh(const RenderSetUse& set) {
    const auto found = meshes_.find(Ids{set.vertices.value, set.indices.value});
    if (found == meshes_.end()) return lose(loss::MESH_UNKNOWN, set.name, quote_word(set.name));
    const Index index = found->second;
    if (!dressed_.insert(index).second)
      return lose(loss::MESH_REPEATED, set.name, quote_word(set.name), quote_word(scene_.nodes[index].name));
    const Index mesh = *scene_.nodes[index].mesh;
    scene_.nodes[index].name = set.name;
    scene_.meshes[mesh].name = set.name;
    for (scene::Primitive& primitive : scene_.meshes[mesh].primitives) primitive.material = material_of(set);
    scene_.nodes[index].extras.emplace_back("material_name", set.material_name);
    if (set.skinned)
      add_skin(index, set);
    else if (!set.nodes.empty())
      hang(index, set);
    set_levels(index, set);
  }

  Index material_of(const RenderSetUse& set) {
    const auto [known, added] =
        materials_.try_emplace({set.material, set.material_name}, scene_.materials.size());
    if (added) add_material(chain_.materials[set.material], set.material_name);
    return Index(known->second);
  }

  /// One material under many names would be copied as often, with all of its properties.
  void add_material(const MaterialUse& use, const std::string& name) {
    const std::size_t size = use.record ? use.record->properties.items.size() : 0;
    const bool fits = size <= properties_left_;
    if (fits)
      properties_left_ -= size;
    else
      lose(loss::PROPERTIES_TOO_MANY, name, quote_word(name), kMostProperties);
    scene_.materials.push_back(scene_material(texts_, use, name, fits));
  }

  /// A mesh without a skin hangs on the first of its nodes.
  void hang(Index index, const RenderSetUse& set) {
    const auto node = nodes_.find(set.nodes[0]);
    if (node == nodes_.end())
      return lose(loss::NODE_UNKNOWN, set.name, quote_word(set.name), quote_word(set.nodes[0]));
    hangs_on_[index] = node->second;
  }

  /// Meshes that hang on nodes leave the root, which had all of them.
  void move_meshes() {
    std::erase_if(scene_.nodes[root_].children, [&](Index child) { return hangs_on_.contains(child); });
    for (const auto& [mesh, node] : hangs_on_) scene_.nodes[node].children.push_back(mesh);
  }

  /// Columns of bones and weights become joints, if all of them are in the palette.
  void add_skin(Index index, const RenderSetUse& set) {
    scene::Skin skin{.name = set.name};
    std::vector<Index> bones;
    for (const std::string& name : set.nodes) {
      const auto node = nodes_.find(name);
      if (node == nodes_.end())
        return lose(loss::BONE_UNKNOWN, set.name, quote_word(set.name), quote_word(name));
      bones.push_back(node->second);
      const Index joint = joint_of(node->second);
      const Mat4 inverse = glm::inverse(worlds_[joint]);
      if (!scene::is_finite(inverse))
        return lose(loss::BONE_WITHOUT_SIZE, set.name, quote_word(set.name),
                    quote_word(scene_.nodes[joint].name));
      skin.joints.push_back(joint);
      skin.inverse_binds.push_back(inverse);
    }
    scene::Primitive& primitive = scene_.meshes[*scene_.nodes[index].mesh].primitives[0];
    if (const auto problem = bind(primitive, skin.joints.size()); !problem.empty())
      return lose(loss::SKIN_INVALID, set.name, quote_word(set.name), problem);
    place_at_rest(index, bones, set);
    skin.root = root_;
    if (std::erase(scene_.nodes[root_].children, index) > 0)
      scene_.roots.push_back(index);  // glTF wants skinned meshes at the root
    scene_.nodes[index].skin = Index(scene_.skins.size());
    scene_.skins.push_back(std::move(skin));
  }

  /// What moves is the node above a bone: bones stand at the origin and mirror z at the most, in 22,187 of
  /// 22,187 bones of the game's texts, and a joint shall have no negative scale.
  Index joint_of(Index bone) const {
    const bool is_bone =
        scene_.nodes[bone].name.ends_with("_BlendBone") || glm::determinant(glm::mat3(worlds_[bone])) < 0;
    const auto above = parents_.find(bone);
    return is_bone && axes_.turns_winding() && above != parents_.end() && above->second != root_
               ? above->second
               : bone;
  }

  /// Whether bones mirror z, where all stand at the origin and do the same; nothing otherwise.
  std::optional<bool> mirror_of(const std::vector<Index>& bones) const {
    constexpr float kSame = 1e-3F;
    std::optional<bool> mirrors;
    for (const Index bone : bones) {
      const bool mirror = worlds_[bone][2][2] < 0;
      Mat4 expected(1);
      if (mirror) expected[2][2] = -1;
      for (int i = 0; i < 4; ++i)
        if (glm::any(glm::greaterThan(glm::abs(worlds_[bone][i] - expected[i]), Vec4(kSame)))) return {};
      if (mirrors.value_or(mirror) != mirror) return {};
      mirrors = mirror;
    }
    return mirrors;
  }

  /// The bones know whether the file has z negated; geometry::to_scene went by the triangles.
  void place_at_rest(Index index, const std::vector<Index>& bones, const RenderSetUse& set) {
    if (!axes_.turns_winding()) return;
    const auto mirrors = mirror_of(bones);
    if (!mirrors) return lose(loss::BONES_NOT_AT_ORIGIN, set.name, quote_word(set.name));
    const auto said = std::ranges::find(scene_.nodes[index].extras, geometry::kZNegated, &JsonMember::first);
    const bool* negated = said == scene_.nodes[index].extras.end() ? nullptr : said->second.get_if<bool>();
    if (negated == nullptr || *negated == *mirrors) return;
    said->second = JsonValue(*mirrors);
    scene::Primitive& p = scene_.meshes[*scene_.nodes[index].mesh].primitives[0];
    for (Vec3& position : p.positions) position = axes_.point(position);
    for (Vec3& normal : p.normals) normal = axes_.point(normal);
    for (Vec4& tangent : p.tangents) tangent = axes_.tangent(tangent);
    for (scene::CustomAttribute& custom : p.custom)
      if (custom.name == "BINORMAL_2")
        for (float& value : custom.values) value = -value;
    for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) std::swap(p.indices[i + 1], p.indices[i + 2]);
  }

  /// What is in the way of a skin; empty when it was made.
  static std::string bind(scene::Primitive& primitive, std::size_t joints) {
    const auto column = [&](const std::string& name) {
      const auto found = std::ranges::find(primitive.custom, name, &scene::CustomAttribute::name);
      return found == primitive.custom.end() ? nullptr : &found->values;
    };
    scene::Primitive bound;
    bound.joints.resize(primitive.positions.size());
    bound.weights.resize(primitive.positions.size(), Vec4(0));
    for (int k = 0; k < 3; ++k) {
      const auto* bones = column(fmt::format("BONE_{}", k));
      const auto* weights = column(fmt::format("WEIGHT_{}", k));
      if (bones == nullptr || weights == nullptr) return "its vertices have no bones";
      for (std::size_t i = 0; i < bones->size(); ++i) {
        const float weight = (*weights)[i];
        if (weight <= 0) continue;
        const float bone = (*bones)[i];
        if (!(bone < float(joints))) return fmt::format("bone {} >= {} nodes of its palette", bone, joints);
        bound.joints[i][k] = std::uint16_t(bone);
        bound.weights[i][k] = weight;
      }
    }
    for (Vec4& weights : bound.weights) weights /= std::max(weights.x + weights.y + weights.z, 1e-6F);
    primitive.joints = std::move(bound.joints);
    primitive.weights = std::move(bound.weights);
    std::erase_if(primitive.custom, [](const scene::CustomAttribute& attribute) {
      return attribute.name.starts_with("BONE_") || attribute.name.starts_with("WEIGHT_");
    });
    return {};
  }

  /// One node per level that lists the mesh. What the ids prove is told where it differs.
  void set_levels(Index index, const RenderSetUse& set) {
    const std::vector<std::uint32_t>& levels = levels_[set.name];
    const std::string by = text_in(scene_.nodes[index].extras, "level_by");
    const std::uint32_t proven = scene_.nodes[index].lod;
    if (levels.empty()) return lose(loss::LEVEL_UNLISTED, set.name, quote_word(set.name), proven, by);
    if ((by == "name" || by == "ids") && std::ranges::find(levels, proven) == levels.end())
      lose(loss::LEVEL_CONTRADICTED, set.name, quote_word(set.name), proven, by, levels[0]);
    for (std::size_t i = 1; i < levels.size(); ++i) set_level(copy_of(index), levels[i]);
    set_level(index, levels[0]);
  }

  void set_level(Index index, std::uint32_t level) {
    scene_.nodes[index].lod = level;
    scene_.nodes[index].extras.emplace_back("extent", chain_.lods[level].extent);
  }

  /// The same mesh once more, where the first is.
  Index copy_of(Index index) {
    scene::Node again = scene_.nodes[index];
    if (again.skin) return add_node(scene_, std::move(again));
    const Index copy = add_node(scene_, std::move(again), root_);
    if (const auto above = hangs_on_.find(index); above != hangs_on_.end()) hangs_on_[copy] = above->second;
    return copy;
  }

  /// Meshes of the file that the database knows nothing of stay as they are.
  void tell_strangers() {
    for (const auto& [ids, index] : meshes_)
      if (!dressed_.contains(index))
        lose(loss::MESH_UNUSED, scene_.nodes[index].name, chain_.visual.path,
             quote_word(scene_.nodes[index].name));
  }

  void add_extras() {
    if (!chain_.model.path.empty()) scene_.extras.emplace_back("model", chain_.model.path);
    scene_.extras.emplace_back("visual", chain_.visual.path);
    scene_.extras.emplace_back("geometry", chain_.geometry.path);
    const auto list = [&](std::string_view name, const std::vector<Reference>& references) {
      JsonArray paths;
      for (const Reference& each : references) paths.emplace_back(each.path);
      if (!paths.empty()) scene_.extras.emplace_back(name, std::move(paths));
    };
    list("animations", chain_.animations);
    JsonArray dyes;
    for (const DyeUse& dye : chain_.dyes) {
      JsonObject tints;
      for (const auto& [name, material] : dye.tints) tints.emplace_back(name, material.path);
      dyes.emplace_back(
          JsonObject{{"matter", dye.matter}, {"replaces", dye.replaces}, {"tints", std::move(tints)}});
    }
    if (!dyes.empty()) scene_.extras.emplace_back("dyes", std::move(dyes));
  }

  const Database& database_;
  const Chain& chain_;
  Scene& scene_;
  const scene::Axes axes_;
  const NameTexts texts_{database_};
  Index root_ = 0;
  std::multimap<Ids, Index> meshes_;
  std::set<Index> dressed_;
  std::map<std::string, Index> nodes_;
  std::vector<Mat4> worlds_;  // of the nodes
  std::map<Index, Index> parents_;
  std::map<std::string, std::vector<std::uint32_t>> levels_;
  std::map<Index, Index> hangs_on_;  // meshes on nodes
  std::map<std::pair<std::size_t, std::string>, std::size_t> materials_;
  std::size_t properties_left_ = kMostProperties;
};

/// How many of a visual's render sets have their mappings in the file.
std::size_t known_meshes(const Visual& visual, const std::set<std::uint32_t>& ids) {
  return std::size_t(std::ranges::count_if(visual.render_sets.items, [&](const RenderSet& set) {
    return ids.contains(set.vertices.value) && ids.contains(set.indices.value);
  }));
}

}  // namespace

Result<Scene> to_scene(const Database& database, const Chain& chain, const geometry::File& file,
                       const scene::Options& options, const ShapeNames& names) {
  scene::Options everything{.raw_axes = options.raw_axes, .selection = {}, .rows = options.rows};
  everything.selection = {.all_lods = true, .hidden = true, .collision = true, .armor = true};
  const NameTexts texts(database);
  auto scene = geometry::to_scene(file, everything, with_names_of(chain, texts, names));
  if (!scene) return scene;
  SceneDresser(database, chain, *scene, options.raw_axes ? scene::Axes::same() : scene::Axes::left_handed())
      .dress();
  if (const auto level = check_level(options.selection, scene::levels(*scene)); !level)
    return fail(level.error());
  if (options.selection.lod && !options.selection.all_lods)
    if (const auto parts = scene::find_parts_without_level(*scene, *options.selection.lod); !parts.empty())
      scene->losses.push_back(scene::parts_without_level(parts, *options.selection.lod));
  select(*scene, options.selection);
  return scene;
}

std::vector<ResourceId> find_models(const Database& database, std::string_view file_name,
                                    const geometry::File& file) {
  std::set<std::uint32_t> ids;
  for (const geometry::Mapping& mapping : file.vertex_mappings) ids.insert(mapping.id);
  for (const geometry::Mapping& mapping : file.index_mappings) ids.insert(mapping.id);
  std::vector<ResourceId> found;
  for (const User& user : best_users_of(database, find_by_name(database, file_name),
                                        [&](const Visual& visual) { return known_meshes(visual, ids); })) {
    if (user.models.empty()) found.push_back(user.visual);
    found.insert(found.end(), user.models.begin(), user.models.end());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace mw::wows::assets
