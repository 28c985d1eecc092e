#include "shape_levels.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "built_in_shapes.h"
#include "name_hash_backwards.h"
#include "shape_ids.h"

namespace mw::wows {
namespace {

constexpr std::uint32_t kDigits = 10;
constexpr std::size_t kLevelLength = 5;  // of "_lodN", by which a level's name is longer than level 0's
constexpr std::size_t kMostCompared = 500'000;  // meshes of level 0 with others, one by one

/// A way to name levels: what follows the stem.
struct Form {
  std::string_view finest;  // at level 0
  std::string_view before;  // the digit
  std::string_view after;
};
constexpr Form kForms[] = {{"Shape", "_lod", "Shape"}, {"Shape", "_lodShape", ""}, {"", "_lod", ""}};

std::string finest_tail(const Form& form) {
  return std::string(form.finest).append(tail_of(IdOf::indices));
}

/// All ends of names that a form has, which are made often.
struct Tails {
  std::string finest;
  std::array<std::string, kDigits> levels;

  explicit Tails(const Form& form) : finest(finest_tail(form)) {
    for (std::uint32_t level = 0; level < kDigits; ++level)
      levels[level] = std::string(form.before)
                          .append(1, char('0' + level))
                          .append(form.after)
                          .append(tail_of(IdOf::indices));
  }
};

/// The state of the hash at the first whole block behind the stem; nothing when the name has no stem.
std::optional<std::uint32_t> state_behind_stem(const LevelClue& mesh, const std::string& tail) {
  const std::size_t length = mesh.name_length + tail_of(IdOf::indices).size();
  if (mesh.name_length == 0 || length <= tail.size()) return std::nullopt;
  return murmur::state_in_tail(mesh.indices_id, length, tail);
}

/// A mesh under the assumption that its name says that level in that form.
struct Guess {
  std::size_t form = 0;
  std::size_t length = 0;
  std::uint32_t state = 0;
  std::size_t mesh = 0;
  std::uint32_t level = 0;

  auto stem() const { return std::tuple(form, length, state); }
};

/// Meshes of one stem in one form without level 0, with each way to spread the levels over them: one, unless
/// there are only two meshes, or one whose level nothing tells.
struct Unit {
  std::size_t form = 0;
  std::vector<std::vector<Guess>> ways;

  std::size_t size() const { return ways[0].size(); }
};

/// That a mesh is level 0 of a unit.
struct Link {
  std::size_t finest = 0;  // mesh
  std::size_t unit = 0;
  std::size_t way = 0;
};

/// The last bytes of a stem, in whose block the known rest of the name begins, are unknown: all they may be
/// are looked at together. Made when they are first needed: the largest has 63^3 blocks to go through.
template <bool kNamesEndInShape, std::size_t kUnknown>
const murmur::BlockDifferences& differences_for() {
  static const murmur::BlockDifferences kTable(kUnknown, kNamesEndInShape ? "Shape" : ".indices", "_lod");
  return kTable;
}

const murmur::BlockDifferences& differences(const Form& form, std::size_t unknown) {
  const bool shape = !form.finest.empty();
  if (unknown == 1) return shape ? differences_for<true, 1>() : differences_for<false, 1>();
  if (unknown == 2) return shape ? differences_for<true, 2>() : differences_for<false, 2>();
  return shape ? differences_for<true, 3>() : differences_for<false, 3>();
}

class Finder {
 public:
  explicit Finder(std::span<const LevelClue> meshes)
      : meshes_(meshes), in_unit_(meshes.size()), is_coarser_(meshes.size()) {
    for (const Form& form : kForms) tails_.emplace_back(form);
  }

  std::vector<LevelGroup> run() {
    guess_all();
    make_units();
    make_single_units();
    joined_.resize(units_.size());
    for (const Link& link : clear_links()) join(link);
    return collect();
  }

 private:
  using Levels = std::map<std::uint32_t, std::size_t>;  // meshes by level

  void guess_all() {
    for (std::size_t form = 0; form < tails_.size(); ++form)
      for (std::size_t mesh = 0; mesh < meshes_.size(); ++mesh)
        for (std::uint32_t level = 0; level < kDigits; ++level)
          if (const auto state = state_behind_stem(meshes_[mesh], tails_[form].levels[level]))
            guesses_.push_back({form, meshes_[mesh].name_length, *state, mesh, level});
    std::ranges::stable_sort(guesses_, {}, &Guess::stem);
  }

  /// Runs of guesses with one stem, the longest first: of three levels every two also agree in a stem that
  /// has their digits swapped.
  void make_units() {
    std::vector<std::span<const Guess>> runs;
    for (std::size_t begin = 0, end = 0; begin < guesses_.size(); begin = end) {
      while (end < guesses_.size() && guesses_[end].stem() == guesses_[begin].stem()) ++end;
      if (end - begin > 1) runs.push_back(std::span(guesses_).subspan(begin, end - begin));
    }
    std::ranges::stable_sort(runs, std::greater(), &std::span<const Guess>::size);
    for (const std::span<const Guess> run : runs) add_unit(run);
  }

  void add_unit(std::span<const Guess> run) {
    if (std::ranges::any_of(run, [&](const Guess& each) { return bool(in_unit_[each.mesh]); })) return;
    std::vector<Guess> way(run.begin(), run.end());
    std::ranges::sort(way, {}, &Guess::level);
    const auto same_level = std::ranges::adjacent_find(way, {}, &Guess::level);
    if (same_level != way.end()) return;  // one id twice
    Unit unit{run[0].form, {way}};
    if (way.size() == 2) add_swapped(unit);
    for (const Guess& each : way) in_unit_[each.mesh] = true;
    units_.push_back(std::move(unit));
  }

