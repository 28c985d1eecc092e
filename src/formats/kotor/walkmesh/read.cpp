#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <cstring>
#include <utility>

namespace mw::kotor::walkmesh {
namespace {

void read_magic(Reader& reader) {
  const std::string_view magic = text_of(reader.raw("magic", kMagic.size()));
  if (reader.ok() && magic != kMagic)
    reader.fail(0, "magic", fmt::format("expected \"{}\", got \"{}\"", kMagic, escape_text(magic)),
                ErrorCode::not_this_format);
}

template <class Tables>
void read_tables(Reader& reader, Tables& tables) {
  read_magic(reader);
  fields(reader, tables.header);
  for_each_table(tables.header, tables, [&](std::string_view name, auto count, auto offset, auto& rows) {
    reader.table(name, offset, count, rows);
  });
}

/// Calls visit(rows, rows) for each table of two files or views.
void for_each_two_tables(auto& from, auto& to, auto visit) {
  visit(from.vertices, to.vertices);
  visit(from.faces, to.faces);
  visit(from.materials, to.materials);
  visit(from.normals, to.normals);
  visit(from.distances, to.distances);
  visit(from.aabb, to.aabb);
  visit(from.adjacency, to.adjacency);
  visit(from.edges, to.edges);
  visit(from.perimeters, to.perimeters);
}

/// The bytes of a view that neither its header nor a table covers.
std::vector<Unreferenced> gaps_of(const View& view) {
  using Run = std::pair<std::size_t, std::size_t>;
  std::vector<Run> runs = {{0, kHeaderSize}, {view.bytes.size(), view.bytes.size()}};
  for_each_table(view.header, view, [&](std::string_view, auto, std::size_t offset, const auto& rows) {
    if (!rows.empty()) runs.emplace_back(offset, offset + rows.bytes().size());
  });
  std::ranges::sort(runs);
  std::vector<Unreferenced> gaps;
  std::size_t covered = 0;
  for (const auto& [begin, end] : runs) {
    if (begin > covered) {
      const ByteSpan bytes = view.bytes.subspan(covered, begin - covered);
      gaps.push_back({covered, Bytes(bytes.begin(), bytes.end())});
    }
    covered = std::max(covered, end);
  }
  return gaps;
}

}  // namespace

bool sniff(ByteSpan bytes) {
  return text_of(bytes).starts_with(kMagic);
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  read_tables(reader, file);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

Result<View> view(ByteSpan bytes) {
  Reader reader(bytes);
  View view;
  read_tables(reader, view);
  if (!reader.ok()) return fail(reader.error());
  view.bytes = bytes;
  return view;
}

View view(const File& file) {
  View view;
  view.header = file.header;
  view.unreferenced = file.unreferenced;
  for_each_two_tables(file, view, [](const auto& rows, auto& table) {
    table = std::remove_reference_t<decltype(table)>(std::as_bytes(std::span(rows)));
  });
  for_each_table(view.header, view, [](std::string_view, std::uint32_t& count, auto, const auto& rows) {
    count = std::uint32_t(rows.size());
  });
  return view;
}

File to_file(const View& view) {
  File file;
  file.header = view.header;
  for_each_two_tables(view, file, [](const auto& table, auto& rows) {
    rows.resize(table.size());
    if (!rows.empty()) std::memcpy(rows.data(), table.bytes().data(), table.bytes().size());
  });
  file.unreferenced = {view.unreferenced.begin(), view.unreferenced.end()};
  if (!view.bytes.empty()) file.unreferenced = gaps_of(view);
  return file;
}

}  // namespace mw::kotor::walkmesh
