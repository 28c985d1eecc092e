#include <fcntl.h>
#include <meshwright/files/input.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

#include "system_error.h"

namespace mw {

/// A mapped range for the signal handler.
struct MappedRange {
  std::atomic<std::uintptr_t> begin = 0;  // 0: this slot is free
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> shrank = false;
};

namespace {

/// All mapped ranges. A signal handler can only read memory that always exists, so their number is fixed;
/// files beyond it are read, not mapped.
struct Slots {
  std::array<MappedRange, 64> all;
  std::mutex mutex;
  struct sigaction previous{};

  static Slots& instance() {
    static Slots slots;
    return slots;
  }

  MappedRange* find(std::uintptr_t address) {
    const auto holds = [&](const MappedRange& slot) {
      return slot.begin != 0 && address >= slot.begin && address < slot.end;
    };
    const auto slot = std::ranges::find_if(all, holds);
    return slot == all.end() ? nullptr : &*slot;
  }

  /// The page of a mapped file is gone: maps a page of zeros there and continues.
  static void on_bus_error(int signal, siginfo_t* info, void* context) {
    Slots& slots = instance();
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (MappedRange* slot = slots.find(address)) {
      const auto page = std::uintptr_t(::getpagesize());
      void* start = reinterpret_cast<void*>(address / page * page);
      if (::mmap(start, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
        slot->shrank = true;
        return;
      }
    }
    if ((slots.previous.sa_flags & SA_SIGINFO) != 0 && slots.previous.sa_sigaction != nullptr)
      return slots.previous.sa_sigaction(signal, info, context);
    ::sigaction(SIGBUS, &slots.previous,
                nullptr);  // as if this handler had never been there: the fault repeats
  }

 private:
  Slots() {
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, &previous);
  }
};

}  // namespace

void InputFile::Unmap::operator()(MappedRange* mapping) const {
  // From the moment the slot is free, another thread may fill it, and from the moment the memory is free, map
  // it: both happen at once for the others.
  const std::lock_guard lock(Slots::instance().mutex);
  const std::uintptr_t begin = mapping->begin.exchange(0);
  ::munmap(reinterpret_cast<void*>(begin), mapping->end - begin);
}

bool InputFile::shrank() const {
  return mapping_ != nullptr && mapping_->shrank;
}

bool InputFile::map(int descriptor, std::uint64_t size) {
  auto& slots = Slots::instance();
  const std::lock_guard lock(slots.mutex);
  const auto slot = std::ranges::find_if(slots.all, [](const MappedRange& s) { return s.begin == 0; });
  if (slot == slots.all.end()) return false;
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return false;
  slot->shrank = false;
  slot->end = reinterpret_cast<std::uintptr_t>(memory) + size;
  slot->begin = reinterpret_cast<std::uintptr_t>(memory);
  mapping_.reset(&*slot);
  bytes_ = {static_cast<const std::byte*>(memory), size};
  return true;
}

Result<void> InputFile::read_all(int descriptor) {
  constexpr std::size_t kStep = 1 << 16;
  std::size_t size = 0;
  while (true) {
    if (owned_.size() - size < kStep) owned_.resize(std::max(owned_.size() * 2, size + kStep));
    const ssize_t got = ::read(descriptor, owned_.data() + size, owned_.size() - size);
    if (got < 0 && (errno == EINTR || wait_for(descriptor, POLLIN))) continue;
    if (got < 0) return fail(system_error("cannot read"));
    if (got == 0) break;
    size += std::size_t(got);
    if (size > kMaxPipeSize)
      return fail({.message = "cannot read: more than 1 GiB through a pipe", .code = ErrorCode::file});
  }
  owned_.resize(size);
  bytes_ = owned_;
  return {};
}

Result<InputFile> InputFile::from_descriptor(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return fail(system_error("cannot open"));
  if (S_ISDIR(status.st_mode)) return fail({.message = "is a folder, not a file", .code = ErrorCode::file});
  InputFile file;
  if (S_ISREG(status.st_mode)) {
    file.identity_ = FileIdentity{status.st_dev, status.st_ino};
    // A shell may hand over a file that has been read in part; then only the rest is meant.
    if (status.st_size > 0 && ::lseek(descriptor, 0, SEEK_CUR) == 0 &&
        file.map(descriptor, std::uint64_t(status.st_size)))
      return file;
  }
  if (auto read = file.read_all(descriptor); !read) return fail(read.error());
  return file;
}

Result<InputFile> InputFile::open(const std::string& path) {
  if (path == "-") return from_descriptor(STDIN_FILENO);
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.ok()) return fail(system_error("cannot open"));
  return from_descriptor(descriptor.get());
}

}  // namespace mw
