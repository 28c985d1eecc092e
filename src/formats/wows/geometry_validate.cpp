#include "geometry_validate.h"

#include <fmt/format.h>
#include <algorithm>

#include "geometry_places.h"

namespace mw::wows::geometry {
namespace {

constexpr FindingKind kKinds[] = {
#define MW_FINDING(code, severity, message, meaning) \
  {"GEOMETRY_" #code, Severity::severity, message, meaning},
#include "geometry_findings.def"
#undef MW_FINDING
};

Place row_place(std::string_view table, std::int64_t pointer, std::size_t stride, std::size_t row,
                std::string_view field, std::size_t byte) {
  return {row_path(table, row, field), row_offset(pointer, row, stride) + byte};
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

template <class Model>
void add_models(Pieces& pieces, std::string_view table, std::int64_t pointer,
                const std::vector<Model>& models) {
  pieces.add(std::string(table), std::uint64_t(pointer), models.size() * sizeof(ModelPrototype));
  for (std::size_t row = 0; row < models.size(); ++row) {
    const std::uint64_t base = row_offset(pointer, row, sizeof(ModelPrototype));
    pieces.add(row_path(table, row, "data"), base, models[row].prototype.data_pointer,
               data_size(models[row]));
    pieces.add(row_path(table, row, "name"), base + kNameAt, models[row].prototype.name.pointer,
               models[row].name.size());
  }
}

/// All parts in the order of the original files.
std::vector<Piece> pieces_of(const File& file) {
  const Header& header = file.header;
  Pieces pieces;
  pieces.add("header", 0, std::uint64_t(kHeaderSize));
  pieces.add("vertex_mappings", std::uint64_t(header.vertex_mapping_pointer),
             file.vertex_mappings.size() * sizeof(Mapping));
  pieces.add("index_mappings", std::uint64_t(header.index_mapping_pointer),
             file.index_mappings.size() * sizeof(Mapping));
  pieces.add("vertex_buffers", std::uint64_t(header.vertex_buffer_pointer),
             file.vertex_buffers.size() * sizeof(VertexPrototype));
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row) {
    const VertexBuffer& buffer = file.vertex_buffers[row];
    const std::uint64_t base = row_offset(header.vertex_buffer_pointer, row, sizeof(VertexPrototype));
    pieces.add(row_path("vertex_buffers", row, "data"), base, buffer.prototype.data_pointer,
               data_size(buffer.data));
    pieces.add(row_path("vertex_buffers", row, "format"), base + kFormatAt, buffer.prototype.format.pointer,
               buffer.format.size());
  }
  pieces.add("index_buffers", std::uint64_t(header.index_buffer_pointer),
             file.index_buffers.size() * sizeof(IndexPrototype));
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row) {
    const std::uint64_t base = row_offset(header.index_buffer_pointer, row, sizeof(IndexPrototype));
    pieces.add(row_path("index_buffers", row, "data"), base, file.index_buffers[row].prototype.data_pointer,
               data_size(file.index_buffers[row].data));
  }
  add_models(pieces, "collision_models", header.collision_pointer, file.collision_models);
  add_models(pieces, "armor_models", header.armor_pointer, file.armor_models);
  return std::move(pieces.all);
}

/// Each part against the one that reaches furthest before it: as many findings as parts at most.
void check_overlap(Check& check, std::vector<Piece> pieces) {
  std::ranges::stable_sort(pieces, {}, &Piece::begin);
  const Piece* furthest = nullptr;
  for (const Piece& piece : pieces) {
    if (furthest != nullptr && piece.begin < furthest->end)
      check.add(Code::PIECE_OVERLAP, {piece.name, piece.begin},
                std::min(furthest->end, piece.end) - piece.begin, furthest->name);
    if (furthest == nullptr || piece.end > furthest->end) furthest = &piece;
  }
}

void check_order(Check& check, const std::vector<Piece>& pieces) {
  for (std::size_t i = 1; i < pieces.size(); ++i)
    if (pieces[i].begin < pieces[i - 1].begin)
      check.add(Code::PIECE_ORDER, {pieces[i].name, pieces[i].begin}, pieces[i - 1].name);
}

void check_empty_tables(Check& check) {
  const Header& header = check.file.header;
  if (check.file.collision_models.empty() && header.collision_pointer != 0)
    check.add(Code::POINTER_WITHOUT_ROWS, {"collision_pointer", 56}, header.collision_pointer);
  if (check.file.armor_models.empty() && header.armor_pointer != 0)
    check.add(Code::POINTER_WITHOUT_ROWS, {"armor_pointer", 64}, header.armor_pointer);
}

void check_unreferenced(Check& check) {
  const auto& gaps = check.file.unreferenced;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    check.add(Code::UNREFERENCED_BYTES, {row_path(kUnreferenced, i), gaps[i].offset}, gaps[i].bytes.size());
}

/// `base` is where the string's record lies.
void check_text(Check& check, const std::string& where, std::uint64_t base, const PackedString& packed,
                const std::string& text) {
  if (packed.unknown_0x04 != 0)
    check.add(Code::PADDING_NOT_ZERO, {where + ".unknown_0x04", base + 4}, packed.unknown_0x04);
  if (text.find('\0') != text.size() - 1)
    check.add(Code::TEXT_NOT_TERMINATED, {where, resolve(base, packed.pointer)}, text.size());
}

template <class Model>
void check_model_texts(Check& check, std::string_view table, std::int64_t pointer,
                       const std::vector<Model>& models) {
  for (std::size_t row = 0; row < models.size(); ++row)
    check_text(check, row_path(table, row, "name"),
               row_offset(pointer, row, sizeof(ModelPrototype)) + kNameAt, models[row].prototype.name,
               models[row].name);
}

void check_texts(Check& check) {
  const File& file = check.file;
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row)
    check_text(check, row_path("vertex_buffers", row, "format"),
               row_offset(file.header.vertex_buffer_pointer, row, sizeof(VertexPrototype)) + kFormatAt,
               file.vertex_buffers[row].prototype.format, file.vertex_buffers[row].format);
  check_model_texts(check, "collision_models", file.header.collision_pointer, file.collision_models);
  check_model_texts(check, "armor_models", file.header.armor_pointer, file.armor_models);
}

}  // namespace

