#pragma once

// Example:
//
//     #include <meshwright/scene/diff.h>
//     #include <cstdio>
//
//     void tell_differences(const mw::scene::Scene& a, const mw::scene::Scene& b) {
//       for (const auto& difference : mw::scene::diff(a, b, {.tolerance = 1e-5}))
//         std::printf("%s: %s, %s\n", difference.where.c_str(), difference.a.c_str(), difference.b.c_str());
//     }

#include <meshwright/scene/scene.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::scene {

/// One thing in which two scenes differ.
struct Difference {
  std::string where;  // "nodes[walkmesh/surface].mesh.primitives[2].positions"
  std::string a;
  std::string b;
  bool one_sided = false;  // something with a name is in one scene only
  std::string words = {};  // for many values at once, the common text of `a` and `b`
  bool all = false;        // every one of these values differs
};

struct DiffOptions {
  double tolerance = 0;  // numbers that are no further apart are equal
};

/// Weights that differ by no more are always equal: glTF wants them to add up to 1, and scaling moves them by
/// a few units in the last place (6e-7 at most in real models).
inline constexpr double kWeightNoise = 1e-6;

/// How many of one kind of thing were added, removed, changed, or neither.
struct Changes {
  std::string what;  // "nodes", "meshes", ...
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;
  std::uint64_t same = 0;
};

void fields(auto& io, const Changes& changes) {
  io.field("what", changes.what);
  io.field("added", changes.added);
  io.field("removed", changes.removed);
  io.field("changed", changes.changed);
  io.field("same", changes.same);
}

struct Comparison {
  std::vector<Difference> differences;
  std::vector<Changes> changes;
};

/// The text of a side that lacks the thing.
inline constexpr std::string_view kMissing = "missing";

/// Compares everything in two scenes that are free of contradictions. Nodes are matched by place in the tree,
/// name and kind, the rest by name and kind, then by name; materials and animations by name, channels by
/// their targets. So order does not matter. Numbers are equal if their bits are or within the tolerance;
/// otherwise the largest deviation is reported. Time and memory grow with the scenes only: a long path of
/// nodes is shortened to its last names.
Comparison compare(const Scene& a, const Scene& b, const DiffOptions& options = {});

/// Only the differences.
std::vector<Difference> diff(const Scene& a, const Scene& b, const DiffOptions& options = {});

}  // namespace mw::scene
