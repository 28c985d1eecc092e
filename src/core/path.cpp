#include <fmt/format.h>
#include <meshwright/core/detail/path.h>

namespace mw {

std::string Path::text() const {
  return text({});
}

std::string Path::text(std::string_view leaf) const {
  // A trace needs one per field of a file, so it uses one allocation.
  constexpr std::size_t kRow = 12;  // characters of most rows, with brackets and a dot
  std::size_t length = leaf.size();
  for (const Part& part : parts_) length += part.name.size() + kRow;
  std::string text;
  text.reserve(length);
  for (const Part& part : parts_) {
    if (!text.empty() && !part.name.empty()) text += '.';
    text += part.name;
    if (part.row == kNoRow) continue;
    const fmt::format_int row(part.row);
    text += '[';
    text.append(row.data(), row.size());
    text += ']';
  }
  if (!text.empty() && !leaf.empty()) text += '.';
  return text.append(leaf);
}

}  // namespace mw
