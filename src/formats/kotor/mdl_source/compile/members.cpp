#include "members.h"

#include <meshwright/core/bytes.h>
#include <algorithm>

#include "mdl/rows.h"

namespace mw::kotor::mdl {
namespace {

/// The rows of index offsets: "index_offsets" is the array that leads to them, which has a place too.
constexpr std::string_view kOffsetRows = "index_offset_rows";

/// Fields and tables that say where something lies.
bool is_place(std::string_view name) {
  return name == "mdl_size" || name == "mdx_size" || name.ends_with("offset") || name.ends_with("offsets") ||
         name == kOffsetRows;
}

template <class T>
Member::Table table_of(std::vector<T>& rows) {
  using Rows = std::vector<T>;
  Member::Table table;
  table.table = &rows;
  table.size = [](const void* any) { return static_cast<const Rows*>(any)->size(); };
  table.resize = [](void* any, std::size_t size) { static_cast<Rows*>(any)->resize(size); };
  if constexpr (std::is_trivially_copyable_v<T>) {
    table.data = [](void* any) { return reinterpret_cast<std::byte*>(static_cast<Rows*>(any)->data()); };
    table.stride = table.bytes = sizeof(T);
  }
  return table;
}

template <class T>
Member::Table table_of(Boxed<T>& part) {
  Member::Table table;
  table.table = &part;
  table.size = [](const void* any) { return std::size_t(bool(*static_cast<const Boxed<T>*>(any))); };
  table.resize = [](void* any, std::size_t size) {
    auto& box = *static_cast<Boxed<T>*>(any);
    if (size == 0)
      box.reset();
    else if (!box)
      box.emplace();
  };
  return table;
}

/// Collects the members of one part: the `io` of its fields and of its tables.
class Collector {
 public:
  Collector(Members& members, std::string_view part) : members_(members), part_(part) {}

  template <class T>
  void field(std::string_view name, T& value) {
    if constexpr (Like<T, Link>)
      add(Member::Kind::link, name, &value, sizeof(T)).type = {Scalar::u32, 2};
    else if constexpr (Like<T, Array>)
      add(Member::Kind::array, name, &value, sizeof(T));
    else if constexpr (LeafValue<T>)
      leaf(name, value);
    // Other records are parts of their own.
  }

  void table(std::string_view name, auto& /*place*/, auto& rows) {
    this->rows(name == "index_offsets" ? kOffsetRows : name, rows);
  }
  void table(std::string_view name, auto& /*offset*/, auto /*count*/, auto& rows) { this->rows(name, rows); }
  void names(std::string_view, std::string_view, auto&, auto&) {}  // texts of any length: not here
  void lists(std::string_view name, auto&, auto&, std::vector<IndexList>& lists) {
    add(Member::Kind::lists, name, nullptr, lists.size()).table = table_of(lists);
    for (std::size_t i = 0; i < lists.size(); ++i) rows(name, lists[i].vertices).index = std::int32_t(i);
  }
  void tree(std::string_view name, auto&, std::vector<AabbNode>& nodes) {
    static_assert(sizeof(AabbNode) == sizeof(AabbNode::offset) + record_size<AabbNode>());
    Member& content = rows(name, nodes);
    content.table.begin = sizeof(AabbNode::offset);
    content.table.bytes = record_size<AabbNode>();
    Member& places = rows("node_offsets", nodes);
    places.table.bytes = sizeof(AabbNode::offset);
  }

  template <class T>
  Member& rows(std::string_view name, std::vector<T>& rows) {
    Member& member = add(Member::Kind::rows, name, nullptr, 0);
    member.table = table_of(rows);
    return member;
  }

  template <class T>
  void part(std::string_view name, Boxed<T>& box) {
    add(Member::Kind::part, name, nullptr, 0).table = table_of(box);
  }

 private:
  template <class T>
  void leaf(std::string_view name, T& value) {
    constexpr FieldType kType = field_type_of<T>();
    Member& member = add(kType.scalar == Scalar::text ? Member::Kind::text : Member::Kind::numbers, name,
                         &value, sizeof(T));
    member.type = kType;
  }

  Member& add(Member::Kind kind, std::string_view name, void* data, std::size_t size) {
    Member& member = members_.emplace_back();
    member.kind = kind;
    member.placed = is_place(name) && kind != Member::Kind::array;
    member.part = part_;
    member.name = name;
    member.type = field_type_of<std::uint32_t>();
    member.data = static_cast<std::byte*>(data);
    member.size = size;
    return member;
  }

