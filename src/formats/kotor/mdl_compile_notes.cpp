#include "mdl_compile_notes.h"

#include <meshwright/core/bytes.h>
#include <meshwright/core/number_row.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kBytesInLine = 64;  // short lines: other programs may read them into a small buffer
constexpr std::string_view kAt = "at";
constexpr std::string_view kReserved = "reserved";
constexpr std::string_view kTail = "tail";
constexpr std::string_view kSize = "size";

constexpr std::string_view kDigits = "0123456789abcdef";

/// The two digits of every byte.
constexpr std::array<std::array<char, 2>, 256> kHexPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte)
    pairs[byte] = {kDigits[byte >> 4], kDigits[byte & 15]};
  return pairs;
}();

void append_hex(std::string& out, const std::byte* bytes, std::size_t size) {
  std::array<char, 2 * kBytesInLine> text;
  while (size > 0) {
    const std::size_t part = std::min(size, kBytesInLine);
    for (std::size_t i = 0; i < part; ++i)
      std::memcpy(text.data() + 2 * i, kHexPairs[std::to_integer<std::size_t>(bytes[i])].data(), 2);
    out.append(text.data(), 2 * part);
    bytes += part;
    size -= part;
  }
}

/// By a letter's byte: what it is worth as a digit, or a bit that no digit has.
constexpr std::uint8_t kNoDigit = 0x10;
constexpr std::array<std::uint8_t, 256> kDigitValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t digit = 0; digit < 16; ++digit) values[std::uint8_t(kDigits[digit])] = digit;
  return values;
}();

bool take_hex(std::string_view text, std::byte* bytes) {
  unsigned seen = 0;
  for (std::size_t i = 0; i < text.size() / 2; ++i) {
    const unsigned high = kDigitValues[std::uint8_t(text[2 * i])];
    const unsigned low = kDigitValues[std::uint8_t(text[2 * i + 1])];
    seen |= high | low;
    bytes[i] = std::byte(high << 4 | low);
  }
  return (seen & kNoDigit) == 0;
}

/// Any bytes as one word: what is no printable letter, or would be mistaken, is "\x1f"; nothing is "\".
void append_spelled(std::string& out, std::string_view text) {
  if (text.empty()) out += '\\';
  for (const char c : text) {
    if (c > ' ' && c < 0x7F && c != '\\') {
      out += c;
    } else {
      const auto byte = std::byte(c);
      out += "\\x";
      append_hex(out, &byte, 1);
    }
  }
}

bool take_spelled(std::string_view word, std::string& text) {
  text.clear();
  if (word == "\\") return true;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '\\') {
      text += word[i];
      continue;
    }
    std::byte byte{};
    if (word.size() - i < 4 || word[i + 1] != 'x' || !take_hex(word.substr(i + 2, 2), &byte)) return false;
    text += char(byte);
    i += 3;
  }
  return true;
}

template <class T>
void append_numbers(std::string& out, const std::byte* data, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, data + i * sizeof(T), sizeof(T));
    out += ' ';
    if constexpr (std::is_floating_point_v<T>)
      append_float(out, value);
    else
      out += std::to_string(value);
  }
}

template <class T>
bool take_numbers(NumberRow row, std::byte* data, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      T value{};
      if (!row.next(value)) return false;
      std::memcpy(data + i * sizeof(T), &value, sizeof(T));
    } else {
      const auto value = parse_integer(row.take_word());
      if (!value || *value < std::int64_t(std::numeric_limits<T>::min()) ||
          *value > std::int64_t(std::numeric_limits<T>::max()))
        return false;
      const T narrow = T(*value);
      std::memcpy(data + i * sizeof(T), &narrow, sizeof(T));
    }
  }
  return row.at_end();
}

/// Calls visit with a value of the type of a member's numbers.
template <class Visit>
auto with_type(Scalar scalar, const Visit& visit) {
  switch (scalar) {
    case Scalar::u8:
      return visit(std::uint8_t{});
    case Scalar::i8:
      return visit(std::int8_t{});
    case Scalar::u16:
      return visit(std::uint16_t{});
    case Scalar::i16:
      return visit(std::int16_t{});
    case Scalar::i32:
      return visit(std::int32_t{});
    case Scalar::f32:
      return visit(float{});
    default:
      return visit(std::uint32_t{});  // no member has another type
  }
}