  /// Both ways to spread two levels, the one in which the finer mesh has more triangles first.
  void add_swapped(Unit& unit) const {
    std::vector<Guess> swapped = {unit.ways[0][1], unit.ways[0][0]};
    std::swap(swapped[0].level, swapped[1].level);
    for (Guess& each : swapped)
      each.state = *state_behind_stem(meshes_[each.mesh], tails_[each.form].levels[each.level]);
    unit.ways.push_back(std::move(swapped));
    const auto triangles = [&](std::size_t way) { return meshes_[unit.ways[way][0].mesh].triangles; };
    if (triangles(0) < triangles(1)) std::swap(unit.ways[0], unit.ways[1]);
  }

  void make_single_units() {
    std::map<std::tuple<std::size_t, std::size_t>, Unit> singles;  // by form and mesh
    for (const Guess& guess : guesses_) {
      if (in_unit_[guess.mesh]) continue;
      Unit& unit = singles[{guess.form, guess.mesh}];
      unit.form = guess.form;
      unit.ways.push_back({guess});
    }
    for (auto& [key, unit] : singles) units_.push_back(std::move(unit));
  }

  bool have_one_stem(std::size_t finest, const Guess& guess) const {
    const auto state = state_behind_stem(meshes_[finest], tails_[guess.form].finest);
    if (!state) return false;
    const std::size_t unknown = (meshes_[finest].name_length - kForms[guess.form].finest.size()) % 4;
    if (unknown == 0) return *state == guess.state;
    return differences(kForms[guess.form], unknown)
        .contains(murmur::unstepped(*state) ^ murmur::unstepped(guess.state));
  }

  /// Every unit against every mesh that may be its level 0, as far as the number of both is sensible.
  std::vector<Link> all_links() const {
    std::map<std::size_t, std::vector<std::size_t>> finest_by_length;
    for (std::size_t mesh = 0; mesh < meshes_.size(); ++mesh)
      if (!in_unit_[mesh]) finest_by_length[meshes_[mesh].name_length].push_back(mesh);
    std::vector<Link> links;
    std::size_t left = kMostCompared;
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      const auto& ways = units_[unit].ways;
      const auto found = finest_by_length.find(ways[0][0].length - kLevelLength);
      if (found == finest_by_length.end()) continue;
      if (found->second.size() * ways.size() > left) break;
      left -= found->second.size() * ways.size();
      for (const std::size_t finest : found->second)
        for (std::size_t way = 0; way < ways.size(); ++way)
          if (have_one_stem(finest, ways[way][0])) links.push_back({finest, unit, way});
    }
    return links;
  }

  /// Those of units, and of meshes in them, that have no other; larger units first.
  std::vector<Link> clear_links() const {
    std::vector<Link> links = all_links();
    std::map<std::size_t, std::size_t> of_mesh;
    for (const Link& link : links)
      for (const Guess& each : units_[link.unit].ways[link.way]) ++of_mesh[each.mesh];
    std::erase_if(links, [&](const Link& link) {
      const std::vector<Guess>& way = units_[link.unit].ways[link.way];
      return std::ranges::any_of(way, [&](const Guess& each) { return of_mesh[each.mesh] > 1; });
    });
    std::ranges::stable_sort(links, std::greater(),
                             [&](const Link& link) { return units_[link.unit].size(); });
    return links;
  }

  /// A mesh may be level 0 of units of several forms, if no level occurs twice.
  void join(const Link& link) {
    const std::vector<Guess>& way = units_[link.unit].ways[link.way];
    const auto known = levels_of_.find(link.finest);
    Levels levels = known != levels_of_.end() ? known->second : Levels{{0, link.finest}};
    for (const Guess& each : way)
      if (levels_of_.contains(each.mesh) || !levels.emplace(each.level, each.mesh).second) return;
    if (is_coarser_[link.finest]) return;
    for (const Guess& each : way) is_coarser_[each.mesh] = true;
    levels_of_[link.finest] = std::move(levels);
    joined_[link.unit] = true;
  }

  std::vector<LevelGroup> collect() const {
    std::vector<LevelGroup> groups;
    for (const auto& [finest, levels] : levels_of_) {
      LevelGroup& group = groups.emplace_back();
      for (const auto& [level, mesh] : levels) group.members.push_back({mesh, level});
    }
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      if (joined_[unit] || units_[unit].size() < 2) continue;
      LevelGroup& group = groups.emplace_back();
      for (const Guess& each : units_[unit].ways[0]) group.members.push_back({each.mesh, each.level});
      group.by_size = units_[unit].ways.size() > 1;
    }
    return groups;
  }

  std::span<const LevelClue> meshes_;
  std::vector<bool> in_unit_;  // of two meshes or more
  std::vector<Tails> tails_;
  std::vector<Guess> guesses_;  // sorted by stem
  std::vector<Unit> units_;
  std::vector<bool> joined_;                 // of the units
  std::map<std::size_t, Levels> levels_of_;  // of each mesh that is level 0
  std::vector<bool> is_coarser_;             // of the meshes
};

}  // namespace

std::vector<LevelGroup> find_level_groups(std::span<const LevelClue> meshes) {
  if (meshes.size() > kMostExplainedMeshes) return {};
  return Finder(meshes).run();
}

}  // namespace mw::wows
