#include <fmt/format.h>
#include <meshwright/core/detail/read_count.h>
#include <meshwright/core/detail/reader.h>
#include <algorithm>

namespace mw {

Reader::Reader(ByteSpan file, const Trace* trace) : file_(file), trace_(trace) {
  count_read();
}

void Reader::fail(std::uint64_t offset, std::string_view field, std::string message, ErrorCode code) {
  if (error_) return;
  error_ = Error{.offset = offset, .field = path_.text(field), .message = std::move(message), .code = code};
}

void Reader::jump(std::uint64_t offset) {
  if (position_ > run_begin_) runs_.push_back({run_begin_, position_});
  run_begin_ = position_ = offset;
}

void Reader::seek(std::uint64_t offset, std::string_view field) {
  if (error_) return;
  if (offset > file_.size()) {
    fail(position_, field,
         fmt::format("offset {} is past the end of the file ({})", offset_text(offset),
                     offset_text(file_.size())),
         ErrorCode::out_of_range);
    return;
  }
  if (offset != position_) jump(offset);
}

ByteSpan Reader::refuse(std::uint64_t size, std::string_view field) {
  if (error_) return {};
  const std::uint64_t left = file_.size() - position_;
  fail(position_, field, fmt::format("needs {} bytes, but only {} are left in the file", size, left),
       ErrorCode::truncated);
  return {};
}

ByteSpan Reader::raw(std::string_view name, std::uint64_t size) {
  const ByteSpan bytes = take(size, name);
  if (trace_ != nullptr && !bytes.empty()) emit(name, bytes, {Scalar::bytes, size});
  return bytes;
}

ByteSpan Reader::items(std::string_view name, FieldType type) {
  const ByteSpan bytes = take(size_of(type.scalar) * type.count, name);
  if (trace_ != nullptr && !bytes.empty()) emit(name, bytes, type);
  return bytes;
}

void Reader::decoded(std::string_view name, FieldType type, ByteSpan numbers, std::uint64_t stored) {
  const std::uint64_t offset = position_;
  const ByteSpan bytes = take(stored, name);
  if (trace_ != nullptr && !bytes.empty()) (*trace_)({offset, numbers, path_.text(name), type, stored});
}

void Reader::c_string(std::string_view name, std::string& text) {
  text.clear();
  if (error_) return;
  const std::string_view rest = text_of(file_.subspan(position_));
  const auto length = rest.find('\0');
  if (length == rest.npos)
    return fail(position_, name, "text without a NUL before the end of the file", ErrorCode::truncated);
  text = rest.substr(0, length);
  const ByteSpan bytes = skip(length + 1);
  if (trace_ != nullptr) emit(name, bytes, {Scalar::text, bytes.size()});
}

ByteSpan Reader::claim(std::string_view name, std::uint64_t offset, std::uint64_t count, std::size_t stride) {
  if (error_ || count == 0) return {};
  // Divide rather than multiply: offset + count * stride can wrap, this cannot.
  if (offset > file_.size() || count > (file_.size() - offset) / stride) {
    fail(offset, name,
         fmt::format("{} rows of {} bytes do not fit: the file ends at {}", count, stride,
                     offset_text(file_.size())),
         offset > file_.size() ? ErrorCode::out_of_range : ErrorCode::truncated);
    return {};
  }
  charge_at(offset, name, count * stride);
  if (error_) return {};
  if (offset != position_) jump(offset);
  return file_.subspan(offset, count * stride);
}

void Reader::charge(std::string_view name, std::uint64_t bytes) {
  charge_at(position_, name, bytes);
}

void Reader::charge_at(std::uint64_t offset, std::string_view name, std::uint64_t bytes) {
  if (error_) return;
  claimed_ += bytes;
  if (claimed_ <= kMaxClaim * file_.size() + kClaimAllowance) return;
  fail(offset, name,
       fmt::format("the tables so far claim {} bytes of a file of {}: they overlap too often", claimed_,
                   file_.size()),
       ErrorCode::too_large);
}

void Reader::emit(std::string_view name, ByteSpan bytes, FieldType type) const {
  (*trace_)({std::uint64_t(bytes.data() - file_.data()), bytes, path_.text(name), type});
}

std::vector<Unreferenced> Reader::take_unreferenced() {
  jump(file_.size());
  std::ranges::sort(runs_, {}, &Run::begin);
  runs_.push_back({file_.size(), file_.size()});
  std::vector<Unreferenced> gaps;
  std::uint64_t covered = 0;
  PathScope scope(path_, kUnreferenced);
  for (const Run& run : runs_) {
    if (run.begin > covered) {
      const ByteSpan bytes = file_.subspan(covered, run.begin - covered);
      scope.set_row(gaps.size());
      if (trace_ != nullptr) emit({}, bytes, {Scalar::bytes, bytes.size()});
      gaps.push_back({covered, Bytes(bytes.begin(), bytes.end())});
    }
    covered = std::max(covered, run.end);
  }
  return gaps;
}

}  // namespace mw
