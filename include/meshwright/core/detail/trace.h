#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mw {

/// One named piece of a file, as the reader came upon it.
struct TracedField {
  std::uint64_t offset = 0;
  ByteSpan bytes;
  std::string path;  // "aabb[5].plane"
  FieldType type;
  /// If `bytes` are decoded numbers: the number of bytes of the file that they come from. 0 for a stream
  /// without bytes for each; the stream begins at `offset`.
  std::optional<std::uint64_t> stored = {};

  /// In the file.
  std::uint64_t length() const { return stored.value_or(bytes.size()); }
  std::uint64_t line = 0;  // of a text, from 1; 0 in other files
};

/// Called for each field while a Reader reads. The annotated dump and the byte coverage use it, so no second
/// parser can disagree with the first.
using Trace = std::function<void(const TracedField&)>;

/// Bytes that no field, table or offset of the file reaches. Kept so that writing restores them.
struct Unreferenced {
  std::uint64_t offset = 0;
  Bytes bytes;
};

constexpr void fields(auto& io, Like<Unreferenced> auto& gap) {
  io.field("offset", gap.offset);
  io.field("bytes", gap.bytes);
}

/// The path under which such bytes are traced, and under which JSON keeps them.
inline constexpr std::string_view kUnreferenced = "unreferenced";

}  // namespace mw
