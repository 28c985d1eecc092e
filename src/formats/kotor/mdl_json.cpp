#include <fmt/format.h>
#include <meshwright/core/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <bit>
#include <map>

#include "mdl_variant.h"

namespace mw::kotor::mdl {

// JSON leaves out what the tables tell. These overloads are preferred to the lists of fields that bytes use.
void fields(JsonWriter& json, const Array& array) {
  json.field("offset", array.offset);
  if (array.count != array.reserved) json.field("reserved", array.reserved);
}

void fields(JsonReader& json, Array& array) {
  json.field("offset", array.offset);
  array.count = array.reserved = 0;
  if (!json.has("reserved")) return;
  json.field("reserved", array.reserved);
  array.count = ~array.reserved;  // any other number: writing keeps a second count that differs
}

void fields(JsonWriter& json, const Link& link) {
  if (link.row == kNoRow)
    json.field("offset", link.offset);
  else if (link.row != kImplied)
    json.field("row", link.row);
}

void fields(JsonReader& json, Link& link) {
  link = {};
  if (json.has("row")) return json.field("row", link.row);
  if (!json.has("offset")) return;
  link.row = kNoRow;
  json.field("offset", link.offset);
}

void fields(JsonWriter& json, const AabbNode& node) {
  json.field("offset", node.offset);
  fields<JsonWriter>(json, node);
}

void fields(JsonReader& json, AabbNode& node) {
  json.field("offset", node.offset);
  fields<JsonReader>(json, node);
}

namespace {

constexpr std::string_view kFormatId = "kotor-mdl";
constexpr std::string_view kKept = "kept";

/// A member that is left out when there is nothing to say. The reader takes what is there.
template <class T>
void optional_table(JsonWriter& json, std::string_view name, const std::vector<T>& rows) {
  if (!rows.empty()) json.table(name, rows);
}
template <class T>
void optional_table(JsonReader& json, std::string_view name, std::vector<T>& rows) {
  if (json.has(name)) json.table(name, rows);
}

void optional_bytes(JsonWriter& json, std::string_view name, const Bytes& bytes) {
  if (!bytes.empty()) json.field(name, bytes);
}
void optional_bytes(JsonReader& json, std::string_view name, Bytes& bytes) {
  if (json.has(name)) json.field(name, bytes);
}

template <class T>
void optional_part(JsonWriter& json, std::string_view name, const Boxed<T>& part) {
  if (part) json.field(name, *part);
}
template <class T>
void optional_part(JsonReader& json, std::string_view name, Boxed<T>& part) {
  if (json.has(name)) json.field(name, part.emplace());
}

void optional_dirt(JsonWriter& json, const MeshDirt& dirt) {
  const bool is_default = dirt.enabled == 0 && dirt.padding_0x13b == 0 && dirt.texture == 0 &&
                          dirt.coordinate_space == 0 && dirt.hide_in_holograms == 0 &&
                          dirt.padding_0x141 == 0;
  if (!is_default) json.field("dirt", dirt);
}
void optional_dirt(JsonReader& json, MeshDirt& dirt) {
  if (json.has("dirt")) json.field("dirt", dirt);
}

}  // namespace

void fields(auto& json, Like<IndexList> auto& list) {
  json.table("vertices", list.vertices);
}

void fields(auto& json, Like<VertexRows> auto& rows) {
  optional_table(json, "positions", rows.positions);
  optional_table(json, "normals", rows.normals);
  optional_table(json, "packed_normals", rows.packed_normals);
  optional_table(json, "colors", rows.colors);
  optional_table(json, "uvs_1", rows.uvs[0]);
  optional_table(json, "uvs_2", rows.uvs[1]);
  optional_table(json, "uvs_3", rows.uvs[2]);
  optional_table(json, "uvs_4", rows.uvs[3]);
  optional_table(json, "tangents_1", rows.tangents[0]);
  optional_table(json, "tangents_2", rows.tangents[1]);
  optional_table(json, "tangents_3", rows.tangents[2]);
  optional_table(json, "tangents_4", rows.tangents[3]);
  optional_table(json, "packed_tangents_1", rows.packed_tangents[0]);
  optional_table(json, "packed_tangents_2", rows.packed_tangents[1]);
  optional_table(json, "packed_tangents_3", rows.packed_tangents[2]);
  optional_table(json, "packed_tangents_4", rows.packed_tangents[3]);
  optional_table(json, "weights", rows.weights);
  optional_table(json, "bones", rows.bones);
  optional_table(json, "packed_bones", rows.packed_bones);
  optional_bytes(json, "rest", rows.rest);
}

void fields(auto& json, Like<VertexData> auto& data) {
  json.field("rows", data.rows);
  optional_part(json, "sentinel", data.sentinel);
  optional_bytes(json, "padding", data.padding);
}

void fields(auto& json, Like<Skin> auto& skin) {
  json.field("header", skin.header);
  optional_table(json, "bone_map", skin.bone_map);
  optional_table(json, "packed_bone_map", skin.packed_bone_map);
  json.table("qbones", skin.qbones);
  json.table("tbones", skin.tbones);
  json.table("unknown_0x34", skin.unknown_0x34);
}

void fields(auto& json, Like<Dangly> auto& dangly) {
  json.field("header", dangly.header);
  optional_table(json, "constraints", dangly.constraints);
  optional_table(json, "wide_constraints", dangly.wide_constraints);
  json.table("vertices", dangly.vertices);
}

void fields(auto& json, Like<Aabb> auto& aabb) {
  json.field("offset", aabb.offset);
  json.table("nodes", aabb.nodes);
}

void fields(auto& json, Like<Saber> auto& saber) {
  json.field("header", saber.header);
  json.table("vertices", saber.vertices);
  json.table("normals", saber.normals);
  json.table("uvs", saber.uvs);
}

void fields(auto& json, Like<Mesh> auto& mesh) {
  json.field("header", mesh.header);
  optional_dirt(json, mesh.dirt);
  json.field("tail", mesh.tail);
  json.field("vertices_offset", mesh.vertices_offset);
  json.table("faces", mesh.faces);
  json.table("index_counts", mesh.index_counts);
  json.table("index_offsets", mesh.index_offsets);
  json.table("inverted_counters", mesh.inverted_counters);
  json.table("index_lists", mesh.index_lists);
  optional_table(json, "vertices", mesh.vertices);
  optional_part(json, "skin", mesh.skin);
  optional_part(json, "anim", mesh.anim);
  optional_part(json, "dangly", mesh.dangly);
  optional_part(json, "aabb", mesh.aabb);
  optional_part(json, "saber", mesh.saber);
  optional_part(json, "mdx", mesh.mdx);
}

void fields(auto& json, Like<Light> auto& light) {
  json.field("header", light.header);
  json.table("textures", light.textures);
  json.table("flare_sizes", light.flare_sizes);
  json.table("flare_positions", light.flare_positions);
  json.table("flare_colors", light.flare_colors);
}

namespace {

/// A controller together with its part of the node's data, which only it gives a meaning.
struct JsonController {
  std::string name;
  Controller controller;
  std::vector<float> times = {};
  std::vector<float> values = {};          // row after row
  std::vector<std::uint32_t> packed = {};  // instead of values, for compressed orientations
};

/// Data that no controller covers.
struct LooseData {
  std::uint32_t index = 0;
  std::vector<float> values = {};
};

struct JsonNode {
  struct LargeRecord;
  std::string name;
  std::uint32_t data_count = 0;
  std::vector<JsonController> controllers = {};
  std::vector<LooseData> loose_data = {};
  Node node = {};
};

struct JsonAnimation {
  struct LargeRecord;
  Animation animation;
  std::vector<JsonNode> nodes;
};

void fields(auto& json, Like<JsonController> auto& row) {
  json.field("name", row.name);
  mdl::fields(json, row.controller);
  optional_table(json, "times", row.times);
  optional_table(json, "values", row.values);
  optional_table(json, "packed", row.packed);
}

void fields(auto& json, Like<LooseData> auto& loose) {
  json.field("index", loose.index);
  json.table("values", loose.values);
}

void fields(auto& json, Like<JsonNode> auto& row) {
  auto& node = row.node;
  json.field("name", row.name);
  json.field("offset", node.offset);
  json.field("header", node.header);
  json.table("children", node.children);
  json.table("controllers", row.controllers);
  json.field("data_count", row.data_count);
  optional_table(json, "loose_data", row.loose_data);
  optional_part(json, "light", node.light);
  optional_part(json, "emitter", node.emitter);
  optional_part(json, "reference", node.reference);
  optional_part(json, "mesh", node.mesh);
}

void fields(auto& json, Like<JsonAnimation> auto& row) {
  json.field("offset", row.animation.offset);
  json.field("header", row.animation.header);
  json.table("events", row.animation.events);
  json.table("nodes", row.nodes);
}

/// Types of the model's nodes by number: animation nodes are all of type 1, their kind is that of the
/// model's.
using TypesByNumber = std::map<std::uint16_t, std::uint16_t>;

TypesByNumber types_by_number(const std::vector<Node>& nodes) {
  TypesByNumber types;
  for (const Node& node : nodes) types.emplace(node.header.number, node.header.type);
  return types;
}

std::uint16_t kind_of(const NodeHeader& header, const TypesByNumber& types) {
  const auto found = types.find(header.number);
  const bool animated = header.type == kNodeHeader && found != types.end();
  return animated ? found->second : header.type;
}

/// Whether the data that a controller names is all there.
bool fits(const Controller& controller, std::size_t data) {
  const std::size_t values = std::size_t(controller.rows) * controller_columns(controller);
  return std::size_t(controller.time_index) + controller.rows <= data &&
         controller.data_index + values <= data;
}

JsonController json_controller(const Node& node, const Controller& controller, std::uint16_t kind,
                               std::vector<bool>& covered) {
  JsonController row{std::string(controller_name(kind, controller.type)), controller};
  if (!fits(controller, node.data.size())) return row;
  const auto take = [&](std::size_t first, std::size_t count) {
    std::fill_n(covered.begin() + std::ptrdiff_t(first), count, true);
    return std::vector<float>(node.data.begin() + std::ptrdiff_t(first),
                              node.data.begin() + std::ptrdiff_t(first + count));
  };
  row.times = take(controller.time_index, controller.rows);
  row.values = take(controller.data_index, controller.rows * controller_columns(controller));
  if (!is_compressed(controller)) return row;
  for (const float value : row.values) row.packed.push_back(std::bit_cast<std::uint32_t>(value));
  row.values.clear();
  return row;
}

std::vector<LooseData> loose_data(const std::vector<float>& data, const std::vector<bool>& covered) {
  std::vector<LooseData> runs;
  for (std::size_t index = 0; index < data.size(); ++index) {
    if (covered[index]) continue;
    if (index == 0 || covered[index - 1]) runs.push_back({std::uint32_t(index)});
    runs.back().values.push_back(data[index]);
  }
  return runs;
}

std::vector<JsonNode> json_nodes(const File& file, const std::vector<Node>& nodes,
                                 const TypesByNumber& types) {
  std::vector<JsonNode> rows;
  rows.reserve(nodes.size());
  for (const Node& node : nodes) {
    JsonNode& row = rows.emplace_back();
    if (node.header.name_index < file.names.size()) row.name = file.names[node.header.name_index].text;
    row.data_count = std::uint32_t(node.data.size());
    std::vector<bool> covered(node.data.size());
    for (const Controller& controller : node.controllers)
      row.controllers.push_back(json_controller(node, controller, kind_of(node.header, types), covered));
    row.loose_data = loose_data(node.data, covered);
    row.node = node;
  }
  return rows;
}

}  // namespace

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  const TypesByNumber types = types_by_number(file.nodes);
  std::vector<JsonAnimation> animations;
  for (const Animation& animation : file.animations)
    animations.push_back({{animation.offset, animation.header, animation.events, {}},
                          json_nodes(file, animation.nodes, types)});
  json.begin_object();
  json.member("format", kFormatId);
  json.member("variant", to_string(file.variant));
  json.member("layout", kKept);
  json.field("file", file.header);
  json.field("geometry", file.geometry);
  json.field("model", file.model);
  json.field("names_header", file.names_header);
  json.table("names", file.names);
  json.table("animations", animations);
  json.table("nodes", json_nodes(file, file.nodes, types));
  json.table(kUnreferenced, file.unreferenced);
  json.field("mdx_present", std::uint8_t(file.has_mdx));
  json.table("mdx_unreferenced", file.mdx_unreferenced);
  json.end_object();
  return json.take() + "\n";
}

