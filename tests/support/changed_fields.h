#pragma once

#include <meshwright/formats/document.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "documents.h"

namespace mw::test {

/// What the fields of a file hold, with their paths, in the order of the file; paths of its companion begin
/// with "mdx:". Most values are short enough to need no memory of their own as a std::string.
using FieldValues = std::vector<std::pair<std::string, std::string>>;

inline FieldValues field_values(const Document& document) {
  FieldValues fields;
  const auto value = [](const TracedField& field) {
    return std::string(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
  };
  const Trace file = [&](const TracedField& field) { fields.emplace_back(field.path, value(field)); };
  const Trace companion = [&](const TracedField& field) {
    fields.emplace_back("mdx:" + field.path, value(field));
  };
  EXPECT_TRUE(trace(document, {&file, &companion}));
  return fields;
}

/// Without what two documents have alike in the same row: nearly all of it, after a small edit.
inline void drop_same_rows(FieldValues& before, FieldValues& after) {
  std::size_t kept = 0;
  const std::size_t both = std::min(before.size(), after.size());
  for (std::size_t row = 0; row < both; ++row) {
    if (before[row] == after[row]) continue;
    before[kept].swap(before[row]);
    after[kept++].swap(after[row]);
  }
  before.erase(before.begin() + std::ptrdiff_t(kept), before.begin() + std::ptrdiff_t(both));
  after.erase(after.begin() + std::ptrdiff_t(kept), after.begin() + std::ptrdiff_t(both));
}

/// The paths of what one has otherwise than the other, or at all.
inline std::vector<std::string> changed_fields(const Document& before, const Document& after) {
  FieldValues old_rows = field_values(before);
  FieldValues new_rows = field_values(after);
  drop_same_rows(old_rows, new_rows);
  const std::unordered_map<std::string, std::string> old(old_rows.begin(), old_rows.end());
  const std::unordered_map<std::string, std::string> now(new_rows.begin(), new_rows.end());
  std::vector<std::string> paths;
  for (const auto& [path, value] : old)
    if (const auto found = now.find(path); found == now.end() || found->second != value)
      paths.push_back(path);
  for (const auto& [path, value] : now)
    if (!old.contains(path)) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

}  // namespace mw::test
