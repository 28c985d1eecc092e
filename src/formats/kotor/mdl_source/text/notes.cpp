#include "notes.h"

#include <fmt/format.h>
#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_mesh_format.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace mw::kotor::mdl::ascii {
namespace {

using source::Note;

constexpr std::string_view kAt = "at";
constexpr std::string_view kReserved = "reserved";
constexpr std::string_view kTail = "tail";
constexpr std::string_view kSize = "size";
constexpr std::string_view kTreeParent = "tree_parent";
constexpr std::string_view kTreeType = "tree_type";
constexpr std::array<std::string_view, 2> kGuards = {"geometry", "keys"};
constexpr std::string_view kLayouts[] = {"original", "kotor-blender"};
constexpr std::string_view kNoHash = "?";

constexpr std::size_t kBytesInLine = 64;  // short lines: other programs may read them into a small buffer
constexpr std::string_view kDigits = "0123456789abcdef";

/// The two digits of every byte.
constexpr std::array<std::array<char, 2>, 256> kHexPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte)
    pairs[byte] = {kDigits[byte >> 4], kDigits[byte & 15]};
  return pairs;
}();

/// By a letter's byte: what it is worth as a digit, or a bit that no digit has.
constexpr std::uint8_t kNoDigit = 0x10;
constexpr std::array<std::uint8_t, 256> kDigitValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t digit = 0; digit < 16; ++digit) values[std::uint8_t(kDigits[digit])] = digit;
  return values;
}();

/// Calls visit with a value of the type of a member's numbers.
auto with_type(Scalar scalar, const auto& visit) {
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
    case Scalar::u64:
      return visit(std::uint64_t{});
    case Scalar::f32:
      return visit(float{});
    default:
      return visit(std::uint32_t{});  // no member has another type
  }
}

// Writing.

std::size_t row_bytes(const Note& note) {
  return std::max<std::size_t>(1, note.type.count);
}

std::size_t rows_of(const Note& note) {
  return note.bytes.size() / row_bytes(note);
}

/// How many a line has room for.
std::size_t rows_in_line(const Note& note) {
  return std::max<std::size_t>(1, kBytesInLine / row_bytes(note));
}

std::size_t lines_of(const std::vector<Note>& notes) {
  std::size_t lines = 0;
  for (const Note& note : notes)
    lines +=
        note.kind == Note::Kind::rows ? (rows_of(note) + rows_in_line(note) - 1) / rows_in_line(note) : 1;
  return lines;
}

void append_hex(std::string& out, const std::byte* bytes, std::size_t size) {
  const std::size_t begin = out.size();
  out.resize(begin + 2 * size);
  for (std::size_t i = 0; i < size; ++i)
    std::memcpy(out.data() + begin + 2 * i, kHexPairs[std::to_integer<std::size_t>(bytes[i])].data(), 2);
}

/// Any bytes as one word: what is no printable letter, or would be mistaken, is "\x1f"; nothing is "\".
void append_spelled(std::string& out, const Bytes& text) {
  if (text.empty()) out += '\\';
  for (const std::byte byte : text) {
    const char c = char(byte);
    if (c > ' ' && c < 0x7F && c != '\\') {
      out += c;
    } else {
      out += "\\x";
      append_hex(out, &byte, 1);
    }
  }
}

void append_numbers(std::string& out, const Note& note) {
  with_type(note.type.scalar, [&](auto value) {
    for (std::size_t at = 0; at + sizeof(value) <= note.bytes.size(); at += sizeof(value)) {
      std::memcpy(&value, note.bytes.data() + at, sizeof(value));
      if (at != 0) out += ' ';
      if constexpr (std::is_floating_point_v<decltype(value)>)
        append_float(out, value);
      else
        out += std::to_string(value);
    }
  });
}

/// Notes at one depth.
class NoteWriter {
 public:
  NoteWriter(std::string& out, std::size_t indent) : out_(out), begin_(indent, ' ') { begin_ += "#mw "; }

  void line(const auto&... words) {
    out_ += begin_;
    std::size_t before = 0;
    ((out_ += before++ == 0 ? "" : " ", out_ += words), ...);
    out_ += '\n';
  }

  void guarded(std::string_view guard, const source::GuardedNotes& guarded) {
    line(guard, hash_text(guarded.hash), std::to_string(lines_of(guarded.notes) + guarded.missing));
    all(guarded.notes);
  }

