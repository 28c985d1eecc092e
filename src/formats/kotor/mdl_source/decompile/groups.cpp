#include <meshwright/core/detail/elementary.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>
#include <utility>

#include "decompile.h"
#include "mdl/build/derive.h"

namespace mw::kotor::mdl {
namespace {

using DVec3 = glm::dvec3;

// Cosines of the angles that directions may be apart.
const double kSameDirection =
    math::cos(0.3 * std::numbers::pi / 180);                    // a normal, and the sum that it is said to be
const double kFlat = math::cos(0.05 * std::numbers::pi / 180);  // faces of one plane
constexpr std::size_t kMostPartners = 12;  // at one position, of which every choice is tried
constexpr int kBits = 32;

bool is_within(const DVec3& a, const DVec3& b, double cosine) {
  const double squares = glm::dot(a, a) * glm::dot(b, b);
  const double product = glm::dot(a, b);
  return squares > 0 && product > 0 && product * product >= cosine * cosine * squares;
}

/// Two faces, or two sets of them.
struct FacePair {
  std::uint32_t a;
  std::uint32_t b;
};

/// Faces that are smooth with each other, and never with those across a hard edge.
class Components {
 public:
  Components(std::size_t count, std::span<const FacePair> hard)
      : parents_(count),
        lists_(count),
        links_(2 * hard.size()),
        steps_left_(kMostSteps + 64 * links_.size()) {
    std::iota(parents_.begin(), parents_.end(), 0U);
    for (std::uint32_t i = 0; i < hard.size(); ++i) {
      add(hard[i].a, hard[i].b, 2 * i);
      add(hard[i].b, hard[i].a, 2 * i + 1);
    }
  }

  std::uint32_t find(std::uint32_t face) {
    while (parents_[face] != face) face = parents_[face] = parents_[parents_[face]];
    return face;
  }

  /// False, and nothing done, when there is a hard edge between them; or when looking for one in vain has
  /// taken too long, which no real model comes near.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return true;
    if (lists_[a].size < lists_[b].size) std::swap(a, b);
    if (steps_left_ < lists_[b].size) return false;
    for (std::uint32_t at = lists_[b].first; at != kEnd; at = links_[at].next, --steps_left_)
      if (find(links_[at].face) == a) return false;
    parents_[b] = a;
    join(lists_[a], lists_[b]);
    return true;
  }

  std::uint32_t hard_edges(std::uint32_t component) const { return lists_[component].size; }
  /// Calls visit(face) for faces across the hard edges of a component, which is called by the face that
  /// find() gives.
  void for_across(std::uint32_t component, const auto& visit) const {
    for (std::uint32_t at = lists_[component].first; at != kEnd; at = links_[at].next) visit(links_[at].face);
  }

 private:
  static constexpr std::uint32_t kEnd = 0xFFFFFFFF;
  static constexpr std::size_t kMostSteps = 1 << 20;  // over hard edges, beside 64 for each of them
  struct List {
    std::uint32_t first = kEnd;
    std::uint32_t last = kEnd;
    std::uint32_t size = 0;
  };
  struct Member {
    std::uint32_t face = 0;
    std::uint32_t next = kEnd;
  };

  void add(std::uint32_t face, std::uint32_t across, std::uint32_t link) {
    links_[link].face = across;
    join(lists_[face], {link, link, 1});
  }

  void join(List& list, const List& more) {
    if (more.size == 0) return;
    if (list.size == 0)
      list.first = more.first;
    else
      links_[list.last].next = more.first;
    list.last = more.last;
    list.size += more.size;
  }

  std::vector<std::uint32_t> parents_;
  std::vector<List> lists_;  // of each component: the faces across its hard edges
  std::vector<Member> links_;
  std::size_t steps_left_;
};

/// A position with one of the normals that vertices have there.
struct Class {
  DVec3 normal{0};
  DVec3 sum{0};  // normals of the faces, by their areas
  std::uint32_t position = 0;
  std::uint32_t begin = 0;  // of its faces
  std::uint32_t end = 0;
  std::uint32_t partners = 0;  // bits: those at the position that are smooth with it
  bool explained = false;      // its normal is the sum of its faces, with its partners'
  bool flat = true;
};

class GroupFinder {
 public:
  explicit GroupFinder(const Mesh& mesh)
      : mesh_(mesh), normals_(mesh.mdx->rows.normals), bits_(mesh.faces.size()) {}

