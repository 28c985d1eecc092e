#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>

namespace mw {
namespace {

constexpr std::string_view kAscii = ".ascii";
constexpr std::string_view kAsciiKinds[] = {".mdl", ".wok", ".pwk", ".dwk"};

/// The last dot that begins an extension, or npos. A dot at the start of a name makes the file hidden.
std::size_t last_dot(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == 0 || name == ".." ? name.npos : dot;
}

/// The start of the extension in a file's name; its length without one.
std::size_t extension_start(std::string_view name) {
  const auto dot = last_dot(name);
  if (dot == name.npos) return name.size();
  if (!same_in_any_case(name.substr(dot), kAscii)) return dot;
  const std::string_view binary = name.substr(0, dot);
  const auto before = last_dot(binary);
  if (before == binary.npos) return dot;
  const auto is_kind = [&](std::string_view kind) { return same_in_any_case(binary.substr(before), kind); };
  return std::ranges::any_of(kAsciiKinds, is_kind) ? before : dot;
}

}  // namespace

std::string_view file_name_of(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

std::string extension_of(std::string_view path) {
  const std::string_view name = file_name_of(path);
  return lower_case(name.substr(extension_start(name)));
}

std::string_view stem_of(std::string_view path) {
  const std::string_view name = file_name_of(path);
  return name.substr(0, extension_start(name));
}

std::string replace_extension(std::string_view path, std::string_view extension) {
  const std::string_view name = file_name_of(path);
  const std::string_view kept = path.substr(0, path.size() - name.size() + extension_start(name));
  return std::string(kept).append(extension);
}

}  // namespace mw
