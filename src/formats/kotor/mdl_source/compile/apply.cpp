#include "apply.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace mw::kotor::mdl {
namespace {

using source::Note;

constexpr std::size_t kGrowth = 1024;
constexpr std::size_t kGrowthOfLetter = 16;
constexpr std::size_t kMostPartChanges = 16;  // of a record: each lists its members again
constexpr std::size_t kMostNames = 0xFFFF;

bool take_number(const Note& note, std::uint32_t& number) {
  if (note.kind == Note::Kind::unknown || note.bytes.size() != sizeof(number)) return false;
  std::memcpy(&number, note.bytes.data(), sizeof(number));
  return true;
}

bool set_tail(const Member& member, const Note& note) {
  const std::size_t length = member.text_length();
  if (member.kind != Member::Kind::text) return false;
  if (length + note.bytes.size() == member.size && !note.bytes.empty())
    std::memcpy(member.data + length, note.bytes.data(), note.bytes.size());
  return true;
}

/// A shorter text has nothing behind it.
bool set_value(const Member& member, const Note& note) {
  const std::size_t size = note.bytes.size();
  if (member.kind == Member::Kind::text ? size > member.size : size != member.size) return false;
  std::fill(std::ranges::copy(note.bytes, member.data).out, member.data + member.size, std::byte(0));
  return true;
}

}  // namespace

std::size_t growth_for(std::optional<std::size_t> text_size) {
  return text_size ? kGrowth + kGrowthOfLetter * *text_size : std::numeric_limits<std::size_t>::max();
}

bool NoteApplier::grow(std::size_t from, std::size_t to, std::size_t bytes) {
  if (to <= from) return true;
  if (to - from > growth_ / std::max<std::size_t>(1, bytes)) return false;
  growth_ -= (to - from) * bytes;
  return true;
}

bool NoteApplier::resize(const Member& member, std::size_t size, std::size_t bytes) {
  if (!grow(member.rows(), size, bytes)) return false;
  member.resize(size);
  return true;
}

bool NoteApplier::resize_parts(const Member& member, std::size_t size) {
  parts_changed_ = true;
  if (++part_changes_ > kMostPartChanges) return false;
  return resize(member, size, member.kind == Member::Kind::lists ? sizeof(IndexList) : sizeof(VertexRows));
}

bool NoteApplier::set_rows(const Member& member, const Note& note) {
  if (note.kind == Note::Kind::size) return resize(member, note.first, member.table.stride);
  const std::size_t bytes = member.table.bytes;
  if (note.kind != Note::Kind::rows || note.type.count != bytes) return false;
  const std::size_t count = note.bytes.size() / bytes;
  const std::size_t room = member.rows() - std::min<std::size_t>(note.first, member.rows());
  if (note.first > member.rows() || count > room) {
    if (note.line != 0) lines_before_ = room / std::max<std::size_t>(1, note.rows_in_line);
    return false;
  }
  const std::byte* from = note.bytes.data();
  std::byte* to = count == 0 ? nullptr : member.row(note.first);
  for (std::size_t i = 0; i < count; ++i, from += bytes, to += member.table.stride)
    std::memcpy(to, from, bytes);
  return true;
}

const Member* NoteApplier::find(const Note& note) {
  const auto is_called = [&](const Member& member) {
    return member.name == note.name && member.part == note.part;
  };
  const auto fits = [&](const Member& member) {
    return member.index == note.index && is_called(member) &&
           member.takes(note.place, note.kind == Note::Kind::reserved);
  };
  if (last_ != nullptr && fits(*last_)) return last_;
  last_ = nullptr;
  for (std::size_t at = 0; at < members_.size() && last_ == nullptr; ++at) {
    const Member& member = members_[at];
    if (fits(member)) last_ = &member;
    if (member.kind != Member::Kind::lists) continue;
    // There may be any number of them: none is looked at but the one that is called.
    if (note.index >= 0 && std::size_t(note.index) < member.size && is_called(member))
      last_ = &members_[at + 1 + std::size_t(note.index)];
    at += member.size;
  }
  return last_;
}

bool NoteApplier::set_array(const Member& member, const Note& note) {
  std::uint32_t value = 0;
  if (!take_number(note, value)) return false;
  Array array;
  std::memcpy(&array, member.data, sizeof(array));
  if (note.kind == Note::Kind::reserved) {
    array.reserved = value;
    array.count = ~array.reserved;  // any other number: writing keeps a second count that differs
  } else {
    array.offset = value;
  }
  std::memcpy(member.data, &array, sizeof(array));
  return true;
}

bool NoteApplier::apply(const Note& note) {
  const Member* member = note.kind == Note::Kind::unknown ? nullptr : find(note);
  if (member == nullptr) return false;
  if (note.kind == Note::Kind::tail) return set_tail(*member, note);
  std::uint32_t count = 0;
  switch (member->kind) {
    case Member::Kind::array:
      return set_array(*member, note);
    case Member::Kind::rows:
      return set_rows(*member, note);
    case Member::Kind::lists:
    case Member::Kind::part:
      return take_number(note, count) && resize_parts(*member, count);
    default:
      return set_value(*member, note);
  }
}

bool NoteApplier::apply_name(const Note& note, std::vector<Name>& names) {
  if (note.kind == Note::Kind::size) {
    if (note.first > kMostNames || !grow(names.size(), note.first, sizeof(Name))) return false;
    names.resize(note.first);
    return true;
  }
  if (note.kind != Note::Kind::name || note.first >= names.size()) return false;
  Name& name = names[note.first];
  if (note.place) return take_number(note, name.offset);
  name.text.assign(reinterpret_cast<const char*>(note.bytes.data()), note.bytes.size());
  return true;
}

void add_bytes(const Note& note, std::vector<Unreferenced>& bytes) {
  const bool goes_on = !bytes.empty() && bytes.back().offset + bytes.back().bytes.size() == note.first;
  if (!goes_on) bytes.push_back({note.first, {}});
  bytes.back().bytes.insert(bytes.back().bytes.end(), note.bytes.begin(), note.bytes.end());
}

}  // namespace mw::kotor::mdl
