#include <fcntl.h>
#include <meshwright/files/output.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "system_error.h"

namespace mw {

struct OutputFile::State {
  std::string path;                 // where the bytes really go: links followed
  std::string temporary = {};       // where they are until then; empty for a device
  Descriptor descriptor;            // of the temporary file or the device
  std::optional<mode_t> mode = {};  // of the file that is replaced
  bool force = false;               // replace it
  std::string exists_already = {};  // the message when something is in the way
  int failure = 0;                  // errno of the first failure
  Bytes gathered = {};              // small pieces, not yet written
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

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A name beside `path`, hidden and clearly ours should a crash leave the file behind.
std::string temporary_name(const std::string& path) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz012345";  // 32: five bits each
  const auto slash = path.rfind('/');
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != ssize_t(sizeof random)) random = std::uint64_t(::getpid());
  std::string temporary = folder_of(path) + "/." + name.substr(0, 200) + ".meshwright-";
  for (int i = 0; i < 8; ++i, random >>= 5) temporary += kLetters[random & 31];
  return temporary;
}

/// Makes a file that was not there before. The system applies the user's mask to its mode, so that nobody has
/// to ask for the mask, which could only be read by setting it for all threads.
Descriptor create(const std::string& path, std::string& name) {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = temporary_name(path);
    Descriptor made(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (made.ok() || errno != EEXIST) return made;
  }
  return Descriptor(-1);
}

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

/// The name itself must reach the disk too; a folder that cannot be synced is no reason to fail.
void sync_folder_of(const std::string& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.ok()) ::fsync(folder.get());
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

void OutputFile::Discard::operator()(State* state) const {
  if (!state->temporary.empty()) ::unlink(state->temporary.c_str());
  delete state;
}

Result<OutputFile> OutputFile::open(const std::string& path, const WriteOptions& options) {
  OutputFile file;
  file.state_.reset(new State{.path = resolve(path), .descriptor = Descriptor(-1), .force = options.force});
  State& state = *file.state_;
  state.exists_already = "exists already";
  if (!options.advice.empty()) state.exists_already.append("; ").append(options.advice);
  struct stat status{};
  if (::stat(state.path.c_str(), &status) == 0) {
    const FileIdentity identity{status.st_dev, status.st_ino};
    if (std::ranges::find(options.inputs, identity) != options.inputs.end())
      return fail({.message = "is the input itself; write to another file"});
    if (S_ISDIR(status.st_mode)) return fail({.message = "is a folder, not a file"});
    if (!S_ISREG(status.st_mode)) {
      state.descriptor = Descriptor(::open(state.path.c_str(), O_WRONLY | O_CLOEXEC));
      if (!state.descriptor.ok()) return fail(system_error("cannot open"));
      return file;
    }
    if (!options.force) return fail({.message = state.exists_already});
    state.mode = status.st_mode & 07777;
  }
  std::string name;
  state.descriptor = create(state.path, name);
  if (!state.descriptor.ok()) return fail(system_error("cannot write in its folder"));
  state.temporary = std::move(name);
  return file;
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
  if (!state.descriptor.ok()) return fail({.message = "is written already"});
  if (state.failure == 0) state.failure = write_all(descriptor, state.gathered);
  if (state.failure == 0 && state.mode && ::fchmod(descriptor, *state.mode) != 0) state.failure = errno;
  if (state.failure == 0 && !state.temporary.empty() && ::fsync(descriptor) != 0) state.failure = errno;
  const int close_failure = state.descriptor.close();
  if (state.failure == 0) state.failure = close_failure;
  if (state.failure != 0) return fail(system_error("cannot write", state.failure));
  if (state.temporary.empty()) return {};
  const int move_failure = move_into_place(state.temporary, state.path, state.force);
  if (move_failure == EEXIST) return fail({.message = state.exists_already});
  if (move_failure != 0) return fail(system_error("cannot write", move_failure));
  state.temporary.clear();
  sync_folder_of(state.path);
  return {};
}

Result<void> write_file(const std::string& path, ByteSpan bytes, const WriteOptions& options) {
  auto file = OutputFile::open(path, options);
  if (!file) return fail(file.error());
  file->append(bytes);
  return file->commit();
}

}  // namespace mw