namespace {

/// Turns what JSON holds back into a file.
class FromJson {
 public:
  explicit FromJson(JsonReader& json) : json_(json) {}

  File read() {
    std::string format;
    std::string variant;
    std::string layout;
    std::vector<JsonAnimation> animations;
    std::vector<JsonNode> nodes;
    std::uint8_t has_mdx = 0;
    json_.field("format", format);
    json_.field("variant", variant);
    json_.field("layout", layout);
    json_.field("file", file_.header);
    json_.field("geometry", file_.geometry);
    json_.field("model", file_.model);
    json_.field("names_header", file_.names_header);
    json_.table("names", file_.names);
    json_.table("animations", animations);
    json_.table("nodes", nodes);
    json_.table(kUnreferenced, file_.unreferenced);
    json_.field("mdx_present", has_mdx);
    json_.table("mdx_unreferenced", file_.mdx_unreferenced);
    json_.finish();
    file_.has_mdx = has_mdx != 0;
    if (json_.ok()) finish(variant, layout, std::move(animations), std::move(nodes));
    return std::move(file_);
  }

 private:
  void finish(const std::string& variant, const std::string& layout, std::vector<JsonAnimation> animations,
              std::vector<JsonNode> nodes) {
    file_.variant = variant_of(file_.geometry);
    if (variant != to_string(file_.variant))
      return fail("variant", fmt::format("\"{}\", but the functions of the geometry are those of {}", variant,
                                         to_string(file_.variant)));
    for (const JsonNode& row : nodes) types_.emplace(row.node.header.number, row.node.header.type);
    take_nodes(nodes, file_.nodes);
    for (JsonAnimation& row : animations) {
      take_nodes(row.nodes, row.animation.nodes);
      file_.animations.push_back(std::move(row.animation));
    }
    file_.mdl_bytes = file_.header.mdl_size + std::uint64_t(kDataStart);
    file_.mdx_bytes = file_.has_mdx ? file_.header.mdx_size : 0;
    if (json_.ok()) apply_layout(layout);
  }

