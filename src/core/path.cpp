#include <fmt/format.h>
#include <meshwright/core/path.h>

namespace mw {

std::string Path::text() const {
  std::string text;
  for (const Part& part : parts_) {
    if (!text.empty() && !part.name.empty()) text += '.';
    text += part.name;
    if (part.row == kNoRow) continue;
    const fmt::format_int row(part.row);
    text += '[';
    text.append(row.data(), row.size());
    text += ']';
  }
  return text;
}

std::string Path::text(std::string_view leaf) const {
  std::string path = text();
  if (!path.empty() && !leaf.empty()) path += '.';
  return path.append(leaf);
}

}  // namespace mw
