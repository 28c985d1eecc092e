#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/kotor/walkmesh_ascii.h>
#include <algorithm>

namespace mw::kotor::walkmesh::ascii {
namespace {

constexpr TextRules kRules{.comments = TextRules::Comments::anywhere};

std::optional<NodeKind> kind_named(std::string_view word) {
  if (same_in_any_case(word, "aabb")) return NodeKind::aabb;
  if (same_in_any_case(word, "trimesh")) return NodeKind::trimesh;
  if (same_in_any_case(word, "dummy")) return NodeKind::dummy;
  return std::nullopt;
}

bool begins_number(std::string_view word) {
  return !word.empty() && (parse_any_float(word) || parse_integer(word));
}

/// What the game makes of a text whose lines are too long.
std::string cut(std::string_view text) {
  std::string lines;
  std::size_t length = 0;
  for (const char c : text) {
    if (length == kLongestLine && c != '\n') {
      lines += '\n';
      length = 0;
    }
    lines += c;
    length = c == '\n' ? 0 : length + 1;
  }
  return lines;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : reader_(text, kRules) {}

  Result<Text> read() {
    read_statements();
    if (reader_.ok() && in_node_) end_missing();
    if (!reader_.ok()) return fail(reader_.error());
    return std::move(text_);
  }

  Text read_before_error() {
    read_statements();
    return std::move(text_);
  }

 private:
  void read_statements() {
    while (pending_ || reader_.next_line()) {
      pending_ = false;
      statement();
    }
  }

  Node& node() { return text_.nodes.back(); }

  std::string where(std::string_view list) const {
    return in_node_ ? fmt::format("nodes[{}].{}", text_.nodes.size() - 1, list) : std::string(list);
  }

  void statement() {
    const TextPosition at = reader_.position();
    if (reader_.accept("node")) return begin_node(at);
    if (reader_.accept("endnode")) {
      in_node_ = false;
      return;
    }
    const std::string word(reader_.word());
    if (!in_node_ || !member(lower_case(word))) tell_unknown(at, word);
  }

  void begin_node(const TextPosition& at) {
    if (in_node_) end_missing();
    const std::string_view word = reader_.word("node");
    const auto kind = kind_named(word);
    in_node_ = kind.has_value();
    if (!kind) return tell_unknown(at, word);
    text_.nodes.push_back({.kind = *kind, .name = std::string(reader_.word()), .line = at.line});
  }

  bool member(const std::string& keyword) {
    if (keyword == "parent")
      node().parent = reader_.word();
    else if (keyword == "position")
      reader_.field(where("position"), node().position);
    else if (keyword == "orientation")
      reader_.field(where("orientation"), node().orientation.emplace());
    else if (keyword == "verts")
      list("verts", node().vertices, [this](Vec3& row) { reader_.field(where("verts"), row); });
    else if (keyword == "faces")
      list("faces", node().faces, [this](Face& row) { read_row(row); });
    else if (keyword == "roomlinks")
      links();
    else if (keyword == "aabb")
      boxes();
    else
      return keyword == "bitmap" || keyword == "render" || keyword == "endlist" || keyword == "wirecolor";
    return true;
  }

  /// Moves to the next line if it begins with a number; otherwise the statement there is the next one.
  bool next_row() {
    if (!reader_.next_line()) return false;
    pending_ = !begins_number(reader_.peek());
    return !pending_;
  }

  void list(std::string_view name, auto& rows, const auto& read) {
    const TextPosition at = reader_.position();
    const std::size_t count = reader_.line_count(where(name));
    while (reader_.ok() && rows.size() < count && next_row()) {
      read(rows.emplace_back());
      if (!reader_.ok()) rows.pop_back();
    }
    if (reader_.ok() && rows.size() < count)
      text_.remarks.push_back({.kind = Remark::Kind::count_mismatch,
                               .position = {at.line, 1},
                               .where = where(name),
                               .subject = std::string(name),
                               .expected = count,
                               .found = rows.size()});
  }

  void read_row(Face& row) {
    row.line = reader_.position().line;
    reader_.field(where("faces"), row.corners);
    reader_.field(where("faces"), row.unused);
    reader_.field(where("faces"), row.material);
  }

  /// With a count or without one.
  void links() {
    std::size_t count = static_cast<std::size_t>(-1);
    if (!reader_.at_line_end()) count = reader_.line_count(where("roomlinks"));
    while (reader_.ok() && node().links.size() < count && next_row()) {
      RoomLink& link = node().links.emplace_back();
      link.line = reader_.position().line;
      reader_.field(where("roomlinks"), link.edge);
      reader_.field(where("roomlinks"), link.room);
      if (!reader_.ok()) node().links.pop_back();
    }
  }

  /// The first row may stand behind the word.
  void boxes() {
    bool more = !reader_.at_line_end() || next_row();
    while (reader_.ok() && more) {
      BoxRow& box = node().boxes.emplace_back();
      box.line = reader_.position().line;
      reader_.field(where("aabb"), box.min);
      reader_.field(where("aabb"), box.max);
      reader_.field(where("aabb"), box.face);
      if (!reader_.ok()) return node().boxes.pop_back();
      more = next_row();
    }
  }

  void tell_unknown(const TextPosition& at, std::string_view word) {
    text_.remarks.push_back({.kind = Remark::Kind::unknown_keyword,
                             .position = at,
                             .where = in_node_ ? fmt::format("nodes[{}]", text_.nodes.size() - 1) : "text",
                             .subject = std::string(word)});
  }

  void end_missing() {
    text_.remarks.push_back({.kind = Remark::Kind::missing_end,
                             .position = reader_.position(),
                             .where = fmt::format("nodes[{}]", text_.nodes.size() - 1)});
  }

  TextReader reader_;
  Text text_;
  bool in_node_ = false;
  bool pending_ = false;  // the reader stands at a statement that is still to be read
};

void tell_long_lines(std::string_view text, std::vector<Remark>& remarks) {
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    if (size > kLongestLine)
      remarks.push_back({.kind = Remark::Kind::line_too_long,
                         .position = {line, kLongestLine + 1},
                         .where = "text",
                         .expected = kLongestLine,
                         .found = size});
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

/// What the games' own reader takes otherwise than it is meant, of nodes in their dialect: it reads as many
/// lines as a list counts, blank ones and comments too, compares letter by letter, and after a line of 255
/// bytes finds an empty one.
class EngineLines {
 public:
  explicit EngineLines(std::vector<Remark>& remarks) : remarks_(remarks) {}

  void read(std::string_view text) {
    for (line_ = 1; !text.empty(); ++line_) {
      const std::size_t size = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, size));
      text.remove_prefix(std::min(size + 1, text.size()));
    }
  }

