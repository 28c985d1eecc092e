#include "validate.h"

#include <fmt/format.h>
#include <algorithm>

#include "geometry/places.h"

namespace mw::wows::geometry {
namespace {

template <class Record>
Place row_place(std::string_view table, std::int64_t pointer, std::size_t row, FieldOf<Record> field) {
  return {row_path(table, row, field.name), row_offset<Record>(pointer, row) + field.byte};
}

template <class Record>
Place data_place(std::string_view table, std::int64_t pointer, std::size_t row, const Record& record,
                 FieldOf<EncodedHeader> field) {
  Place place{row_path(table, row, "data"), resolve(row_offset<Record>(pointer, row), record.data_pointer)};
  if (!field.name.empty()) place.where.append(".").append(field.name);
  if (place.offset) *place.offset += field.byte;
  return place;
}

/// A part of the file.
struct Piece {
  std::string name;
  std::uint64_t begin;
  std::uint64_t end;
};

class Pieces {
 public:
  void add(std::string name, std::uint64_t begin, std::uint64_t size) {
    if (size > 0) all.push_back({std::move(name), begin, begin + size});
  }
  void add(std::string name, std::uint64_t base, std::int64_t pointer, std::uint64_t size) {
    if (const auto begin = resolve(base, pointer)) add(std::move(name), *begin, size);
  }
  std::vector<Piece> all;
};

/// The data of a model has no name of its own in the dump: its fields are those of the model.
template <class Row>
std::string data_path(std::string_view table, std::size_t row) {
  constexpr bool kIsModel = std::is_same_v<RecordOf<Row>, ModelPrototype>;
  return row_path(table, row, kIsModel ? "" : "data");
}

template <class Row>
void add_parts(Pieces& pieces, std::string_view table, std::int64_t pointer, const std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const std::uint64_t base = row_offset<RecordOf<Row>>(pointer, i);
    for_each_part(
        row.prototype, row,
        [&](std::string_view, std::int64_t data, auto) {
          pieces.add(data_path<Row>(table, i), base, data, data_size(row));
        },
        [&](std::string_view name, std::uint64_t byte, const PackedString& packed, const std::string& text) {
          pieces.add(row_path(table, i, leaf_of(name)), base + byte, packed.pointer, text.size());
        });
  }
}

/// All parts in the order of the original files.
std::vector<Piece> pieces_of(const File& file) {
  Pieces pieces;
  pieces.add("header", 0, std::uint64_t(kHeaderSize));
  for_each_table(file.header, file, [&](std::string_view name, auto, auto pointer, const auto& rows) {
    using Row = std::remove_cvref_t<decltype(rows[0])>;
    pieces.add(std::string(name), std::uint64_t(pointer), std::uint64_t(rows.size()) * sizeof(RecordOf<Row>));
    if constexpr (!std::is_same_v<Row, Mapping>) add_parts(pieces, name, pointer, rows);
  });
  return std::move(pieces.all);
}

/// Each part against the one that reaches furthest before it: as many findings as parts at most.
void check_overlap(Check& check, std::vector<Piece> pieces) {
  std::ranges::stable_sort(pieces, {}, &Piece::begin);
  const Piece* furthest = nullptr;
  for (const Piece& piece : pieces) {
    if (furthest != nullptr && piece.begin < furthest->end)
      check.add(finding::PIECE_OVERLAP, {piece.name, piece.begin},
                std::min(furthest->end, piece.end) - piece.begin, furthest->name);
    if (furthest == nullptr || piece.end > furthest->end) furthest = &piece;
  }
}

void check_order(Check& check, const std::vector<Piece>& pieces) {
  for (std::size_t i = 1; i < pieces.size(); ++i)
    if (pieces[i].begin < pieces[i - 1].begin)
      check.add(finding::PIECE_OUT_OF_ORDER, {pieces[i].name, pieces[i].begin}, pieces[i - 1].name);
}

void check_empty_tables(Check& check) {
  const auto test = [&](bool empty, std::int64_t pointer, FieldOf<Header> field) {
    if (empty && pointer != 0)
      check.add(finding::POINTER_NOT_ZERO, {std::string(field.name), field.byte}, pointer);
  };
  const Header& header = check.file.header;
  test(check.file.collision_models.empty(), header.collision_pointer, "collision_pointer");
  test(check.file.armor_models.empty(), header.armor_pointer, "armor_pointer");
}

void check_unreferenced(Check& check) {
  const auto& gaps = check.file.unreferenced;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    check.add(finding::UNREFERENCED_BYTES, {row_path(kUnreferenced, i), gaps[i].offset},
              gaps[i].bytes.size());
}

/// `base` is where the string's record lies.
void check_text(Check& check, const std::string& where, std::uint64_t base, const PackedString& packed,
                const std::string& text) {
  constexpr FieldOf<PackedString> kPadding = "unknown_0x04";
  if (packed.unknown_0x04 != 0)
    check.add(finding::PADDING_NOT_ZERO, {fmt::format("{}.{}", where, kPadding.name), base + kPadding.byte},
              packed.unknown_0x04);
  if (!text.empty() && !ends_with_its_nul(text))
    check.add(finding::TEXT_NOT_TERMINATED, {where, resolve(base, packed.pointer)}, text.size());
}

void check_texts(Check& check) {
  for_each_table(
      check.file.header, check.file, [&](std::string_view table, auto, auto pointer, const auto& rows) {
        using Row = std::remove_cvref_t<decltype(rows[0])>;
        for (std::size_t i = 0; i < rows.size(); ++i)
          if constexpr (!std::is_same_v<Row, Mapping>)
            for_each_part(
                rows[i].prototype, rows[i], [](auto&&...) {},
                [&](std::string_view name, std::uint64_t byte, const auto& packed, const auto& text) {
                  check_text(check, row_path(table, i, leaf_of(name)),
                             row_offset<RecordOf<Row>>(pointer, i) + byte, packed, text);
                });
      });
}

}  // namespace

