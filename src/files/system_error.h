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

/// Closes a descriptor at the end of a block.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  bool ok() const { return value_ >= 0; }
  /// Closes early; the errno of the failure, 0 when there was none.
  int close();

 private:
  int value_;
};

}  // namespace mw
