#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "find.h"

namespace mw::edit {
namespace {

template <class Vector>
bool same_colour(const Vector& a, const Vector& b, float tolerance) {
  for (int k = 0; k < Vector::length(); ++k)
    if (!(std::abs(a[k] - b[k]) <= tolerance)) return false;
  return true;
}

bool same_textures(const std::vector<Texture>& a, const std::vector<Texture>& b) {
  return std::ranges::equal(a, b, [](const Texture& one, const Texture& other) {
    return one.role == other.role && one.name == other.name && one.uv == other.uv;
  });
}

bool looks_alike(const Material& a, const Material& b, float most) {
  return same_colour(a.base_color, b.base_color, most) && same_colour(a.emissive, b.emissive, most) &&
         (b.textures.empty() || same_textures(a.textures, b.textures));
}

class MaterialEditFinder {
 public:
  MaterialEditFinder(EditedScene& found, const Scene& edited, const NodePairs& pairs,
                     const Tolerances& tolerances)
      : found_(found),
        original_(found.before),
        edited_(edited),
        pairs_(pairs),
        tolerances_(tolerances),
        partners_(found.numbers.materials),
        taken_(original_.materials.size()) {
    partners_.assign(edited.materials.size(), kNone);
  }

  void run() {
    match_names(false);
    match_names(true);
    match_uses();
    std::vector<bool> used(edited_.materials.size());
    for (const Mesh& mesh : edited_.meshes)
      for (const Primitive& p : mesh.primitives)
        if (p.material) used[*p.material] = true;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (partners_[i] != kNone)
        compare(Index(i));
      else if (used[i])
        add(Index(i));
    }
  }

 private:
  void match_names(bool without_numbers) {
    std::unordered_map<std::string_view, Candidates> by_name;
    for (std::size_t i = 0; i < original_.materials.size(); ++i)
      if (!taken_[i]) by_name[original_.materials[i].name].materials.push_back(Index(i));
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const std::string_view name = edited_.materials[i].name;
      const auto found = by_name.find(without_numbers ? without_number(name) : name);
      if (partners_[i] != kNone || found == by_name.end()) continue;
      partners_[i] = closest(found->second, Index(i));
      taken_[partners_[i]] = true;
    }
  }

  /// Those of one name; those before the first open one are matched.
  struct Candidates {
    std::vector<Index> materials;
    std::size_t first_open = 0;
  };

  /// The first that looks alike, of the next few; several of the edited scene may be copies of one.
  Index closest(Candidates& same, Index wanted) const {
    constexpr std::size_t kMostCompared = 256;
    const Material& other = edited_.materials[wanted];
    while (same.first_open < same.materials.size() && taken_[same.materials[same.first_open]])
      ++same.first_open;
    const std::size_t end = std::min(same.materials.size(), same.first_open + kMostCompared);
    for (const bool sides : {true, false}) {
      for (std::size_t i = same.first_open; i < end; ++i) {
        const Index number = same.materials[i];
        const Material& own = original_.materials[number];
        if (!taken_[number] && looks_alike(own, other) && (!sides || own.two_sided == other.two_sided))
          return number;
      }
    }
    return same.materials.front();
  }

  /// Materials shown in the same places under a new name.
  void match_uses() {
    for (std::size_t node = 0; node < original_.nodes.size(); ++node) {
      const Index partner = pairs_.mesh_holder[node];
      if (partner == kNone || !original_.nodes[node].mesh || !edited_.nodes[partner].mesh) continue;
      const Mesh& mesh = original_.meshes[*original_.nodes[node].mesh];
      const Mesh& other = edited_.meshes[*edited_.nodes[partner].mesh];
      for (std::size_t i = 0; i < mesh.primitives.size() && mesh.primitives.size() == other.primitives.size();
           ++i) {
        const auto before = mesh.primitives[i].material;
        const auto after = other.primitives[i].material;
        if (!before || !after || partners_[*after] != kNone || taken_[*before]) continue;
        partners_[*after] = *before;
        taken_[*before] = true;
      }
    }
  }