std::string_view text_in(const Member& member) {
  return {reinterpret_cast<const char*>(member.data), member.size};
}

std::size_t text_length(const Member& member) {
  return std::min(text_in(member).find('\0'), member.size);
}

/// A text that is the same but for what lies behind it is only told of that: who edits the text need not know
/// of it.
void append_text(const Member& made, const Member& real, std::string& out) {
  const std::size_t length = text_length(real);
  const bool same = text_length(made) == length && std::memcmp(made.data, real.data, length) == 0;
  if (same) {
    out += kTail;
    out += ' ';
    out += real.path();
    out += ' ';
    append_spelled(out, text_in(real).substr(length));
  } else {
    std::string_view text = text_in(real);
    text = text.substr(0, text.find_last_not_of('\0') + 1);
    out += real.path();
    out += ' ';
    append_spelled(out, text);
  }
  out += '\n';
}

bool set_tail(const Member& member, std::string_view word) {
  std::string tail;
  if (member.kind != Member::Kind::text || !take_spelled(word, tail)) return false;
  if (text_length(member) + tail.size() == member.size)
    std::memcpy(member.data + text_length(member), tail.data(), tail.size());
  return true;
}

void append_value(std::string& out, std::string_view word, const std::string& path, std::uint64_t value) {
  if (!word.empty()) {
    out += word;
    out += ' ';
  }
  out += path;
  out += ' ';
  out += std::to_string(value);
  out += '\n';
}

void append_link(const Member& made, const Member& real, std::string& out) {
  Link from;
  Link to;
  std::memcpy(&from, made.data, sizeof(from));
  std::memcpy(&to, real.data, sizeof(to));
  if (from == to) return;
  out += real.path();
  append_numbers<std::uint32_t>(out, real.data, 2);
  out += '\n';
}

void append_array(const Member& made, const Member& real, Phase phase, std::string& out) {
  Array from;
  Array to;
  std::memcpy(&from, made.data, sizeof(from));
  std::memcpy(&to, real.data, sizeof(to));
  if (phase == Phase::places && from.offset != to.offset) append_value(out, kAt, real.path(), to.offset);
  if (phase == Phase::content && to.count != to.reserved)
    append_value(out, kReserved, real.path(), to.reserved);
}

/// Runs of rows that differ; rows beyond those that were made all do.
void append_rows(const Member& made, const Member& real, std::string_view prefix, std::string& out) {
  const std::size_t count = real.rows();
  const std::size_t bytes = real.table.bytes;
  const std::string path = real.path();
  if (made.rows() != count) {
    out += prefix;
    out += path;
    out += ' ';
    out += kSize;
    out += ' ';
    out += std::to_string(count);
    out += '\n';
  }
  const std::size_t known = std::min(made.rows(), count);
  const std::byte* old = known == 0 ? nullptr : made.row(0);
  const std::byte* now = count == 0 ? nullptr : real.row(0);
  const std::size_t stride = real.table.stride;
  const auto differs = [&](std::size_t row) {
    return row >= known || std::memcmp(old + row * stride, now + row * stride, bytes) != 0;
  };
  const std::size_t rows_in_line = std::max<std::size_t>(1, kBytesInLine / bytes);
  for (std::size_t row = 0; row < count;) {
    if (!differs(row)) {
      ++row;
      continue;
    }
    out += prefix;
    out += path;
    out += ' ';
    out += std::to_string(row);
    out += ' ';
    for (std::size_t in_line = 0; in_line < rows_in_line && row < count && differs(row); ++in_line, ++row)
      append_hex(out, now + row * stride, bytes);
    out += '\n';
  }
}

std::optional<std::uint64_t> take_number(Note& note) {
  const auto value = parse_integer(note.word());
  return value && *value >= 0 ? std::optional(std::uint64_t(*value)) : std::nullopt;
}

}  // namespace

