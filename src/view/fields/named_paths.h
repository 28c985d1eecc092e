#pragma once

#include <meshwright/formats/document.h>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "triangle_rows.h"

namespace mw::view {

/// Where differences are is told by the names of rows, "companion.nodes[head_g].rows[3]"; fields have their
/// numbers, which may be others in each of two files.
class NamedPathResolver {
 public:
  explicit NamedPathResolver(const Document& document) : document_(document) {}

  /// The field's path in this file or its companion; nothing where it has no row of such a name.
  std::optional<LayerPath> find(std::string_view where);

 private:
  using Labels = std::unordered_map<std::string, std::uint32_t>;

  const Labels* labels_of(const std::string& shape, const std::vector<std::uint32_t>& rows);

  const Document& document_;
  std::map<std::pair<std::string, std::vector<std::uint32_t>>, Labels> labels_;
};

}  // namespace mw::view
