#pragma once

#include <meshwright/core/detail/answer.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "places.h"

/// Answers about what differs in two files.
namespace mw::view::answer {

struct Difference {
  std::string_view where;
  std::string_view a;
  std::string_view b;
  std::string_view words;
  bool all = false;
  bool layout = false;
  std::uint64_t layer = 0;
  std::optional<std::string> path_a = {};
  std::optional<std::string> path_b = {};
};

void fields(auto& io, const Difference& difference) {
  io.field("where", difference.where);
  io.field("a", difference.a);
  io.field("b", difference.b);
  io.field("words", difference.words);
  io.field("all", difference.all);
  io.field("layout", difference.layout);
  io.field("layer", difference.layer);
  io.field("path_a", difference.path_a);
  io.field("path_b", difference.path_b);
}

/// Of all differences.
struct DifferenceTotals {
  bool through_scene = false;
  std::uint64_t total = 0;
  std::uint64_t layout = 0;
};

void fields(auto& io, const DifferenceTotals& totals) {
  io.field("through_scene", totals.through_scene);
  io.field("total", totals.total);
  io.field("layout", totals.layout);
}

struct Differences {
  std::vector<Difference> differences = {};
  std::uint64_t matching = 0;
  DifferenceTotals totals = {};
};

void fields(auto& io, const Differences& answer) {
  io.field("differences", answer.differences);
  io.field("matching", answer.matching);
  io.members_of(answer.totals);
}

/// What differences are in, and the place of the first.
struct DifferingPart {
  std::string part;
  std::uint64_t count = 0;
  std::string_view where;
};

void fields(auto& io, const DifferingPart& part) {
  io.field("part", part.part);
  io.field("count", part.count);
  io.field("where", part.where);
}

struct DifferingParts {
  std::vector<DifferingPart> parts = {};
  std::uint64_t part_total = 0;
  std::uint64_t matching = 0;
  bool any_all = false;
  DifferenceTotals totals = {};
};

void fields(auto& io, const DifferingParts& answer) {
  io.field("parts", answer.parts);
  io.field("part_total", answer.part_total);
  io.field("matching", answer.matching);
  io.field("any_all", answer.any_all);
  io.members_of(answer.totals);
}

struct Marks {
  std::vector<NumberedMesh> meshes = {};
  std::vector<std::string> names = {};  // of meshes and nodes of other differences
};

void fields(auto& io, const Marks& marks) {
  io.field("meshes", marks.meshes);
  io.field("names", marks.names);
}

}  // namespace mw::view::answer
