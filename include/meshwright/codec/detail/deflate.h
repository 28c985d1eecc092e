#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <cstdint>
#include <memory>

namespace mw::codec {

/// A zlib stream, made piece by piece, so that only the result is held in memory.
class Deflater {
 public:
  /// From 1, the fastest, to 9, the smallest.
  explicit Deflater(int level);

  void add(ByteSpan bytes);
  /// The stream, once; reports earlier failures.
  Result<Bytes> finish();

 private:
  struct State;
  struct Release {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, Release> state_;
};

/// The checksum of PNG and zip.
std::uint32_t crc32(ByteSpan bytes);

}  // namespace mw::codec
