#include "syntax.h"

// The only place that sees the JSON library.
#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_text.h>
#include <rapidjson/reader.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace {

constexpr char kEnd = '\0';  // the library's mark for the end of a text

/// The text as a stream of the library, without allocations: "in situ" parsing writes strings back to their
/// source, and this stream drops the writes.
///
/// A check for the end at every character would cost half as much again as all of the parsing. It is made
/// between tokens (SkipWhitespace below) and inside strings (Put). Numbers, words and white space cannot run
/// past the end, because the last character must be a closing bracket.
struct SliceStream {
  using Ch = char;

  const char* at;
  const std::string_view* text;  // all of it; the library copies streams, and a pointer is less to copy

  Ch Peek() const { return *at; }
  Ch Take() { return *at++; }
  std::size_t Tell() const { return at == &kEnd ? text->size() : std::size_t(at - text->data()); }
  Ch* PutBegin() { return const_cast<char*>(at); }  // NOLINT(*-const-cast): nothing writes there
  void Put(Ch) { stop_at_end(); }
  std::size_t PutEnd(const Ch* start) const { return Tell() - std::size_t(start - text->data()); }
  void Flush() {}

  void stop_at_end() {
    if (at == text->data() + text->size()) at = &kEnd;
  }
};

}  // namespace

namespace rapidjson {

template <>
struct StreamTraits<SliceStream> {
  enum { copyOptimization = 1 };
};

template <>
inline void SkipWhitespace(SliceStream& stream) {
  stream.stop_at_end();
  const char* at = stream.at;
  if (static_cast<unsigned char>(*at) > ' ') return;  // most often
  while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
  stream.at = at;
}

}  // namespace rapidjson

namespace mw {
namespace {

Error not_json(std::size_t offset, std::string_view why) {
  return {.offset = offset, .message = fmt::format("not JSON: {}", why), .code = ErrorCode::syntax};
}

/// The place of an escape for the second half of a surrogate pair without the first, which the library
/// accepts. npos without one.
std::size_t lone_surrogate(std::string_view raw) {
  for (std::size_t at = raw.find('\\'); at < raw.size(); at = raw.find('\\', at)) {
    if (raw[at + 1] != 'u') {
      at += 2;
      continue;
    }
    const char first = char(raw[at + 2] | 0x20);
    const char second = char(raw[at + 3] | 0x20);
    const bool surrogate = first == 'd' && (second >= '8');
    if (surrogate && second >= 'c') return at;
    at += surrogate ? 12 : 6;
  }
  return raw.npos;
}

/// Whether the nearest float to this double is also the nearest one to the written number. The library's
/// doubles are sometimes a few bits off (it multiplies digits up one by one). This matters only if they lie
/// half-way between two floats or nearly so, and where floats become subnormal or infinite.
bool narrows_safely(double value) {
  constexpr std::uint64_t kLost = (std::uint64_t(1) << 29U) - 1;  // bits that a float does not have
  constexpr std::uint64_t kHalfWay = std::uint64_t(1) << 28U;
  constexpr std::uint64_t kDoubt = 1024;
  const std::uint64_t above = (std::bit_cast<std::uint64_t>(value) - kHalfWay + kDoubt) & kLost;
  const double size = std::fabs(value);
  return above > 2 * kDoubt && ((size > 0x1p-125 && size < 0x1p127) || value == 0);
}

/// Builds the list from the parser's events.
class TapeWriter : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TapeWriter> {
 public:
  using Kind = JsonText::Kind;
  using Size = rapidjson::SizeType;

  TapeWriter(const SliceStream& stream, std::size_t entries, bool has_escapes)
      : tape_{std::make_unique_for_overwrite<Kind[]>(entries),
              std::make_unique_for_overwrite<std::uint32_t[]>(entries)},
        stream_(stream),
        has_escapes_(has_escapes) {}

  bool Null() { return add(Kind::null, 0); }
  bool Bool(bool value) { return add(Kind::truth, std::uint32_t(value)); }
  bool Uint(unsigned value) { return add(Kind::natural, value); }
  bool Int(int value) { return add(Kind::negative, 0 - std::uint32_t(value)); }
  bool Uint64(std::uint64_t) { return add_number(); }
  bool Int64(std::int64_t) { return add_number(); }
  bool Double(double value) {
    if (!narrows_safely(value)) return add_number();
    return add(Kind::real, std::bit_cast<std::uint32_t>(float(value)));
  }
  bool Key(const char* text, Size size, bool copy) { return String(text, size, copy); }
  bool String(const char* text, Size size, bool /*copy*/) {
    const auto offset = std::uint32_t(text - stream_.text->data());
    const std::size_t lone = has_escapes_ ? lone_surrogate({text, size}) : std::string_view::npos;
    if (lone == std::string_view::npos) return add(Kind::string, offset);
    error_ = not_json(offset + lone, kHalfAPair);
    return false;
  }
  bool StartObject() { return open(Kind::object); }
  bool StartArray() { return open(Kind::array); }
  bool EndObject(Size) { return close(); }
  bool EndArray(Size) { return close(); }

  const std::optional<Error>& error() const { return error_; }
  JsonText::Tape take() { return std::move(tape_); }

  static constexpr std::string_view kHalfAPair = "half of a surrogate pair in a string";

 private:
  bool add(Kind kind, std::uint32_t word) {
    *kind_++ = kind;
    *word_++ = word;
    return true;
  }

