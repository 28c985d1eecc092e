#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_text.h>
#include <meshwright/exchange/gltf.h>

namespace mw::exchange {

bool sniff_gltf(ByteSpan bytes) {
  const std::string_view text = text_of(bytes);
  if (text.starts_with("glTF")) return true;
  const std::size_t mark = text.size() - without_byte_order_mark(text).size();
  const auto start = text.find_first_not_of(" \t\r\n", mark);
  if (start == text.npos || text[start] != '{') return false;
  // The member is required and comes early in most files; a longer search would cost as much as parsing.
  constexpr std::string_view kAsset = "\"asset\"";
  const std::string_view head = text.substr(0, 65536);
  const auto asset = head.find(kAsset);
  if (asset == head.npos) return false;
  const auto colon = head.find_first_not_of(" \t\r\n", asset + kAsset.size());
  const auto brace = colon == head.npos ? head.npos : head.find_first_not_of(" \t\r\n", colon + 1);
  return brace != head.npos && head[colon] == ':' && head[brace] == '{';
}

}  // namespace mw::exchange
