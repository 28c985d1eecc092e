#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/path_hash.h>

#include "validate.h"

namespace mw::wows::assets {
namespace {

Place path_place(const Checked& checked, std::size_t row, FieldOf<PathEntry> field) {
  return {fmt::format("paths[{}].{}", row, field.name), checked.database.path_offset(row) + field.byte};
}

/// False when there is no name to go on with.
bool check_name(const Checked& checked, std::size_t row, const PathEntry& entry) {
  const auto name = checked.database.name_bytes(entry, row);
  if (!name) {
    const bool sized = entry.name_size > 0 && entry.name_size <= Database::kMaxNameSize;
    checked.findings.add(
        finding::PATH_NAME_OUT_OF_RANGE,
        sized ? path_place(checked, row, "name_pointer") : path_place(checked, row, "name_size"),
        entry.name_size, entry.name_pointer);
    return false;
  }
  if (ends_with_its_nul(*name)) return true;
  const auto offset = std::uint64_t(bytes_of(*name).data() - checked.database.bytes().data());
  checked.findings.add(finding::PATH_NAME_NOT_TERMINATED, Place{fmt::format("paths[{}].name", row), offset},
                       name->size());
  return false;
}

/// The way up, and the id if there is a whole path to make it from.
void check_way(const Checked& checked, std::size_t row, const PathEntry& entry, bool named) {
  const FullPath path = checked.paths.path(row);
  const auto parent = [&] { return path_place(checked, row, "parent"); };
  switch (path.end) {
    case PathEnd::root:
      break;
    case PathEnd::missing:
      // Told of the folder that names the missing one, not of all that lies in it.
      if (!is_root({entry.parent}) && !checked.paths.row_of({entry.parent}))
        checked.findings.add(finding::PATH_PARENT_MISSING, parent(), entry.parent);
      return;
    case PathEnd::loop:
      return checked.findings.add(finding::PATH_PARENT_REPEATED, parent());
    case PathEnd::too_deep:
      return checked.findings.add(finding::PATH_DEPTH_TOO_LARGE, parent(), kMaxDepth);
    case PathEnd::too_long:
      return checked.findings.add(finding::PATH_SIZE_TOO_LARGE, parent(), kMaxPathSize);
  }
  const std::uint64_t id = path_hash(path.text);
  if (named && id != entry.id)
    checked.findings.add(finding::PATH_ID_MISMATCH, path_place(checked, row, "id"), entry.id,
                         quote_word(path.text), id);
}

}  // namespace

void check_paths(const Checked& checked) {
  const auto& paths = checked.database.paths();
  for (std::size_t row = 0; row < paths.size(); ++row) {
    const PathEntry entry = paths[row];
    const bool named = check_name(checked, row, entry);
    if (entry.padding_0x14 != 0)
      checked.findings.add(finding::PADDING_NOT_ZERO, path_place(checked, row, "padding_0x14"));
    const auto first = checked.paths.row_of({entry.id});
    if (first && *first != row)
      checked.findings.add(finding::PATH_ID_REPEATED, path_place(checked, row, "id"), *first, entry.id);
    check_way(checked, row, entry, named);
    checked.steps.take(sizeof(PathEntry));
  }
}

}  // namespace mw::wows::assets
