#pragma once

#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/kotor/mdl_source.h>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "keywords.h"
#include "notes.h"

/// Reading text models, one statement after another.
namespace mw::kotor::mdl::ascii {

/// The first word of a line, in small letters.
class Keyword {
 public:
  explicit Keyword(std::string_view word);
  std::string_view view() const { return {chars_.data(), size_}; }
  /// `name` may have capitals.
  bool is(std::string_view name) const { return name.size() == size_ && same_in_any_case(name, view()); }

 private:
  static constexpr std::size_t kLongest = 40;  // any word that means something is shorter
  std::array<char, kLongest> chars_{};
  std::size_t size_ = 0;
};

/// Lines of a text with one line of looking ahead, comments apart: notes go to what they stand in.
class Lines {
 public:
  explicit Lines(std::string_view text) : reader_(text) {}

  /// Moves to the next line with a statement or a row.
  bool next();
  /// Gives the line back, for the next call of next().
  void put_back() { held_ = true; }
  void send_notes_to(auto& described) { notes_.send_to(described); }

  /// Whether the line begins with a number.
  bool at_row();
  /// The rest of the line as a row; `position` is then that of its beginning.
  NumberRow row();
  TextPosition row_position() const { return row_position_; }
  /// How many comments were passed over.
  std::uint64_t comments() const { return comments_; }
  TextReader& reader() { return reader_; }

 private:
  void take_comment();
  void take_note();

  TextReader reader_;
  bool held_ = false;
  TextPosition row_position_;
  NoteReader notes_;
  std::uint64_t comments_ = 0;
};

/// Finds words without a string made of each.
struct WordHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
};

class NodeParser {
 public:
  NodeParser(Lines& lines, source::Model& model) : lines_(lines), model_(model) {}

  /// From behind the word `node` to its `endnode`.
  source::Node read(std::string where);

 private:
  bool statement(source::Node& node, const Keyword& keyword);
  bool property(source::Node& node, const Keyword& keyword);
  bool other_spelling(source::Mesh& mesh, const Keyword& keyword);
  void read_texture(source::Mesh& mesh, std::size_t which);
  bool mesh_list(source::Mesh& mesh, const Keyword& keyword);
  bool light_list(Light& light, const Keyword& keyword);
  bool controller(source::Node& node, const Keyword& keyword);
  void read_value(source::Keys& keys, std::string_view name);
  void read_keys(source::Keys& keys, std::string_view name);
  void pass_over(const Keyword& keyword);
  void pass_over_words(std::size_t rows);
  void read_weights(source::Skin& skin);
  void weight_row(source::Skin& skin, std::size_t row);
  void read_names(std::vector<Name>& names);

  /// The rows that follow a keyword, and its count if it has one. `read(row, value)` takes one row.
  template <class Row>
  void list(std::string_view name, source::Lines& lines, std::vector<Row>& rows, std::size_t least_bytes,
            const auto& read);
  void check_count(std::string_view name, std::uint64_t line, std::optional<std::size_t> count,
                   std::size_t found);
  std::optional<std::size_t> count(std::string_view name);
  void fail_row(std::string_view name, std::size_t row, NumberRow& numbers, std::string_view what);
  void remark(source::Remark::Kind kind, TextPosition position, std::string_view subject,
              std::uint64_t expected = 0, std::uint64_t found = 0);
  std::string place(std::string_view name) const { return where_ + "." + std::string(name); }

  Lines& lines_;
  source::Model& model_;
  std::string where_;
  TextPosition position_;                                                            // of the statement
  std::vector<double> numbers_;                                                      // of the keys at hand
  std::unordered_map<std::string, std::uint32_t, WordHash, std::equal_to<>> bones_;  // of the skin at hand
  std::unordered_set<std::string> unknown_;  // words of the node at hand that were told
};

/// Reads what follows a keyword when it is that of a property.
class PropertyReader {
 public:
  PropertyReader(TextReader& reader, const Keyword& keyword) : reader_(reader), keyword_(keyword) {}

  template <class T>
  void value(std::string_view name, T& value) {
    if (take(name)) reader_.field(name, value);
  }
  template <class T>
  void optional(std::string_view name, std::optional<T>& value) {
    if (take(name)) reader_.field(name, value.emplace());
  }
  void flag(std::string_view name, std::uint32_t& flags, std::uint32_t bit) {
    if (!take(name)) return;
    std::uint32_t set = 0;
    reader_.field(name, set);
    flags = set != 0 ? flags | bit : flags & ~bit;
  }
  void text(std::string_view name, std::string& text) {
    if (take(name)) text = reader_.word();
  }
  template <std::size_t N>
  void text(std::string_view name, FixedText<N>& text) {
    if (!take(name)) return;
    const std::string_view word = reader_.word();
    room_ = N - 1;  // a NUL ends it
    text = FixedText<N>(word.substr(0, room_));
    too_long_ = word.size() > room_ ? word : std::string_view();
  }

  bool taken() const { return taken_; }
  /// A text that did not fit, and how long it may be.
  std::string_view too_long() const { return too_long_; }
  std::size_t room() const { return room_; }

 private:
  bool take(std::string_view name) {
    if (taken_ || !keyword_.is(name)) return false;
    return taken_ = true;
  }

  TextReader& reader_;
  const Keyword& keyword_;
  bool taken_ = false;
  std::string_view too_long_;
  std::size_t room_ = 0;
};

}  // namespace mw::kotor::mdl::ascii