  std::vector<std::uint32_t> run() {
    sum_faces();
    sort_corners();
    for_each_position([&](std::span<Class> here) { look_at(here); });
    for_each_position([&](std::span<Class> here) { find_edges(here); });
    std::vector<const Class*> apart = unite();
    for (const Class* each : apart) share_bit(*each, *each);
    for (const auto& [a, b] : soft_) share_bit(classes_[a], classes_[b]);
    keep_vertices();
    return std::move(bits_);
  }

 private:
  std::uint32_t vertex_of(std::uint32_t corner) const { return mesh_.faces[corner / 3].vertices[corner % 3]; }

  void sum_faces() {
    areas_.reserve(mesh_.faces.size());
    const std::vector<Vec3>& at = positions_of(mesh_);
    for (const Face& face : mesh_.faces) {
      const auto [a, b, c] = face.vertices;
      areas_.push_back(glm::cross(DVec3(at[b]) - DVec3(at[a]), DVec3(at[c]) - DVec3(at[a])) / 2.0);
    }
  }

  /// Corners by position and normal; each run of the same is a class.
  void sort_corners() {
    positions_ = geometry::weld(positions_of(mesh_));
    const std::vector<std::uint32_t> directions = geometry::weld(normals_);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(directions[vertex_of(a)], a) < std::pair(directions[vertex_of(b)], b);
    };
    const std::vector<std::uint32_t> corners = corners_by_position();
    faces_.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size();) {
      std::size_t end = i;
      const std::uint32_t position = positions_[vertex_of(corners[i])];
      while (end < corners.size() && positions_[vertex_of(corners[end])] == position) ++end;
      here_.assign(corners.begin() + std::ptrdiff_t(i), corners.begin() + std::ptrdiff_t(end));
      std::ranges::sort(here_, before);
      for (std::size_t k = 0; k < here_.size(); ++k) {
        const std::uint32_t vertex = vertex_of(here_[k]);
        if (k == 0 || directions[vertex] != directions[vertex_of(here_[k - 1])]) add_class(position, vertex);
        faces_.push_back(here_[k] / 3);
        classes_.back().end = std::uint32_t(faces_.size());
        classes_.back().sum += areas_[faces_.back()];
      }
      i = end;
    }
    for (Class& each : classes_) each.flat = is_flat(each);
  }

  void add_class(std::uint32_t position, std::uint32_t vertex) {
    Class& added = classes_.emplace_back();
    added.position = position;
    added.begin = std::uint32_t(faces_.size());
    added.normal = DVec3(normals_[vertex]);
  }

  std::vector<std::uint32_t> corners_by_position() const {
    std::vector<std::uint32_t> next(positions_.size() + 1);
    for (std::uint32_t corner = 0; corner < 3 * mesh_.faces.size(); ++corner)
      ++next[positions_[vertex_of(corner)] + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> corners(3 * mesh_.faces.size());
    for (std::uint32_t corner = 0; corner < corners.size(); ++corner)
      corners[next[positions_[vertex_of(corner)]]++] = corner;
    return corners;
  }

  std::span<const std::uint32_t> faces_of(const Class& each) const {
    return std::span(faces_).subspan(each.begin, each.end - each.begin);
  }
  /// The first of them: more than a few are never needed to tell classes apart.
  std::span<const std::uint32_t> some_of(const Class& each) const {
    constexpr std::size_t kSome = 16;
    return faces_of(each).first(std::min<std::size_t>(kSome, each.end - each.begin));
  }

  bool is_flat(const Class& each) const {
    const auto faces = faces_of(each);
    return std::ranges::all_of(
        faces, [&](std::uint32_t face) { return is_within(areas_[face], areas_[faces[0]], kFlat); });
  }

  void for_each_position(const auto& visit) {
    for (std::size_t begin = 0; begin < classes_.size();) {
      std::size_t end = begin + 1;
      while (end < classes_.size() && classes_[end].position == classes_[begin].position) ++end;
      visit(std::span(classes_).subspan(begin, end - begin));
      begin = end;
    }
  }

  /// All classes of one position: which are smooth with which.
  void look_at(std::span<Class> here) {
    bool summed = false;
    for (std::size_t row = 0; row < here.size(); ++row) {
      here[row].explained = is_within(here[row].sum, here[row].normal, kSameDirection);
      if (here[row].explained || here.size() > kMostPartners) continue;
      if (!std::exchange(summed, true)) sum_choices(here);
      find_partners(here, row);
    }
  }

  /// The sums of all choices of the classes at a position.
  void sum_choices(std::span<const Class> here) {
    choices_.assign(std::size_t(1) << here.size(), DVec3(0));
    for (std::size_t choice = 1; choice < choices_.size(); ++choice)
      choices_[choice] = choices_[choice & (choice - 1)] + here[std::size_t(std::countr_zero(choice))].sum;
  }

  void find_partners(std::span<Class> here, std::size_t row) const {
    for (std::uint32_t choice = 1; choice < 1U << here.size(); ++choice) {
      if ((choice >> row & 1) != 0) continue;
      if (!is_within(here[row].sum + choices_[choice], here[row].normal, kSameDirection)) continue;
      here[row].partners = choice;
      here[row].explained = true;
      return;
    }
  }

  void find_edges(std::span<Class> here) {
    if (here.size() > kMostPartners) return;
    const auto first = std::uint32_t(&here[0] - classes_.data());
    for (std::uint32_t a = 0; a < here.size(); ++a)
      for (std::uint32_t b = a + 1; b < here.size(); ++b) {
        if (!here[a].explained || !here[b].explained) continue;
        const bool soft = (here[a].partners >> b & 1) != 0 || (here[b].partners >> a & 1) != 0;
        if (soft)
          soft_.push_back({first + a, first + b});
        else
          add_hard(here[a], here[b]);
      }
  }

  void add_hard(const Class& a, const Class& b) {
    for (const std::uint32_t x : some_of(a))
      for (const std::uint32_t y : some_of(b))
        if (x != y) hard_.push_back({x, y});
  }

  /// Gives the faces of each class one bit, as far as no hard edge is in the way; gives the classes where one
  /// is.
  std::vector<const Class*> unite() {
    Components components(mesh_.faces.size(), hard_);
    std::vector<bool> bound(mesh_.faces.size());
    std::vector<const Class*> apart;
    for (const Class& each : classes_) {
      if (!each.explained || (each.flat && each.partners == 0)) continue;
      bool whole = true;
      for (const std::uint32_t face : faces_of(each)) {
        whole &= components.unite(faces_[each.begin], face);
        bound[face] = true;
      }
      if (!whole) apart.push_back(&each);
    }
    choose_bits(components, bound);
    collect_hard();
    return apart;
  }

  /// Those with the most hard edges first, each the lowest bit that none across them has.
  void choose_bits(Components& components, std::vector<bool>& bound) {
    for (std::uint32_t face = 0; face < bound.size(); ++face)
      if (bound[face]) bound[components.find(face)] = true;
    std::vector<std::uint32_t> order;
    for (std::uint32_t face = 0; face < bound.size(); ++face)
      if (components.find(face) == face && bound[face]) order.push_back(face);
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::uint32_t face) { return components.hard_edges(face); });
    for (const std::uint32_t component : order) {
      std::uint32_t taken = 0;
      components.for_across(component, [&](std::uint32_t other) { taken |= bits_[components.find(other)]; });
      bits_[component] = lowest_free(taken);
    }
    for (std::uint32_t face = 0; face < bound.size(); ++face) bits_[face] = bits_[components.find(face)];
  }

  void collect_hard() {
    begins_.assign(mesh_.faces.size() + 1, 0);
    for (const FacePair& pair : hard_) {
      ++begins_[pair.a + 1];
      ++begins_[pair.b + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    across_.resize(2 * hard_.size());
    std::vector<std::uint32_t> next = begins_;
    for (const FacePair& pair : hard_) {
      across_[next[pair.a]++] = pair.b;
      across_[next[pair.b]++] = pair.a;
    }
  }

  /// The bits of all faces across the hard edges of a class's faces.
  std::uint32_t taken_around(const Class& each) const {
    std::uint32_t taken = 0;
    for (const std::uint32_t face : faces_of(each)) taken |= taken_around(face);
    return taken;
  }

  /// The faces of two classes, or of one, get a bit in common, a known one first.
  void share_bit(const Class& a, const Class& b) {
    std::uint32_t common = ~0U;
    std::uint32_t known = 0;
    const auto for_both = [&](const auto& visit) {
      std::ranges::for_each(faces_of(a), visit);
      std::ranges::for_each(faces_of(b), visit);
    };
    for_both([&](std::uint32_t face) {
      common &= bits_[face];
      known |= bits_[face];
    });
    const std::uint32_t taken = taken_around(a) | taken_around(b);
    if (common != 0 || taken == ~0U) return;
    const std::uint32_t usable = known & ~taken;
    const std::uint32_t bit = usable != 0 ? usable & -usable : lowest_free(taken);
    for_both([&](std::uint32_t face) { bits_[face] |= bit; });
  }

  /// Faces that share a vertex must have a bit in common with the first of them, or compiling would make two
  /// of it.
  void keep_vertices() {
    std::vector<std::uint32_t> creators(positions_.size(), kNoRow);
    for (std::uint32_t corner = 0; corner < 3 * mesh_.faces.size(); ++corner) {
      std::uint32_t& creator = creators[vertex_of(corner)];
      if (creator == kNoRow) creator = corner / 3;
      if (creator != corner / 3 && (bits_[creator] & bits_[corner / 3]) == 0) bind(creator, corner / 3);
    }
  }

  /// By a bit that one has and that is no hard edge for the other; by a new one otherwise.
  void bind(std::uint32_t creator, std::uint32_t face) {
    const std::uint32_t of_creator = taken_around(creator);
    const std::uint32_t of_face = taken_around(face);
    const std::uint32_t known = (bits_[creator] & ~of_face) | (bits_[face] & ~of_creator);
    const std::uint32_t bit = known != 0 ? known & -known : lowest_free(of_creator | of_face);
    bits_[creator] |= bit;
    bits_[face] |= bit;
  }

  std::uint32_t taken_around(std::uint32_t face) const {
    std::uint32_t taken = 0;
    for (std::uint32_t i = begins_[face]; i < begins_[face + 1]; ++i) taken |= bits_[across_[i]];
    return taken;
  }

  static std::uint32_t lowest_free(std::uint32_t taken) {
    return 1U << std::min(std::countr_one(taken), kBits - 1);
  }

  const Mesh& mesh_;
  const std::vector<Vec3>& normals_;
  std::vector<DVec3> areas_;
  std::vector<std::uint32_t> positions_;
  std::vector<std::uint32_t> here_;   // corners of the position at hand
  std::vector<std::uint32_t> faces_;  // of the classes, one class after another
  std::vector<Class> classes_;
  std::vector<DVec3> choices_;         // sums of the classes at the position at hand
  std::vector<FacePair> hard_;         // of faces
  std::vector<FacePair> soft_;         // of classes
  std::vector<std::uint32_t> begins_;  // for each face, into across_
  std::vector<std::uint32_t> across_;
  std::vector<std::uint32_t> bits_;
};

bool can_tell(const Mesh& mesh) {
  if (!mesh.mdx || mesh.mdx->rows.normals.empty()) return false;
  const std::size_t vertices = std::min(mesh.mdx->rows.normals.size(), positions_of(mesh).size());
  return std::ranges::all_of(mesh.faces, [&](const Face& face) { return corners_exist(face, vertices); });
}

}  // namespace

std::vector<std::uint32_t> smoothing_groups(const Mesh& mesh) {
  if (!can_tell(mesh)) return std::vector<std::uint32_t>(mesh.faces.size(), 1);
  return GroupFinder(mesh).run();
}

}  // namespace mw::kotor::mdl