  void all(const std::vector<Note>& notes) {
    for (const Note& each : notes) note(each);
  }

  static std::string hash_text(std::optional<std::uint64_t> hash) {
    return hash ? fmt::format("{:016x}", *hash) : std::string(kNoHash);
  }

 private:
  void note(const Note& note) {
    if (note.kind == Note::Kind::rows) return rows(note);
    out_ += begin_;
    if (note.spelling) {
      out_ += note.spelling->text;
    } else {
      subject(note);
      value(note);
    }
    out_ += '\n';
  }

  void subject(const Note& note) {
    const auto word = [&](std::string_view word) { (out_ += word) += ' '; };
    if (note.place) word(kAt);
    if (note.kind == Note::Kind::tail) word(kTail);
    if (note.kind == Note::Kind::reserved) word(kReserved);
    (out_ += note.part) += note.part.empty() ? "" : ".";
    out_ += note.name;
    if (note.index >= 0) (out_ += '.') += std::to_string(note.index);
    out_ += ' ';
  }

  void value(const Note& note) {
    const bool is_name = note.kind == Note::Kind::name;
    if (is_name) (out_ += std::to_string(note.first)) += ' ';
    if (note.kind == Note::Kind::size)
      ((out_ += kSize) += ' ') += std::to_string(note.first);
    else if (is_name ? !note.place : note.type.scalar == Scalar::text)
      append_spelled(out_, note.bytes);
    else
      append_numbers(out_, note);
  }

  void rows(const Note& note) {
    const std::size_t count = rows_of(note);
    const std::size_t in_line = rows_in_line(note);
    for (std::size_t row = 0; row < count; row += in_line) {
      out_ += begin_;
      subject(note);
      (out_ += std::to_string(note.first + row)) += ' ';
      append_hex(out_, note.bytes.data() + row * row_bytes(note),
                 std::min(in_line, count - row) * row_bytes(note));
      out_ += '\n';
    }
  }

  std::string& out_;
  std::string begin_;
};

// Reading.

/// Every member that a node may have. They are of one that is gone: only their names and types count.
const Members& node_members() {
  static const Members kMembers = [] {
    Node node;
    node.light.emplace();
    node.emitter.emplace();
    node.reference.emplace();
    Mesh& mesh = node.mesh.emplace();
    mesh.skin.emplace();
    mesh.anim.emplace();
    mesh.dangly.emplace();
    mesh.aabb.emplace();
    mesh.saber.emplace();
    mesh.mdx.emplace().sentinel.emplace();
    mesh.index_lists.emplace_back();
    Members members;
    members_of(node, {Game::k2, Platform::pc}, members);
    return members;
  }();
  return kMembers;
}

template <class Record>
const Members& members_of_any() {
  static const Members kMembers = [] {
    Record record;
    Members members;
    members_of(record, members);
    return members;
  }();
  return kMembers;
}

bool is_called(const Member& member, std::string_view path) {
  const std::size_t begin = member.part.empty() ? 0 : member.part.size() + 1;
  return path.size() == begin + member.name.size() && path.ends_with(member.name) &&
         path.starts_with(member.part) && (begin == 0 || path[begin - 1] == '.');
}

/// "mesh.index_lists.2" is the third of the lists.
std::int32_t list_called(const Member& lists, std::string_view path) {
  const std::size_t dot = std::min(path.rfind('.'), path.size());
  if (dot == path.size() || !is_called(lists, path.substr(0, dot))) return -1;
  const auto row = parse_integer(path.substr(dot + 1));
  return row && *row >= 0 && *row <= std::numeric_limits<std::int32_t>::max() ? std::int32_t(*row) : -1;
}

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

/// The last word of a line.
bool take_spelled(NumberRow& words, Bytes& text) {
  const std::string_view word = words.take_word();
  for (std::size_t i = 0; i < word.size() && word != "\\"; ++i) {
    std::byte& byte = text.emplace_back(std::byte(word[i]));
    if (word[i] != '\\') continue;
    if (word.size() - i < 4 || word[i + 1] != 'x' || !take_hex(word.substr(i + 2, 2), &byte)) return false;
    i += 3;
  }
  return words.at_end();
}

std::optional<std::uint64_t> take_number(NumberRow& words) {
  const auto value = parse_integer(words.take_word());
  return value && *value >= 0 ? std::optional(std::uint64_t(*value)) : std::nullopt;
}

