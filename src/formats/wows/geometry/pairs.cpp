#include <meshwright/wows/detail/geometry_pairs.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <optional>
#include <unordered_map>

#include "names/shape_ids.h"

namespace mw::wows::geometry {
namespace {

constexpr std::size_t kMostCompared = 8;      // rivals whose normals are looked at; more are left a guess
constexpr std::size_t kMostTriangles = 2000;  // of a mesh whose normals are looked at
constexpr float kClearlyBetter = 0.05F;       // in the mean cosine between faces and normals

/// The vertices that an index mapping needs: its highest index and one. Nothing when it cannot be decoded.
std::optional<std::uint32_t> needed_vertices(const File& file, const Decoded& decoded, std::size_t row) {
  const auto indices = mapped_indices(file, decoded, row);
  if (!indices || indices->empty()) return std::nullopt;
  const std::uint32_t highest = *std::ranges::max_element(*indices);
  return highest == UINT32_MAX ? highest : highest + 1;
}

/// How many indices may be looked at in all: mappings of a damaged file can lie on each other by the
/// thousand.
std::uint64_t reading_limit(const Decoded& decoded) {
  std::uint64_t items = 100'000;
  for (const Result<Indices>& indices : decoded.indices)
    if (indices) items += 4 * indices->count;
  return items;
}

/// The same for vertices, each of which may be compared several times.
std::uint64_t looking_limit(const Decoded& decoded) {
  std::uint64_t items = 100'000;
  for (const Result<Vertices>& vertices : decoded.vertices)
    if (vertices) items += 4 * kMostCompared * std::uint64_t(vertices->count);
  return items;
}

/// How well faces and vertex normals agree, 0 to 1. Static meshes wind one way and skinned ones the other, so
/// only the size counts.
float agreement(const File& file, const Decoded& decoded, std::size_t vertex_row,
                std::span<const std::uint32_t> indices) {
  const auto vertices = mapped_vertices(file, decoded, vertex_row);
  if (!vertices) return 0;
  float sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < indices.size() && count < kMostTriangles; i += 3) {
    const Vertex& a = (*vertices)[indices[i]];
    const Vertex& b = (*vertices)[indices[i + 1]];
    const Vertex& c = (*vertices)[indices[i + 2]];
    const Vec3 face = glm::cross(b.position - a.position, c.position - a.position);
    const Vec3 normal = a.normal + b.normal + c.normal;
    const float cosine = glm::dot(face, normal) / (glm::length(face) * glm::length(normal));
    if (!std::isfinite(cosine)) continue;
    sum += cosine;
    ++count;
  }
  return count == 0 ? 0 : std::abs(sum / float(count));
}

/// The mappings of one density that neither names nor ids settled.
struct Class {
  std::multimap<std::uint32_t, std::size_t> vertices;          // by count; row
  std::vector<std::pair<std::uint32_t, std::size_t>> indices;  // vertices needed; row
};

class Pairer {
 public:
  Pairer(const File& file, const Decoded& decoded, const ShapeNames& names)
      : file_(file),
        decoded_(decoded),
        names_(names),
        vertices_used_(file.vertex_mappings.size()),
        indices_used_(file.index_mappings.size()),
        looks_left_(looking_limit(decoded)) {}

  Pairing run() {
    by_name();
    by_ids();
    std::map<std::uint16_t, Class> classes = leftovers();
    for (auto& [density, group] : classes) by_fit(group);
    std::ranges::sort(pairing_.pairs, {}, &Pair::indices);
    collect_unpaired(vertices_used_, pairing_.unpaired_vertices);
    collect_unpaired(indices_used_, pairing_.unpaired_indices);
    return std::move(pairing_);
  }

 private:
  void add(Pair pair) {
    vertices_used_[pair.vertices] = true;
    indices_used_[pair.indices] = true;
    pairing_.pairs.push_back(std::move(pair));
  }

  void by_name() {
    std::unordered_map<std::string, std::size_t> rows;
    for (std::size_t row = 0; row < file_.vertex_mappings.size(); ++row)
      if (std::string shape = names_.by_vertices(file_.vertex_mappings[row].id); !shape.empty())
        rows.try_emplace(std::move(shape), row);
    for (std::size_t row = 0; row < file_.index_mappings.size(); ++row) {
      std::string shape = names_.by_indices(file_.index_mappings[row].id);
      const auto found = shape.empty() ? rows.end() : rows.find(shape);
      if (found == rows.end() || vertices_used_[found->second]) continue;
      const std::size_t length = shape.size();
      const bool name_is_found = names_.is_found(shape);
      add({found->second, row, std::move(shape), PairedBy::name, 0, length, name_is_found});
    }
  }

  /// The mappings that names did not settle.
  static std::vector<MappedId> ids_left(std::span<const Mapping> mappings, const std::vector<bool>& used,
                                        std::vector<std::size_t>& rows) {
    std::vector<MappedId> ids;
    for (std::size_t row = 0; row < mappings.size(); ++row) {
      if (used[row]) continue;
      ids.push_back({mappings[row].id, mappings[row].packed_density});
      rows.push_back(row);
    }
    return ids;
  }

