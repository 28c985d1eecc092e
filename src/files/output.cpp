#include <fcntl.h>
#include <meshwright/files/output.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "system_error.h"

namespace mw {
namespace {

/// Where the bytes really go: links followed, for a file that may not exist yet.
std::string resolve(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string real = resolved;
  std::free(resolved);
  return real;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A new file beside `path`, hidden and clearly ours should a crash leave it behind.
std::string temporary_pattern(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  return folder_of(path) + "/." + name.substr(0, 200) + ".meshwright-XXXXXX";
}

/// Removes the temporary file unless it has become the real one.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path)
      : name_(temporary_pattern(path)), descriptor_(::mkostemp(name_.data(), O_CLOEXEC)) {}
  ~TemporaryFile() {
    if (descriptor_.ok() || closed_) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool ok() const { return descriptor_.ok(); }
  int descriptor() const { return descriptor_.get(); }
  const std::string& name() const { return name_; }
  int close() {
    closed_ = true;
    return descriptor_.close();
  }
  void keep() { closed_ = false; }

 private:
  std::string name_;
  Descriptor descriptor_;
  bool closed_ = false;
};

/// Moves the file into place; without `force`, never over another one.
int move_into_place(const std::string& from, const std::string& to, bool force) {
  if (force) return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without that call: a second name fails too if the first exists.
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  ::unlink(from.c_str());
  return 0;
}

mode_t mode_for(const struct stat* existing) {
  if (existing != nullptr) return existing->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

Result<void> replace(const std::string& path, ByteSpan bytes, const struct stat* existing, bool force) {
  TemporaryFile temporary(path);
  if (!temporary.ok()) return fail(system_error("cannot write in its folder"));
  int failure = write_all(temporary.descriptor(), bytes);
  if (failure == 0 && ::fchmod(temporary.descriptor(), mode_for(existing)) != 0) failure = errno;
  if (failure == 0 && ::fsync(temporary.descriptor()) != 0) failure = errno;
  const int close_failure = temporary.close();
  if (failure == 0) failure = close_failure;
  if (failure != 0) return fail(system_error("cannot write", failure));
  failure = move_into_place(temporary.name(), path, force);
  if (failure == EEXIST) return fail({.message = "exists already; --force replaces it"});
  if (failure != 0) return fail(system_error("cannot write", failure));
  temporary.keep();
  // The name itself must reach the disk too; a folder that cannot be synced is no reason to fail.
  if (const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      folder.ok())
    ::fsync(folder.get());
  return {};
}

Result<void> write_to_device(const std::string& path, ByteSpan bytes) {
  const Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!descriptor.ok()) return fail(system_error("cannot open"));
  if (const int failure = write_all(descriptor.get(), bytes))
    return fail(system_error("cannot write", failure));
  return {};
}

}  // namespace

int write_all(int descriptor, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(std::size_t(written));
  }
  return 0;
}

Result<void> write_file(const std::string& path, ByteSpan bytes, const WriteOptions& options) {
  const std::string real = resolve(path);
  struct stat status{};
  const bool exists = ::stat(real.c_str(), &status) == 0;
  if (!exists) return replace(real, bytes, nullptr, options.force);
  const FileIdentity identity{status.st_dev, status.st_ino};
  if (std::ranges::find(options.inputs, identity) != options.inputs.end())
    return fail({.message = "is the input itself; write to another file"});
  if (S_ISDIR(status.st_mode)) return fail({.message = "is a folder, not a file"});
  if (!S_ISREG(status.st_mode)) return write_to_device(real, bytes);
  if (!options.force) return fail({.message = "exists already; --force replaces it"});
  return replace(real, bytes, &status, true);
}

}  // namespace mw