bool NoteFollower::resize(const Member& member, Note note, std::size_t bytes) {
  const auto size = take_number(note);
  const std::size_t most = member.rows() + growth_ / std::max<std::size_t>(1, bytes);
  if (!size || *size > most) return false;
  if (*size > member.rows()) growth_ -= (std::size_t(*size) - member.rows()) * bytes;
  member.resize(std::size_t(*size));
  return true;
}

bool NoteFollower::set_rows(const Member& member, Note note) {
  const std::size_t bytes = member.table.bytes;
  const std::string_view first = note.word();
  if (first == kSize) return resize(member, note, member.table.stride);
  std::size_t row = 0;
  const auto [end, status] = std::from_chars(first.data(), first.data() + first.size(), row);
  const std::string_view hex =
      note.rest.substr(std::min<std::size_t>(1, note.rest.size()));  // long: not looked through
  const bool whole = status == std::errc() && end == first.data() + first.size();
  if (!whole || hex.size() % (2 * bytes) != 0) return false;
  const std::size_t count = hex.size() / (2 * bytes);
  if (row > member.rows() || count > member.rows() - row) return false;
  std::byte* to = count == 0 ? nullptr : member.row(row);
  for (std::size_t i = 0; i < count; ++i, to += member.table.stride)
    if (!take_hex(hex.substr(2 * bytes * i, 2 * bytes), to)) return false;
  return true;
}

void append_difference(const Member& made, const Member& real, Phase phase, std::string& out) {
  if (real.kind == Member::Kind::array) return append_array(made, real, phase, out);
  if (real.placed != (phase == Phase::places)) return;
  const std::string prefix = real.placed ? std::string(kAt) + " " : "";
  switch (real.kind) {
    case Member::Kind::rows:
      return append_rows(made, real, prefix, out);
    case Member::Kind::lists:
    case Member::Kind::part:
      if (made.rows() != real.rows()) append_value(out, "", real.path(), real.rows());
      return;
    case Member::Kind::link:
      return append_link(made, real, out);
    case Member::Kind::text:
      if (std::memcmp(made.data, real.data, real.size) != 0) append_text(made, real, out);
      return;
    default:
      break;
  }
  if (std::memcmp(made.data, real.data, real.size) == 0) return;
  out += prefix;
  out += real.path();
  with_type(real.type.scalar,
            [&](auto value) { append_numbers<decltype(value)>(out, real.data, real.type.count); });
  out += '\n';
}

void append_difference(std::string_view path, const std::vector<Name>& made, const std::vector<Name>& real,
                       Phase phase, std::string& out) {
  if (phase == Phase::content && made.size() != real.size()) {
    out += path;
    out += " size " + std::to_string(real.size()) + "\n";
  }
  for (std::size_t row = 0; row < real.size(); ++row) {
    const bool known = row < made.size();
    if (phase == Phase::places) {
      if (known && made[row].offset == real[row].offset) continue;
      out += kAt;
      out += ' ';
      out += path;
      out += " " + std::to_string(row) + " " + std::to_string(real[row].offset) + "\n";
    } else if (!known || made[row].text != real[row].text) {
      out += path;
      out += " " + std::to_string(row) + " ";
      append_spelled(out, real[row].text);
      out += '\n';
    }
  }
}

void append_bytes(std::string_view path, const Unreferenced& bytes, std::string& out) {
  for (std::size_t at = 0; at < bytes.bytes.size(); at += kBytesInLine) {
    out += path;
    out += " " + std::to_string(bytes.offset + at) + " ";
    append_hex(out, bytes.bytes.data() + at, std::min(kBytesInLine, bytes.bytes.size() - at));
    out += '\n';
  }
}

std::size_t text_size(const std::vector<source::Notes>& notes) {
  std::size_t size = 0;
  for (const source::Notes& block : notes) size += block.text.size();
  return size;
}

std::string_view Note::word() {
  const auto is_blank = [&](std::size_t at) { return rest[at] == ' ' || rest[at] == '\t'; };
  std::size_t begin = 0;
  while (begin < rest.size() && is_blank(begin)) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && !is_blank(end)) ++end;
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