std::optional<std::uint64_t> take_hash(NumberRow& words) {
  const std::string_view word = words.take_word();
  std::array<std::byte, sizeof(std::uint64_t)> bytes{};
  if (word.size() != 2 * bytes.size() || !take_hex(word, bytes.data())) return std::nullopt;
  std::uint64_t hash = 0;
  for (const std::byte byte : bytes) hash = hash << 8 | std::to_integer<std::uint64_t>(byte);
  return hash;
}

template <class T>
bool take(NumberRow& words, T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return words.next(value);
  } else {
    const auto number = parse_integer(words.take_word());
    if (!number || !std::in_range<T>(*number)) return false;
    value = T(*number);
    return true;
  }
}

/// Numbers of a type, usually the last words of a line.
bool take_numbers(NumberRow& words, FieldType type, Bytes& bytes, bool last = true) {
  const bool done = with_type(type.scalar, [&](auto value) {
    bytes.resize(type.count * sizeof(value));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(value)) {
      if (!take(words, value)) return false;
      std::memcpy(bytes.data() + at, &value, sizeof(value));
    }
    return true;
  });
  return done && (!last || words.at_end());
}

bool take_size(NumberRow& words, Note& note) {
  std::uint32_t size = 0;
  note.kind = Note::Kind::size;
  const bool done = take(words, size) && words.at_end();
  note.first = size;
  return done;
}

/// Rows of `bytes` each, or how many there are.
bool take_rows(std::string_view line, NumberRow& words, std::size_t bytes, Note& note) {
  const std::string_view first = words.take_word();
  if (first == kSize) return take_size(words, note);
  note.kind = Note::Kind::rows;
  note.type = {Scalar::bytes, bytes};
  const auto [end, status] = std::from_chars(first.data(), first.data() + first.size(), note.first);
  const std::string_view hex = line.substr(words.column());
  if (status != std::errc() || end != first.data() + first.size() || hex.size() % (2 * bytes) != 0)
    return false;
  note.bytes.resize(hex.size() / 2);
  note.rows_in_line = std::uint32_t(note.bytes.size() / bytes);
  return take_hex(hex, note.bytes.data());
}

/// A row of a table of texts, or how many there are.
bool take_name(NumberRow& words, Note& note) {
  const std::string_view first = words.take_word();
  if (first == kSize) return take_size(words, note);
  note.kind = Note::Kind::name;
  note.type = field_type_of<std::uint32_t>();
  const auto row = parse_integer(first);
  if (!row || *row < 0) return false;
  note.first = std::uint64_t(*row);
  return note.place ? take_numbers(words, note.type, note.bytes) : take_spelled(words, note.bytes);
}

/// What a note says of a member.
bool take_value(std::string_view line, NumberRow& words, const Member& member, Note& note) {
  const bool is_text = member.kind == Member::Kind::text;
  note.type = member.type;
  if (note.kind == Note::Kind::tail) return is_text && take_spelled(words, note.bytes);
  if (member.kind != Member::Kind::array) note.kind = Note::Kind::value;
  if (member.kind == Member::Kind::rows) return take_rows(line, words, member.table.bytes, note);
  if (is_text) return take_spelled(words, note.bytes) && note.bytes.size() <= member.size;
  return take_numbers(words, member.type, note.bytes);
}

/// Whether a note goes on where the last one ends, as one of several lines does.
bool goes_on(const Note& last, const Note& note) {
  if (last.kind != Note::Kind::rows || note.kind != Note::Kind::rows || last.rows_in_line == 0) return false;
  const std::size_t rows = rows_of(last);
  return last.name == note.name && last.part == note.part && last.index == note.index &&
         last.place == note.place && note.first == last.first + rows && rows % last.rows_in_line == 0 &&
         note.rows_in_line <= last.rows_in_line && note.line == last.line + rows / last.rows_in_line;
}

}  // namespace

void append_notes(std::string& out, std::size_t indent, const source::ModelResidual& residual) {
  NoteWriter writer(out, indent);
  if (residual.variant) writer.line("variant", to_string(*residual.variant));
  if (residual.tree)
    writer.line("tree", NoteWriter::hash_text(residual.tree->hash), std::to_string(residual.tree->nodes));
  if (residual.without_mdx) writer.line("mdx", "0");
  if (residual.layout)
    writer.line("layout", kLayouts[std::size_t(residual.layout->family)],
                std::to_string(residual.layout->mdl_size), std::to_string(residual.layout->mdx_size));
  writer.all(residual.notes);
}

