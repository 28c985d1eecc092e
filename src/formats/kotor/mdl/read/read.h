#pragma once

#include <meshwright/core/detail/reader.h>
#include <meshwright/kotor/mdl.h>
#include "mdl/tables.h"

/// The parts of reading a model, one file each.
namespace mw::kotor::mdl {

/// Finds rows by their offset in a file. Buckets of some bytes with a list each: no hashing, and a file
/// cannot make it slow, since a bucket has no more rows than bytes.
class OffsetIndex {
 public:
  explicit OffsetIndex(std::uint64_t file_size) : heads_(file_size / kBucket + 1, kNone) {}

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// The row at this offset, or kNone.
  std::uint32_t find(std::uint64_t offset) const;
  /// Gives the offset the next row.
  std::uint32_t add(std::uint64_t offset);
  std::size_t size() const { return entries_.size(); }
  std::uint64_t offset(std::uint32_t row) const { return entries_[row].offset; }
  /// Takes time by the rows added, not by the file.
  void clear();

 private:
  struct Entry {
    std::uint32_t offset;
    std::uint32_t next;
  };
  static constexpr std::uint64_t kBucket = 64;

  std::vector<std::uint32_t> heads_;
  std::vector<Entry> entries_;
};

struct ReadContext {
  Reader& reader;
  Variant variant;
  OffsetIndex index;
  std::uint64_t present =
      reader.file().size();    // bytes of the file; the others stand for those that are cut off
  bool has_odd_links = false;  // that the trees do not imply

  /// Whether a record at this offset begins in what is there of a file that was cut off.
  bool has(std::uint32_t offset, std::uint64_t size) const {
    return present == reader.file().size() || (offset != 0 && file_offset(offset) + size <= present);
  }
};

/// The `io` that reads the tables of a record (tables.h).
class TableReader {
 public:
  explicit TableReader(ReadContext& context) : context_(context), reader_(context.reader) {}

  template <class T>
  void table(std::string_view name, const Array& array, std::vector<T>& rows) {
    reader_.table(name, file_offset(array.offset), array.count, rows);
  }
  template <class T>
  void table(std::string_view name, std::uint32_t offset, std::uint32_t count, std::vector<T>& rows) {
    reader_.table(name, file_offset(offset), count, rows);
  }
  template <class T>
  void table(std::string_view name, std::uint32_t offset, VertexCount count, std::vector<T>& rows) {
    reader_.table(name, file_offset(offset), count.value, rows);
  }
  /// A table of offsets, and the texts at them, which end at a NUL.
  void names(std::string_view offsets_name, std::string_view name, const Array& array,
             std::vector<Name>& names);
  void lists(std::string_view name, const std::vector<std::uint32_t>& counts,
             const std::vector<std::uint32_t>& offsets, std::vector<IndexList>& lists);
  /// Makes the root implied.
  void tree(std::string_view name, Link& root, std::vector<AabbNode>& nodes);

 private:
  ReadContext& context_;
  Reader& reader_;
};

/// A whole tree, depth first. A node that two others name is read once, so cycles end. `root` becomes
/// implied; `owner` is the offset of the animation whose tree it is.
void read_tree(ReadContext& context, Link& root, std::uint32_t owner, std::vector<Node>& nodes);

/// What follows a node's header by its type, and the tables of it.
void read_parts(ReadContext& context, Node& node);

/// The vertex rows of all meshes. `mdl` only pays for them.
Result<void> read_mdx(File& file, Reader& mdl, Reader& mdx);

}  // namespace mw::kotor::mdl
