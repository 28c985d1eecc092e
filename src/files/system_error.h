#pragma once

#include <meshwright/core/error.h>
#include <poll.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace mw {

/// "cannot open: No such file or directory"
inline Error system_error(std::string_view action, int code = errno) {
  return {.message = std::string(action) + ": " + std::generic_category().message(code),
          .code = ErrorCode::file};
}

/// Closes a descriptor at its end.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return value_; }
  bool ok() const { return value_ >= 0; }
  /// Closes early; returns the errno of the failure, or 0.
  int close();

 private:
  int value_;
};

/// A path that means the very file that is open: "/proc/self/fd/7".
std::string path_of(const Descriptor& descriptor);

/// After a call that failed: whether it failed only because the descriptor does not block and is not ready;
/// then this waits until it is. A pipe may be in that state when the program starts.
bool wait_for(int descriptor, short events);

}  // namespace mw