std::string row_path(std::string_view table, std::size_t row, std::string_view field) {
  std::string path = fmt::format("{}[{}]", table, row);
  if (!field.empty()) path.append(".").append(field);
  return path;
}

Place Check::vertex_mapping(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("vertex_mappings", file.header.vertex_mapping_pointer, sizeof(Mapping), row, field, byte);
}
Place Check::index_mapping(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("index_mappings", file.header.index_mapping_pointer, sizeof(Mapping), row, field, byte);
}
Place Check::vertex_buffer(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("vertex_buffers", file.header.vertex_buffer_pointer, sizeof(VertexPrototype), row, field,
                   byte);
}
Place Check::index_buffer(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("index_buffers", file.header.index_buffer_pointer, sizeof(IndexPrototype), row, field,
                   byte);
}

Place Check::vertex(std::size_t buffer, std::size_t row, const VertexElement& element) const {
  const VertexBuffer& rows = file.vertex_buffers[buffer];
  Place place{fmt::format("vertex_buffers[{}].data[{}].{}", buffer, row, name_of(element.kind))};
  if (rows.data.encoded) return place;
  const std::uint64_t base = row_offset(file.header.vertex_buffer_pointer, buffer, sizeof(VertexPrototype));
  if (const auto data = resolve(base, rows.prototype.data_pointer))
    place.offset = *data + row * rows.prototype.stride + element.offset;
  return place;
}

std::span<const FindingKind> finding_kinds() {
  return kKinds;
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
