#pragma once

#include <meshwright/core/error.h>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace mw {

/// "cannot open: No such file or directory"
inline Error system_error(std::string_view action, int code = errno) {
  return {.message = std::string(action) + ": " + std::generic_category().message(code)};
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
  /// Closes early; the errno of the failure, 0 when there was none.
  int close();

 private:
  int value_;
};

}  // namespace mw
