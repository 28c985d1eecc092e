#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The games' tables (.2da): binary "2DA V2.b" and text "2DA V2.0". Read only.
namespace mw::kotor {

struct TwoDa {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // one cell per column; empty if missing in the file

  /// By name in any case.
  std::optional<std::size_t> find_column(std::string_view name) const;
};

Result<TwoDa> read_two_da(ByteSpan bytes);

}  // namespace mw::kotor
