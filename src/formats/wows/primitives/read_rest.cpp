// What is left of a file that is damaged, or whose end with the table of sections is missing.
#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/detail/primitives_findings.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "items.h"
#include "sections.h"

namespace mw::wows::primitives {
namespace {

/// A section, where it is, and how much of it is missing.
struct SectionPlace {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;  // of what is there
  bool is_whole = true;
};

template <class Header>
Header header_at(ByteSpan bytes) {
  Reader reader(bytes);
  Header header;
  fields(reader, header);
  return header;
}

/// How long the vertices or indices are that begin here; nothing where neither do.
std::optional<std::uint64_t> told_size(ByteSpan bytes) {
  if (is_list(bytes)) {
    const auto header = header_at<IndexHeader>(bytes);
    const std::uint64_t width = header.type.view() == kWideList ? 4 : 2;
    return sizeof(IndexHeader) + width * header.index_count +
           sizeof(Group) * std::uint64_t(header.group_count);
  }
  constexpr std::string_view kFirst = "xyz";  // of every format that is known
  if (bytes.size() < sizeof(VertexHeader) || !text_of(bytes.first(kFirst.size())).starts_with(kFirst))
    return std::nullopt;
  const auto header = header_at<VertexHeader>(bytes);
  const auto layout = layout_called(header.format.view());
  if (!layout) return std::nullopt;
  return sizeof(VertexHeader) + std::uint64_t(layout->stride) * header.count;
}

class RestReader {
 public:
  RestReader(ByteSpan bytes, const Trace* trace) : bytes_(bytes), trace_(trace) {}

  Result<PrimitivesRest> run() {
    if (!by_table()) by_what_they_begin_with();
    for (const Shape& shape : shapes(result_.file)) clip(shape);
    if (shapes(result_.file).empty()) return fail({.message = "neither vertices nor indices are left of it"});
    return std::move(result_);
  }

 private:
  /// Each section by itself: what is wrong with one says nothing of the next.
  bool by_table() {
    Reader reader(bytes_);
    const std::uint64_t table = seek_table(reader);
    std::vector<Section> sections;
    const auto sizes = reader.ok() ? read_table(reader, sections) : std::vector<std::uint32_t>();
    std::uint64_t end = sizeof kMagic;
    for (const std::uint32_t size : sizes) end += size + padding_of(size);
    if (!reader.ok() || sizes.empty() || end != table) return false;
    std::uint64_t begin = sizeof kMagic;
    std::size_t damaged = 0;
    for (std::size_t row = 0; row < sizes.size(); ++row) {
      damaged += read(row, begin, sizes[row], sections[row]) ? 0 : 1;
      begin += sizes[row] + padding_of(sizes[row]);
    }
    result_.file.sections = std::move(sections);
    result_.losses.add(loss::SECTION_DAMAGED, "", damaged, counted(sizes.size(), "section", "sections"),
                       damaged == 1 ? "is" : "are");
    return true;
  }

  bool read(std::size_t row, std::uint64_t begin, std::uint32_t size, Section& section) {
    Reader reader(bytes_, trace_);
    reader.seek(begin, "sections");
    PathScope scope(reader.path(), "sections");
    scope.set_row(row);
    read_section(reader, size, section);
    if (!reader.ok()) section.content = Bytes();
    return reader.ok();
  }

  /// Without a table nothing says how they are called, nor which vertices and indices are of one shape.
  void by_what_they_begin_with() {
    std::vector<SectionPlace> vertices;
    std::vector<SectionPlace> indices;
    for (std::uint64_t at = sizeof kMagic; at < bytes_.size();) {
      const ByteSpan here = bytes_.subspan(at);
      const auto size = told_size(here);
      if (!size) {
        at += kAlignment;
        continue;
      }
      const bool is_whole = *size <= here.size();
      const SectionPlace place{at, is_whole ? *size : here.size(), is_whole};
      (is_list(here) ? indices : vertices).push_back(place);
      at += place.size + padding_of(place.size);
    }
    join(vertices, indices);
    result_.losses.add(loss::TABLE_MISSING, "",
                       counted(vertices.size() + indices.size(), "section is", "sections are"),
                       vertices.size() + indices.size() == 1 ? "it begins" : "they begin");
  }

