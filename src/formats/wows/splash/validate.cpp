#include <fmt/format.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/wows/detail/splash_findings.h>
#include <meshwright/wows/splash.h>
#include <cmath>
#include <unordered_map>

namespace mw::wows::splash {
namespace {

/// A box with its place in the file.
struct Placed {
  const NamedBox& box;
  std::size_t row = 0;
  std::uint64_t offset = 0;

  Place name() const { return {fmt::format("boxes[{}].name", row), offset + kNameByte}; }
  Place corner(std::string_view field, std::uint64_t byte) const {
    return {fmt::format("boxes[{}].{}", row, field), offset + kNameByte + box.name.size() + byte};
  }
  Place min() const { return corner("min", 0); }
  Place max() const { return corner("max", sizeof(Vec3)); }

  static constexpr std::uint64_t kNameByte = 4;
};

using Rows = std::unordered_map<std::string_view, std::size_t>;

void check_name(Findings& findings, const Placed& placed, Rows& names) {
  const std::string_view name = placed.box.name;
  if (name.empty()) return findings.add(finding::NAME_EMPTY, placed.name());
  if (!name.starts_with(kUsualPrefix)) findings.add(finding::NAME_UNUSUAL, placed.name(), name);
  const auto [first, is_new] = names.try_emplace(name, placed.row);
  if (!is_new) findings.add(finding::NAME_REPEATED, placed.name(), name, first->second);
}

/// True when the corner is finite.
bool check_corner(Findings& findings, Place place, const Vec3& corner) {
  if (std::isfinite(corner.x) && std::isfinite(corner.y) && std::isfinite(corner.z)) return true;
  findings.add(finding::VALUE_NOT_FINITE, std::move(place), corner.x, corner.y, corner.z);
  return false;
}

/// "x and z"
std::string axes_where(const NamedBox& box, auto is_bad) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    if (is_bad(box.min[axis], box.max[axis])) text.append(text.empty() ? "" : " and ").append(1, "xyz"[axis]);
  return text;
}

void check_extent(Findings& findings, const Placed& placed) {
  const bool low = check_corner(findings, placed.min(), placed.box.min);
  const bool high = check_corner(findings, placed.max(), placed.box.max);
  if (!low || !high) return;
  const std::string inverted = axes_where(placed.box, [](float min, float max) { return min > max; });
  const std::string empty = axes_where(placed.box, [](float min, float max) { return min == max; });
  if (!inverted.empty()) findings.add(finding::BOX_INVERTED, placed.min(), inverted);
  if (!empty.empty()) findings.add(finding::BOX_EMPTY, placed.min(), empty);
}

}  // namespace

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void validate(const File& file, Findings& findings) {
  Rows names;
  std::uint64_t offset = sizeof(std::uint32_t);
  for (std::size_t row = 0; row < file.boxes.size(); ++row) {
    const Placed placed{file.boxes[row], row, offset};
    check_name(findings, placed, names);
    check_extent(findings, placed);
    offset += kLeastBox + file.boxes[row].name.size();
  }
  for (std::size_t i = 0; i < file.unreferenced.size(); ++i)
    findings.add(finding::UNREFERENCED_BYTES,
                 {fmt::format("{}[{}]", kUnreferenced, i), file.unreferenced[i].offset},
                 file.unreferenced[i].bytes.size());
}

std::optional<Box> bounds(const File& file) {
  std::optional<Box> box;
  for (const NamedBox& each : file.boxes) {
    mw::geometry::extend(box, each.min);
    mw::geometry::extend(box, each.max);
  }
  return box;
}

}  // namespace mw::wows::splash
