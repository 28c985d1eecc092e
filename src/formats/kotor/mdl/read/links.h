#pragma once

#include <meshwright/kotor/mdl_format.h>
#include <cstdint>
#include <optional>
#include <vector>

/// Links between the records of a model: rows in the mirror, offsets in the file.
namespace mw::kotor::mdl {

/// For each node the row of the first one that leads to it, depth first from the root; kNoRow for the root
/// and for what nothing leads to.
std::vector<std::uint32_t> implied_parents(const std::vector<Node>& nodes);

/// The offset of a row's record; 0 for kNoRow.
template <class Record>
std::uint32_t offset_of_row(std::uint32_t row, const std::vector<Record>& records) {
  return row < records.size() ? records[row].offset : 0;
}

/// The offset that a link stands for among these records; nothing when its row is none of theirs.
template <class Record>
std::optional<std::uint32_t> offset_of(const Link& link, std::uint32_t implied,
                                       const std::vector<Record>& records) {
  if (link.row == kImplied) return implied;
  if (link.row == kNoRow) return link.offset;
  return link.row < records.size() ? std::optional(records[link.row].offset) : std::nullopt;
}

/// A link as it was read is implied, or else one that find_rows() has to look at.
inline bool imply(Link& link, std::uint32_t implied) {
  link = link.offset == implied ? Link{} : Link{kNoRow, link.offset};
  return link.row == kImplied;
}

/// Gives links that are not implied the rows of what lies at their offsets.
void find_rows(File& file);

}  // namespace mw::kotor::mdl
