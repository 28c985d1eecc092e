#include <fmt/format.h>
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "links.h"
#include "read.h"

namespace mw::kotor::mdl {
namespace {

/// The shape of a tree, found before its nodes are read so that their number is known.
struct Shape {
  std::vector<std::uint32_t> first_child;  // for each node, into child_rows; one more at the end
  std::vector<std::uint32_t> child_rows;
  std::vector<std::uint32_t> parents;  // for each node the row it was reached from
};

/// The part of child_rows that is not yet resolved, for a node on the way from the root.
struct Frame {
  std::uint32_t row;
  std::uint32_t next;
  std::uint32_t end;
};

/// Appends the offsets of a node's children to child_rows.
void scan_children(const ReadContext& context, Reader& scan, std::uint32_t offset,
                   std::vector<std::uint32_t>& child_rows) {
  Array children;
  scan.claim("nodes", file_offset(offset), 1, record_size<NodeHeader>());
  scan.seek(file_offset(offset) + field_byte<NodeHeader>("children"), "nodes");
  fields(scan, children);
  const ByteSpan bytes = scan.claim("child_offsets", file_offset(children.offset), children.count, 4);
  if (bytes.empty()) return;
  const std::size_t first = child_rows.size();
  child_rows.resize(first + bytes.size() / 4);
  std::memcpy(child_rows.data() + first, bytes.data(), bytes.size());
  const auto is_cut_off = [&](std::uint32_t child) { return !context.has(child, record_size<NodeHeader>()); };
  child_rows.erase(std::remove_if(child_rows.begin() + std::ptrdiff_t(first), child_rows.end(), is_cut_off),
                   child_rows.end());
}

/// Walks the tree from `root` and gives rows in depth-first order. child_rows holds offsets first, each of
/// which is replaced by the row of its node when the walk comes there.
Shape scan_tree(ReadContext& context, Reader& scan, std::uint32_t root) {
  Shape shape;
  shape.child_rows.push_back(root);  // as if it were the child of something
  std::vector<Frame> frames = {{kNoRow, 0, 1}};
  while (!frames.empty() && scan.ok()) {
    Frame& frame = frames.back();
    if (frame.next == frame.end) {
      frames.pop_back();
      continue;
    }
    const std::uint32_t slot = frame.next++;
    const std::uint32_t offset = shape.child_rows[slot];
    const std::uint32_t known = context.index.find(offset);
    const std::uint32_t row = known != OffsetIndex::kNone ? known : context.index.add(offset);
    shape.child_rows[slot] = row;
    if (known != OffsetIndex::kNone) continue;
    shape.parents.push_back(frame.row);
    const auto first = std::uint32_t(shape.child_rows.size());
    shape.first_child.push_back(first);
    scan_children(context, scan, offset, shape.child_rows);
    frames.push_back({row, first, std::uint32_t(shape.child_rows.size())});
  }
  shape.first_child.push_back(std::uint32_t(shape.child_rows.size()));
  return shape;
}

/// The offsets are known from the walk; here they are only counted as read.
void read_child_offsets(Reader& reader, const Array& children) {
  if (reader.is_traced()) {
    std::vector<std::uint32_t> offsets;
    return reader.table("child_offsets", file_offset(children.offset), children.count, offsets);
  }
  const ByteSpan bytes = reader.claim("child_offsets", file_offset(children.offset), children.count, 4);
  reader.raw("child_offsets", bytes.size());
}

void read_node(ReadContext& context, std::uint32_t offset, Node& node) {
  Reader& reader = context.reader;
  node.offset = offset;
  reader.seek(file_offset(offset), "header");
  fields(reader, node.header);
  read_parts(context, node);
  read_child_offsets(reader, node.header.children);
  TableReader io(context);
  tables(io, node.header, node);
}

}  // namespace

std::uint32_t OffsetIndex::find(std::uint64_t offset) const {
  const std::uint64_t bucket = offset / kBucket;
  if (bucket >= heads_.size()) return kNone;
  for (std::uint32_t row = heads_[bucket]; row != kNone; row = entries_[row].next)
    if (entries_[row].offset == offset) return row;
  return kNone;
}

std::uint32_t OffsetIndex::add(std::uint64_t offset) {
  const auto row = std::uint32_t(entries_.size());
  const std::uint64_t bucket = offset / kBucket;
  std::uint32_t next = kNone;
  if (bucket < heads_.size()) next = std::exchange(heads_[bucket], row);
  entries_.push_back({std::uint32_t(offset), next});
  return row;
}

void OffsetIndex::clear() {
  for (const Entry& entry : entries_)
    if (entry.offset / kBucket < heads_.size()) heads_[entry.offset / kBucket] = kNone;
  entries_.clear();
}

void read_tree(ReadContext& context, Link& root, std::uint32_t owner, std::vector<Node>& nodes) {
  Reader& reader = context.reader;
  const std::uint32_t first = std::exchange(root, {}).offset;
  if (!reader.ok() || first == 0 || !context.has(first, record_size<NodeHeader>())) return;
  context.index.clear();
  Reader scan(reader.file());
  const Shape shape = scan_tree(context, scan, first);
  PathScope scope(reader.path(), "nodes");
  if (!scan.ok()) {
    scope.set_row(context.index.size() - 1);
    return reader.fail(scan.error().offset.value_or(0), {}, scan.error().message, scan.error().code);
  }
  const std::size_t count = context.index.size();
  reader.charge({}, count * sizeof(Node));
  if (!reader.ok()) return;
  nodes.resize(count);
  // Reading an AABB tree uses the index for itself.
  std::vector<std::uint32_t> offsets(count);
  for (std::uint32_t row = 0; row < count; ++row) offsets[row] = std::uint32_t(context.index.offset(row));
  for (std::size_t row = 0; row < count && reader.ok(); ++row) {
    scope.set_row(row);
    Node& node = nodes[row];
    read_node(context, offsets[row], node);
    const std::uint32_t parent = shape.parents[row];
    const bool owned = imply(node.header.owner, owner);
    const bool hung = imply(node.header.parent, parent == kNoRow ? 0 : offsets[parent]);
    context.has_odd_links |= !owned || !hung;
    node.children.assign(shape.child_rows.begin() + shape.first_child[row],
                         shape.child_rows.begin() + shape.first_child[row + 1]);
  }
}

}  // namespace mw::kotor::mdl
