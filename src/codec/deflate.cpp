#include <meshwright/codec/detail/deflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace mw::codec {

struct Deflater::State {
  z_stream stream{};
  int started = Z_MEM_ERROR;  // zlib's result of the start
  Bytes out = {};
  std::array<Bytef, 32768> piece{};

  void run(ByteSpan bytes, int flush) {
    if (started != Z_OK) return;
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream.avail_in = uInt(bytes.size());
    do {
      stream.next_out = piece.data();
      stream.avail_out = uInt(piece.size());
      ::deflate(&stream, flush);
      const ByteSpan made = std::as_bytes(std::span(piece)).first(piece.size() - stream.avail_out);
      out.insert(out.end(), made.begin(), made.end());
    } while (stream.avail_out == 0);
  }
};

void Deflater::Release::operator()(State* state) const {
  if (state->started == Z_OK) ::deflateEnd(&state->stream);
  delete state;
}

Deflater::Deflater(int level) : state_(new State) {
  state_->started = ::deflateInit(&state_->stream, level);
}

void Deflater::add(ByteSpan bytes) {
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();  // the size that zlib accepts at once
  while (!bytes.empty()) {
    const ByteSpan part = bytes.first(std::min(bytes.size(), kMost));
    state_->run(part, Z_NO_FLUSH);
    bytes = bytes.subspan(part.size());
  }
}

Result<Bytes> Deflater::finish() {
  if (state_->started == Z_STREAM_ERROR) return fail({.message = "zlib has no such level"});
  if (state_->started != Z_OK) return fail({.message = "zlib has not enough memory"});
  state_->run({}, Z_FINISH);
  return std::move(state_->out);
}

std::uint32_t crc32(ByteSpan bytes) {
  return std::uint32_t(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace mw::codec