std::string row_path(std::string_view table, std::size_t row, std::string_view field) {
  std::string path = fmt::format("{}[{}]", table, row);
  if (!field.empty()) path.append(".").append(field);
  return path;
}

Place payload(Place data) {
  data.where += ".payload";
  if (data.offset) *data.offset += sizeof(EncodedHeader);
  return data;
}

Place Check::vertex_mapping(std::size_t row, FieldOf<Mapping> field) const {
  return row_place("vertex_mappings", file.header.vertex_mapping_pointer, row, field);
}
Place Check::index_mapping(std::size_t row, FieldOf<Mapping> field) const {
  return row_place("index_mappings", file.header.index_mapping_pointer, row, field);
}
Place Check::vertex_buffer(std::size_t row, FieldOf<VertexPrototype> field) const {
  return row_place("vertex_buffers", file.header.vertex_buffer_pointer, row, field);
}
Place Check::index_buffer(std::size_t row, FieldOf<IndexPrototype> field) const {
  return row_place("index_buffers", file.header.index_buffer_pointer, row, field);
}
Place Check::format(std::size_t row) const {
  const Place packed = vertex_buffer(row, "format");
  return {packed.where, resolve(*packed.offset, file.vertex_buffers[row].prototype.format.pointer)};
}
Place Check::vertex_data(std::size_t row, FieldOf<EncodedHeader> field) const {
  return data_place("vertex_buffers", file.header.vertex_buffer_pointer, row,
                    file.vertex_buffers[row].prototype, field);
}
Place Check::index_data(std::size_t row, FieldOf<EncodedHeader> field) const {
  return data_place("index_buffers", file.header.index_buffer_pointer, row, file.index_buffers[row].prototype,
                    field);
}

Place Check::vertex(std::size_t buffer, std::size_t row, const VertexElement& element) const {
  const VertexBuffer& rows = file.vertex_buffers[buffer];
  Place place = vertex_data(buffer);
  place.where += fmt::format("[{}].{}", row, name_of(element.kind));
  if (rows.data.encoded)
    place.offset.reset();
  else if (place.offset)
    *place.offset += std::uint64_t(row) * rows.prototype.stride + element.offset;
  return place;
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void check_container(Check& check) {
  const std::vector<Piece> pieces = pieces_of(check.file);
  check_overlap(check, pieces);
  check_order(check, pieces);
  check_empty_tables(check);
  check_unreferenced(check);
  check_texts(check);
}

void validate(const File& file, Findings& findings) {
  Check check{file, findings, decode(file)};
  check_container(check);
  check_mappings(check);
  check_buffers(check);
  check_pairs(check);
  check_vertices(check);
  check_collision(check);
  check_armor(check);
}

}  // namespace mw::wows::geometry