  /// While the library reads a number, it works on a copy of the stream: this one still is at its beginning.
  bool add_number() { return add(Kind::number, std::uint32_t(stream_.Tell())); }

  bool open(Kind kind) {
    if (depth_ == open_.size()) {
      error_ = Error{.offset = stream_.Tell() - 1,
                     .message = fmt::format("nested deeper than {} levels", kMaxJsonDepth),
                     .code = ErrorCode::too_large};
      return false;
    }
    open_[depth_++] = word_;
    return add(kind, 0);
  }

  bool close() {
    *open_[--depth_] = std::uint32_t(word_ - tape_.words.get());
    return true;
  }

  JsonText::Tape tape_;
  Kind* kind_ = tape_.kinds.get();
  std::uint32_t* word_ = tape_.words.get();
  const SliceStream& stream_;
  bool has_escapes_;
  std::array<std::uint32_t*, kMaxJsonDepth> open_{};  // the words of the containers around
  std::size_t depth_ = 0;
  std::optional<Error> error_;
};

/// What the text should have gone on with, in words.
std::string_view expectation(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return "expected nothing more";
    case rapidjson::kParseErrorObjectMissName:
      return "expected the name of a member in quotes";
    case rapidjson::kParseErrorObjectMissColon:
      return "expected ':' after the name of a member";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return "expected ',' or '}' after a member";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return "expected ',' or ']' after an item";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
      return "expected \\u and four hex digits";
    case rapidjson::kParseErrorStringEscapeInvalid:
      return "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u";
    case rapidjson::kParseErrorNumberMissFraction:
      return "expected a digit after the decimal point";
    case rapidjson::kParseErrorNumberMissExponent:
      return "expected a digit in the exponent";
    default:
      return "expected a value";
  }
}

Error explain(const rapidjson::ParseResult& result, std::string_view text) {
  const std::size_t at = std::min(result.Offset(), text.size());
  const std::string_view rest = text.substr(at);
  switch (result.Code()) {
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return not_json(at, TapeWriter::kHalfAPair);
    case rapidjson::kParseErrorNumberTooBig:
      return not_json(at, "a number too large for a double");
    case rapidjson::kParseErrorStringMissQuotationMark:
      if (rest.empty()) return not_json(at, "a string without its closing quote");
      return not_json(at, "a control character in a string");
    case rapidjson::kParseErrorStringEscapeInvalid:
      if (rest[0] != '\\') return not_json(at, "a control character in a string");
      break;
    default:
      break;
  }
  const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
  const std::string got =
      rest.empty() ? "the end of the text" : fmt::format("'{}'", escape_text(rest.substr(0, length)));
  return not_json(at, fmt::format("{}, got {}", expectation(result.Code()), got));
}

/// Checks of the characters before parsing.
struct Survey {
  std::size_t entries = 1;  // at the most: every key and value but the first follows one of , : [ {
  bool ascii = true;
};

Survey survey(std::string_view text) {
  constexpr std::size_t kBlock = 128;  // its count fits a byte, so the compiler processes many at once
  Survey result;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, kBlock);
    std::uint8_t count = 0;
    std::uint8_t bits = 0;
    for (const char c : block) {
      const bool precedes_entry = c == ',' || c == ':' || c == '[' || c == '{';
      count = std::uint8_t(count + std::uint8_t(precedes_entry));
      bits = std::uint8_t(bits | static_cast<unsigned char>(c));
    }
    result.entries += count;
    result.ascii = result.ascii && bits < 0x80;
    text.remove_prefix(block.size());
  }
  return result;
}

std::size_t utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

/// `text` must end in a closing bracket, or be followed by a NUL.
Result<JsonText::Tape> parse(std::string_view text, std::size_t entries) {
  SliceStream stream{without_byte_order_mark(text).data(), &text};
  TapeWriter writer(stream, entries, text.find('\\') != text.npos);
  rapidjson::Reader reader;
  const auto result = reader.Parse<rapidjson::kParseInsituFlag>(stream, writer);
  if (writer.error()) return fail(*writer.error());
  if (!result) return fail(explain(result, text));
  // A NUL in the text ends it for the library.
  if (stream.at != &kEnd) return fail(not_json(stream.Tell(), "expected nothing more, got '\\x00'"));
  return writer.take();
}

/// A text that does not end in a bracket is always invalid. To find its error, a copy is parsed, with a NUL
/// at its end.
Error complaint(std::string_view text, std::size_t entries) {
  const std::string copy(text);
  const auto parsed = parse(copy, entries);
  if (!parsed) return parsed.error();
  return {.offset = 0,
          .message = "expected an object or an array, got a single value",
          .code = ErrorCode::syntax};
}

}  // namespace

Result<JsonText::Tape> parse_json_syntax(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max())
    return fail({.message = fmt::format("a JSON text of {} bytes is more than 4 GiB", text.size()),
                 .code = ErrorCode::too_large});
  const Survey found = survey(text);
  if (!found.ascii && utf8_prefix(text) < text.size())
    return fail(not_json(utf8_prefix(text), "bytes that are not UTF-8"));
  const auto last = text.find_last_not_of(" \t\r\n");
  if (last == text.npos || (text[last] != '}' && text[last] != ']'))
    return fail(complaint(text, found.entries));
  return parse(text.substr(0, last + 1), found.entries);
}

}  // namespace mw
