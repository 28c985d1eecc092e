#include <fmt/format.h>
#include <meshwright/core/writer.h>
#include <meshwright/wows/geometry.h>

#include "geometry_places.h"

namespace mw::wows::geometry {
namespace {

/// Starts a piece where a pointer of the record at `base` leads.
void go_to(Writer& writer, std::string_view name, std::uint64_t base, std::int64_t pointer) {
  if (const auto offset = resolve(base, pointer))
    writer.seek(*offset, name);
  else
    writer.fail(name, fmt::format("pointer {} leads before the start of the file", pointer));
}

/// The string's record with its count made from the text.
PackedString counted(Writer& writer, std::string_view name, PackedString packed, const std::string& text) {
  writer.narrow(name, text.size(), packed.char_count);
  return packed;
}

void write_text(Writer& writer, std::string_view name, std::uint64_t base, const PackedString& packed,
                const std::string& text) {
  if (text.empty()) return;
  go_to(writer, name, base, packed.pointer);
  writer.raw(name, bytes_of(text));
}

void write_buffer(Writer& writer, std::string_view name, std::uint64_t base, std::int64_t pointer,
                  const Buffer& buffer) {
  if (data_size(buffer) == 0) return;
  go_to(writer, name, base, pointer);
  if (buffer.encoded) {
    writer.field("magic", kEncodedMagic);
    writer.field("element_count", buffer.element_count);
  }
  writer.raw(name, buffer.bytes);
}

void write_vertex_buffers(Writer& writer, const File& file) {
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row) {
    const VertexBuffer& buffer = file.vertex_buffers[row];
    const std::uint64_t base = row_offset(file.header.vertex_buffer_pointer, row, sizeof(VertexPrototype));
    VertexPrototype prototype = buffer.prototype;
    prototype.format = counted(writer, "vertex_buffers.format", prototype.format, buffer.format);
    writer.narrow("vertex_buffers.size", data_size(buffer.data), prototype.size);
    writer.seek(base, "vertex_buffers");
    fields(writer, prototype);
    write_buffer(writer, "vertex_buffers.data", base, prototype.data_pointer, buffer.data);
    write_text(writer, "vertex_buffers.format", base + kFormatAt, prototype.format, buffer.format);
  }
}

void write_index_buffers(Writer& writer, const File& file) {
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row) {
    const IndexBuffer& buffer = file.index_buffers[row];
    const std::uint64_t base = row_offset(file.header.index_buffer_pointer, row, sizeof(IndexPrototype));
    IndexPrototype prototype = buffer.prototype;
    writer.narrow("index_buffers.size", data_size(buffer.data), prototype.size);
    writer.seek(base, "index_buffers");
    fields(writer, prototype);
    write_buffer(writer, "index_buffers.data", base, prototype.data_pointer, buffer.data);
  }
}

void write_count(Writer& writer, std::string_view name, std::size_t size) {
  std::uint32_t count = 0;
  writer.narrow(name, size, count);
  writer.field(name, count);
}

void write_face(Writer& writer, const HullFace& face, bool flags) {
  if (face.vertices.size() != face.edges.size())
    writer.fail("hulls.faces",
                fmt::format("a face has {} corners, but {} edges", face.vertices.size(), face.edges.size()));
  write_count(writer, "corner_count", face.vertices.size());
  writer.raw("vertices", std::as_bytes(std::span(face.vertices)));
  writer.raw("edges", std::as_bytes(std::span(face.edges)));
  if (flags) writer.field("flag", face.flag);
}

void write_data(Writer& writer, const CollisionModel& model) {
  writer.field("version", model.version);
  if (model.version == kCollisionVersion || model.version == kOldCollisionVersion) {
    write_count(writer, "hull_count", model.hulls.size());
    for (const Hull& hull : model.hulls) {
      write_count(writer, "vertex_count", hull.vertices.size());
      writer.raw("vertices", std::as_bytes(std::span(hull.vertices)));
      write_count(writer, "edge_count", hull.edges.size());
      writer.raw("edges", std::as_bytes(std::span(hull.edges)));
      write_count(writer, "face_count", hull.faces.size());
      for (const HullFace& face : hull.faces) write_face(writer, face, has_flags(model.version));
    }
  } else if (!model.hulls.empty()) {
    writer.fail("collision_models.hulls",
                fmt::format("cannot be written in the unknown version {:#x}", model.version));
  }
  writer.raw("rest", model.rest);
}

void write_data(Writer& writer, const ArmorModel& model) {
  writer.field("id", model.id);
  writer.field("box_min", model.box_min);
  writer.field("box_max", model.box_max);
  write_count(writer, "plate_count", model.plates.size());
  for (const ArmorPlate& plate : model.plates) {
    writer.field("material", plate.material);
    writer.field("layer", plate.layer);
    writer.field("box_min", plate.box_min);
    writer.field("box_max", plate.box_max);
    write_count(writer, "vertex_count", plate.vertices.size());
    writer.raw("vertices", std::as_bytes(std::span(plate.vertices)));
  }
  writer.raw("rest", model.rest);
}

struct ModelNames {
  std::string_view table;
  std::string_view data;
  std::string_view text;
};

