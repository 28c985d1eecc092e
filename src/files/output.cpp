#include <fcntl.h>
#include <meshwright/files/output.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "system_error.h"
#include "temporary.h"

namespace mw {

struct OutputFile::State {
  std::string path;                             // the real target: links followed
  Descriptor descriptor;                        // of the unfinished file, or of a device
  bool is_device = false;                       // nothing is moved into place at the end
  std::optional<TemporaryName> temporary = {};  // the file's name until then; mostly empty
  std::optional<mode_t> mode = {};              // of the file that is replaced
  bool force = false;                           // replace it
  bool flush = true;                            // to the disk, before it is put in its place
  std::string exists_already = {};              // the message if a file exists there
  int failure = 0;                              // errno of the first failure
  Bytes gathered = {};                          // small pieces, not yet written
};

namespace {

constexpr std::size_t kGathered = 1 << 16;  // bytes that are worth a system call

/// Links followed, for a file that may not exist yet.
std::string resolve(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string real = resolved;
  std::free(resolved);
  return real;
}

/// A file without a name, which disappears with the program, however it ends. Not every file system has them,
/// and only /proc can give it a name later.
Descriptor create_unnamed(const std::string& path) {
  Descriptor made(::open(folder_of(path).c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0666));
  if (made.ok() && ::access(path_of(made).c_str(), F_OK) != 0) return Descriptor(-1);
  return made;
}

/// Makes a new file. The system applies the user's mask to its mode, so the mask need not be read, which
/// would require setting it for all threads.
Descriptor create_named(const std::string& path, std::optional<TemporaryName>& name) {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name.emplace(path);
    Descriptor made(::open(name->path(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (made.ok() || errno != EEXIST) return made;
  }
  return Descriptor(-1);
}

// Each of these returns the errno of its failure, or 0.

int error_of(int result) {
  return result == 0 ? 0 : errno;
}

int give_name(const Descriptor& unnamed, const char* path) {
  return error_of(::linkat(AT_FDCWD, path_of(unnamed).c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW));
}

/// Takes the place of `to` first, with an empty file, so that the file that the last step replaces is ours.
int rename_after_reserving(const char* from, const char* to) {
  Descriptor reserved(::open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!reserved.ok()) return errno;
  const int failure = error_of(::rename(from, to));
  if (failure != 0) ::unlink(to);
  return failure;
}

/// Moves a file to a free name. Not every file system has a call for that; a second name also fails if the
/// name exists, but not every file system has second names.
int rename_without_replacing(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from, to) == 0) return error_of(::unlink(from));
  if (errno == EEXIST) return errno;
  return rename_after_reserving(from, to);
}

/// Without `force`, never over another file.
int put_in_place(const Descriptor& unnamed, const std::string& path, bool force) {
  const int failure = give_name(unnamed, path.c_str());
  if (failure != EEXIST || !force) return failure;
  const TemporaryName name(path);  // only a free name can be given
  if (const int refused = give_name(unnamed, name.path()); refused != 0) return refused;
  return error_of(::rename(name.path(), path.c_str()));
}

int copy_to(const Descriptor& to, const Descriptor& from) {
  constexpr std::size_t kMost = 1 << 30;
  off_t done = 0;
  ssize_t copied = 0;
  while ((copied = ::sendfile(to.get(), from.get(), &done, kMost)) > 0) {
  }
  return copied < 0 ? errno : error_of(::fsync(to.get()));
}

int put_in_place(const TemporaryName& name, const std::string& path, bool force) {
  if (force) return error_of(::rename(name.path(), path.c_str()));
  return rename_without_replacing(name.path(), path.c_str());
}

std::string exists_already(const WriteOptions& options) {
  return "exists already" + (options.advice.empty() ? "" : "; " + std::string(options.advice));
}

/// The existing file at the place of an output; fails if it must stay.
Result<std::optional<struct stat>> look_at(const std::string& path, const WriteOptions& options) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  const FileIdentity identity{status.st_dev, status.st_ino};
  if (std::ranges::find(options.inputs, identity) != options.inputs.end())
    return fail({.message = "is the input itself; write to another file"});
  if (S_ISDIR(status.st_mode)) return fail({.message = "is a folder, not a file", .code = ErrorCode::file});
  if (S_ISREG(status.st_mode) && !options.force)
    return fail({.message = exists_already(options), .code = ErrorCode::file});
  return status;
}

/// The name itself must reach the disk too; failure to sync a folder is ignored.
void sync_folder_of(const std::string& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.ok()) ::fsync(folder.get());
}

}  // namespace

