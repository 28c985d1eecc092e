#pragma once

#include <meshwright/formats/document.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "documents.h"

namespace mw::test {

/// What the fields of a file hold, by their paths; those of its companion begin with "mdx:".
inline std::unordered_map<std::string, Bytes> fields_of(const Document& document) {
  std::unordered_map<std::string, Bytes> fields;
  const Trace file = [&](const TracedField& field) {
    fields[field.path].assign(field.bytes.begin(), field.bytes.end());
  };
  const Trace companion = [&](const TracedField& field) {
    fields["mdx:" + field.path].assign(field.bytes.begin(), field.bytes.end());
  };
  EXPECT_TRUE(trace(document, {&file, &companion}));
  return fields;
}

/// The paths of what one has otherwise than the other, or at all.
inline std::vector<std::string> changed_fields(const Document& before, const Document& after) {
  const std::unordered_map<std::string, Bytes> old = fields_of(before);
  const std::unordered_map<std::string, Bytes> now = fields_of(after);
  std::vector<std::string> paths;
  for (const auto& [path, bytes] : old)
    if (const auto found = now.find(path); found == now.end() || found->second != bytes)
      paths.push_back(path);
  for (const auto& [path, bytes] : now)
    if (!old.contains(path)) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

}  // namespace mw::test
