#include <fmt/format.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/wows/detail/geometry_parts.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <map>
#include <optional>
#include <set>

#include "names/shape_levels.h"

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
    by_box();
    for (Part& part : parts_) finish(part);
    std::ranges::sort(parts_, {}, first_pair);
    return std::move(parts_);
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr std::size_t kMostBoxes = 1000;  // compared, in files that only damage can make

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

  static bool is_lone(const Part& part) { return part.meshes.size() == 1 && part.meshes[0].level == 0; }
  static bool lacks_its_finest(const Part& part) {
    return std::ranges::min(part.meshes, {}, &PartMesh::level).level > 0;
  }

  std::optional<Box> box_of(const PartMesh& mesh) {
    const auto [known, is_new] = boxes_.try_emplace(mesh.pair);
    if (is_new) known->second = measure(pairs_[mesh.pair].vertices);
    return known->second;
  }

  std::optional<Box> measure(std::size_t row) {
    if (!decoded_) decoded_ = decode(file_);
    const auto bytes = mapped_vertex_bytes(file_, *decoded_, row);
    if (!bytes) return std::nullopt;
    const VertexLayout& layout = *decoded_->layouts[file_.vertex_mappings[row].buffer];
    std::optional<Box> box;
    for (std::size_t at = 0; at + layout.stride <= bytes->size(); at += layout.stride)
      mw::geometry::extend(box, unpack_position(layout, bytes->subspan(at, layout.stride)));
    return box;
  }

  /// Corners within a hundredth of its size.
  static bool same_box(const Box& a, const Box& b) {
    constexpr float kNear = 0.01F;
    const float size = glm::length(a.max - a.min);
    return glm::length(a.min - b.min) <= kNear * size && glm::length(a.max - b.max) <= kNear * size;
  }

  /// Whether a mesh that nothing explains could be level 0 of a part that has none.
  bool could_be_finest(const Part& lone, const Part& part) {
    const auto buffer = [&](const PartMesh& mesh) {
      return file_.vertex_mappings[pairs_[mesh.pair].vertices].buffer;
    };
    const auto triangles = [&](const PartMesh& mesh) {
      return file_.index_mappings[pairs_[mesh.pair].indices].count / 3;
    };
    const PartMesh& first = *std::ranges::min_element(part.meshes, {}, &PartMesh::level);
    if (buffer(lone.meshes[0]) != buffer(first) || triangles(lone.meshes[0]) < triangles(first)) return false;
    const auto own = box_of(lone.meshes[0]);
    const auto other = box_of(first);
    return own && other && same_box(*own, *other);
  }

  /// Level 0 of some parts has a name of its own (`GM307`, `GM857`, `SM005`, `XM179`): a mesh that goes
  /// with nothing, of the same format and box as the finest of a part without level 0, if it is the only one.
  void by_box() {
    std::vector<std::size_t> lone;
    std::vector<std::size_t> headless;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (is_lone(parts_[i])) lone.push_back(i);
      if (lacks_its_finest(parts_[i])) headless.push_back(i);
    }
    if (lone.size() * headless.size() > kMostBoxes) return;
    std::map<std::size_t, std::vector<std::size_t>> parts_of;  // by lone part
    std::map<std::size_t, std::size_t> rivals;                 // of each part without level 0
    for (const std::size_t single : lone)
      for (const std::size_t part : headless)
        if (could_be_finest(parts_[single], parts_[part])) {
          parts_of[single].push_back(part);
          ++rivals[part];
        }
    for (const auto& [single, parts] : parts_of)
      if (parts.size() == 1 && rivals[parts[0]] == 1) add_finest(single, parts[0]);
    std::erase_if(parts_, [](const Part& part) { return part.meshes.empty(); });
  }

  void add_finest(std::size_t single, std::size_t part) {
    PartMesh mesh = std::move(parts_[single].meshes[0]);
    parts_[single].meshes.clear();
    mesh.by = LevelBy::box;
    if (mesh.name.empty() && parts_[part].name_from != NameFrom::ids) mesh.name = made_up_name(mesh);
    parts_[part].meshes.push_back(std::move(mesh));
  }

  std::string made_up_name(const PartMesh& mesh) const {
    return fmt::format("part_{:08X}", file_.index_mappings[pairs_[mesh.pair].indices].id);
  }

  void finish(Part& part) const {
    std::ranges::sort(part.meshes, {}, [](const PartMesh& mesh) { return std::pair(mesh.level, mesh.pair); });
    if (part.name.empty()) part.name = made_up_name(part.meshes[0]);
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
  std::optional<Decoded> decoded_;  // only for boxes
  std::map<std::size_t, std::optional<Box>> boxes_;
};

}  // namespace

std::string_view to_string(LevelBy by) {
  constexpr std::string_view kNames[] = {"name", "ids", "size", "box", "alone"};
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