  bool looks_alike(const Material& a, const Material& b) const {
    return mw::edit::looks_alike(a, b, tolerances_.colour);
  }

  void add_edit(EditKind kind, Index number, std::string key = {}) {
    const bool is_new = kind == EditKind::material_added;
    found_.edits.push_back({.kind = kind,
                            .subject = Subject::material,
                            .before = is_new ? kNone : partners_[number],
                            .after = partners_[number],
                            .edited = number,
                            .key = std::move(key)});
  }

  void compare(Index number) {
    const Material& before = original_.materials[partners_[number]];
    const Material& after = edited_.materials[number];
    Material& out = found_.after.materials[partners_[number]];
    const auto add_ignored = [&](IgnoredKind kind) { ignore(found_.ignored, kind, partners_[number]); };
    if (after.name.empty() && !before.name.empty()) {
      add_ignored(IgnoredKind::no_name);
    } else if (after.name != before.name && without_number(after.name) != before.name) {
      add_edit(EditKind::material_renamed, number);
      out.name = after.name;
    }
    const float most = tolerances_.colour;
    const bool other_colour = !same_colour(Vec3(before.base_color), Vec3(after.base_color), most);
    const bool other_alpha = !(std::abs(before.base_color.a - after.base_color.a) <= most);
    const bool other_emission = !same_colour(before.emissive, after.emissive, most);
    if (other_colour) add_edit(EditKind::material_colour, number);
    if (other_alpha) add_edit(EditKind::material_alpha, number);
    if (other_emission) add_edit(EditKind::material_emission, number);
    if (other_colour || other_alpha || other_emission) {
      out.base_color = after.base_color;
      out.emissive = after.emissive;
      out.alpha = after.alpha;
    }
    if (out.alpha != after.alpha) add_ignored(IgnoredKind::alpha_mode);
    if (before.two_sided != after.two_sided) add_ignored(IgnoredKind::sides);
    if (!after.textures.empty() && !same_textures(before.textures, after.textures)) {
      add_edit(EditKind::material_textures, number);
      out.textures = after.textures;
    }
    std::vector<std::string> changed;
    out.extras = edited_extras(before.extras, after.extras, tolerances_.number, changed);
    for (std::string& name : changed) add_edit(EditKind::property, number, std::move(name));
  }

  void add(Index number) {
    partners_[number] = Index(found_.after.materials.size());
    found_.after.materials.push_back(edited_.materials[number]);
    add_edit(EditKind::material_added, number);
  }

  EditedScene& found_;
  const Scene& original_;
  const Scene& edited_;
  const NodePairs& pairs_;
  const Tolerances& tolerances_;
  std::vector<Index>& partners_;  // by material of the edited scene
  std::vector<bool> taken_;       // by material of the original
};

}  // namespace

std::vector<Index> kinds_of_materials(const Scene& scene, const Tolerances& tolerances) {
  constexpr std::size_t kMostCompared = 64;  // of one name
  std::vector<Index> kinds;
  std::unordered_map<std::string_view, std::vector<Index>> by_name;
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    std::vector<Index>& same = by_name[scene.materials[i].name];
    const auto is_twin = [&](Index other) {
      return looks_alike(scene.materials[other], scene.materials[i], tolerances.colour);
    };
    const auto twin = std::ranges::find_if(same, is_twin);
    kinds.push_back(twin != same.end() ? *twin : Index(i));
    if (twin == same.end() && same.size() < kMostCompared) same.push_back(Index(i));
  }
  return kinds;
}

void find_material_edits(EditedScene& found, const Scene& edited, const NodePairs& pairs,
                         const Tolerances& tolerances) {
  MaterialEditFinder(found, edited, pairs, tolerances).run();
}

}  // namespace mw::edit
