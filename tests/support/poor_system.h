#pragma once

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace mw::test {

/// What file systems may lack.
struct Lack {
  bool unnamed_files = true;              // O_TMPFILE
  bool rename_without_replacing = false;  // renameat2
  bool second_names = false;              // link
};

/// From here on this process and its children meet a file system that lacks these: the kernel answers with
/// the errors that such file systems give. There is no way back, so this is for a child. False where the
/// kernel does not do that.
inline bool live_without(const Lack& lack) {
  std::vector<sock_filter> program;
  const auto add = [&](std::uint16_t code, std::uint32_t value, std::uint8_t yes = 0, std::uint8_t no = 0) {
    program.push_back(sock_filter{code, yes, no, value});
  };
  const auto refuse = [&](long call, int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | std::uint32_t(error));
  };
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  if (lack.rename_without_replacing) refuse(SYS_renameat2, EINVAL);
  if (lack.second_names) {
#ifdef SYS_link
    refuse(SYS_link, EPERM);
#endif
    refuse(SYS_linkat, EPERM);
  }
  if (lack.unnamed_files) {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t));
    add(BPF_JMP | BPF_JSET | BPF_K, std::uint32_t(O_TMPFILE & ~O_DIRECTORY), 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP);
  }
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_fprog filter{.len = std::uint16_t(program.size()), .filter = program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Runs `body` in a child; its exit code, or 128 + the signal that ended it.
inline int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline constexpr int kCannotLack = 77;  // exit code of a child where live_without does not work

}  // namespace mw::test
