#include <fmt/format.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/number_row.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include "note_words.h"
#include "notes.h"

namespace mw::kotor::mdl {
namespace {

using namespace note;

constexpr std::size_t kMostPartChanges = 16;  // of a record: each lists its members anew
constexpr std::size_t kMostNames = 0xFFFF;

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

bool set_tail(const Member& member, std::string_view word) {
  std::string tail;
  if (member.kind != Member::Kind::text || !take_spelled(word, tail)) return false;
  if (text_length(member) + tail.size() == member.size)
    std::memcpy(member.data + text_length(member), tail.data(), tail.size());
  return true;
}

std::optional<std::uint64_t> take_number(Note& note) {
  const auto value = parse_integer(note.word());
  return value && *value >= 0 ? std::optional(std::uint64_t(*value)) : std::nullopt;
}

/// The same for the last word of a note, in 32 bits.
std::optional<std::uint32_t> take_last_number(Note note) {
  const auto value = take_number(note);
  const bool fits = value && *value <= 0xFFFFFFFF && note.word().empty();
  return fits ? std::optional(std::uint32_t(*value)) : std::nullopt;
}

/// The last word of a note.
bool take_last_spelled(Note note, std::string& text) {
  return take_spelled(note.word(), text) && note.word().empty();
}

}  // namespace

bool NoteFollower::resize(const Member& member, Note note, std::size_t bytes) {
  const auto size = take_last_number(note);
  if (!size || !grow(member.rows(), *size, bytes)) return false;
  member.resize(*size);
  return true;
}

bool NoteFollower::grow(std::size_t from, std::size_t to, std::size_t bytes) {
  if (to <= from) return true;
  if (to - from > growth_ / std::max<std::size_t>(1, bytes)) return false;
  growth_ -= (to - from) * bytes;
  return true;
}

bool NoteFollower::set_rows(const Member& member, Note note) {
  const std::size_t bytes = member.table.bytes;
  const std::string_view first = note.word();
  if (first == kSize) return resize(member, note, member.table.stride);
  std::size_t row = 0;
  const auto [end, status] = std::from_chars(first.data(), first.data() + first.size(), row);
  // Long: only the blanks before it are looked through.
  const std::string_view hex =
      note.rest.substr(std::min(note.rest.find_first_not_of(" \t"), note.rest.size()));
  const bool whole = status == std::errc() && end == first.data() + first.size();
  if (!whole || hex.size() % (2 * bytes) != 0) return false;
  const std::size_t count = hex.size() / (2 * bytes);
  if (row > member.rows() || count > member.rows() - row) return false;
  std::byte* to = count == 0 ? nullptr : member.row(row);
  for (std::size_t i = 0; i < count; ++i, to += member.table.stride)
    if (!take_hex(hex.substr(2 * bytes * i, 2 * bytes), to)) return false;
  return true;
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

bool is_guard(std::string_view path) {
  return path == kGeometryGuard || path == kKeysGuard;
}

std::string guard_line(std::string_view guard, std::uint64_t hash, std::string_view notes) {
  return fmt::format("{} {:016x} {}\n", guard, hash, std::ranges::count(notes, '\n'));
}

bool guard_holds(const std::vector<source::Notes>& notes, std::string_view guard,
                 const std::function<std::uint64_t()>& hash) {
  bool counting = false;
  bool same = false;
  std::uint64_t wanted = 0;
  std::uint64_t found = 0;
  for_each_note(notes, [&](Note note) {
    if (is_guard(note.path)) {
      counting = note.path == guard;
      if (!counting) return true;
      same = note.word() == fmt::format("{:016x}", hash());
      wanted = take_number(note).value_or(~0ULL);
      return same;
    }
    if (counting) ++found;
    return true;
  });
  return same && found >= wanted;
}

const Member* NoteFollower::find(std::string_view path, Phase phase, bool array) {
  const auto fits = [&](const Member& member) {
    const bool is_array = member.kind == Member::Kind::array;
    const bool has_content = !member.placed || (member.kind == Member::Kind::rows && !member.laid);
    if (phase == Phase::places ? !is_array && !member.placed : is_array != array || !has_content)
      return false;
    return member.is_called(path);
  };
  if (last_ != nullptr && fits(*last_)) return last_;
  last_ = nullptr;
  for (std::size_t at = 0; at < members_.size() && last_ == nullptr; ++at) {
    const Member& member = members_[at];
    if (fits(member)) last_ = &member;
    if (member.kind != Member::Kind::lists) continue;
    // There may be any number of them: none is looked at but the one that is called.
    if (const auto list = member.list_called(path)) last_ = &members_[at + 1 + *list];
    at += member.size;
  }
  return last_;
}

bool NoteFollower::follow(Note note, Phase phase) {
  if (note.path == kTail) {
    const Member* member = find(note.word(), phase, false);
    return member != nullptr && set_tail(*member, note.word()) && note.word().empty();
  }
  const bool reserved = note.path == kReserved;
  if (reserved) note.path = note.word();
  const Member* member = find(note.path, phase, reserved);
  if (member == nullptr) return false;
  if (member->kind != Member::Kind::array) return set(*member, note);
  const auto value = take_last_number(note);
  if (!value) return false;
  Array array;
  std::memcpy(&array, member->data, sizeof(array));
  if (reserved) {
    array.reserved = *value;
    array.count = ~array.reserved;  // any other number: writing keeps a second count that differs
  } else {
    array.offset = *value;
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
      if (++part_changes_ > kMostPartChanges) return false;
      return resize(member, note,
                    member.kind == Member::Kind::lists ? sizeof(IndexList) : sizeof(VertexRows));
    case Member::Kind::link:
      return take_numbers<std::uint32_t>(NumberRow(note.rest), member.data, 2);
    case Member::Kind::text: {
      std::string text;
      if (!take_last_spelled(note, text) || text.size() > member.size) return false;
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

bool NoteFollower::follow_names(Note note, Phase phase, std::vector<Name>& names) {
  const std::string_view first = note.word();
  if (first == kSize) {
    const auto size = take_last_number(note);
    if (!size || *size > kMostNames || !grow(names.size(), *size, sizeof(Name))) return false;
    names.resize(*size);
    return true;
  }
  const auto row = parse_integer(first);
  if (!row || *row < 0 || std::size_t(*row) >= names.size()) return false;
  Name& name = names[std::size_t(*row)];
  if (phase == Phase::content) return take_last_spelled(note, name.text);
  const auto offset = take_last_number(note);
  if (offset) name.offset = *offset;
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
  if (!offset || hex.size() % 2 != 0 || !note.word().empty()) return false;
  Bytes part(hex.size() / 2);
  if (!take_hex(hex, part.data())) return false;
  const bool goes_on = !bytes.empty() && bytes.back().offset + bytes.back().bytes.size() == *offset;
  if (!goes_on) bytes.push_back({*offset, {}});
  bytes.back().bytes.insert(bytes.back().bytes.end(), part.begin(), part.end());
  return true;
}

}  // namespace mw::kotor::mdl
