#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/primitives.h>
#include <cstring>
#include <string_view>

#include "items.h"
#include "sections.h"

namespace mw::wows::primitives {
namespace {

constexpr std::uint64_t kTailSize = 4;  // of the table's size at the end of the file

Bytes copy_of(ByteSpan bytes) {
  return {bytes.begin(), bytes.end()};
}

bool is_called(std::string_view name, std::string_view kind) {
  return name == kind || (name.ends_with(kind) && name[name.size() - kind.size() - 1] == '.');
}

}  // namespace

std::uint64_t seek_table(Reader& reader) {
  const std::uint64_t size = reader.file().size();
  std::uint32_t table_size = 0;
  reader.seek(size < kTailSize ? size : size - kTailSize, "table_size");
  reader.field("table_size", table_size);
  if (reader.ok() && table_size > size - kTailSize)
    reader.fail(size - kTailSize, "table_size",
                fmt::format("{} bytes do not fit a file of {}", table_size, size));
  if (!reader.ok()) return 0;
  reader.seek(size - kTailSize - table_size, "table");
  return reader.position();
}

std::vector<std::uint32_t> read_table(Reader& reader, std::vector<Section>& sections) {
  std::vector<std::uint32_t> sizes;
  const std::uint64_t end = reader.file().size() - kTailSize;
  PathScope scope(reader.path(), "table");
  while (reader.ok() && reader.position() < end) {
    scope.set_row(sections.size());
    reader.charge("name", sizeof(Section));
    Section& section = sections.emplace_back();
    TableRow row;
    fields(reader, row);
    sizes.push_back(row.size);
    section.reserved = row.reserved;
    section.name = text_of(reader.items("name", {Scalar::text, row.name_length}));
    section.name_padding = copy_of(reader.raw("name_padding", padding_of(row.name_length)));
    if (reader.ok() && reader.position() > end) reader.fail(end, "name", "the table is too short for it");
  }
  return sizes;
}

namespace {

void read_vertices(Reader& reader, std::uint64_t end, VertexData& data) {
  fields(reader, data.header);
  data.bytes = copy_of(reader.file().subspan(reader.position(), end - reader.position()));
  if (reader.is_traced())
    for_each_element(reader.path(), data, [&](std::string_view name, const Shown& shown) {
      reader.decoded(name, shown.type, shown.bytes, shown.stored.size());
    });
  reader.raw("rest", end - reader.position());
}

void read_indices(Reader& reader, std::uint64_t begin, std::uint64_t end, IndexData& data) {
  IndexHeader header;
  fields(reader, header);
  data.type = header.type;
  if (data.index_size() == 4) {
    reader.table("indices", reader.position(), header.index_count, data.indices);
  } else {
    std::vector<std::uint16_t> narrow;
    reader.table("indices", reader.position(), header.index_count, narrow);
    data.indices.assign(narrow.begin(), narrow.end());
  }
  reader.table("groups", reader.position(), header.group_count, data.groups);
  if (reader.ok() && reader.position() > end)
    reader.fail(begin + field_byte<IndexHeader>("index_count"), "index_count", "the section is too short");
  if (reader.ok()) data.rest = copy_of(reader.raw("rest", end - reader.position()));
}

}  // namespace

bool is_list(ByteSpan section) {
  if (section.size() < sizeof(IndexHeader)) return false;
  const FixedText<64> type(text_of(section.first(sizeof(FixedText<64>))));
  return type.view() == kNarrowList || type.view() == kWideList;
}

void read_section(Reader& reader, std::uint32_t size, Section& section) {
  const std::uint64_t begin = reader.position();
  reader.claim("section", begin, size, 1);
  if (!reader.ok()) return;
  const std::uint64_t end = begin + size;
  if (is_called(section.name, "vertices") && size >= sizeof(VertexHeader))
    read_vertices(reader, end, section.content.emplace<VertexData>());
  else if (is_called(section.name, "indices") && is_list(reader.file().subspan(begin, size)))
    read_indices(reader, begin, end, section.content.emplace<IndexData>());
  else
    section.content = copy_of(reader.raw("data", size));
  section.padding = copy_of(reader.raw("padding", padding_of(size)));
}

bool sniff(ByteSpan bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kMagic;
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  std::uint32_t magic = 0;
  reader.field("magic", magic);
  if (reader.ok() && magic != kMagic)
    reader.fail(0, "magic", fmt::format("expected {:#x}, got {:#x}", kMagic, magic),
                ErrorCode::not_this_format);
  const std::uint64_t table = reader.ok() ? seek_table(reader) : 0;
  if (!reader.ok()) return fail(reader.error());
  const std::vector<std::uint32_t> sizes = read_table(reader, file.sections);
  if (reader.ok()) reader.seek(sizeof kMagic, "sections");
  {
    PathScope scope(reader.path(), "sections");
    for (std::size_t row = 0; row < sizes.size() && reader.ok(); ++row) {
      scope.set_row(row);
      read_section(reader, sizes[row], file.sections[row]);
    }
  }
  if (reader.ok() && reader.position() != table)
    reader.fail(table, "table",
                fmt::format("the sections end at {}, but their table begins at {}",
                            offset_text(reader.position()), offset_text(table)));
  if (!reader.ok()) return fail(reader.error());
  return file;
}

}  // namespace mw::wows::primitives