  Members& members_;
  std::string_view part_;
};

void add_rows(Members& members, std::string_view part, const Mesh& mesh, Platform platform,
              VertexRows& rows) {
  Collector io(members, part);
  for_each_attribute(mesh, platform, rows,
                     [&](std::string_view name, std::int32_t, auto& values) { io.rows(name, values); });
  io.rows("rest", rows.rest);
}

void add_vertex_data(Members& members, Mesh& mesh, Platform platform) {
  Collector(members, "mesh").part("mdx", mesh.mdx);
  if (!mesh.mdx) return;
  VertexData& data = *mesh.mdx;
  add_rows(members, "mesh.rows", mesh, platform, data.rows);
  Collector(members, "mesh").part("sentinel", data.sentinel);
  if (data.sentinel) add_rows(members, "mesh.sentinel", mesh, platform, *data.sentinel);
  Member& padding = Collector(members, "mesh").rows("mdx_padding", data.padding);
  padding.placed = padding.laid = true;
}

void add_skin(Members& members, Skin& skin) {
  Collector io(members, "mesh.skin");
  fields(io, skin.header);
  io.rows("bone_map", skin.bone_map);
  io.rows("packed_bone_map", skin.packed_bone_map);
  io.rows("qbones", skin.qbones);
  io.rows("tbones", skin.tbones);
  io.rows("zeros", skin.unknown_0x34);
}

void add_dangly(Members& members, Dangly& dangly) {
  Collector io(members, "mesh.dangly");
  fields(io, dangly.header);
  io.rows("constraint_values", dangly.constraints);
  io.rows("wide_constraints", dangly.wide_constraints);
  io.rows("vertices", dangly.vertices);
}

template <class Part>
void add_part(Members& members, std::string_view part_name, Part& part) {
  Collector io(members, part_name);
  fields(io, header_of(part));
  if constexpr (requires { part.header; }) tables(io, part.header, part, MeshShape{});
}

void add_mesh(Members& members, Mesh& mesh, Variant variant) {
  Collector io(members, "mesh");
  mesh_header_fields(io, mesh, variant);
  if (variant.game == Game::k2) {
    Collector dirt(members, "mesh.dirt");
    fields(dirt, mesh.dirt);
  }
  tables(io, mesh.header, mesh, MeshShape{});
  if (mesh.skin) add_skin(members, *mesh.skin);
  if (mesh.anim) add_part(members, "mesh.anim", *mesh.anim);
  if (mesh.dangly) add_dangly(members, *mesh.dangly);
  if (mesh.aabb) add_part(members, "mesh.aabb", *mesh.aabb);
  if (mesh.saber) add_part(members, "mesh.saber", *mesh.saber);
  add_vertex_data(members, mesh, variant.platform);
}

}  // namespace

std::size_t Member::text_length() const {
  return std::size_t(std::find(data, data + size, std::byte(0)) - data);
}

bool Member::takes(bool place, bool reserved) const {
  const bool is_array = kind == Kind::array;
  if (place) return is_array || placed;
  return is_array == reserved && (!placed || (kind == Kind::rows && !laid));
}

void members_of(Node& node, Variant variant, Members& members) {
  members.clear();
  Collector io(members, "");
  io.field("offset", node.offset);
  fields(io, node.header);
  io.rows("child_rows", node.children);
  tables(io, node.header, node);
  if (node.light) add_part(members, "light", *node.light);
  if (node.emitter) add_part(members, "emitter", *node.emitter);
  if (node.reference) add_part(members, "reference", *node.reference);
  if (node.mesh) add_mesh(members, *node.mesh, variant);
}

void members_of(Animation& animation, Members& members) {
  members.clear();
  Collector io(members, "");
  io.field("offset", animation.offset);
  fields(io, animation.header);
  io.rows("event_rows", animation.events);
  Collector geometry(members, "geometry");
  fields(geometry, animation.header.geometry);
}

void members_of(File& file, Members& members) {
  members.clear();
  Collector header(members, "file");
  fields(header, file.header);
  Collector geometry(members, "geometry");
  fields(geometry, file.geometry);
  Collector model(members, "model");
  fields(model, file.model);
  Collector names(members, "names");
  fields(names, file.names_header);
}

}  // namespace mw::kotor::mdl
