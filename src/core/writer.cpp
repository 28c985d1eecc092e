#include <fmt/format.h>
#include <meshwright/core/detail/writer.h>
#include <algorithm>

namespace mw {

void Writer::fail(std::string_view field, std::string message, ErrorCode code) {
  if (error_) return;
  error_ = Error{.field = path_.text(field), .message = std::move(message), .code = code};
}

void Writer::fail_to_fit(std::string_view name, std::uint64_t value, std::size_t field_size) {
  fail(name, fmt::format("{} does not fit a field of {} bytes", value, field_size), ErrorCode::too_large);
}

void Writer::seek(std::uint64_t offset, std::string_view field) {
  position_ = offset;
  pieces_.push_back({offset, bytes_.size(), 0, field});
}

void Writer::append(std::string_view name, ByteSpan bytes, FieldType type) {
  if (trace_ != nullptr && !error_ && !bytes.empty()) (*trace_)({position_, bytes, path_.text(name), type});
  put(name, bytes);
}

void Writer::decoded(std::string_view name, FieldType type, ByteSpan numbers, ByteSpan stored) {
  if (trace_ != nullptr && !error_ && !stored.empty())
    (*trace_)({position_, numbers, path_.text(name), type, stored.size()});
  put(name, stored);
}

void Writer::put(std::string_view name, ByteSpan bytes) {
  if (error_) return;
  if (pieces_.empty()) pieces_.push_back({position_, bytes_.size(), 0, name});
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  pieces_.back().size += bytes.size();
  position_ += bytes.size();
}

void Writer::c_string(std::string_view name, const std::string& text) {
  if (text.find('\0') != text.npos) return fail(name, "a text that ends at a NUL cannot hold one");
  const ByteSpan bytes = std::as_bytes(std::span(text.c_str(), text.size() + 1));
  append(name, bytes, {Scalar::text, bytes.size()});
}

void Writer::unreferenced(const std::vector<Unreferenced>& gaps) {
  PathScope scope(path_, kUnreferenced);
  for (std::size_t row = 0; row < gaps.size(); ++row) {
    scope.set_row(row);
    seek(gaps[row].offset, kUnreferenced);
    raw({}, gaps[row].bytes);
  }
}

/// Copies a piece after the `covered` bytes that are already in place; the part before must agree.
std::optional<Error> Writer::place(Bytes& file, const Piece& piece, std::uint64_t covered,
                                   std::string_view before) const {
  const auto bytes = ByteSpan(bytes_).subspan(piece.begin, piece.size);
  if (piece.offset > covered) {
    return Error{.offset = covered,
                 .field = std::string(piece.name),
                 .message = fmt::format("starts at {}, but nothing covers the {} bytes before it",
                                        offset_text(piece.offset), piece.offset - covered)};
  }
  const std::uint64_t overlap = std::min(covered - piece.offset, piece.size);
  const auto differs =
      std::ranges::mismatch(bytes.first(overlap), ByteSpan(file).subspan(piece.offset, overlap));
  if (differs.in1 != bytes.begin() + std::ptrdiff_t(overlap)) {
    return Error{.offset = piece.offset + std::uint64_t(differs.in1 - bytes.begin()),
                 .field = std::string(piece.name),
                 .message = fmt::format("shares bytes with {} and disagrees with it", before)};
  }
  file.insert(file.end(), bytes.begin() + std::ptrdiff_t(overlap), bytes.end());
  return std::nullopt;
}

Result<Bytes> Writer::finish() {
  if (error_) return mw::fail(*error_);
  std::erase_if(pieces_, [](const Piece& piece) { return piece.size == 0; });
  std::ranges::stable_sort(pieces_, {}, &Piece::offset);
  Bytes file;
  file.reserve(bytes_.size());
  std::string_view furthest;  // the piece that reaches furthest so far
  for (const Piece& piece : pieces_) {
    const std::uint64_t covered = file.size();
    if (auto error = place(file, piece, covered, furthest)) return mw::fail(*std::move(error));
    if (file.size() > covered) furthest = piece.name;
  }
  return file;
}

}  // namespace mw
