#pragma once

#include <meshwright/core/bytes.h>

#include <cstring>
#include <initializer_list>
#include <vector>

#include "bench.h"

namespace mw::bench {

/// What reading is measured against: a copy of the same bytes into memory that was touched before. Each part
/// has a target of its own, as what is read has; one for all would stay in the cache that is nearest.
class WarmCopy {
 public:
  WarmCopy(std::initializer_list<ByteSpan> parts = {}) {
    for (const ByteSpan part : parts) add(part);
  }

  void add(ByteSpan bytes) { parts_.push_back({bytes, Bytes(bytes.begin(), bytes.end())}); }

  void operator()() {
    for (Part& part : parts_) {
      std::memcpy(part.to.data(), part.from.data(), part.from.size());
      keep(part.to);
    }
  }

 private:
  struct Part {
    ByteSpan from;
    Bytes to;
  };
  std::vector<Part> parts_;
};

}  // namespace mw::bench