template <class Model>
void write_models(Writer& writer, const ModelNames& names, std::int64_t pointer,
                  const std::vector<Model>& models) {
  for (std::size_t row = 0; row < models.size(); ++row) {
    const Model& model = models[row];
    const std::uint64_t base = row_offset(pointer, row, sizeof(ModelPrototype));
    ModelPrototype prototype = model.prototype;
    prototype.size = data_size(model);
    prototype.name = counted(writer, names.text, prototype.name, model.name);
    writer.seek(base, names.table);
    fields(writer, prototype);
    go_to(writer, names.data, base, prototype.data_pointer);
    write_data(writer, model);
    write_text(writer, names.text, base + kNameAt, prototype.name, model.name);
  }
}

/// The header with its counts made from the tables.
Header counted_header(Writer& writer, const File& file) {
  Header header = file.header;
  writer.narrow("vertex_buffer_count", file.vertex_buffers.size(), header.vertex_buffer_count);
  writer.narrow("index_buffer_count", file.index_buffers.size(), header.index_buffer_count);
  writer.narrow("vertex_mapping_count", file.vertex_mappings.size(), header.vertex_mapping_count);
  writer.narrow("index_mapping_count", file.index_mappings.size(), header.index_mapping_count);
  writer.narrow("collision_count", file.collision_models.size(), header.collision_count);
  writer.narrow("armor_count", file.armor_models.size(), header.armor_count);
  return header;
}

/// Places pieces one after another and gives their pointers.
class Layout {
 public:
  std::int64_t table(std::size_t rows, std::size_t stride) { return place(rows * stride); }
  std::int64_t place(std::uint64_t size) {
    const std::uint64_t at = position_;
    position_ += size;
    return std::int64_t(at);
  }
  /// Relative to the record at `base`.
  std::int64_t place_from(std::uint64_t base, std::uint64_t size) { return place(size) - std::int64_t(base); }

 private:
  std::uint64_t position_ = kHeaderSize;
};

template <class Model>
std::int64_t lay_out_models(Layout& layout, std::vector<Model>& models) {
  if (models.empty()) return 0;
  const std::int64_t table = layout.table(models.size(), sizeof(ModelPrototype));
  for (std::size_t row = 0; row < models.size(); ++row) {
    Model& model = models[row];
    const std::uint64_t base = row_offset(table, row, sizeof(ModelPrototype));
    model.prototype.data_pointer = layout.place_from(base, data_size(model));
    model.prototype.name.pointer = layout.place_from(base + kNameAt, model.name.size());
  }
  return table;
}

}  // namespace

std::uint64_t data_size(const CollisionModel& model) {
  std::uint64_t size = 4 + model.rest.size();
  if (model.version != kCollisionVersion && model.version != kOldCollisionVersion) return size;
  size += 4;
  for (const Hull& hull : model.hulls) {
    size += 12 + hull.vertices.size() * sizeof(Vec3) + hull.edges.size() * sizeof(HullEdge);
    for (const HullFace& face : hull.faces)
      size += 4 + 4 * (face.vertices.size() + face.edges.size()) + (has_flags(model.version) ? 4 : 0);
  }
  return size;
}

std::uint64_t data_size(const ArmorModel& model) {
  std::uint64_t size = 32 + model.rest.size();
  for (const ArmorPlate& plate : model.plates) size += 32 + plate.vertices.size() * sizeof(ArmorVertex);
  return size;
}

Result<Bytes> write(const File& file) {
  Writer writer;
  writer.seek(0, "header");
  const Header header = counted_header(writer, file);
  fields(writer, header);
  writer.table("vertex_mappings", std::uint64_t(header.vertex_mapping_pointer), file.vertex_mappings);
  writer.table("index_mappings", std::uint64_t(header.index_mapping_pointer), file.index_mappings);
  write_vertex_buffers(writer, file);
  write_index_buffers(writer, file);
  write_models(writer, {"collision_models", "collision_models.data", "collision_models.name"},
               header.collision_pointer, file.collision_models);
  write_models(writer, {"armor_models", "armor_models.data", "armor_models.name"}, header.armor_pointer,
               file.armor_models);
  for (const Unreferenced& gap : file.unreferenced) {
    writer.seek(gap.offset, kUnreferenced);
    writer.raw(kUnreferenced, gap.bytes);
  }
  return writer.finish();
}

void lay_out(File& file) {
  Layout layout;
  file.header.vertex_mapping_pointer = layout.table(file.vertex_mappings.size(), sizeof(Mapping));
  file.header.index_mapping_pointer = layout.table(file.index_mappings.size(), sizeof(Mapping));
  file.header.vertex_buffer_pointer = layout.table(file.vertex_buffers.size(), sizeof(VertexPrototype));
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row) {
    VertexBuffer& buffer = file.vertex_buffers[row];
    const std::uint64_t base = row_offset(file.header.vertex_buffer_pointer, row, sizeof(VertexPrototype));
    buffer.prototype.data_pointer = layout.place_from(base, data_size(buffer.data));
    buffer.prototype.format.pointer = layout.place_from(base + kFormatAt, buffer.format.size());
  }
  file.header.index_buffer_pointer = layout.table(file.index_buffers.size(), sizeof(IndexPrototype));
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row) {
    IndexBuffer& buffer = file.index_buffers[row];
    const std::uint64_t base = row_offset(file.header.index_buffer_pointer, row, sizeof(IndexPrototype));
    buffer.prototype.data_pointer = layout.place_from(base, data_size(buffer.data));
  }
  file.header.collision_pointer = lay_out_models(layout, file.collision_models);
  file.header.armor_pointer = lay_out_models(layout, file.armor_models);
  file.unreferenced.clear();
}

}  // namespace mw::wows::geometry
