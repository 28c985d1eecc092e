#include <cmath>

#include "geometry_json_buffers.h"

namespace mw::wows::geometry {

/// Rows that look different in JSON than in the file.

/// The density as a number, unless that would lose bits.
void fields(JsonWriter& json, const Mapping& mapping) {
  json.field("id", mapping.id);
  json.field("buffer", mapping.buffer);
  const float density = half_to_float(mapping.packed_density);
  if (std::isnan(density))
    json.field("packed_density", mapping.packed_density);
  else
    json.field("density", density);
  json.field("offset", mapping.offset);
  json.field("count", mapping.count);
}

void fields(JsonReader& json, Mapping& mapping) {
  json.field("id", mapping.id);
  json.field("buffer", mapping.buffer);
  if (json.has("packed_density")) {
    json.field("packed_density", mapping.packed_density);
  } else {
    float density = 0;
    json.field("density", density);
    mapping.packed_density = float_to_half(density);
  }
  json.field("offset", mapping.offset);
  json.field("count", mapping.count);
}

void fields(JsonWriter& json, const ArmorVertex& vertex) {
  json.field("position", vertex.position);
  json.field("normal", Vec3(unpack_unit(vertex.normal[0]), unpack_unit(vertex.normal[1]),
                            unpack_unit(vertex.normal[2])));
  if (vertex.unknown_0x0f != 0) json.field("unknown_0x0f", vertex.unknown_0x0f);
}

void fields(JsonReader& json, ArmorVertex& vertex) {
  Vec3 normal{0};
  json.field("position", vertex.position);
  json.field("normal", normal);
  vertex.normal = {pack_unit(normal.x), pack_unit(normal.y), pack_unit(normal.z)};
  if (json.has("unknown_0x0f")) json.field("unknown_0x0f", vertex.unknown_0x0f);
}

void fields(auto& json, Like<ArmorPlate> auto& plate) {
  json.field("material", plate.material);
  json.field("layer", plate.layer);
  json.field("box_min", plate.box_min);
  json.field("box_max", plate.box_max);
  json.table("vertices", plate.vertices);
}

void fields(auto& json, Like<HullFace> auto& face) {
  json.table("vertices", face.vertices);
  json.table("edges", face.edges);
  json.field("flag", face.flag);
}

void fields(auto& json, Like<Hull> auto& hull) {
  json.table("vertices", hull.vertices);
  json.table("edges", hull.edges);
  json.table("faces", hull.faces);
}

void fields(JsonWriter& json, const CollisionModel& model) {
  write_packed_text(json, "name", "name_bytes", model.name);
  json.field("version", model.version);
  json.table("hulls", model.hulls);
  json.field("rest", model.rest);
}

void fields(JsonReader& json, CollisionModel& model) {
  read_packed_text(json, "name", "name_bytes", model.name);
  json.field("version", model.version);
  json.table("hulls", model.hulls);
  json.field("rest", model.rest);
}

void fields(JsonWriter& json, const ArmorModel& model) {
  write_packed_text(json, "name", "name_bytes", model.name);
  json.field("id", model.id);
  json.field("box_min", model.box_min);
  json.field("box_max", model.box_max);
  json.table("plates", model.plates);
  json.field("rest", model.rest);
}

void fields(JsonReader& json, ArmorModel& model) {
  read_packed_text(json, "name", "name_bytes", model.name);
  json.field("id", model.id);
  json.field("box_min", model.box_min);
  json.field("box_max", model.box_max);
  json.table("plates", model.plates);
  json.field("rest", model.rest);
}

namespace {

constexpr std::string_view kFormatId = "wows-geometry";

/// Where the parts of one record are, as the record says it.
struct Pointers {
  std::int64_t data = 0;
  std::int64_t text = 0;
  std::uint32_t unknown_0x04 = 0;  // of the string's record
};

constexpr void fields(auto& io, Like<Pointers> auto& pointers) {
  io.field("data", pointers.data);
  io.field("text", pointers.text);
  io.field("text_unknown_0x04", pointers.unknown_0x04);
}

/// The pointers of a file, so that everything stays where it was.
struct Layout {
  Header header;
  std::vector<Pointers> vertex_buffers;
  std::vector<std::int64_t> index_buffers;
  std::vector<Pointers> collision_models;
  std::vector<Pointers> armor_models;
};

constexpr void fields(auto& io, Like<Layout> auto& layout) {
  io.field("vertex_mapping_pointer", layout.header.vertex_mapping_pointer);
  io.field("index_mapping_pointer", layout.header.index_mapping_pointer);
  io.field("vertex_buffer_pointer", layout.header.vertex_buffer_pointer);
  io.field("index_buffer_pointer", layout.header.index_buffer_pointer);
  io.field("collision_pointer", layout.header.collision_pointer);
  io.field("armor_pointer", layout.header.armor_pointer);
  io.table("vertex_buffers", layout.vertex_buffers);
  io.table("index_buffers", layout.index_buffers);
  io.table("collision_models", layout.collision_models);
  io.table("armor_models", layout.armor_models);
}

Pointers pointers_of(std::int64_t data, const PackedString& text) {
  return {data, text.pointer, text.unknown_0x04};
}

Layout layout_of_file(const File& file) {
  Layout layout{file.header, {}, {}, {}, {}};
  for (const VertexBuffer& buffer : file.vertex_buffers)
    layout.vertex_buffers.push_back(pointers_of(buffer.prototype.data_pointer, buffer.prototype.format));
  for (const IndexBuffer& buffer : file.index_buffers)
    layout.index_buffers.push_back(buffer.prototype.data_pointer);
  for (const CollisionModel& model : file.collision_models)
    layout.collision_models.push_back(pointers_of(model.prototype.data_pointer, model.prototype.name));
  for (const ArmorModel& model : file.armor_models)
    layout.armor_models.push_back(pointers_of(model.prototype.data_pointer, model.prototype.name));
  return layout;
}

void apply(const Pointers& pointers, std::int64_t& data, PackedString& text) {
  data = pointers.data;
  text.pointer = pointers.text;
  text.unknown_0x04 = pointers.unknown_0x04;
}

/// False when the layout is of another number of records.
bool apply(const Layout& layout, File& file) {
  if (layout.vertex_buffers.size() != file.vertex_buffers.size() ||
      layout.index_buffers.size() != file.index_buffers.size() ||
      layout.collision_models.size() != file.collision_models.size() ||
      layout.armor_models.size() != file.armor_models.size())
    return false;
  file.header = layout.header;
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row) {
    VertexPrototype& prototype = file.vertex_buffers[row].prototype;
    apply(layout.vertex_buffers[row], prototype.data_pointer, prototype.format);
  }
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row)
    file.index_buffers[row].prototype.data_pointer = layout.index_buffers[row];
  const auto apply_models = [](const std::vector<Pointers>& pointers, auto& models) {
    for (std::size_t row = 0; row < models.size(); ++row)
      apply(pointers[row], models[row].prototype.data_pointer, models[row].prototype.name);
  };
  apply_models(layout.collision_models, file.collision_models);
  apply_models(layout.armor_models, file.armor_models);
  return true;
}