void append_notes(std::string& out, std::size_t indent, const source::Residual& residual) {
  NoteWriter writer(out, indent);
  if (residual.parent) writer.line(kTreeParent, std::to_string(*residual.parent));
  if (residual.type) writer.line(kTreeType, std::to_string(*residual.type));
  writer.all(residual.notes);
  if (residual.geometry) writer.guarded(kGuards[0], *residual.geometry);
  if (residual.keys) writer.guarded(kGuards[1], *residual.keys);
}

std::size_t size_as_text(const source::Residual& residual) {
  constexpr std::size_t kWords = 48;  // of a line, beside its bytes
  const auto size_of = [](const std::vector<Note>& notes) {
    std::size_t size = kWords * lines_of(notes);
    for (const Note& note : notes) size += 2 * note.bytes.size();
    return size;
  };
  std::size_t size = size_of(residual.notes);
  for (const auto* guarded : {&residual.geometry, &residual.keys})
    if (*guarded) size += size_of((*guarded)->notes);
  return size;
}

/// One line, taken apart as far as all lines are alike.
struct NoteReader::Line {
  std::string_view text;
  std::uint64_t number;
  NumberRow words{text};
  bool place = false;
  std::string_view path = {};  // or its keyword
};

void NoteReader::Guard::count(std::uint64_t notes_found) {
  found += notes_found;
  (*notes)->missing = wanted - std::min(wanted, found);
}

void NoteReader::begin(const Members& members, std::vector<Note>& notes, std::optional<std::size_t>& size) {
  *this = {};
  members_ = &members;
  notes_ = &notes;
  size_ = &size;
}

void NoteReader::send_to(source::Model& model) {
  begin(members_of_any<File>(), model.residual.notes, model.residual.text_size);
  model_ = &model.residual;
}

void NoteReader::send_to(source::Animation& animation) {
  begin(members_of_any<Animation>(), animation.residual.notes, animation.residual.text_size);
}

void NoteReader::send_to(source::Node& node) {
  begin(node_members(), node.residual.notes, node.residual.text_size);
  node_ = &node.residual;
  guards_[0].notes = &node_->geometry;
  guards_[1].notes = &node_->keys;
}

void NoteReader::read(std::string_view text, std::uint64_t number) {
  *size_ = size_->value_or(0) + text.size() + 1;
  Line line{text, number};
  line.path = line.words.take_word();
  if (node_ != nullptr) {
    if (node_->line == 0) node_->line = number;
    if (read_guard(line)) return;
    if (guard_ != nullptr) guard_->count(1);
    if (read_direction(line)) return;
    at_begin_ = false;
  }
  line.place = line.path == kAt;
  if (line.place) line.path = line.words.take_word();
  if (model_ != nullptr && read_about_model(line)) return;
  Note note = parsed(line);
  if (!notes_->empty() && goes_on(notes_->back(), note))
    notes_->back().bytes.insert(notes_->back().bytes.end(), note.bytes.begin(), note.bytes.end());
  else
    notes_->push_back(std::move(note));
}

bool NoteReader::read_direction(Line& line) {
  const bool parent = line.path == kTreeParent;
  if (!parent && line.path != kTreeType) return false;
  const auto value = take_number(line.words);
  if (at_begin_ && parent && value && *value < kNoRow)
    node_->parent = std::uint32_t(*value);
  else if (at_begin_ && !parent && value && *value <= 0xFFFF)
    node_->type = std::uint16_t(*value);
  else
    add_as_it_is(line, Note::Kind::idle);
  return true;
}

/// Two of one kind are as one: each must be that of the lists.
bool NoteReader::read_guard(Line& line) {
  const auto kind = std::ranges::find(kGuards, line.path);
  if (kind == kGuards.end()) return false;
  guard_ = &guards_[std::size_t(kind - kGuards.begin())];
  const auto hash = take_hash(line.words);
  if (!*guard_->notes)
    guard_->notes->emplace().hash = hash;
  else if ((*guard_->notes)->hash != hash)
    (*guard_->notes)->hash.reset();
  guard_->wanted = take_number(line.words).value_or(std::numeric_limits<std::uint64_t>::max());
  guard_->count(0);
  at_begin_ = false;
  notes_ = &(*guard_->notes)->notes;
  return true;
}

