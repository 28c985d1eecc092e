#include <fmt/format.h>
#include <meshwright/core/reader.h>
#include <meshwright/core/text.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>
#include <cstring>
#include <string_view>

namespace mw::wows::primitives {
namespace {

using geometry::Vertex;

constexpr std::uint64_t kAlignment = 4;  // of sections and of names in the table

std::uint64_t aligned(std::uint64_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

struct Entry {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// The table of sections lies at the end, its size behind it. Sections follow each other from byte 4,
/// aligned.
std::vector<Entry> read_table(Reader& reader) {
  constexpr std::uint64_t kTail = 4;
  std::vector<Entry> entries;
  const std::uint64_t size = reader.file().size();
  reader.seek(size < kTail ? size : size - kTail, "table_size");
  std::uint32_t table_size = 0;
  reader.field("table_size", table_size);
  if (reader.ok() && table_size > size - kTail)
    reader.fail(size - kTail, "table_size",
                fmt::format("{} bytes do not fit a file of {}", table_size, size));
  if (!reader.ok()) return entries;
  const std::uint64_t end = size - kTail;
  reader.seek(end - table_size, "table");
  std::uint64_t offset = sizeof kMagic;
  PathScope scope(reader.path(), "table");
  while (reader.ok() && reader.position() < end) {
    scope.set_row(entries.size());
    reader.charge("name", sizeof(Entry));
    Entry entry;
    std::uint32_t section = 0;
    std::array<std::uint32_t, 4> reserved{};
    std::uint32_t length = 0;
    reader.field("size", section);
    reader.field("reserved", reserved);
    reader.field("name_length", length);
    entry.name = text_of(reader.raw("name", length));
    reader.raw("padding", aligned(length) - length);
    entry.offset = offset;
    entry.size = section;
    offset += aligned(section);
    entries.push_back(std::move(entry));
  }
  if (reader.ok() && offset != end - table_size)
    reader.fail(end, "size",
                fmt::format("the sections end at {}, but their table begins at {}", offset_text(offset),
                            offset_text(end - table_size)));
  return entries;
}

void read_vertices(Reader& reader, const Entry& entry, VertexSection& section) {
  section.name = entry.name;
  const ByteSpan format = reader.raw("format", sizeof section.format.chars);
  section.format = FixedText<64>(text_of(format));
  reader.field("count", section.count);
  const std::uint64_t end = entry.offset + entry.size;
  if (reader.ok() && reader.position() > end)
    return reader.fail(entry.offset, "count", "the section is too short");
  const ByteSpan data = reader.raw("data", reader.ok() ? end - reader.position() : 0);
  section.data.assign(data.begin(), data.end());
}

void read_indices(Reader& reader, const Entry& entry, IndexSection& section) {
  section.name = entry.name;
  const ByteSpan type = reader.raw("type", sizeof section.type.chars);
  section.type = FixedText<64>(text_of(type));
  std::uint32_t index_count = 0;
  std::uint32_t group_count = 0;
  reader.field("index_count", index_count);
  reader.field("group_count", group_count);
  if (section.type.view() == "list32") {
    reader.table("indices", reader.position(), index_count, section.indices);
  } else {
    std::vector<std::uint16_t> narrow;
    reader.table("indices", reader.position(), index_count, narrow);
    section.indices.assign(narrow.begin(), narrow.end());
  }
  reader.table("groups", reader.position(), group_count, section.groups);
  if (reader.ok() && reader.position() > entry.offset + entry.size)
    reader.fail(entry.offset, "index_count", "the section is too short");
}

void read_section(Reader& reader, const Entry& entry, File& file) {
  reader.claim("section", entry.offset, entry.size, 1);
  if (!reader.ok()) return;
  if (entry.name.ends_with(".vertices") || entry.name == "vertices")
    return read_vertices(reader, entry, file.vertices.emplace_back());
  if (entry.name.ends_with(".indices") || entry.name == "indices")
    return read_indices(reader, entry, file.indices.emplace_back());
  const ByteSpan data = reader.raw("data", entry.size);
  file.others.push_back({entry.name, Bytes(data.begin(), data.end())});
}

/// 11, 11 and 10 bits, each a signed fraction.
Vec3 unpack_normal(std::uint32_t packed) {
  const auto bits = [&](int from, int count) {
    return float(std::int32_t(packed << (32 - from - count)) >> (32 - count)) / float((1 << (count - 1)) - 1);
  };
  return {bits(0, 11), bits(11, 11), bits(22, 10)};
}

template <class T>
T take(ByteSpan& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

Vertex unpack_one(ByteSpan bytes, bool skinned) {
  Vertex vertex;
  vertex.position = take<Vec3>(bytes);
  vertex.normal = unpack_normal(take<std::uint32_t>(bytes));
  vertex.uv[0] = take<glm::vec2>(bytes);
  if (skinned) {
    vertex.bones = take<std::array<std::uint8_t, 3>>(bytes);
    vertex.weights = take<std::array<std::uint8_t, 2>>(bytes);
  }
  vertex.tangent = unpack_normal(take<std::uint32_t>(bytes));
  vertex.binormal = unpack_normal(take<std::uint32_t>(bytes));
  return vertex;
}

}  // namespace

bool sniff(ByteSpan bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kMagic;
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  std::uint32_t magic = 0;
  reader.field("magic", magic);
  if (reader.ok() && magic != kMagic)
    reader.fail(0, "magic", fmt::format("expected {:#x}, got {:#x}", kMagic, magic));
  const std::vector<Entry> entries = read_table(reader);
  File file;
  PathScope scope(reader.path(), "sections");
  for (std::size_t row = 0; row < entries.size() && reader.ok(); ++row) {
    scope.set_row(row);
    reader.charge("section", sizeof(VertexSection));
    read_section(reader, entries[row], file);
  }
  if (!reader.ok()) return fail(reader.error());
  return file;
}

Result<std::vector<Vertex>> unpack(const VertexSection& section) {
  const bool skinned = section.format.view() == "xyznuviiiwwtb";
  if (!skinned && section.format.view() != "xyznuvtb")
    return fail({.field = section.name,
                 .message = fmt::format("format \"{}\" is not known", escape_text(section.format.view()))});
  const std::size_t stride = skinned ? 37 : 32;
  if (section.data.size() / stride < section.count)
    return fail({.field = section.name,
                 .message = fmt::format("{} vertices of {} bytes do not fit {} bytes", section.count, stride,
                                        section.data.size())});
  std::vector<Vertex> vertices(section.count);
  for (std::size_t row = 0; row < vertices.size(); ++row)
    vertices[row] = unpack_one(ByteSpan(section.data).subspan(row * stride, stride), skinned);
  return vertices;
}

}  // namespace mw::wows::primitives
