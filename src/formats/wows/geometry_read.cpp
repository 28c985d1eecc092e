#include <fmt/format.h>
#include <meshwright/core/reader.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/vertex_format.h>
#include <algorithm>
#include <cstring>

#include "geometry_places.h"
#include "geometry_read_models.h"

namespace mw::wows::geometry {
namespace {

/// Moves to `size` bytes that a pointer of the record at `base` leads to. False when they are not in the
/// file.
bool go_to(Reader& reader, std::string_view name, std::uint64_t base, std::int64_t pointer,
           std::uint64_t size) {
  const auto offset = resolve(base, pointer);
  if (!offset) {
    reader.fail(base, name, fmt::format("pointer {} leads before the start of the file", pointer));
    return false;
  }
  reader.claim(name, *offset, size, 1);
  return reader.ok();
}

void read_text(Reader& reader, std::string_view name, std::uint64_t base, const PackedString& packed,
               std::string& text) {
  if (packed.char_count == 0 || !go_to(reader, name, base, packed.pointer, packed.char_count)) return;
  const std::string_view chars = text_of(reader.file().subspan(reader.position(), packed.char_count));
  text = chars;
  std::string shown;
  if (chars.find('\0') == chars.size() - 1)
    reader.c_string(name, shown);
  else
    reader.raw(name, packed.char_count);
}

/// Names the elements of plain vertices for a trace.
void trace_vertices(Reader& reader, const VertexBuffer& buffer, std::uint64_t end) {
  const auto layout = parse_vertex_format(text_before_nul(buffer.format));
  const std::uint64_t stride = buffer.prototype.stride;
  const bool known = layout && layout->stride == stride;
  PathScope scope(reader.path(), "data");
  for (std::size_t row = 0; stride != 0 && end - reader.position() >= stride; ++row) {
    scope.set_row(row);
    if (!known) {
      reader.raw({}, stride);
      continue;
    }
    for (const VertexElement& element : layout->elements) reader.raw(name_of(element.kind), element.size);
  }
}

void trace_indices(Reader& reader, const IndexPrototype& prototype, std::uint64_t end) {
  PathScope scope(reader.path(), "data");
  const std::uint64_t size = prototype.index_size;
  for (std::size_t row = 0; (size == 2 || size == 4) && end - reader.position() >= size; ++row) {
    scope.set_row(row);
    std::uint16_t narrow = 0;
    std::uint32_t wide = 0;
    size == 2 ? reader.field({}, narrow) : reader.field({}, wide);
  }
}

bool begins_encoded(ByteSpan bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < kEncodedHeaderSize) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kEncodedMagic;
}

/// `trace_items` names plain items as far as they are whole.
template <class TraceItems>
void read_buffer(Reader& reader, std::uint64_t base, std::int64_t pointer, std::uint64_t size, Buffer& buffer,
                 TraceItems trace_items) {
  if (size == 0 || !go_to(reader, "data", base, pointer, size)) return;
  const ByteSpan bytes = reader.file().subspan(reader.position(), size);
  const std::uint64_t end = reader.position() + size;
  buffer.encoded = begins_encoded(bytes);
  if (buffer.encoded) {
    std::uint32_t magic = 0;
    PathScope scope(reader.path(), "data");
    reader.field("magic", magic);
    reader.field("element_count", buffer.element_count);
    const ByteSpan stream = reader.raw("payload", size - kEncodedHeaderSize);
    buffer.bytes.assign(stream.begin(), stream.end());
    return;
  }
  buffer.bytes.assign(bytes.begin(), bytes.end());
  trace_items(end);
  reader.raw("data", end - reader.position());  // what is left: all of it, or the part of an item
}

void read_vertex_buffers(Reader& reader, File& file) {
  std::vector<VertexPrototype> prototypes;
  reader.table("vertex_buffers", std::uint64_t(file.header.vertex_buffer_pointer),
               file.header.vertex_buffer_count, prototypes);
  reader.charge("vertex_buffers", prototypes.size() * sizeof(VertexBuffer));
  if (!reader.ok()) return;
  file.vertex_buffers.resize(prototypes.size());
  PathScope scope(reader.path(), "vertex_buffers");
  for (std::size_t row = 0; row < prototypes.size() && reader.ok(); ++row) {
    scope.set_row(row);
    VertexBuffer& buffer = file.vertex_buffers[row];
    buffer.prototype = prototypes[row];
    const std::uint64_t base = row_offset(file.header.vertex_buffer_pointer, row, sizeof(VertexPrototype));
    read_text(reader, "format", base + kFormatAt, buffer.prototype.format, buffer.format);
    read_buffer(reader, base, buffer.prototype.data_pointer, buffer.prototype.size, buffer.data,
                [&](std::uint64_t end) {
                  if (reader.is_traced()) trace_vertices(reader, buffer, end);
                });
  }
}

void read_index_buffers(Reader& reader, File& file) {
  std::vector<IndexPrototype> prototypes;
  reader.table("index_buffers", std::uint64_t(file.header.index_buffer_pointer),
               file.header.index_buffer_count, prototypes);
  reader.charge("index_buffers", prototypes.size() * sizeof(IndexBuffer));
  if (!reader.ok()) return;
  file.index_buffers.resize(prototypes.size());
  PathScope scope(reader.path(), "index_buffers");
  for (std::size_t row = 0; row < prototypes.size() && reader.ok(); ++row) {
    scope.set_row(row);
    IndexBuffer& buffer = file.index_buffers[row];
    buffer.prototype = prototypes[row];
    const std::uint64_t base = row_offset(file.header.index_buffer_pointer, row, sizeof(IndexPrototype));
    read_buffer(reader, base, buffer.prototype.data_pointer, buffer.prototype.size, buffer.data,
                [&](std::uint64_t end) {
                  if (reader.is_traced()) trace_indices(reader, buffer.prototype, end);
                });
  }
}

/// Collision and armor models: the same prototypes, other data.
template <class Model>
void read_models(Reader& reader, std::string_view name, std::int64_t pointer, std::uint32_t count,
                 std::vector<Model>& models) {
  std::vector<ModelPrototype> prototypes;
  reader.table(name, std::uint64_t(pointer), count, prototypes);
  reader.charge(name, prototypes.size() * sizeof(Model));
  if (!reader.ok()) return;
  models.resize(prototypes.size());
  PathScope scope(reader.path(), name);
  for (std::size_t row = 0; row < prototypes.size() && reader.ok(); ++row) {
    scope.set_row(row);
    Model& model = models[row];
    model.prototype = prototypes[row];
    const std::uint64_t base = row_offset(pointer, row, sizeof(ModelPrototype));
    if (go_to(reader, "data", base, model.prototype.data_pointer, model.prototype.size))
      read_model(reader, reader.position() + model.prototype.size, model);
    read_text(reader, "name", base + kNameAt, model.prototype.name, model.name);
  }
}

bool fits(std::int64_t pointer, std::uint64_t count, std::size_t stride, std::uint64_t size) {
  if (count == 0) return true;
  return pointer >= std::int64_t(kHeaderSize) && std::uint64_t(pointer) <= size &&
         count <= (size - std::uint64_t(pointer)) / stride;
}

}  // namespace

