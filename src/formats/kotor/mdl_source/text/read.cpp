#include "read.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <utility>

namespace mw::kotor::mdl::ascii {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kMostNodes = 0xFFFF;  // their names are counted in 16 bits

/// Statements of a model outside of its nodes.
class ModelParser {
 public:
  explicit ModelParser(std::string_view text) : lines_(text), nodes_(lines_, model_) {
    lines_.send_notes_to(model_);
  }

  Result<source::Model> read() {
    read_statements();
    TextReader& reader = lines_.reader();
    if (reader.ok() && !named_) reader.fail(reader.position(), "newmodel", "is missing");
    if (reader.ok() && !done_)
      model_.remarks.push_back({source::Remark::Kind::missing_end, reader.position(), "", "donemodel"});
    if (!reader.ok()) return fail(reader.error());
    model_.passed_over.comments = lines_.comments();
    return std::move(model_);
  }

  source::Model read_before_error() {
    read_statements();
    return std::move(model_);
  }

 private:
  void statement(const Keyword& keyword) {
    if (keyword.is("node")) return node();
    if (keyword.is("newanim") || keyword.is("donemodel")) end_what_is_open();
    if (animation_ != nullptr ? in_animation(keyword) : in_model(keyword)) return;
    ++model_.passed_over.statements;
    if (is_passed_over(keyword)) return;
    model_.remarks.push_back(
        {source::Remark::Kind::unknown_keyword, position_, where_of(), std::string(keyword.view())});
  }

  /// What should have ended before such a statement ends here.
  void end_what_is_open() {
    if (animation_ != nullptr) {
      miss("doneanim");
      end_animation();
    }
    if (std::exchange(in_geometry_, false)) miss("endmodelgeom");
  }

  void miss(std::string_view end) {
    model_.remarks.push_back({source::Remark::Kind::missing_end, position_, where_of(), std::string(end)});
  }

  void end_animation() {
    animation_ = nullptr;
    lines_.send_notes_to(model_);
  }

  static bool is_passed_over(const Keyword& keyword) {
    return std::ranges::any_of(kPassedOver, [&](std::string_view name) { return keyword.is(name); });
  }

  std::string where_of() const {
    return animation_ == nullptr ? "" : fmt::format("animations[{}]", model_.animations.size() - 1);
  }

  bool in_model(const Keyword& keyword) {
    TextReader& reader = lines_.reader();
    if (keyword.is("newmodel")) {
      named_ = true;
      model_.name = reader.word("newmodel");
    } else if (keyword.is("setsupermodel")) {
      reader.word("setsupermodel");
      model_.supermodel = reader.word("setsupermodel");
    } else if (keyword.is("classification")) {
      classification();
    } else if (keyword.is("newanim")) {
      begin_animation();
    } else if (keyword.is("donemodel")) {
      done_ = true;
    } else if (keyword.is("beginmodelgeom") || keyword.is("endmodelgeom")) {
      in_geometry_ = keyword.is("beginmodelgeom");
    } else {
      PropertyReader io(reader, keyword);
      properties(io, model_);
      bounds(io, model_);
      return io.taken();
    }
    return true;
  }

  void classification() {
    TextReader& reader = lines_.reader();
    const std::string_view word = reader.peek();
    for (const Classification& row : kClassifications)
      if (reader.accept(row.name)) {
        model_.classification = row.value;
        return;
      }
    if (parse_integer(word)) return reader.field("classification", model_.classification);
    reader.fail(reader.position(), "classification", none_of_kinds(word));
  }

  void begin_animation() {
    animation_ = &model_.animations.emplace_back();
    animation_->line = position_.line;
    animation_->name = lines_.reader().word("newanim");
    lines_.send_notes_to(*animation_);
  }

  bool in_animation(const Keyword& keyword) {
    TextReader& reader = lines_.reader();
    if (keyword.is("animroot")) {
      animation_->root = reader.word("animroot");
    } else if (keyword.is("event")) {
      event();
    } else if (keyword.is("eventlist")) {
      events();
    } else if (keyword.is("doneanim")) {
      end_animation();
    } else {
      PropertyReader io(reader, keyword);
      properties(io, *animation_);
      return io.taken();
    }
    return true;
  }

