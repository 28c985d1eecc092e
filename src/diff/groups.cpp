#include <meshwright/formats/diff.h>

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <algorithm>

namespace mw {
namespace {

constexpr std::size_t kMostGroups = 40;

/// "1 removed, 2 changed, 31 same"
std::string changes_in_words(const scene::Changes& changes) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(changes.added, "added");
  add(changes.removed, "removed");
  add(changes.changed, "changed");
  add(changes.same, "same");
  return text;
}

}  // namespace

std::string to_text(const DiffSummary& summary) {
  if (summary.differences == 0) return "identical\n";
  std::string text = counted(summary.differences, "difference", "differences");
  if (summary.layout > 0) text += fmt::format(", {} of them in the layout", summary.layout);
  text += "\n";
  for (const scene::Changes& changes : summary.changes)
    if (changes.added + changes.removed + changes.changed > 0)
      text += fmt::format("  {:<20} {}\n", changes.what, changes_in_words(changes));
  return text;
}

void DifferenceGroups::add(const Difference& difference) {
  const auto kind = std::size_t(difference.kind);
  const auto known = difference.group.empty() ? places_.end() : places_.find(difference.group);
  if (known != places_.end()) {
    Group& group = groups_[known->second.first][known->second.second];
    ++group.rows;
    group.deviation = std::max(group.deviation, difference.deviation);
  } else if (groups_[kind].size() < kMostGroups) {
    if (!difference.group.empty()) places_.emplace(difference.group, std::pair(kind, groups_[kind].size()));
    groups_[kind].push_back({difference, 1, difference.deviation});
  }
}

std::vector<DifferenceGroups::Group> DifferenceGroups::first() const {
  std::vector<Group> first;
  for (const auto& groups : groups_) {
    if (&groups == &groups_.back() && !first.empty()) break;
    const auto room = std::min(groups.size(), kMostGroups - first.size());
    first.insert(first.end(), groups.begin(), groups.begin() + std::ptrdiff_t(room));
  }
  return first;
}

}  // namespace mw
