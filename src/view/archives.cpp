// Files that hold other files. They are not opened yet, but named, with what to do until they are.
#include "archives.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/view/detail/opened_file.h>
#include <algorithm>
#include <cstring>

#include "answers.h"

namespace mw::view {
namespace {

constexpr std::string_view kUnpack = "unpack it with your system or its own program";
constexpr std::string_view kKotorTool = "unpack it with KOTOR Tool, or with unerf of xoreos-tools";
constexpr std::string_view kRimTool = "unpack it with KOTOR Tool, or with unrim of xoreos-tools";
constexpr std::string_view kKeyTool =
    "unpack what you need of it with KOTOR Tool, or with unkeybif of xoreos-tools";
constexpr std::string_view kShipTool = "unpack it with the game's own wowsunpack";
constexpr std::string_view kStuffTool = "unpack it with bw2-unstuff of openblack or BW2 Stuff Explorer";

struct Archive {
  std::string_view magic;      // that it begins with; empty where only the name tells
  std::string_view extension;  // that it has; empty where any may
  std::string_view what;
  std::string_view advice;
  std::size_t count_at = 0;  // where 32 bits say how many files are in it; 0 where none do
};

/// Those that tell more of a name come first.
constexpr Archive kArchives[] = {
    {"PK\x03\x04", "", "a ZIP archive", kUnpack},
    {"Rar!", "", "a RAR archive", kUnpack},
    {"7z\xBC\xAF\x27\x1C", "", "a 7z archive", kUnpack},
    {"MOD V1.0", ".sav", "a saved game of Knights of the Old Republic", kKotorTool, 16},
    {"SAV V1.0", "", "a saved game of Knights of the Old Republic", kKotorTool, 16},
    {"MOD V1.0", "", "a module of Knights of the Old Republic", kKotorTool, 16},
    {"HAK V1.0", "", "a hak pack", kKotorTool, 16},
    {"ERF V1.0", ".mod", "a module of Knights of the Old Republic", kKotorTool, 16},
    {"ERF V1.0", "", "an archive of Knights of the Old Republic", kKotorTool, 16},
    {"RIM V1.0", "", "a module of Knights of the Old Republic", kRimTool, 12},
    {"BIFFV1  ", ".bzf",
     "a packed archive of Knights of the Old Republic for phones, whose names are in chitin.key", kKeyTool,
     8},
    {"BIFFV1  ", "", "an archive of Knights of the Old Republic, whose names are in chitin.key", kKeyTool, 8},
    {"KEY V1  ", "", "the list of names in the archives of Knights of the Old Republic (data/*.bif)",
     kKeyTool},
    {"ISFP", "", "a list of what is in a package of World of Warships (.pkg)", kShipTool},
    {"", ".pkg", "a package of World of Warships, whose names are in its .idx", kShipTool},
    {"", ".stuff", "an archive of Black & White 2", kStuffTool},
};

bool fits(const Archive& archive, std::string_view head, std::string_view extension) {
  return head.starts_with(archive.magic) && (archive.extension.empty() || archive.extension == extension);
}

/// " with 12 files in it", where its head says so.
std::string count_in(const Archive& archive, ByteSpan head) {
  if (archive.count_at == 0 || head.size() < archive.count_at + 4) return {};
  std::uint32_t count = 0;
  std::memcpy(&count, head.data() + archive.count_at, sizeof(count));
  return count == 1 ? " with 1 file in it" : fmt::format(" with {} files in it", count);
}

}  // namespace

std::optional<Error> told_as_archive(ByteSpan head, std::string_view path) {
  const std::string extension = extension_of(path);
  const auto* const found = std::ranges::find_if(
      kArchives, [&](const Archive& each) { return fits(each, text_of(head), extension); });
  if (found == std::end(kArchives)) return std::nullopt;
  return Error{.message = fmt::format(
                   "is {}{}. This page does not open it yet: {}, and drop the folder with what was in it",
                   found->what, count_in(*found, head), found->advice)};
}

Result<Reply> recognised_archive(ByteSpan head, std::string_view path) {
  const auto told = told_as_archive(head, path);
  if (!told) return fail({.message = "is no archive"});
  return Reply{as_json(answer::Archive{told->message})};
}

}  // namespace mw::view
