#include <unistd.h>

#include <utility>

#include "system_error.h"

namespace mw {

Descriptor::~Descriptor() {
  if (ok()) ::close(value_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

int Descriptor::close() {
  return ::close(std::exchange(value_, -1)) == 0 ? 0 : errno;
}

std::string path_of(const Descriptor& descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor.get());
}

bool wait_for(int descriptor, short events) {
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd waiting{.fd = descriptor, .events = events, .revents = 0};
  return ::poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace mw
