#include <unistd.h>

#include <utility>

#include "system_error.h"

namespace mw {

Descriptor::~Descriptor() {
  if (ok()) ::close(value_);
}

int Descriptor::close() {
  return ::close(std::exchange(value_, -1)) == 0 ? 0 : errno;
}

}  // namespace mw