int write_all(int descriptor, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && (errno == EINTR || wait_for(descriptor, POLLOUT))) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(std::size_t(written));
  }
  return 0;
}

/// Some systems let a file be without a name but never get one (Android's): a copy of it has one.
void OutputFile::give_up_being_unnamed(State& state) {
  Descriptor named = create_named(state.path, state.temporary);
  state.failure = named.ok() ? copy_to(named, state.descriptor) : errno;
  if (state.failure == 0 && state.mode) state.failure = error_of(::fchmod(named.get(), *state.mode));
}

/// Whether it worked; the failure is kept otherwise.
bool OutputFile::put_in_place(State& state) {
  if (!state.temporary) {
    state.failure = mw::put_in_place(state.descriptor, state.path, state.force);
    if (state.failure == 0 || state.failure == EEXIST) return state.failure == 0;
    give_up_being_unnamed(state);
    if (state.failure != 0) return false;
  }
  state.failure = mw::put_in_place(*state.temporary, state.path, state.force);
  return state.failure == 0;
}

void OutputFile::Discard::operator()(State* state) const {
  delete state;
}

Result<OutputFile> OutputFile::open(const std::string& path, const WriteOptions& options) {
  const std::string real = resolve(path);
  const auto there = look_at(real, options);
  if (!there) return fail(there.error());
  OutputFile file;
  file.state_.reset(
      new State{.path = real, .descriptor = Descriptor(-1), .force = options.force, .flush = options.flush});
  State& state = *file.state_;
  state.exists_already = exists_already(options);
  state.is_device = *there && !S_ISREG((*there)->st_mode);
  if (state.is_device) {
    state.descriptor = Descriptor(::open(state.path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!state.descriptor.ok()) return fail(system_error("cannot open"));
    return file;
  }
  if (*there) state.mode = (*there)->st_mode & 07777;
  state.descriptor = create_unnamed(state.path);
  if (!state.descriptor.ok()) state.descriptor = create_named(state.path, state.temporary);
  if (!state.descriptor.ok()) return fail(system_error("cannot write in its folder"));
  return file;
}

Result<void> check_output(const std::string& path, const WriteOptions& options) {
  return look_at(resolve(path), options).map([](const std::optional<struct stat>&) {});
}

void OutputFile::append(ByteSpan bytes) {
  State& state = *state_;
  if (state.failure != 0) return;
  if (state.gathered.size() + bytes.size() >= kGathered) {
    state.failure = write_all(state.descriptor.get(), state.gathered);
    state.gathered.clear();
  }
  if (bytes.size() < kGathered)
    state.gathered.insert(state.gathered.end(), bytes.begin(), bytes.end());
  else if (state.failure == 0)
    state.failure = write_all(state.descriptor.get(), bytes);
}

Result<void> OutputFile::commit() {
  State& state = *state_;
  const int descriptor = state.descriptor.get();
  if (!state.descriptor.ok()) return fail({.message = "is written already", .code = ErrorCode::file});
  if (state.failure == 0) state.failure = write_all(descriptor, state.gathered);
  if (state.failure == 0 && state.mode && ::fchmod(descriptor, *state.mode) != 0) state.failure = errno;
  const bool flush = state.flush && !state.is_device;
  if (state.failure == 0 && flush && ::fsync(descriptor) != 0) state.failure = errno;
  const bool in_place = state.failure == 0 && !state.is_device && put_in_place(state);
  const int close_failure = state.descriptor.close();
  if (state.failure == 0 && !in_place) state.failure = close_failure;
  if (state.failure == EEXIST) return fail({.message = state.exists_already, .code = ErrorCode::file});
  if (state.failure != 0) return fail(system_error("cannot write", state.failure));
  if (in_place && flush) sync_folder_of(state.path);
  return {};
}

Result<void> flush_folder(const std::string& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.ok() || ::syncfs(descriptor.get()) != 0) return fail(system_error("cannot write"));
  return {};
}

Result<void> write_file(const std::string& path, ByteSpan bytes, const WriteOptions& options) {
  auto file = OutputFile::open(path, options);
  if (!file) return fail(file.error());
  file->append(bytes);
  return file->commit();
}

}  // namespace mw
