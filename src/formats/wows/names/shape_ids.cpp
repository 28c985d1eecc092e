#include "shape_ids.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "built_in_shapes.h"
#include "name_hash_backwards.h"

namespace mw::wows {
namespace {

constexpr std::size_t kMostPairs = 200'000;  // of rows that are compared one by one

/// A row under one assumption of its name's length.
struct Key {
  std::uint16_t density = 0;
  std::uint32_t state = 0;
  std::size_t row = 0;

  auto sorting() const { return std::tuple(density, state); }
};

/// The rows that are still to be matched.
struct Side {
  std::span<const MappedId> ids;
  std::string tail;  // ".vertices"
  std::vector<bool> matched;

  Side(std::span<const MappedId> all, IdOf which) : ids(all), tail(tail_of(which)), matched(all.size()) {}

  /// Sorted keys of the rows left, for names of `length` bytes that end with `ending`.
  std::vector<Key> keys(std::size_t length, std::string_view ending, bool by_density) const {
    const std::size_t known = std::min(length, ending.size());
    const std::string whole_tail = std::string(ending.substr(ending.size() - known)) + tail;
    std::vector<Key> made;
    for (std::size_t row = 0; row < ids.size(); ++row)
      if (!matched[row])
        made.push_back({by_density ? ids[row].density : std::uint16_t(0),
                        murmur::state_in_tail(ids[row].id, length + tail.size(), whole_tail), row});
    std::ranges::sort(made, {}, &Key::sorting);
    return made;
  }
};

/// Collects matches of rows and drops the rows that have several partners.
class Candidates {
 public:
  void add(const IdMatch& match) {
    note(of_vertices_, match.vertices, match.indices);
    note(of_indices_, match.indices, match.vertices);
    all_.push_back(match);
  }

  /// Hands the clear ones on, each pair of rows once, with its shortest name.
  void settle(Side& vertices, Side& indices, std::vector<IdMatch>& matches) const {
    for (const IdMatch& match : all_) {
      if (!of_vertices_.at(match.vertices) || !of_indices_.at(match.indices)) continue;
      if (vertices.matched[match.vertices]) continue;
      vertices.matched[match.vertices] = indices.matched[match.indices] = true;
      matches.push_back(match);
    }
  }

 private:
  using Partners = std::map<std::size_t, std::optional<std::size_t>>;  // nothing: there are several

  static void note(Partners& partners, std::size_t row, std::size_t partner) {
    const auto [entry, is_new] = partners.try_emplace(row, partner);
    if (!is_new && entry->second != partner) entry->second.reset();
  }

  std::vector<IdMatch> all_;  // shortest names first
  Partners of_vertices_;
  Partners of_indices_;
};

/// Adds the keys that occur once on either side. Ids that repeat tell nothing.
void join(std::span<const Key> vertices, std::span<const Key> indices, std::size_t length,
          Candidates& candidates) {
  const auto run_of = [](std::span<const Key> keys, std::size_t at) {
    std::size_t end = at;
    while (end < keys.size() && keys[end].sorting() == keys[at].sorting()) ++end;
    return end - at;
  };
  for (std::size_t v = 0, i = 0; v < vertices.size() && i < indices.size();) {
    if (vertices[v].sorting() < indices[i].sorting()) {
      ++v;
    } else if (indices[i].sorting() < vertices[v].sorting()) {
      ++i;
    } else {
      const std::size_t v_run = run_of(vertices, v);
      const std::size_t i_run = run_of(indices, i);
      if (v_run == 1 && i_run == 1) candidates.add({vertices[v].row, indices[i].row, length});
      v += v_run;
      i += i_run;
    }
  }
}

void match_ending(Side& vertices, Side& indices, std::string_view ending, bool by_density,
                  std::vector<IdMatch>& matches) {
  Candidates candidates;
  for (std::size_t length = 1; length <= kLongestName; ++length)
    join(vertices.keys(length, ending, by_density), indices.keys(length, ending, by_density), length,
         candidates);
  candidates.settle(vertices, indices, matches);
}

/// Names with any ending: where one or two of its bytes share a block with the tail, all they may be are
/// looked at together by what they make the blocks differ.
class AnyEnding {
 public:
  using States = std::array<std::uint32_t, kLongestName + 1>;

