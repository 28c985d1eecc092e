#include <fmt/format.h>
#include <algorithm>

#include "write.h"

namespace mw::kotor::mdl {

void fail_row(Writer& writer, std::string_view name, std::uint32_t row, std::size_t count) {
  writer.fail(name, fmt::format("row {} >= count {}", row, count));
}

void TableCounter::count(std::string_view name, std::size_t rows, Array& array) {
  const bool agreed = array.count == array.reserved;
  writer_.narrow(name, rows, array.count);
  if (agreed) array.reserved = array.count;
}

void TableCounter::expect_vertices(std::string_view name, std::size_t rows, VertexCount count) {
  if (rows != count.value)
    writer_.fail(name, fmt::format("has {} rows, but there are {} vertices", rows, count.value));
}

void TableCounter::lists(std::string_view name, const std::vector<std::uint32_t>& counts,
                         const std::vector<std::uint32_t>& offsets, const std::vector<IndexList>& lists) {
  const std::size_t expected = std::min(counts.size(), offsets.size());
  if (lists.size() != expected)
    return writer_.fail(
        name, fmt::format("has {} lists, but there are {} counts and offsets", lists.size(), expected));
  for (std::size_t row = 0; row < expected; ++row)
    if (lists[row].vertices.size() != counts[row])
      return writer_.fail(name, fmt::format("list {} has {} rows, but index_counts says {}", row,
                                            lists[row].vertices.size(), counts[row]));
}

void TableCounter::tree(std::string_view /*name*/, Link& root, const std::vector<AabbNode>& nodes) {
  set_offset(writer_, "root", offset_of_row(0, nodes), nodes, root);
}

void TableWriter::names(std::string_view offsets_name, std::string_view name, const Array& array,
                        const std::vector<Name>& names) {
  std::vector<std::uint32_t> offsets(names.size());
  std::ranges::transform(names, offsets.begin(), &Name::offset);
  table(offsets_name, array, offsets);
  PathScope scope(writer_.path(), name);
  for (std::size_t row = 0; row < names.size(); ++row) {
    scope.set_row(row);
    writer_.seek(file_offset(names[row].offset), name);
    writer_.c_string({}, names[row].text);
  }
}

void TableWriter::lists(std::string_view name, const std::vector<std::uint32_t>& /*counts*/,
                        const std::vector<std::uint32_t>& offsets, const std::vector<IndexList>& lists) {
  PathScope scope(writer_.path(), name);
  for (std::size_t row = 0; row < std::min(lists.size(), offsets.size()); ++row) {
    scope.set_row(row);
    writer_.table("vertices", file_offset(offsets[row]), lists[row].vertices);
  }
}

void TableWriter::tree(std::string_view name, const Link& /*root*/, const std::vector<AabbNode>& nodes) {
  PathScope scope(writer_.path(), name);
  const auto link = [&](std::string_view side, std::uint32_t& child) {
    if (child != kNoChild && child >= nodes.size()) fail_row(writer_, side, child, nodes.size());
    child = offset_of_row(child, nodes);
  };
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    scope.set_row(row);
    AabbNode node = nodes[row];
    link("left", node.left);
    link("right", node.right);
    writer_.seek(file_offset(node.offset), name);
    fields(writer_, node);
  }
}

}  // namespace mw::kotor::mdl
