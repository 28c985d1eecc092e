#include "notes.h"

#include <fmt/format.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/number_row.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "note_words.h"

namespace mw::kotor::mdl {
namespace {

using namespace note;

constexpr std::size_t kBytesInLine = 64;  // short lines: other programs may read them into a small buffer
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

void append_size(const Member& made, const Member& real, std::string_view prefix, std::string& out) {
  if (made.rows() == real.rows()) return;
  out += prefix;
  out += real.path();
  out += ' ';
  out += kSize;
  out += ' ';
  out += std::to_string(real.rows());
  out += '\n';
}

/// Runs of rows that differ; rows beyond those that were made all do.
void append_rows(const Member& made, const Member& real, std::string_view prefix, std::string& out) {
  const std::size_t count = real.rows();
  const std::size_t bytes = real.table.bytes;
  const std::string path = real.path();
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

}  // namespace

void append_difference(const Member& made, const Member& real, Phase phase, std::string& out) {
  if (real.kind == Member::Kind::array) return append_array(made, real, phase, out);
  const std::string prefix = phase == Phase::places ? std::string(kAt) + " " : "";
  if (real.kind == Member::Kind::rows && real.laid == (phase == Phase::places))
    append_size(made, real, prefix, out);
  if (real.placed != (phase == Phase::places)) return;
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

}  // namespace mw::kotor::mdl
