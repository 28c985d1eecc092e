#include "confined.h"

#include <fcntl.h>
#include <meshwright/core/detail/text.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

namespace mw {
namespace {

/// The place of an open file, links resolved. The system gives it by the descriptor, not by a path that could
/// be another file a moment later.
Result<std::string> place_of(const Descriptor& descriptor) {
  std::string place(PATH_MAX, '\0');
  const ssize_t size = ::readlink(path_of(descriptor).c_str(), place.data(), place.size());
  if (size < 0) return fail(system_error("cannot tell where it lies"));
  place.resize(std::size_t(size));
  return place;
}

/// The folder itself is not a file; the caller reports that.
bool is_in(const std::string& place, const std::string& folder) {
  return place == folder || place.starts_with(folder.ends_with('/') ? folder : folder + '/');
}

/// Whether a place is in one of the folders, which may be links themselves.
bool is_in_any(const std::string& place, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    const Descriptor opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto real = opened.ok() ? place_of(opened) : fail({});
    return real && is_in(place, *real);
  });
}

Result<void> check_place(const Descriptor& found, const Confines& confines) {
  const auto place = place_of(found);
  if (!place) return fail(place.error());
  if (is_in_any(*place, confines.folders)) return {};
  std::string message = "leads to " + escape_text(*place) + ", which is outside the folders that may be read";
  if (!confines.advice.empty()) message += "; " + confines.advice;
  return fail({.message = std::move(message), .code = ErrorCode::file});
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder, not a file";
  if (S_ISFIFO(mode)) return "is a pipe, not a regular file";
  if (S_ISSOCK(mode)) return "is a socket, not a regular file";
  return "is a device, not a regular file";
}

}  // namespace

Result<Descriptor> open_confined(const std::string& path, const std::optional<Confines>& confines) {
  if (path.find('\0') != path.npos)
    return fail({.message = "cannot open: the name has a zero byte in it", .code = ErrorCode::file});
  // Such a descriptor is only a handle: nothing waits for a pipe's other end, and no device notices.
  const Descriptor found(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!found.ok()) return fail(system_error("cannot open"));
  if (confines)
    if (auto within = check_place(found, *confines); !within) return fail(within.error());
  struct stat status{};
  if (::fstat(found.get(), &status) != 0) return fail(system_error("cannot open"));
  if (!S_ISREG(status.st_mode))
    return fail({.message = std::string(kind_of(status.st_mode)), .code = ErrorCode::file});
  Descriptor opened(::open(path_of(found).c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!opened.ok()) return fail(system_error("cannot open"));
  return opened;
}

}  // namespace mw
