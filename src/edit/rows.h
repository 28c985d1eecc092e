#pragma once

#include <cstddef>
#include <vector>

#include "find.h"

/// Rows of attributes of vertices: appended ones, and kept ones.
namespace mw::edit {

/// A row of an attribute of the edited mesh, and of the original for data that it lacks.
template <class T>
struct RowOfTwo {
  const std::vector<T>& edited;
  Index row;
  const std::vector<T>& original;
  Index like;

  bool is_any() const { return row < edited.size() || like < original.size(); }
  T value_or(T otherwise) const {
    if (row < edited.size()) return edited[row];
    return like < original.size() ? original[like] : otherwise;
  }
};

template <class T>
void append_row(std::vector<T>& out, const RowOfTwo<T>& row, T otherwise) {
  if (!out.empty()) out.push_back(row.value_or(otherwise));
}

/// The same to row `to`, which is the last; the other may be missing.
template <class T>
void put_row(std::vector<T>& out, std::size_t to, const RowOfTwo<T>& row, T otherwise) {
  if (out.empty() && !row.is_any()) return;
  out.resize(to, otherwise);
  out.push_back(row.value_or(otherwise));
}

template <class T>
void keep_rows(std::vector<T>& rows, const std::vector<Index>& kept) {
  if (rows.empty()) return;
  std::vector<T> out;
  out.reserve(kept.size());
  for (const Index row : kept) out.push_back(rows[row]);
  rows = std::move(out);
}

}  // namespace mw::edit
