#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/exchange/gltf.h>

#include <cstring>
#include <string>

namespace mw::exchange {

inline Bytes glb_of(const scene::Scene& s) {
  return write_gltf(s).value().bytes;
}

/// The text of the JSON chunk of a GLB.
inline std::string json_chunk(const Bytes& glb) {
  std::uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, 4);
  return std::string(text_of(ByteSpan(glb).subspan(20, length)));
}

}  // namespace mw::exchange
