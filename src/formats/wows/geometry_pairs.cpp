#include <meshwright/wows/geometry_pairs.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <optional>
#include <unordered_map>

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

/// The mappings of one density that names did not settle.
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
        indices_used_(file.index_mappings.size()) {}

  Pairing run() {
    by_name();
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
      add({found->second, row, std::move(shape), PairedBy::name});
    }
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

  /// The hungriest indices choose first, so that none is left without vertices that it alone could use.
  void by_fit(Class& group) {
    std::ranges::stable_sort(group.indices, std::greater(), &std::pair<std::uint32_t, std::size_t>::first);
    for (const auto& [needed, row] : group.indices) {
      const auto best = group.vertices.lower_bound(needed);
      if (best == group.vertices.end()) continue;
      const auto [first, last] = group.vertices.equal_range(best->first);
      Pair pair{first->second, row, {}, PairedBy::guess, 0};
      for (auto each = std::next(first); each != last && pair.rivals < kMostCompared; ++each) ++pair.rivals;
      auto chosen = first;
      if (pair.rivals == 0)
        pair.by = group.vertices.size() == 1 ? PairedBy::density : PairedBy::fit;
      else if (pair.rivals < kMostCompared)
        chosen = by_normals(first, last, pair);
      pair.vertices = chosen->second;
      group.vertices.erase(chosen);
      add(std::move(pair));
    }
  }

  using Candidate = std::multimap<std::uint32_t, std::size_t>::iterator;

  /// Of candidates with equally many vertices, the one whose normals suit the faces.
  Candidate by_normals(Candidate first, Candidate last, Pair& pair) const {
    const auto indices = mapped_indices(file_, decoded_, pair.indices);
    Candidate best = first;
    float best_score = -1;
    float second_score = -1;
    for (Candidate each = first; indices && each != last; ++each) {
      const float score = agreement(file_, decoded_, each->second, *indices);
      if (score > best_score) {
        second_score = std::exchange(best_score, score);
        best = each;
      } else {
        second_score = std::max(second_score, score);
      }
    }
    if (best_score - second_score < kClearlyBetter) return first;
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
  Pairing pairing_;
};

}  // namespace

std::string_view to_string(PairedBy by) {
  constexpr std::string_view kNames[] = {"name", "density", "fit", "normals", "guess"};
  return kNames[std::size_t(by)];
}

Pairing pair_mappings(const File& file, const Decoded& decoded, const ShapeNames& names) {
  return Pairer(file, decoded, names).run();
}

}  // namespace mw::wows::geometry
