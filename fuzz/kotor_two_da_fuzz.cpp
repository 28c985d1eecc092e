#include <meshwright/kotor/detail/two_da.h>

#include <cstdlib>

// Every row of what reads has a cell a column.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = mw::kotor::read_two_da(std::as_bytes(std::span(data, size)));
  if (!table) return 0;
  for (const auto& row : table->rows)
    if (row.size() != table->columns.size()) std::abort();
  return 0;
}
