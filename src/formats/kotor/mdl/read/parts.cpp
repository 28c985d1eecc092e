#include "read.h"

#include <algorithm>
#include <utility>

namespace mw::kotor::mdl {
namespace {

/// Makes the parts that a type names, before their fields are read one after another.
void make_parts(Reader& reader, std::uint16_t type, auto& record) {
  for_each_part(record, [&](std::string_view name, std::uint16_t bit, auto& part) {
    if ((type & bit) == 0) return;
    reader.charge(name, sizeof(*part));
    part.emplace();
  });
}

/// Four meshes of three files that MDLEdit wrote have doubles for constraints; only the distance to the next
/// block tells.
bool has_wide_constraints(const DanglyHeader& header) {
  const Array& constraints = header.constraints;
  const std::uint64_t distance = std::uint64_t(header.vertices_offset) - constraints.offset;
  return constraints.count > 0 && distance == std::uint64_t(constraints.count) * sizeof(double);
}

MeshShape shape_in_file(const Node& node, Platform platform) {
  if (!node.mesh) return {platform};
  const Mesh& mesh = *node.mesh;
  return {platform, mesh.header.vertex_count, mesh.dangly && has_wide_constraints(mesh.dangly->header)};
}

void read_tables(Reader& reader, TableReader& io, auto& record, MeshShape shape) {
  for_each_part(record, [&]<class Part>(std::string_view name, std::uint16_t, Boxed<Part>& part) {
    if (!part) return;
    PathScope scope(reader.path(), name);
    tables(io, header_of(*part), *part, shape);
    if constexpr (HasParts<Part>) read_tables(reader, io, *part, shape);
  });
}

/// The tree of a walkmesh in pre-order. A node that two others name is read once, so cycles end.
class AabbReader {
 public:
  AabbReader(ReadContext& context, std::vector<AabbNode>& nodes) : context_(context), nodes_(nodes) {}

  void read(std::string_view name, std::uint32_t root) {
    context_.index.clear();
    PathScope scope(context_.reader.path(), name);
    pending_ = {{root, kNoChild, false}};
    while (!pending_.empty() && context_.reader.ok()) {
      const Child child = pending_.back();
      pending_.pop_back();
      enter(child, scope);
    }
  }

 private:
  struct Child {
    std::uint32_t offset;
    std::uint32_t parent;  // row
    bool is_right;
  };

  void enter(const Child& child, PathScope& scope) {
    std::uint32_t row = context_.index.find(child.offset);
    const bool entered = row != OffsetIndex::kNone;
    if (!entered) row = context_.index.add(child.offset);
    if (child.parent != kNoChild)
      (child.is_right ? nodes_[child.parent].right : nodes_[child.parent].left) = row;
    if (entered) return;
    scope.set_row(row);
    Reader& reader = context_.reader;
    reader.claim({}, file_offset(child.offset), 1, record_size<AabbNode>());
    if (!reader.ok()) return;
    AabbNode& node = nodes_.emplace_back();
    fields(reader, node);
    node.offset = child.offset;
    const std::uint32_t left = std::exchange(node.left, kNoChild);
    const std::uint32_t right = std::exchange(node.right, kNoChild);
    if (right != 0) pending_.push_back({right, row, true});
    if (left != 0) pending_.push_back({left, row, false});
  }

  ReadContext& context_;
  std::vector<AabbNode>& nodes_;
  std::vector<Child> pending_;
};

}  // namespace

void TableReader::names(std::string_view offsets_name, std::string_view name, const Array& array,
                        std::vector<Name>& names) {
  std::vector<std::uint32_t> offsets;
  table(offsets_name, array, offsets);
  reader_.charge(name, offsets.size() * sizeof(Name));
  if (!reader_.ok()) return;
  names.resize(offsets.size());
  PathScope scope(reader_.path(), name);
  for (std::size_t row = 0; row < offsets.size() && reader_.ok(); ++row) {
    scope.set_row(row);
    names[row].offset = offsets[row];
    reader_.seek(file_offset(offsets[row]), {});
    reader_.c_string({}, names[row].text);
    // Many names may lie on one long text: paid for by length, they cannot take the square of the file.
    reader_.charge({}, names[row].text.size());
  }
}

void TableReader::lists(std::string_view name, const std::vector<std::uint32_t>& counts,
                        const std::vector<std::uint32_t>& offsets, std::vector<IndexList>& lists) {
  const std::size_t count = std::min(counts.size(), offsets.size());
  reader_.charge(name, count * sizeof(IndexList));
  if (!reader_.ok()) return;
  lists.resize(count);
  PathScope scope(reader_.path(), name);
  for (std::size_t row = 0; row < count; ++row) {
    scope.set_row(row);
    table("vertices", offsets[row], counts[row], lists[row].vertices);
  }
}

void TableReader::tree(std::string_view name, Link& root, std::vector<AabbNode>& nodes) {
  const std::uint32_t offset = std::exchange(root, {}).offset;
  if (offset != 0) AabbReader(context_, nodes).read(name, offset);
}

void read_parts(ReadContext& context, Node& node) {
  Reader& reader = context.reader;
  const std::uint16_t type = node.header.type;
  make_parts(reader, type, node);
  if (node.mesh) make_parts(reader, type, *node.mesh);
  part_fields(reader, node, context.variant);
  if (!reader.ok()) return;
  TableReader io(context);
  read_tables(reader, io, node, shape_in_file(node, context.variant.platform));
}

}  // namespace mw::kotor::mdl