  void event() {
    TextReader& reader = lines_.reader();
    animation_->event_lines.add(animation_->events.size(), position_.line);
    Event& event = animation_->events.emplace_back();
    reader.field("event", event.time);
    const std::string_view name = reader.word("event");
    constexpr std::size_t kRoom = std::tuple_size_v<decltype(event.name.chars)> - 1;  // a NUL ends it
    event.name = FixedText<32>(name.substr(0, kRoom));
    if (name.size() > kRoom)
      model_.remarks.push_back({source::Remark::Kind::text_too_long, position_, where_of() + ".event",
                                std::string(name), kRoom, name.size()});
    std::string words(name);
    while (!reader.at_line_end() && !reader.peek().starts_with('#')) (words += ' ') += reader.word();
    if (words.size() > name.size())
      model_.remarks.push_back(
          {source::Remark::Kind::name_of_many_words, position_, where_of() + ".event", std::move(words)});
  }

  void events() {
    while (lines_.next()) {
      if (lines_.reader().accept("endlist")) return;
      if (!lines_.at_row()) return lines_.put_back();
      position_ = lines_.reader().position();
      event();
    }
  }

  void node() {
    if (animation_ != nullptr) {
      const std::size_t row = animation_->nodes.size();
      animation_->nodes.push_back(nodes_.read(fmt::format("{}.nodes[{}]", where_of(), row)));
      lines_.send_notes_to(*animation_);
    } else if (model_.nodes.size() == kMostNodes) {
      lines_.reader().fail(position_, "nodes", fmt::format("a model has no more than {}", kMostNodes));
    } else {
      model_.nodes.push_back(nodes_.read(fmt::format("nodes[{}]", model_.nodes.size())));
      lines_.send_notes_to(model_);
    }
  }

  void read_statements() {
    while (!done_ && lines_.next()) {
      position_ = lines_.reader().position();
      statement(Keyword(lines_.reader().word()));
    }
  }

  source::Model model_;
  Lines lines_;
  NodeParser nodes_;
  source::Animation* animation_ = nullptr;
  TextPosition position_;
  bool named_ = false;
  bool in_geometry_ = false;
  bool done_ = false;
};

}  // namespace

Keyword::Keyword(std::string_view word) {
  if (word.size() > kLongest) return;
  size_ = word.size();
  std::ranges::transform(word, chars_.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; });
}

bool Lines::next() {
  if (std::exchange(held_, false)) return true;
  while (reader_.next_line()) {
    if (reader_.next_byte() != '#') return true;
    take_comment();
  }
  return false;
}

void Lines::take_comment() {
  if (reader_.peek() == kNote) return take_note();
  const std::string_view line = reader_.whole_line();
  if (line != kModelComment && line != kGeometryComment) ++comments_;
}

void Lines::take_note() {
  const std::uint64_t line = reader_.position().line;
  std::string_view text = reader_.whole_line().substr(kNote.size());
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  notes_.read(text.substr(0, text.find_last_not_of(kBlanks) + 1), line);
}

bool Lines::at_row() {
  const char c = reader_.next_byte();
  if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+') return true;
  return (c == 'n' || c == 'N' || c == 'i' || c == 'I') && parse_any_float(reader_.peek()).has_value();
}

NumberRow Lines::row() {
  row_position_ = reader_.position();
  return NumberRow(reader_.whole_line());
}

bool sniff(ByteSpan bytes) {
  constexpr std::size_t kLooked = 1 << 14;
  TextReader reader(text_of(bytes.first(std::min(bytes.size(), kLooked))),
                    {.comments = TextRules::Comments::lines});
  while (reader.next_line()) {
    const std::string_view word = reader.word();
    if (same_in_any_case(word, "newmodel")) return true;
    if (!same_in_any_case(word, "filedependancy")) return false;
  }
  return false;
}

Result<source::Model> read(ByteSpan text) {
  return ModelParser(text_of(text)).read();
}

source::Model read_before_error(ByteSpan text) {
  return ModelParser(text_of(text)).read_before_error();
}

}  // namespace mw::kotor::mdl::ascii