std::string_view text_before_nul(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

/// There is no magic. The tables either begin as in every original file, which also holds for one that was
/// cut short, or all lie inside the file.
bool sniff(ByteSpan bytes) {
  Reader reader(bytes);
  Header header;
  fields(reader, header);
  if (!reader.ok() || header.vertex_buffer_count == 0) return false;
  const std::uint64_t indices = kHeaderSize + std::uint64_t(header.vertex_mapping_count) * sizeof(Mapping);
  const std::uint64_t buffers = indices + std::uint64_t(header.index_mapping_count) * sizeof(Mapping);
  if (header.vertex_mapping_pointer == kHeaderSize &&
      std::uint64_t(header.index_mapping_pointer) == indices &&
      std::uint64_t(header.vertex_buffer_pointer) == buffers)
    return true;
  return fits(header.vertex_mapping_pointer, header.vertex_mapping_count, sizeof(Mapping), bytes.size()) &&
         fits(header.index_mapping_pointer, header.index_mapping_count, sizeof(Mapping), bytes.size()) &&
         fits(header.vertex_buffer_pointer, header.vertex_buffer_count, sizeof(VertexPrototype),
              bytes.size()) &&
         fits(header.index_buffer_pointer, header.index_buffer_count, sizeof(IndexPrototype), bytes.size()) &&
         fits(header.collision_pointer, header.collision_count, sizeof(ModelPrototype), bytes.size()) &&
         fits(header.armor_pointer, header.armor_count, sizeof(ModelPrototype), bytes.size());
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  Header& header = file.header;
  fields(reader, header);
  reader.table("vertex_mappings", std::uint64_t(header.vertex_mapping_pointer), header.vertex_mapping_count,
               file.vertex_mappings);
  reader.table("index_mappings", std::uint64_t(header.index_mapping_pointer), header.index_mapping_count,
               file.index_mappings);
  read_vertex_buffers(reader, file);
  read_index_buffers(reader, file);
  read_models(reader, "collision_models", header.collision_pointer, header.collision_count,
              file.collision_models);
  read_models(reader, "armor_models", header.armor_pointer, header.armor_count, file.armor_models);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

}  // namespace mw::wows::geometry
