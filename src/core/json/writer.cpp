#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <cmath>

namespace mw {

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(open_.size(), ' ');
}

void JsonWriter::hand_on() {
  if (!out_.empty()) sink_(out_);
  out_.clear();
}

void JsonWriter::finish() {
  if (sink_) hand_on();
}

/// A text that may be longer than a piece is passed on by itself.
void JsonWriter::append_long(std::string_view text) {
  if (!sink_ || text.size() < kPiece / 4) {
    out_ += text;
    return;
  }
  hand_on();
  sink_(text);
}

/// Writes the separator before an item: nothing after a key, else a comma and the line break of its
/// container.
void JsonWriter::separate() {
  hand_on_full_piece();
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (open_.empty()) return;
  Container& container = open_.back();
  const bool first = container.items++ == 0;
  const bool breaks = container.rows == Rows::one_per_line ||
                      (container.rows == Rows::wrapped && (container.items - 1) % kWrap == 0);
  if (!breaks && !first && style_ == Style::pretty) {
    out_.append(", ", 2);
    return;
  }
  if (!first) out_ += ',';
  if (breaks && style_ == Style::pretty) new_line();
}

void JsonWriter::begin(char bracket, Rows rows) {
  separate();
  out_ += bracket;
  open_.push_back({rows});
}

void JsonWriter::end(char bracket) {
  const Container container = open_.back();
  open_.pop_back();
  if (style_ == Style::pretty && container.items > 0 && container.rows != Rows::one_line) new_line();
  out_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_string(name);
  out_ += style_ == Style::compact ? ":" : ": ";
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  separate();
  append_string(text);
}

void JsonWriter::value(bool truth) {
  separate();
  out_ += truth ? "true" : "false";
}

void JsonWriter::value(std::nullptr_t) {
  separate();
  out_ += "null";
}

void JsonWriter::raw_value(std::string_view json) {
  separate();
  append_long(json);
}

void JsonWriter::value(const JsonValue& tree) {
  if (const auto* array = tree.get_if<JsonArray>()) {
    begin_array(Rows::one_line);
    for (const JsonValue& item : *array) value(item);
    return end_array();
  }
  if (const auto* object = tree.get_if<JsonObject>()) {
    begin_object();
    for (const auto& [name, item] : *object) member(name, item);
    return end_object();
  }
  if (const auto* text = tree.get_if<std::string>()) return value(std::string_view(*text));
  if (const auto* truth = tree.get_if<bool>()) return value(*truth);
  if (const auto* integer = tree.get_if<std::int64_t>()) return value(*integer);
  if (const auto* natural = tree.get_if<std::uint64_t>()) return value(*natural);
  if (const auto* real = tree.get_if<JsonReal>())
    return std::isnan(real->wide) || double(real->narrow) == real->wide ? value(real->narrow)
                                                                        : value(real->wide);
  value(nullptr);
}

void JsonWriter::field(std::string_view name, const Bytes& bytes) {
  key(name);
  separate();
  out_ += '"';
  for (ByteSpan rest = bytes; !rest.empty();) {
    const ByteSpan part = rest.first(std::min(rest.size(), kPiece / 2));
    append_long(to_hex(part));
    rest = rest.subspan(part.size());
  }
  out_ += '"';
}

void JsonWriter::text_field(std::string_view name, std::string_view text, std::string_view tail) {
  const ShownText shown = show_text(text, tail);
  if (shown.tail.empty() && shown.bytes.empty()) return member(name, text);
  key(name);
  begin_object(Rows::one_line);
  if (shown.bytes.empty()) {
    member("text", text);
    member("tail", shown.tail);
  } else {
    member("bytes", shown.bytes);
  }
  end_object();
}

namespace {

/// The number of leading printable ASCII characters that JSON needs no escape for.
std::size_t plain_prefix(std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  return std::size_t(std::ranges::find_if_not(text, is_plain) - text.begin());
}

}  // namespace

/// Bytes that are not UTF-8 (in file names, for example) become U+FFFD: JSON cannot hold them.
void JsonWriter::append_string(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_prefix(text);
    append_long(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    hand_on_full_piece();
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = utf8_length(text);
    if (first == '"' || first == '\\') {
      out_ += '\\';
      out_ += text[0];
    } else if (first == '\n') {
      out_ += "\\n";
    } else if (first < 0x20 || first == 0x7F) {
      fmt::format_to(std::back_inserter(out_), "\\u{:04x}", first);
    } else if (length == 0) {
      out_ += "\xEF\xBF\xBD";
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out_ += '"';
}

void JsonWriter::append_real(float number) {
  // Whole numbers, of which there are many, are spelled like integers, and faster.
  constexpr float kMaxWhole = 1 << 23U;
  if (std::fabs(number) < kMaxWhole && number == float(std::int32_t(number)) &&
      (number != 0 || !std::signbit(number)))
    return append_integer(std::int64_t(number));
  const bool word = !is_json_number(number);
  if (word) out_ += '"';
  append_float(out_, number);
  if (word) out_ += '"';
}

void JsonWriter::append_real(double number) {
  if (!is_json_number(number)) return append_real(float(number));
  append_float(out_, number);
}

void JsonWriter::append_integer(std::int64_t number) {
  const fmt::format_int text(number);
  out_.append(text.data(), text.size());
}
void JsonWriter::append_natural(std::uint64_t number) {
  const fmt::format_int text(number);
  out_.append(text.data(), text.size());
}

}  // namespace mw