void for_each_note(const std::vector<source::Notes>& notes, const std::function<bool(Note)>& visit) {
  for (const source::Notes& block : notes) {
    std::uint64_t line = block.line;
    for (std::string_view text = block.text; !text.empty(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      Note note{{}, text.substr(0, end), line};
      note.path = note.word();
      if (!visit(note)) return;
      text.remove_prefix(end + 1);
    }
  }
}

const Member* NoteFollower::find(std::string_view path, Phase phase, bool array) {
  const auto fits = [&](const Member& member) {
    const bool is_array = member.kind == Member::Kind::array;
    if (phase == Phase::places ? !is_array && !member.placed : is_array != array || member.placed)
      return false;
    return member.is_called(path);
  };
  if (last_ != nullptr && fits(*last_)) return last_;
  const auto found = std::ranges::find_if(members_, fits);
  return last_ = found == members_.end() ? nullptr : &*found;
}

bool NoteFollower::follow(Note note, Phase phase) {
  if (note.path == kTail) {
    const Member* member = find(note.word(), phase, false);
    return member != nullptr && set_tail(*member, note.word());
  }
  const bool reserved = note.path == kReserved;
  if (reserved) note.path = note.word();
  const Member* member = find(note.path, phase, reserved);
  if (member == nullptr) return false;
  if (member->kind != Member::Kind::array) return set(*member, note);
  const auto value = take_number(note);
  if (!value || *value > 0xFFFFFFFF) return false;
  Array array;
  std::memcpy(&array, member->data, sizeof(array));
  if (reserved) {
    array.reserved = std::uint32_t(*value);
    array.count = ~array.reserved;  // any other number: writing keeps a second count that differs
  } else {
    array.offset = std::uint32_t(*value);
  }
  std::memcpy(member->data, &array, sizeof(array));
  return true;
}

bool NoteFollower::set(const Member& member, Note note) {
  switch (member.kind) {
    case Member::Kind::rows:
      return set_rows(member, note);
    case Member::Kind::lists:
    case Member::Kind::part:
      parts_changed_ = true;
      return resize(member, note,
                    member.kind == Member::Kind::lists ? sizeof(IndexList) : sizeof(VertexRows));
    case Member::Kind::link:
      return take_numbers<std::uint32_t>(NumberRow(note.rest), member.data, 2);
    case Member::Kind::text: {
      std::string text;
      if (!take_spelled(note.word(), text) || text.size() > member.size) return false;
      std::memset(member.data, 0, member.size);
      std::memcpy(member.data, text.data(), text.size());
      return true;
    }
    default:
      return with_type(member.type.scalar, [&](auto value) {
        return take_numbers<decltype(value)>(NumberRow(note.rest), member.data, member.type.count);
      });
  }
}

bool follow_names(Note note, Phase phase, std::vector<Name>& names) {
  const std::string_view first = note.word();
  if (first == kSize) {
    const auto size = take_number(note);
    if (!size || *size > 0xFFFF) return false;
    names.resize(std::size_t(*size));
    return true;
  }
  const auto row = parse_integer(first);
  if (!row || *row < 0 || std::size_t(*row) >= names.size()) return false;
  Name& name = names[std::size_t(*row)];
  if (phase == Phase::content) return take_spelled(note.word(), name.text);
  const auto offset = take_number(note);
  if (offset) name.offset = std::uint32_t(*offset);
  return offset.has_value();
}

bool is_about_place(Note& note) {
  if (note.path != kAt) return false;
  note.path = note.word();
  return true;
}

bool follow_bytes(Note note, std::vector<Unreferenced>& bytes) {
  const auto offset = take_number(note);
  const std::string_view hex = note.word();
  if (!offset || hex.size() % 2 != 0) return false;
  Bytes part(hex.size() / 2);
  if (!take_hex(hex, part.data())) return false;
  const bool goes_on = !bytes.empty() && bytes.back().offset + bytes.back().bytes.size() == *offset;
  if (!goes_on) bytes.push_back({*offset, {}});
  bytes.back().bytes.insert(bytes.back().bytes.end(), part.begin(), part.end());
  return true;
}

}  // namespace mw::kotor::mdl
