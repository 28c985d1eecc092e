#include <fmt/format.h>
#include <meshwright/wows/geometry_parts.h>
#include <algorithm>
#include <map>
#include <set>

#include "shape_levels.h"

namespace mw::wows::geometry {
namespace {

class Finder {
 public:
  Finder(const File& file, const Pairing& pairing)
      : file_(file), pairs_(pairing.pairs), part_of_(pairs_.size(), kNone) {}

  std::vector<Part> run() {
    by_name();
    if (std::ranges::find(part_of_, kNone) != part_of_.end()) {
      by_ids();
      alone();
    }
    for (Part& part : parts_) finish(part);
    std::ranges::sort(parts_, {}, first_pair);
    return std::move(parts_);
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  static std::size_t first_pair(const Part& part) {
    return std::ranges::min(part.meshes, {}, &PartMesh::pair).pair;
  }

  void add(std::size_t part, PartMesh mesh) {
    part_of_[mesh.pair] = part;
    parts_[part].meshes.push_back(std::move(mesh));
  }

  void by_name() {
    std::map<std::string_view, std::size_t> stems;
    for (std::size_t row = 0; row < pairs_.size(); ++row) {
      const Pair& pair = pairs_[row];
      if (pair.shape.empty()) continue;
      const LevelName name = level_name_of(pair.shape);
      const auto [entry, is_new] = stems.try_emplace(name.stem, parts_.size());
      if (is_new) parts_.push_back({std::string(name.stem), NameFrom::found, {}});
      if (!pair.name_is_found) parts_[entry->second].name_from = NameFrom::known;
      add(entry->second, {row, std::uint32_t(name.level), LevelBy::name, pair.shape});
    }
  }

  std::vector<LevelClue> clues() const {
    std::vector<LevelClue> clues;
    for (const Pair& pair : pairs_) {
      const Mapping& indices = file_.index_mappings[pair.indices];
      clues.push_back({indices.id, pair.name_length, indices.count / 3});
    }
    return clues;
  }

  void by_ids() {
    for (const LevelGroup& group : find_level_groups(clues())) {
      const std::size_t part = part_for(group);
      for (const auto& [row, level] : group.members)
        if (part_of_[row] == kNone) add(part, {row, level, group.by_size ? LevelBy::size : LevelBy::ids, {}});
    }
  }

  /// The part that a member of the group already has by its name; a new one when none has.
  std::size_t part_for(const LevelGroup& group) {
    for (const auto& member : group.members)
      if (part_of_[member.mesh] != kNone) return part_of_[member.mesh];
    parts_.emplace_back();
    return parts_.size() - 1;
  }

  void alone() {
    for (std::size_t row = 0; row < pairs_.size(); ++row) {
      if (part_of_[row] != kNone) continue;
      parts_.emplace_back();
      add(parts_.size() - 1, {row, 0, LevelBy::alone, {}});
    }
  }

  void finish(Part& part) const {
    std::ranges::sort(part.meshes, {}, [](const PartMesh& mesh) { return std::pair(mesh.level, mesh.pair); });
    if (part.name.empty()) {
      const Pair& finest = pairs_[part.meshes[0].pair];
      part.name = fmt::format("part_{:08X}", file_.index_mappings[finest.indices].id);
    }
    for (PartMesh& mesh : part.meshes)
      if (mesh.name.empty()) mesh.name = name_of(part, mesh);
  }

  /// A name that nobody knew may follow from that of its part.
  std::string name_of(const Part& part, const PartMesh& mesh) const {
    const std::uint32_t id = file_.index_mappings[pairs_[mesh.pair].indices].id;
    if (part.name_from != NameFrom::ids)
      for (const std::string& shape :
           {fmt::format("{}_lod{}Shape", part.name, mesh.level),
            fmt::format("{}_lodShape{}", part.name, mesh.level), fmt::format("{}Shape", part.name)})
        if (indices_id(shape) == id) return shape;
    return mesh.level == 0 ? part.name : fmt::format("{}_lod{}", part.name, mesh.level);
  }

  const File& file_;
  const std::vector<Pair>& pairs_;
  std::vector<std::size_t> part_of_;  // of each pair
  std::vector<Part> parts_;
};

}  // namespace

std::string_view to_string(LevelBy by) {
  constexpr std::string_view kNames[] = {"name", "ids", "size", "alone"};
  return kNames[std::size_t(by)];
}

std::string_view to_string(NameFrom from) {
  constexpr std::string_view kNames[] = {"known", "found", "ids"};
  return kNames[std::size_t(from)];
}

std::vector<Part> find_parts(const File& file, const Pairing& pairing) {
  return Finder(file, pairing).run();
}

std::vector<std::uint32_t> levels_of(const std::vector<Part>& parts) {
  std::set<std::uint32_t> levels;
  for (const Part& part : parts)
    for (const PartMesh& mesh : part.meshes) levels.insert(mesh.level);
  return {levels.begin(), levels.end()};
}

}  // namespace mw::wows::geometry