bool NoteReader::read_about_model(Line& line) {
  constexpr std::string_view kWords[] = {"variant", "tree", "mdx", "layout"};
  if (std::ranges::find(kWords, line.path) == std::end(kWords)) return false;
  NumberRow& words = line.words;
  const auto variant = line.path == "variant" ? parse_variant(words.word()) : std::nullopt;
  const bool without_mdx = line.path == "mdx" && words.word() == "0";
  if (line.place) {
    add_as_it_is(line, Note::Kind::idle);
  } else if (line.path == "tree") {
    model_->tree = {take_hash(words), parse_integer(words.take_word()).value_or(0)};
  } else if (line.path == "layout") {
    const bool blender = words.take_word() == kLayouts[1];
    model_->layout = {blender ? Family::kotor_blender : Family::original, take_number(words).value_or(0),
                      take_number(words).value_or(0)};
  } else if (variant) {
    model_->variant = variant;
  } else {
    if (line.path == "mdx") model_->without_mdx = without_mdx;
    if (!without_mdx) add_as_it_is(line, Note::Kind::idle);
  }
  return true;
}

void NoteReader::add_as_it_is(const Line& line, Note::Kind kind) {
  Note& note = notes_->emplace_back();
  note.kind = kind;
  note.place = line.place;
  note.line = line.number;
  note.spelling = Note::Spelling{std::string(line.path), std::string(line.text)};
}

const Member* NoteReader::find(std::string_view path, bool place, bool reserved) {
  if (member_ != nullptr && path == path_ && place == place_ && reserved == reserved_) return member_;
  path_ = path;
  place_ = place;
  reserved_ = reserved;
  member_ = nullptr;
  for (std::size_t at = 0; at < members_->size() && member_ == nullptr; ++at) {
    const Member& member = (*members_)[at];
    if (member.takes(place, reserved) && is_called(member, path)) member_ = &member;
    if (member.kind != Member::Kind::lists) continue;
    if (list_called(member, path) >= 0) member_ = &(*members_)[at + 1];
    at += member.size;
  }
  return member_;
}

/// One that makes no sense stays as it is, and is told of when it is due.
Note NoteReader::parsed(Line line) {
  Note note{.place = line.place};
  note.line = line.number;
  if (parse(line, note)) return note;
  const bool about_member = note.kind != Note::Kind::tail && note.kind != Note::Kind::reserved;
  note.bytes.clear();
  note.kind = Note::Kind::unknown;
  if (!about_member) note.part = note.name = {};
  note.spelling = Note::Spelling{std::string(line.path), std::string(line.text)};
  return note;
}

bool NoteReader::parse(Line& line, Note& note) {
  NumberRow& words = line.words;
  std::string_view path = line.path;
  if (path == kTail) note.kind = Note::Kind::tail;
  if (path == kReserved) note.kind = Note::Kind::reserved;
  if (note.kind != Note::Kind::value) path = words.take_word();
  if (note.kind == Note::Kind::value && model_ != nullptr) {
    constexpr std::string_view kUnreferenced[] = {"unreferenced", "mdx_unreferenced"};
    const auto* const unreferenced = std::ranges::find(kUnreferenced, path);
    if (unreferenced != std::end(kUnreferenced)) {
      note.name = *unreferenced;
      return take_rows(line.text, words, 1, note) && note.kind == Note::Kind::rows;
    }
    if (path == "name") {
      note.name = "name";
      return take_name(words, note);
    }
    if (path == "bytes") {
      note.name = "bytes";
      note.type = field_type_of<std::array<std::uint64_t, 2>>();
      return take_numbers(words, note.type, note.bytes, false);
    }
  }
  if (note.kind == Note::Kind::value && node_ != nullptr && path == "light.textures") {
    note.part = "light";
    note.name = "textures";
    return take_name(words, note);
  }
  const Member* member = find(path, line.place, note.kind == Note::Kind::reserved);
  if (member == nullptr) return false;
  note.part = member->part;
  note.name = member->name;
  if (member->index >= 0)
    note.index = list_called((*members_)[std::size_t(member - members_->data()) - 1], path);
  return take_value(line.text, words, *member, note);
}

}  // namespace mw::kotor::mdl::ascii
