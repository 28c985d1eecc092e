#include "differences.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace mw::kotor::mdl {
namespace {

using source::Note;

Note note_of(const Member& member, Note::Kind kind, Phase phase) {
  Note note{.kind = kind, .place = phase == Phase::places};
  note.index = member.index;
  note.part = member.part;
  note.name = member.name;
  note.type = member.type;
  return note;
}

void set_bytes(Note& note, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  note.bytes.assign(bytes, bytes + size);
}

Note note_of_number(const Member& member, Note::Kind kind, Phase phase, std::uint32_t value) {
  Note note = note_of(member, kind, phase);
  set_bytes(note, &value, sizeof(value));
  return note;
}

/// A text that is the same but for what lies behind it only has a note about that: who edits the text need
/// not know of it.
Note note_of_text(const Member& made, const Member& real) {
  const std::size_t length = real.text_length();
  const bool same = made.text_length() == length && std::memcmp(made.data, real.data, length) == 0;
  Note note = note_of(real, same ? Note::Kind::tail : Note::Kind::value, Phase::content);
  std::size_t end = real.size;
  while (!same && end > 0 && real.data[end - 1] == std::byte(0)) --end;
  const std::size_t begin = same ? length : 0;
  set_bytes(note, real.data + begin, end - begin);
  return note;
}

void add_array(const Member& made, const Member& real, Phase phase, std::vector<Note>& notes) {
  Array from;
  Array to;
  std::memcpy(&from, made.data, sizeof(from));
  std::memcpy(&to, real.data, sizeof(to));
  if (phase == Phase::places && from.offset != to.offset)
    notes.push_back(note_of_number(real, Note::Kind::value, phase, to.offset));
  if (phase == Phase::content && to.count != to.reserved)
    notes.push_back(note_of_number(real, Note::Kind::reserved, phase, to.reserved));
}

/// Runs of rows that differ; rows beyond those that were made all do.
void add_rows(const Member& made, const Member& real, Phase phase, std::vector<Note>& notes) {
  const std::size_t count = real.rows();
  const std::size_t bytes = real.table.bytes;
  const std::size_t stride = real.table.stride;
  const std::size_t known = std::min(made.rows(), count);
  const std::byte* old = known == 0 ? nullptr : made.row(0);
  const std::byte* now = count == 0 ? nullptr : real.row(0);
  const auto differs = [&](std::size_t row) {
    return row >= known || std::memcmp(old + row * stride, now + row * stride, bytes) != 0;
  };
  for (std::size_t row = 0; row < count; ++row) {
    if (!differs(row)) continue;
    Note& note = notes.emplace_back(note_of(real, Note::Kind::rows, phase));
    note.type = {Scalar::bytes, bytes};
    note.first = row;
    while (row < count && differs(row)) ++row;
    note.bytes.reserve((row - note.first) * bytes);
    for (const std::byte* from = now + note.first * stride; from != now + row * stride; from += stride)
      note.bytes.insert(note.bytes.end(), from, from + bytes);
  }
}

}  // namespace

Note note_of_value(const Member& member, Phase phase) {
  Note note = note_of(member, Note::Kind::value, phase);
  set_bytes(note, member.data, member.size);
  return note;
}

void add_differences(const Member& made, const Member& real, Phase phase, std::vector<Note>& notes) {
  if (real.kind == Member::Kind::array) return add_array(made, real, phase, notes);
  const bool has_rows = real.kind == Member::Kind::rows;
  if (has_rows && real.laid == (phase == Phase::places) && made.rows() != real.rows()) {
    notes.push_back(note_of(real, Note::Kind::size, phase));
    notes.back().first = real.rows();
  }
  if (real.placed != (phase == Phase::places)) return;
  switch (real.kind) {
    case Member::Kind::rows:
      return add_rows(made, real, phase, notes);
    case Member::Kind::lists:
    case Member::Kind::part:
      if (made.rows() != real.rows())
        notes.push_back(note_of_number(real, Note::Kind::value, phase, std::uint32_t(real.rows())));
      return;
    default:
      if (std::memcmp(made.data, real.data, real.size) == 0) return;
      notes.push_back(real.kind == Member::Kind::text ? note_of_text(made, real)
                                                      : note_of_value(real, phase));
  }
}

void add_differences(std::string_view part, std::string_view name, const std::vector<Name>& made,
                     const std::vector<Name>& real, Phase phase, std::vector<Note>& notes) {
  const auto add = [&](Note::Kind kind, std::size_t first) -> Note& {
    Note& note = notes.emplace_back();
    note.kind = kind;
    note.place = phase == Phase::places;
    note.part = part;
    note.name = name;
    note.type = field_type_of<std::uint32_t>();
    note.first = first;
    return note;
  };
  if (phase == Phase::content && made.size() != real.size()) add(Note::Kind::size, real.size());
  for (std::size_t row = 0; row < real.size(); ++row) {
    const bool known = row < made.size();
    if (phase == Phase::places) {
      if (!known || made[row].offset != real[row].offset)
        set_bytes(add(Note::Kind::name, row), &real[row].offset, sizeof(real[row].offset));
    } else if (!known || made[row].text != real[row].text) {
      set_bytes(add(Note::Kind::name, row), real[row].text.data(), real[row].text.size());
    }
  }
}

Note note_of_sizes(std::uint64_t mdl, std::uint64_t mdx) {
  const std::array sizes = {mdl, mdx};
  Note note{.place = true};
  note.name = "bytes";
  note.type = field_type_of<std::array<std::uint64_t, 2>>();
  set_bytes(note, sizes.data(), sizeof(sizes));
  return note;
}

Note note_of_bytes(std::string_view name, const Unreferenced& bytes) {
  Note note{.kind = Note::Kind::rows, .place = true};
  note.name = name;
  note.type = {Scalar::bytes, 1};
  note.first = bytes.offset;
  note.bytes = bytes.bytes;
  return note;
}

}  // namespace mw::kotor::mdl