  void apply_layout(const std::string& layout) {
    if (layout == kKept) return;
    if (layout != "a" && layout != "b")
      return fail("layout", fmt::format("\"{}\" is none of \"kept\", \"a\" and \"b\"", layout));
    lay_out(file_, layout == "a" ? Family::a : Family::b);
  }

  void take_nodes(std::vector<JsonNode>& rows, std::vector<Node>& nodes) {
    PathScope scope(json_.path(), "nodes");
    for (std::size_t row = 0; row < rows.size(); ++row) {
      scope.set_row(row);
      take_node(rows[row]);
      nodes.push_back(std::move(rows[row].node));
    }
  }

  void take_node(JsonNode& row) {
    Node& node = row.node;
    const std::uint16_t name = node.header.name_index;
    const std::string expected = name < file_.names.size() ? file_.names[name].text : "";
    if (row.name != expected)
      return fail("name", fmt::format("\"{}\", but name {} is \"{}\"", row.name, name, expected));
    if (row.data_count > kMaxData)
      return fail("data_count", fmt::format("{} is more than {}", row.data_count, kMaxData));
    node.data.resize(row.data_count);
    std::vector<bool> covered(row.data_count);
    for (const LooseData& loose : row.loose_data) put(node, covered, "loose_data", loose.index, loose.values);
    for (const JsonController& controller : row.controllers) take_controller(node, covered, controller);
    if (std::ranges::find(covered, false) != covered.end())
      fail("data_count", "neither a controller nor loose_data gives all of the data");
  }

