#include <fmt/format.h>
#include <meshwright/core/detail/writer.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>

#include "items.h"

namespace mw::wows::primitives {
namespace {

void write_content(Writer& writer, const VertexData& data) {
  fields(writer, data.header);
  ByteSpan left = data.bytes;
  if (writer.is_traced())
    for_each_element(writer.path(), data, [&](std::string_view name, const Shown& shown) {
      writer.decoded(name, shown.type, shown.bytes, shown.stored);
      left = left.subspan(shown.stored.size());
    });
  writer.raw("rest", left);
}

void write_content(Writer& writer, const IndexData& data) {
  IndexHeader header{.type = data.type};
  writer.narrow("index_count", data.indices.size(), header.index_count);
  writer.narrow("group_count", data.groups.size(), header.group_count);
  fields(writer, header);
  if (data.index_size() == 4) {
    writer.rows("indices", data.indices);
  } else {
    std::vector<std::uint16_t> narrow(data.indices.size());
    for (std::size_t i = 0; i < narrow.size(); ++i) writer.narrow("indices", data.indices[i], narrow[i]);
    writer.rows("indices", narrow);
  }
  writer.rows("groups", data.groups);
  writer.raw("rest", data.rest);
}

void write_content(Writer& writer, const Bytes& data) {
  writer.raw("data", data);
}

/// As it was, or zeros where its size does not suit any more.
Bytes fitting(const Bytes& padding, std::uint64_t size) {
  return padding.size() == padding_of(size) ? padding : Bytes(padding_of(size));
}

/// Gives the size without the padding.
std::uint64_t write_section(Writer& writer, const Section& section) {
  const std::uint64_t begin = writer.position();
  std::visit([&](const auto& content) { write_content(writer, content); }, section.content);
  const std::uint64_t size = writer.position() - begin;
  writer.raw("padding", fitting(section.padding, size));
  return size;
}

void write_row(Writer& writer, const Section& section, std::uint64_t size) {
  TableRow row{.reserved = section.reserved};
  writer.narrow("size", size, row.size);
  writer.narrow("name_length", section.name.size(), row.name_length);
  fields(writer, row);
  writer.items("name", {Scalar::text, section.name.size()}, bytes_of(section.name));
  writer.raw("name_padding", fitting(section.name_padding, section.name.size()));
}

}  // namespace

Result<Bytes> write(const File& file, const Trace* trace) {
  Writer writer(trace);
  writer.seek(0, "magic");
  writer.field("magic", kMagic);
  std::vector<std::uint64_t> sizes;
  {
    PathScope scope(writer.path(), "sections");
    for (std::size_t row = 0; row < file.sections.size(); ++row) {
      scope.set_row(row);
      sizes.push_back(write_section(writer, file.sections[row]));
    }
  }
  const std::uint64_t table = writer.position();
  {
    PathScope scope(writer.path(), "table");
    for (std::size_t row = 0; row < file.sections.size(); ++row) {
      scope.set_row(row);
      write_row(writer, file.sections[row], sizes[row]);
    }
  }
  std::uint32_t table_size = 0;
  writer.narrow("table_size", writer.position() - table, table_size);
  writer.field("table_size", table_size);
  return writer.finish();
}

}  // namespace mw::wows::primitives
