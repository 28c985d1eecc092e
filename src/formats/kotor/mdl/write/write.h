#pragma once

#include <meshwright/core/detail/writer.h>
#include <meshwright/kotor/mdl.h>
#include "mdl/tables.h"

#include "mdl/read/links.h"

/// The parts of writing a model.
namespace mw::kotor::mdl {

void fail_row(Writer& writer, std::string_view name, std::uint32_t row, std::size_t count);

/// Gives a link the offset that it stands for.
template <class Record>
void set_offset(Writer& writer, std::string_view name, std::uint32_t implied,
                const std::vector<Record>& records, Link& link) {
  const auto offset = offset_of(link, implied, records);
  if (!offset) fail_row(writer, name, link.row, records.size());
  link.offset = offset.value_or(0);
}

/// The `io` of tables (tables.h) that makes a header say what its tables are. A second count that
/// differed already is kept.
class TableCounter {
 public:
  explicit TableCounter(Writer& writer) : writer_(writer) {}

  void count(std::string_view name, std::size_t rows, Array& array);

  template <class T>
  void table(std::string_view name, Array& array, const std::vector<T>& rows) {
    count(name, rows.size(), array);
  }
  template <class T>
  void table(std::string_view name, std::uint32_t /*offset*/, std::uint32_t& count,
             const std::vector<T>& rows) {
    writer_.narrow(name, rows.size(), count);
  }
  template <class T>
  void table(std::string_view name, std::uint32_t /*offset*/, VertexCount count, const std::vector<T>& rows) {
    expect_vertices(name, rows.size(), count);
  }
  void names(std::string_view /*offsets*/, std::string_view name, Array& array,
             const std::vector<Name>& names) {
    count(name, names.size(), array);
  }
  void lists(std::string_view name, const std::vector<std::uint32_t>& counts,
             const std::vector<std::uint32_t>& offsets, const std::vector<IndexList>& lists);
  void tree(std::string_view name, Link& root, const std::vector<AabbNode>& nodes);

 private:
  void expect_vertices(std::string_view name, std::size_t rows, VertexCount count);

  Writer& writer_;
};

/// The `io` that writes tables.
class TableWriter {
 public:
  explicit TableWriter(Writer& writer) : writer_(writer) {}

  template <class T>
  void table(std::string_view name, const Array& array, const std::vector<T>& rows) {
    writer_.table(name, file_offset(array.offset), rows);
  }
  template <class T, class Count>
  void table(std::string_view name, std::uint32_t offset, Count /*count*/, const std::vector<T>& rows) {
    writer_.table(name, file_offset(offset), rows);
  }
  void names(std::string_view offsets_name, std::string_view name, const Array& array,
             const std::vector<Name>& names);
  void lists(std::string_view name, const std::vector<std::uint32_t>& counts,
             const std::vector<std::uint32_t>& offsets, const std::vector<IndexList>& lists);
  void tree(std::string_view name, const Link& root, const std::vector<AabbNode>& nodes);

 private:
  Writer& writer_;
};

Result<Bytes> write_mdx(const File& file, const Trace* trace);

}  // namespace mw::kotor::mdl