  void take_controller(Node& node, std::vector<bool>& covered, const JsonController& row) {
    const Controller& controller = row.controller;
    node.controllers.push_back(controller);
    const std::string_view name = controller_name(kind_of(node.header, types_), controller.type);
    if (row.name != name)
      return fail("controllers",
                  fmt::format("type {} is \"{}\" here, not \"{}\"", controller.type, name, row.name));
    if (!fits(controller, node.data.size())) return;
    std::vector<float> values = row.values;
    for (const std::uint32_t word : row.packed) values.push_back(std::bit_cast<float>(word));
    const std::size_t columns = controller_columns(controller);
    if (row.times.size() != controller.rows || values.size() != controller.rows * columns)
      return fail("controllers", fmt::format("{} times and {} values do not make {} rows of {} columns",
                                             row.times.size(), values.size(), controller.rows, columns));
    put(node, covered, "controllers", controller.time_index, row.times);
    put(node, covered, "controllers", controller.data_index, values);
  }

  /// Controllers may share data, as long as they agree on it.
  void put(Node& node, std::vector<bool>& covered, std::string_view field, std::size_t index,
           const std::vector<float>& values) {
    if (index > node.data.size() || values.size() > node.data.size() - index)
      return fail(field, fmt::format("index {} with {} values is outside the data", index, values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto bits = std::bit_cast<std::uint32_t>(values[i]);
      if (covered[index + i] && std::bit_cast<std::uint32_t>(node.data[index + i]) != bits)
        return fail(field, fmt::format("data {} is given twice, and differs", index + i));
      covered[index + i] = true;
      node.data[index + i] = values[i];
    }
  }

  void fail(std::string_view field, std::string message) {
    PathScope scope(json_.path(), field);
    json_.fail(std::move(message));
  }

  static constexpr std::uint32_t kMaxData = 1 << 24;

  JsonReader& json_;
  File file_;
  TypesByNumber types_;
};

}  // namespace

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file = FromJson(json).read();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::kotor::mdl
