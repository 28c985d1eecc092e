#include <fmt/format.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "parts.h"

namespace mw::scene {
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

class MaterialSettler {
 public:
  MaterialSettler(const Scene& original, const Scene& edited, const NodePairs& pairs,
                  const Tolerances& tolerances, Settled& settled, Notes& notes)
      : original_(original),
        edited_(edited),
        pairs_(pairs),
        tolerances_(tolerances),
        settled_(settled),
        notes_(notes),
        partners_(edited.materials.size(), kNone),
        taken_(original.materials.size()) {}

  std::vector<Index> run() {
    match_names(false);
    match_names(true);
    match_uses();
    std::vector<bool> used(edited_.materials.size());
    for (const Mesh& mesh : edited_.meshes)
      for (const Primitive& p : mesh.primitives)
        if (p.material) used[*p.material] = true;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (partners_[i] != kNone)
        settle(Index(i));
      else if (used[i])
        add(Index(i));
    }
    return std::move(partners_);
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

  /// Those of one name; what is before the first open one is taken.
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

  /// What is shown in the same places by a name that nobody had.
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
    return mw::scene::looks_alike(a, b, tolerances_.colour);
  }

  void settle(Index number) {
    const Material& before = original_.materials[partners_[number]];
    const Material& after = edited_.materials[number];
    Material& out = settled_.scene.materials[partners_[number]];
    const auto tell = [&](std::string text) {
      settled_.changes.push_back(
          {"material-changed", "material " + escape_text(before.name), std::move(text)});
    };
    if (after.name.empty() && !before.name.empty()) {
      notes_.add("material", before.name, "has no name in the scene; that of the original stays");
    } else if (after.name != before.name && without_number(after.name) != before.name) {
      tell("renamed to " + escape_text(after.name));
      out.name = after.name;
    }
    const float most = tolerances_.colour;
    const std::size_t known = settled_.changes.size();
    if (!same_colour(Vec3(before.base_color), Vec3(after.base_color), most)) tell("other colour");
    if (!(std::abs(before.base_color.a - after.base_color.a) <= most)) tell("other alpha");
    if (!same_colour(before.emissive, after.emissive, most)) tell("other emission");
    if (settled_.changes.size() > known) {
      out.base_color = after.base_color;
      out.emissive = after.emissive;
      out.alpha = after.alpha;
    }
    if (out.alpha != after.alpha) notes_.add("material", before.name, "its alpha mode is not taken");
    if (before.two_sided != after.two_sided)
      notes_.add("material", before.name, "how many sides it shows is not taken");
    if (!after.textures.empty() && !same_textures(before.textures, after.textures)) {
      tell("other textures");
      out.textures = after.textures;
    }
    std::vector<std::string> changed;
    out.extras = settled_extras(before.extras, after.extras, tolerances_.number, changed);
    for (const std::string& name : changed) tell(fmt::format("property {} changed", escape_text(name)));
  }

  void add(Index number) {
    partners_[number] = Index(settled_.scene.materials.size());
    settled_.scene.materials.push_back(edited_.materials[number]);
    settled_.changes.push_back(
        {"material-added", "material " + escape_text(edited_.materials[number].name), "added"});
  }

  const Scene& original_;
  const Scene& edited_;
  const NodePairs& pairs_;
  const Tolerances& tolerances_;
  Settled& settled_;
  Notes& notes_;
  std::vector<Index> partners_;  // by material of the edited scene
  std::vector<bool> taken_;      // by material of the original
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

std::vector<Index> settle_materials(const Scene& original, const Scene& edited, const NodePairs& pairs,
                                    const Tolerances& tolerances, Settled& settled, Notes& notes) {
  return MaterialSettler(original, edited, pairs, tolerances, settled, notes).run();
}

}  // namespace mw::scene