  void by_ids() {
    std::vector<std::size_t> vertex_rows;
    std::vector<std::size_t> index_rows;
    const auto vertices = ids_left(file_.vertex_mappings, vertices_used_, vertex_rows);
    const auto indices = ids_left(file_.index_mappings, indices_used_, index_rows);
    for (const IdMatch& match : match_ids(vertices, indices))
      add({vertex_rows[match.vertices], index_rows[match.indices], {}, PairedBy::ids, 0, match.name_length});
  }

  std::map<std::uint16_t, Class> leftovers() const {
    std::map<std::uint16_t, Class> classes;
    for (std::size_t row = 0; row < file_.vertex_mappings.size(); ++row) {
      const Mapping& mapping = file_.vertex_mappings[row];
      if (!vertices_used_[row]) classes[mapping.packed_density].vertices.emplace(mapping.count, row);
    }
    std::uint64_t left = reading_limit(decoded_);
    for (std::size_t row = 0; row < file_.index_mappings.size(); ++row) {
      if (indices_used_[row]) continue;
      const std::uint32_t count = file_.index_mappings[row].count;
      if (count > left) continue;
      left -= count;
      if (const auto needed = needed_vertices(file_, decoded_, row))
        classes[file_.index_mappings[row].packed_density].indices.emplace_back(*needed, row);
    }
    return classes;
  }

  using Candidate = std::multimap<std::uint32_t, std::size_t>::iterator;

  /// The hungriest indices choose first, so that none is left without vertices that it alone could use.
  void by_fit(Class& group) {
    std::ranges::stable_sort(group.indices, std::greater(), &std::pair<std::uint32_t, std::size_t>::first);
    for (const auto& [needed, row] : group.indices) {
      const auto best = group.vertices.lower_bound(needed);
      if (best == group.vertices.end()) continue;
      Pair pair{best->second, row, {}, PairedBy::density};
      const Candidate chosen = group.vertices.size() == 1 ? best : choose(group, best, pair);
      pair.vertices = chosen->second;
      group.vertices.erase(chosen);
      add(std::move(pair));
    }
  }

  /// Those with the fewest unused vertices, of the first few that give the stored density or, if none does,
  /// of all; between equals the normals decide.
  Candidate choose(Class& group, Candidate best, Pair& pair) {
    std::vector<Candidate> candidates;
    for (auto each = best; each != group.vertices.end() && candidates.size() <= kMostCompared; ++each)
      candidates.push_back(each);
    if (const std::vector<Candidate> exact = of_stored_density(candidates, pair.indices); !exact.empty())
      candidates = exact;
    std::erase_if(candidates,
                  [fewest = candidates.front()->first](Candidate each) { return each->first != fewest; });
    pair.rivals = std::min(candidates.size() - 1, kMostCompared);
    pair.by = pair.rivals == 0 ? PairedBy::fit : PairedBy::guess;
    if (pair.rivals == 0 || pair.rivals == kMostCompared) return candidates.front();
    return by_normals(candidates, pair);
  }

  /// False once so many vertices were looked at that only a damaged file can ask for more.
  bool may_look_at(std::span<const Candidate> candidates) {
    for (const Candidate each : candidates) {
      if (each->first > looks_left_) return false;
      looks_left_ -= each->first;
    }
    return true;
  }

  std::vector<Candidate> of_stored_density(std::span<const Candidate> candidates, std::size_t index_row) {
    const std::uint16_t stored = file_.index_mappings[index_row].packed_density;
    const auto indices = mapped_indices(file_, decoded_, index_row);
    std::vector<Candidate> exact;
    if (stored == 0 || !indices || !may_look_at(candidates)) return exact;
    for (const Candidate each : candidates) {
      const auto vertices = mapped_vertices(file_, decoded_, each->second);
      if (vertices && texel_density(*vertices, *indices) == stored) exact.push_back(each);
    }
    return exact;
  }

  /// Of candidates with equally many vertices, the one whose normals suit the faces.
  Candidate by_normals(std::span<const Candidate> candidates, Pair& pair) {
    const auto indices = mapped_indices(file_, decoded_, pair.indices);
    if (!indices || !may_look_at(candidates)) return candidates.front();
    Candidate best = candidates.front();
    float best_score = -1;
    float second_score = -1;
    for (const Candidate each : candidates) {
      const float score = agreement(file_, decoded_, each->second, *indices);
      if (score > best_score) {
        second_score = std::exchange(best_score, score);
        best = each;
      } else {
        second_score = std::max(second_score, score);
      }
    }
    if (best_score - second_score < kClearlyBetter) return candidates.front();
    pair.by = PairedBy::normals;
    pair.rivals = 0;
    return best;
  }

  static void collect_unpaired(const std::vector<bool>& used, std::vector<std::size_t>& rows) {
    for (std::size_t row = 0; row < used.size(); ++row)
      if (!used[row]) rows.push_back(row);
  }

  const File& file_;
  const Decoded& decoded_;
  const ShapeNames& names_;
  std::vector<bool> vertices_used_;
  std::vector<bool> indices_used_;
  std::uint64_t looks_left_;  // at vertices
  Pairing pairing_;
};

}  // namespace

std::string_view to_string(PairedBy by) {
  constexpr std::string_view kNames[] = {"name", "ids", "density", "fit", "normals", "guess"};
  return kNames[std::size_t(by)];
}

Pairing pair_mappings(const File& file, const Decoded& decoded, const ShapeNames& names) {
  return Pairer(file, decoded, names).run();
}

}  // namespace mw::wows::geometry