 private:
  void tell(Remark::Kind kind, std::string where, std::string subject) {
    remarks_.push_back({.kind = kind, .position = {line_, 1}, .where = where, .subject = subject});
  }

  void read_line(std::string_view line) {
    TextReader words(line, {});
    const bool blank = !words.next_line();
    const std::string word(blank ? "" : words.word());
    if (rows_left_ > 0 && (blank || word.starts_with('#')))
      return tell(Remark::Kind::line_in_list, list_, blank ? "a blank line" : "a comment");
    if (rows_left_ > 0 && begins_number(word)) {
      --rows_left_;
      if (line.size() == kLongestLine && rows_left_ > 0)
        tell(Remark::Kind::line_in_list, list_, "the empty line behind 255 bytes");
      return;
    }
    rows_left_ = 0;
    const std::string lower = lower_case(word);
    if (lower == "node") return read_node(line, word, words.word());
    constexpr std::string_view kKnown[] = {"endnode", "position", "orientation", "verts",
                                           "faces",   "aabb",     "roomlinks"};
    if (!in_node_ || std::ranges::find(kKnown, lower) == std::end(kKnown)) return;
    if (word != lower) tell(Remark::Kind::capitals, "text", word);
    if (lower == "endnode") in_node_ = false;
    if (lower != "verts" && lower != "faces") return;
    list_ = lower;
    rows_left_ = std::size_t(std::max<std::int64_t>(0, parse_integer(words.word()).value_or(0)));
  }

  void read_node(std::string_view line, const std::string& word, std::string_view kind) {
    in_node_ = same_in_any_case(kind, "aabb");
    if (!in_node_) return;
    for (const std::string& each : {word, std::string(kind)})
      if (each != lower_case(each)) tell(Remark::Kind::capitals, "text", each);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!lower_case(line).starts_with("node aabb")) tell(Remark::Kind::node_spacing, "text", {});
  }

  std::vector<Remark>& remarks_;
  std::uint64_t line_ = 1;
  std::string list_;
  std::size_t rows_left_ = 0;
  bool in_node_ = false;  // of the games' dialect
};

}  // namespace

bool sniff(ByteSpan bytes) {
  constexpr std::size_t kLooked = 1 << 14;
  TextReader reader(text_of(bytes.first(std::min(bytes.size(), kLooked))), kRules);
  return reader.next_line() && reader.accept("node") && kind_named(reader.word());
}

Result<Text> read(ByteSpan bytes, const EngineRules& rules) {
  const std::string_view text = text_of(bytes);
  auto result = rules.cut_lines ? Parser(cut(text)).read() : Parser(text).read();
  if (!result) return result;
  if (!rules.cut_lines) tell_long_lines(text, result->remarks);
  EngineLines(result->remarks).read(text);
  return result;
}

Text read_before_error(ByteSpan bytes) {
  return Parser(text_of(bytes)).read_before_error();
}

/// Lines of walkmeshes are lines of models.
void trace(ByteSpan text, const Trace& trace) {
  mdl::ascii::trace(text, trace);
}

}  // namespace mw::kotor::walkmesh::ascii
