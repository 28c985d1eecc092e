#pragma once

// Example:
//
//     #include <meshwright/core/json_writer.h>
//
//     std::string describe(std::string_view name, float height) {
//       mw::JsonWriter json(mw::JsonWriter::Style::pretty);
//       json.begin_object();
//       json.member("name", name);
//       json.member("height", height);
//       json.end_object();
//       return json.take();
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/sink.h>
#include <meshwright/core/json_value.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// Writes JSON text call by call: pretty for files that people edit, compact for programs.
///
/// Floats have their shortest form that reads back the same; NaN and infinities become strings.
///
/// The text is collected for text() and take(). With a sink it is passed on in pieces of about kPiece: then
/// writing takes no more memory than two of them, however long the text becomes.
class JsonWriter {
 public:
  enum class Style : std::uint8_t { pretty, compact };
  /// How the items of a container are laid out in the pretty style.
  enum class Rows : std::uint8_t { one_line, one_per_line, wrapped };

  explicit JsonWriter(Style style) : style_(style) {}
  /// Writes into a sink. finish() passes on the rest of the text.
  JsonWriter(Style style, TextSink sink) : style_(style), sink_(std::move(sink)), hand_on_at_(kPiece) {
    out_.reserve(kPiece + kPiece / 2);
  }

  void begin_object(Rows rows = Rows::one_per_line) { begin('{', rows); }
  void end_object() { end('}'); }
  void begin_array(Rows rows = Rows::one_per_line) { begin('[', rows); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(std::nullptr_t);
  template <Number T>
  void value(T number) {
    separate();
    append_number(number);
  }
  void value(const JsonValue& tree);
  /// A value that is JSON already.
  void raw_value(std::string_view json);

  template <class T>
  void member(std::string_view name, const T& item) {
    key(name);
    value(item);
  }

  /// The `io` of a record's fields (see field.h): a number, or a row of them on one line.
  template <LeafValue T>
  void field(std::string_view name, const T& leaf) {
    key(name);
    leaf_value(leaf);
  }

  /// A text; one that is not UTF-8 becomes {"bytes": hex}, one with bytes after its NUL {"text": ..., "tail":
  /// hex}.
  void field(std::string_view name, const std::string& text) { text_field(name, text, {}); }
  template <std::size_t N>
  void field(std::string_view name, const FixedText<N>& text) {
    text_field(name, text.view(), text.tail());
  }

  /// Bytes without a meaning, as hex digits.
  void field(std::string_view name, const Bytes& bytes);

  /// A nested record: on one line, or one field per line for types with `struct LargeRecord`.
  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, const T& record) {
    key(name);
    record_value(record);
  }

  /// A table: one row per line, plain numbers many to a line.
  template <class T>
  void table(std::string_view name, const std::vector<T>& rows) {
    key(name);
    const bool in_line = !open_.empty() && open_.back().rows == Rows::one_line;
    begin_array(!Number<T> ? Rows::one_per_line : in_line ? Rows::one_line : Rows::wrapped);
    for (const T& row : rows) {
      if constexpr (LeafValue<T>)
        leaf_value(row);
      else
        record_value(row);
    }
    end_array();
  }

  /// Reserves space for so many more characters, if the text is collected.
  void reserve(std::size_t characters) {
    if (!sink_) out_.reserve(out_.size() + characters);
  }

  /// The text so far, except pieces passed to a sink; take() also empties it.
  const std::string& text() const { return out_; }
  std::string take() { return std::exchange(out_, {}); }

  /// Passes the rest to the sink. Call this after the last value.
  void finish();

  static constexpr std::size_t kPiece = 1 << 16;

 private:
  struct Container {
    Rows rows;
    std::size_t items = 0;
  };

  template <LeafValue T>
  void leaf_value(const T& leaf) {
    using Shape = Leaf<T>;
    if constexpr (Shape::count == 1 && Number<T>) {
      value(leaf);
    } else {
      begin_array(Rows::one_line);
      for (std::size_t i = 0; i < Shape::count; ++i) value(Shape::at(leaf, i));
      end_array();
    }
  }

  template <class T>
  void record_value(const T& record) {
    constexpr bool kLarge = requires { typename T::LargeRecord; };
    begin_object(kLarge ? Rows::one_per_line : Rows::one_line);
    visit_fields(*this, record);
    end_object();
  }

  template <Number T>
  void append_number(T number) {
    if constexpr (std::is_floating_point_v<T>)
      append_real(number);
    else if constexpr (std::is_signed_v<T>)
      append_integer(std::int64_t(number));
    else
      append_natural(std::uint64_t(number));
  }

  void text_field(std::string_view name, std::string_view text, std::string_view tail);
  void begin(char bracket, Rows rows);
  void end(char bracket);
  void separate();
  void new_line();
  void hand_on_full_piece() {
    if (out_.size() >= hand_on_at_) hand_on();
  }
  void hand_on();
  void append_long(std::string_view text);
  void append_string(std::string_view text);
  void append_real(float number);
  void append_real(double number);
  void append_integer(std::int64_t number);
  void append_natural(std::uint64_t number);

  static constexpr std::size_t kWrap = 20;  // numbers per line in a wrapped array

  Style style_;
  std::string out_;
  TextSink sink_;
  std::size_t hand_on_at_ = std::numeric_limits<std::size_t>::max();  // without a sink: never
  std::vector<Container> open_;
  bool after_key_ = false;
};

}  // namespace mw