  /// A row's state for each length of its name; of a shared block, the part that its bytes are not needed
  /// for.
  static States states_of(const MappedId& id, const std::string& tail) {
    States states{};
    for (std::size_t length = 1; length <= kLongestName; ++length) {
      states[length] = murmur::state_in_tail(id.id, length + tail.size(), tail);
      if (shares_block(length)) states[length] = murmur::unstepped(states[length]);
    }
    return states;
  }

  /// The shortest length of a name that both may have; 0 without one.
  std::size_t common_length(const States& vertices, const States& indices) const {
    for (std::size_t length = 1; length <= kLongestName; ++length) {
      const std::uint32_t difference = vertices[length] ^ indices[length];
      if (shares_block(length) ? shared_[length % 4 - 1].contains(difference) : difference == 0)
        return length;
    }
    return 0;
  }

 private:
  /// A block of three bytes of the name and the dot is the same in both.
  static bool shares_block(std::size_t length) { return length % 4 == 1 || length % 4 == 2; }

  std::array<murmur::BlockDifferences, 2> shared_ = {
      murmur::BlockDifferences(1, tail_of(IdOf::vertices), tail_of(IdOf::indices)),
      murmur::BlockDifferences(2, tail_of(IdOf::vertices), tail_of(IdOf::indices))};
};

struct Class {
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> indices;

  std::uint64_t pairs() const { return std::uint64_t(vertices.size()) * indices.size(); }
};

/// The rows left that have a partner of equal density, the classes with the fewest pairs first.
std::vector<Class> classes_of(const Side& vertices, const Side& indices) {
  std::map<std::uint16_t, Class> by_density;
  for (std::size_t row = 0; row < vertices.ids.size(); ++row)
    if (!vertices.matched[row]) by_density[vertices.ids[row].density].vertices.push_back(row);
  for (std::size_t row = 0; row < indices.ids.size(); ++row)
    if (!indices.matched[row]) by_density[indices.ids[row].density].indices.push_back(row);
  std::vector<Class> classes;
  for (auto& [density, rows] : by_density)
    if (rows.pairs() > 0) classes.push_back(std::move(rows));
  std::ranges::stable_sort(classes, {}, &Class::pairs);
  return classes;
}

void match_any_ending(Side& vertices, Side& indices, std::vector<IdMatch>& matches) {
  const std::vector<Class> classes = classes_of(vertices, indices);
  if (classes.empty()) return;
  static const AnyEnding kAny;  // its tables are made once, when they are first needed
  std::uint64_t left = kMostPairs;
  for (const Class& rows : classes) {
    if (rows.pairs() > left) return;
    left -= rows.pairs();
    std::vector<AnyEnding::States> states;
    for (const std::size_t row : rows.indices)
      states.push_back(kAny.states_of(indices.ids[row], indices.tail));
    Candidates candidates;
    for (const std::size_t row : rows.vertices) {
      const AnyEnding::States own = kAny.states_of(vertices.ids[row], vertices.tail);
      for (std::size_t i = 0; i < states.size(); ++i)
        if (const std::size_t length = kAny.common_length(own, states[i]))
          candidates.add({row, rows.indices[i], length});
    }
    candidates.settle(vertices, indices, matches);
  }
}

}  // namespace

std::vector<IdMatch> match_ids(std::span<const MappedId> vertices, std::span<const MappedId> indices) {
  if (vertices.size() > kMostExplainedMeshes || indices.size() > kMostExplainedMeshes) return {};
  constexpr std::string_view kEnding = "Shape";
  Side vertex_side(vertices, IdOf::vertices);
  Side index_side(indices, IdOf::indices);
  std::vector<IdMatch> matches;
  match_ending(vertex_side, index_side, kEnding, true, matches);
  match_any_ending(vertex_side, index_side, matches);
  match_ending(vertex_side, index_side, kEnding, false, matches);
  return matches;
}

}  // namespace mw::wows