void write_buffers(JsonWriter& json, const File& file) {
  const Decoded decoded = decode(file);
  json.key("vertex_buffers");
  json.begin_array();
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row)
    write_vertex_buffer(json, file.vertex_buffers[row], decoded.vertices[row]);
  json.end_array();
  json.key("index_buffers");
  json.begin_array();
  for (std::size_t row = 0; row < file.index_buffers.size(); ++row)
    write_index_buffer(json, file.index_buffers[row], decoded.indices[row]);
  json.end_array();
}

void read_layout(JsonReader& json, File& file) {
  if (!json.has("layout")) return lay_out(file);
  Layout layout;
  json.field("layout", layout);
  json.table(kUnreferenced, file.unreferenced);
  if (json.ok() && !apply(layout, file))
    json.fail("layout: not of as many buffers and models as the file has");
}

}  // namespace

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  json.begin_object();
  json.member("format", kFormatId);
  json.table("vertex_mappings", file.vertex_mappings);
  json.table("index_mappings", file.index_mappings);
  write_buffers(json, file);
  json.table("collision_models", file.collision_models);
  json.table("armor_models", file.armor_models);
  json.field("layout", layout_of_file(file));
  json.table(kUnreferenced, file.unreferenced);
  json.end_object();
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file;
  std::string format;
  json.field("format", format);
  json.table("vertex_mappings", file.vertex_mappings);
  json.table("index_mappings", file.index_mappings);
  json.table("vertex_buffers", file.vertex_buffers);
  json.table("index_buffers", file.index_buffers);
  json.table("collision_models", file.collision_models);
  json.table("armor_models", file.armor_models);
  read_layout(json, file);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::wows::geometry
