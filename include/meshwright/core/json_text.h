#pragma once

// Example:
//
//     #include <meshwright/core/json_text.h>
//     #include <cstdio>
//
//     void check(std::string_view text) {
//       const auto json = mw::JsonText::parse(text);
//       if (!json) std::printf("%s\n", to_string(json.error()).c_str());
//     }

#include <meshwright/core/error.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mw {

/// Deeper nesting is refused: no file here needs it, and it would only serve to exhaust the stack.
inline constexpr int kMaxJsonDepth = 64;

/// Editors on other systems begin a text with this mark; it is allowed.
std::string_view without_byte_order_mark(std::string_view text);

/// A JSON text, an object or an array, parsed into a list of its keys and values.
///
/// An entry takes 5 bytes: enough for most fields of a record. Strings, and numbers that need more, stay in
/// the text, which therefore must outlive this and all its readers.
class JsonText {
 public:
  /// The kind of an entry, and the meaning of its word.
  enum class Kind : std::uint8_t {
    natural,   // the integer itself
    negative,  // the integer without its sign
    real,      // the bits of the nearest float
    number,    // any other number: offset of its first character
    string,    // offset of the character after the opening quote; keys are strings too
    truth,     // 1 or 0
    null,
    array,   // the entry after its last item
    object,  // the entry after its last member
  };

  /// The entries of a text, the outermost object or array first; a key precedes its value, and an object or
  /// array precedes its content.
  struct Tape {
    std::unique_ptr<Kind[]> kinds;
    std::unique_ptr<std::uint32_t[]> words;
  };

  /// The error's offset is the first invalid byte.
  static Result<JsonText> parse(std::string_view text);
  /// A text that is gone after the call cannot be read from.
  template <std::same_as<std::string> Temporary>
  static Result<JsonText> parse(Temporary&& text) = delete;

  std::string_view text() const { return text_; }
  Kind kind(std::uint32_t entry) const { return tape_.kinds[entry]; }
  std::uint32_t word(std::uint32_t entry) const { return tape_.words[entry]; }

  /// The entry after this value and its content.
  std::uint32_t behind(std::uint32_t entry) const {
    return kind(entry) >= Kind::array ? word(entry) : entry + 1;
  }

  /// The items of an array.
  std::size_t count(std::uint32_t array) const;

  /// The raw text between the quotes of a string, with escapes.
  std::string_view raw_string(std::uint32_t entry) const;
  /// Its decoded value.
  std::string string(std::uint32_t entry) const;
  /// Whether it equals `name`, which has no backslashes.
  bool is_string(std::uint32_t entry, std::string_view name) const {
    const std::string_view rest = text_.substr(word(entry));
    const bool same = rest.size() > name.size() && rest[name.size()] == '"' && rest.starts_with(name);
    return same || is_escaped_string(rest, name);
  }

 private:
  static bool is_escaped_string(std::string_view rest, std::string_view name);

  JsonText(std::string_view text, Tape tape) : text_(text), tape_(std::move(tape)) {}

  std::string_view text_;
  Tape tape_;
};

/// Finds where entries are in the text. Walks from one to the next: cheap for entries in their order.
class JsonPlaces {
 public:
  explicit JsonPlaces(const JsonText& json) : json_(&json) {}

  /// Offset of the entry's first character.
  std::size_t offset(std::uint32_t entry);

  /// Any number, as written.
  std::string_view number(std::uint32_t entry);

  /// What the entry is, for messages: "an object", "a string", …
  std::string_view kind(std::uint32_t entry);

 private:
  const JsonText* json_;
  std::uint32_t entry_ = 0;
  std::size_t at_ = 0;
};

}  // namespace mw
