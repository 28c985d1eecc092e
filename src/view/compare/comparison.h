#pragma once

#include <meshwright/core/json_writer.h>
#include <meshwright/formats/diff.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fields/named_paths.h"
#include "state.h"

namespace mw::view {

/// All differences in little memory: their texts in one, one after the other.
class DifferenceList {
 public:
  struct Row {
    std::string_view where, a, b, words;
    bool all = false;
    bool layout = false;
  };

  void add(const Difference& difference);
  std::size_t size() const { return places_.size(); }
  Row operator[](std::size_t row) const;
  /// Those that people filter: of rows of a text in lower case, and with or without what only lies elsewhere.
  /// What has changed comes before that.
  std::vector<std::uint32_t> with(std::string_view text, bool layout) const;

 private:
  struct Place {
    std::size_t begin = 0;
    std::uint32_t ends[4] = {};
    bool all = false;
    bool layout = false;
  };
  std::string texts_;
  std::vector<Place> places_;
};

/// What a difference is in: a row with a name, otherwise the table or record at the top.
std::string part_of(std::string_view where);

/// The rows of either file that a difference is in; nothing where a file has none.
class PathsOfBoth {
 public:
  PathsOfBoth(const Document& a, const Document& b, bool through_scene)
      : paths_{NamedPathResolver(a), NamedPathResolver(b)}, has_paths_(!through_scene) {}

  std::optional<LayerPath> find(const DifferenceList::Row& row, int side);

 private:
  NamedPathResolver paths_[2];
  const bool has_paths_;
};

/// Everything of one file that differs: its triangles, and the mesh or node of what has none.
struct Marks {
  std::vector<std::vector<std::uint32_t>> triangles;  // of each table of `TriangleTables`, ascending
  std::vector<std::string> names;
};
Marks marks_of(const DifferenceList& list, PathsOfBoth& paths, OpenedFile::State& state, int side);

/// Of a row with a name: "head_g" for "nodes[3].mesh"; empty for others.
std::string name_of_record(const OpenedFile::State& state, std::string_view path);

}  // namespace mw::view
