#include <fmt/format.h>
#include <meshwright/codec/detail/mesh_codec.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/uri.h>

#include "input.h"

namespace mw::exchange {
namespace {

constexpr std::string_view kDataUri = "data:";

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

std::optional<Bytes> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  Bytes bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | std::uint32_t(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(std::byte(bits >> count & 0xFF));
  }
  return bytes;
}

/// The file of a URI: relative, or with the scheme of files. Nothing for other URIs.
std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (uri.starts_with(kFile))
    uri.remove_prefix(kFile.size());
  else if (uri.find("://") != uri.npos)
    return std::nullopt;
  return percent_decoded(uri);
}

Result<void> decode_rows(std::string_view mode, ByteSpan stream, std::size_t stride, Bytes& rows) {
  if (mode == "ATTRIBUTES") return codec::decode_vertices(stream, stride, rows);
  if (mode == "TRIANGLES") return codec::decode_triangles(stream, stride, rows);
  if (mode == "INDICES") return codec::decode_index_sequence(stream, stride, rows);
  return fail({.message = "there is no such mode"});
}

Result<void> undo_filter(std::string_view filter, std::string_view mode, std::size_t stride, Bytes& rows) {
  if (filter.empty() || filter == "NONE") return {};
  constexpr std::pair<std::string_view, codec::Filter> kFilters[] = {
      {"OCTAHEDRAL", codec::Filter::octahedral},
      {"QUATERNION", codec::Filter::quaternion},
      {"EXPONENTIAL", codec::Filter::exponential}};
  if (mode != "ATTRIBUTES") return fail({.message = "only attributes have filters"});
  for (const auto& [name, known] : kFilters)
    if (filter == name) return codec::undo(known, stride, rows);
  return fail({.message = "there is no such filter"});
}

}  // namespace

void GltfInput::load_buffer(const JsonValue& buffer, const LoadFile& load) {
  const std::string uri = text(buffer, "uri");
  if (uri.empty()) {
    // The first buffer of a GLB is its own chunk; any other only describes compressed views.
    buffers_.push_back(buffers_.empty() ? bin_ : ByteSpan());
    return;
  }
  Result<Bytes> bytes = mw::fail({.message = "there is nobody to load it"});
  if (uri.starts_with(kDataUri)) {
    const auto comma = uri.find(";base64,");
    auto decoded = comma == uri.npos ? std::nullopt : from_base64(std::string_view(uri).substr(comma + 8));
    if (!decoded) return fail(where + ".uri", "not a base64 data URI");
    bytes = *std::move(decoded);
  } else if (const auto path = path_of(uri); !path) {
    bytes = mw::fail({.message = "is an address, not a file"});
  } else if (load) {
    bytes = load(*path);
  }
  if (!bytes)
    return fail(where + ".uri", fmt::format("\"{}\": {}", escape_text(uri), to_string(bytes.error())));
  available_ += bytes->size();
  owned_.push_back(*std::move(bytes));
  buffers_.push_back(owned_.back());
}

/// The bytes that an object's buffer, byteOffset and byteLength name.
ByteSpan GltfInput::part_of_buffer(const JsonValue& object) {
  const auto buffer = index(object, "buffer", buffers_.size());
  if (ok() && !buffer) fail(where + ".buffer", "missing");
  if (!ok()) return {};
  const std::uint64_t offset = natural(object, "byteOffset", 0);
  const std::uint64_t length = natural(object, "byteLength", 0);
  const ByteSpan whole = buffers_[*buffer];
  if (ok() && (offset > whole.size() || length > whole.size() - offset))
    fail(where, fmt::format("{} bytes at {} do not fit a buffer of {}", length, offset, whole.size()));
  return ok() ? whole.subspan(offset, length) : ByteSpan();
}

void GltfInput::decode_view(const JsonValue& compressed, std::uint64_t length) {
  const ByteSpan encoded = part_of_buffer(compressed);
  const std::uint64_t count = natural(compressed, "count", 0);
  const std::uint64_t stride = natural(compressed, "byteStride", 0);
  const std::string mode = text(compressed, "mode");
  const std::string filter = text(compressed, "filter");
  if (!ok()) return;
  const bool vertices = mode == "ATTRIBUTES";
  const bool good_stride = vertices ? codec::takes_vertices_of(stride) : stride == 2 || stride == 4;
  if (!good_stride) return fail(where + ".byteStride", fmt::format("{} is not possible here", stride));
  // The densest stream: one byte for 64 bytes of vertices, or for three indices.
  const std::uint64_t most = (vertices ? 64 : 12) * encoded.size() + 65536;
  if (count > length / stride || count * stride != length || length > most ||
      !codec::memory_for(count, stride))
    return fail(where, fmt::format("{} rows of {} bytes cannot come out of {} encoded bytes", count, stride,
                                   encoded.size()));
  if (!charge(length)) return;
  Bytes rows(length);
  if (auto decoded = decode_rows(mode, encoded, stride, rows); !decoded)
    return fail(where, fmt::format("the compressed {} cannot be decoded: {}", escape_text(mode),
                                   decoded.error().message));
  if (auto undone = undo_filter(filter, mode, stride, rows); !undone)
    return fail(where + ".filter", fmt::format("\"{}\": {}", escape_text(filter), undone.error().message));
  owned_.push_back(std::move(rows));
  views_.push_back(owned_.back());
}

void GltfInput::load_view(const JsonValue& view) {
  const JsonValue* extensions = view.find("extensions");
  const JsonValue* compressed = extensions != nullptr ? extensions->find(kMeshopt) : nullptr;
  if (compressed != nullptr) return decode_view(*compressed, natural(view, "byteLength", 0));
  views_.push_back(part_of_buffer(view));
}

void GltfInput::load_buffers(const LoadFile& load) {
  const JsonArray& buffers = list(json_, "buffers");
  const JsonArray& views = list(json_, "bufferViews");
  owned_.reserve(buffers.size() + views.size());  // spans point into its elements' storage, which then stays
  for (std::size_t i = 0; i < buffers.size() && ok(); ++i) {
    where = fmt::format("buffers[{}]", i);
    load_buffer(buffers[i], load);
  }
  for (std::size_t i = 0; i < views.size() && ok(); ++i) {
    where = fmt::format("bufferViews[{}]", i);
    load_view(views[i]);
  }
  where.clear();
}

}  // namespace mw::exchange