  /// The groups of indices name as many vertices as their shape has.
  void join(std::vector<SectionPlace>& vertices, const std::vector<SectionPlace>& indices) {
    for (const SectionPlace& place : indices) {
      IndexData data = indices_at(place);
      const auto partner = std::ranges::find_if(vertices, [&](const SectionPlace& each) {
        const auto count = header_at<VertexHeader>(bytes_.subspan(each.begin)).count;
        return !place.is_whole || vertex_count(data) == count;
      });
      if (partner == vertices.end()) continue;
      const std::string name = fmt::format("part_{}", result_.file.sections.size() / 2 + 1);
      add(*partner, name + ".vertices").content = vertices_at(*partner);
      add(place, name + ".indices").content = std::move(data);
      vertices.erase(partner);
    }
  }

  Section& add(const SectionPlace& place, std::string name) {
    const std::size_t row = result_.file.sections.size();
    Section& section = result_.file.sections.emplace_back();
    section.name = std::move(name);
    if (place.is_whole) read(row, place.begin, std::uint32_t(place.size), section);
    return section;
  }

  static std::uint64_t vertex_count(const IndexData& data) {
    std::uint64_t most = 0;
    for (const Group& group : data.groups)
      most = std::max(most, std::uint64_t(group.first_vertex) + group.vertex_count);
    return most;
  }

  VertexData vertices_at(const SectionPlace& place) const {
    VertexData data;
    data.header = header_at<VertexHeader>(bytes_.subspan(place.begin));
    const ByteSpan rows = bytes_.subspan(place.begin, place.size).subspan(sizeof(VertexHeader));
    data.bytes.assign(rows.begin(), rows.end());
    const std::uint64_t stride = layout_called(data.header.format.view())->stride;
    data.header.count = std::uint32_t(std::min<std::uint64_t>(data.header.count, rows.size() / stride));
    data.bytes.resize(data.header.count * stride);
    return data;
  }

  /// Those that are there: of indices whose end is missing the groups are, too.
  IndexData indices_at(const SectionPlace& place) const {
    Section section{.name = "indices"};
    Reader reader(bytes_);
    reader.seek(place.begin, "indices");
    if (place.is_whole) read_section(reader, std::uint32_t(place.size), section);
    if (auto* data = std::get_if<IndexData>(&section.content)) return std::move(*data);
    IndexData data{.type = header_at<IndexHeader>(bytes_.subspan(place.begin)).type,
                   .indices = {},
                   .groups = {},
                   .rest = {}};
    const auto count = header_at<IndexHeader>(bytes_.subspan(place.begin)).index_count;
    const ByteSpan rows = bytes_.subspan(place.begin, place.size).subspan(sizeof(IndexHeader));
    data.indices.resize(std::min<std::size_t>(count, rows.size() / data.index_size()));
    for (std::size_t i = 0; i < data.indices.size(); ++i)
      std::memcpy(&data.indices[i], &rows[i * data.index_size()], data.index_size());
    return data;
  }

  /// Keeps the triangles whose vertices are there.
  void clip(const Shape& shape) {
    auto& data = std::get<IndexData>(result_.file.sections[shape.index_section].content);
    const std::uint32_t count = shape.vertices->header.count;
    if (!data.groups.empty() && vertex_count(data) <= count) return;
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3)
      if (std::max({data.indices[i], data.indices[i + 1], data.indices[i + 2]}) < count)
        kept.insert(kept.end(), &data.indices[i], &data.indices[i] + 3);
    data.groups = {{.first_index = 0,
                    .triangle_count = std::uint32_t(kept.size() / 3),
                    .first_vertex = 0,
                    .vertex_count = count}};
    data.indices = std::move(kept);
  }

  const ByteSpan bytes_;
  const Trace* trace_;
  PrimitivesRest result_;
};

}  // namespace

Result<PrimitivesRest> read_rest(ByteSpan bytes, const Trace* trace) {
  if (!sniff(bytes)) return fail({.message = "is none of these files"});
  return RestReader(bytes, trace).run();
}

}  // namespace mw::wows::primitives
