#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_source.h>
#include "formats/kotor/shared/file_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "library/rename/renaming.h"
#include "library/verbs.h"
#include "row.h"

namespace mw::rows {
namespace {

constexpr std::size_t kTextNodeRoom = 31;

/// Which word of a line is a name: of the model, of a node, of a texture.
struct NamePlace {
  std::string_view keyword;
  std::size_t word;
};
constexpr NamePlace kModelPlaces[] = {{"newmodel", 1},       {"donemodel", 1},    {"setsupermodel", 1},
                                      {"beginmodelgeom", 1}, {"endmodelgeom", 1}, {"newanim", 2},
                                      {"doneanim", 2}};
constexpr NamePlace kNodePlaces[] = {{"node", 2}, {"parent", 1}, {"animroot", 1}};
constexpr NamePlace kTexturePlaces[] = {
    {"bitmap", 1},   {"bitmap2", 1},  {"texture0", 1}, {"texture1", 1},      {"texture2", 1},
    {"texture3", 1}, {"lightmap", 1}, {"texture", 1},  {"depth_texture", 1}, {"m_sdepthtexturename", 1}};

/// A text whose words are replaced where they stand; blanks, comments and line ends stay.
class TextRenamer {
 public:
  explicit TextRenamer(std::string text) : text_(std::move(text)) {}

  std::string take() { return std::move(text_); }

  /// `list` is the list whose lines hold such names too: every `step`-th word of each is one.
  void run(Renaming& name, std::span<const NamePlace> places, std::string_view list, std::size_t step) {
    std::string out;
    std::size_t listed = 0;  // lines of the list that are still to come
    for (std::size_t begin = 0, line = 1; begin < text_.size(); ++line) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      const std::string_view whole = std::string_view(text_).substr(begin, end - begin);
      begin = end;
      find_words(whole);
      std::vector<bool> is_name(words_.size());
      if (!words_.empty() && listed > 0) {
        --listed;
        for (std::size_t word = 0; word < words_.size(); word += step) is_name[word] = true;
      } else if (!words_.empty()) {
        const std::string keyword = lower_case(words_[0]);
        for (const NamePlace& place : places)
          if (place.keyword == keyword && place.word < words_.size()) is_name[place.word] = true;
        if (keyword == list && words_.size() > 1) listed = count_of(words_[1]);
      }
      append_line(whole, is_name, name, line, out);
    }
    text_ = std::move(out);
  }

  /// The first word behind a keyword.
  std::string find(std::string_view keyword, std::size_t word) {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      find_words(std::string_view(text_).substr(begin, end - begin));
      begin = end;
      if (words_.size() > word && lower_case(words_[0]) == keyword) return std::string(words_[word]);
    }
    return {};
  }

  bool has_node(std::string_view name) {
    const std::string text = text_;
    std::vector<Change> ignored;
    Renaming same("node", std::string(name), std::string(name), ignored);
    constexpr NamePlace kNodes[] = {{"node", 2}};
    run(same, kNodes, {}, 1);
    text_ = text;
    return same.found();
  }

 private:
  static std::size_t count_of(std::string_view word) {
    std::size_t count = 0;
    std::from_chars(word.data(), word.data() + word.size(), count);
    return count;
  }

  /// Of a line, up to a comment.
  void find_words(std::string_view line) {
    words_.clear();
    constexpr std::string_view kBlanks = " \t\r\n";
    for (std::size_t at = line.find_first_not_of(kBlanks); at != line.npos && line[at] != '#';) {
      const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(kBlanks, end);
    }
  }

  void append_line(std::string_view whole, const std::vector<bool>& is_name, Renaming& name, std::size_t line,
                   std::string& out) const {
    std::size_t copied = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      if (!is_name[word] || !name.is_old(words_[word])) continue;
      const auto at = std::size_t(words_[word].data() - whole.data());
      out += whole.substr(copied, at - copied);
      out += name.to();
      copied = at + words_[word].size();
      name.note(fmt::format("line {}", line));
    }
    out += whole.substr(copied);
  }

  std::string text_;
  std::vector<std::string_view> words_;
};

Result<void> rename_text_node(TextRenamer& text, const std::string& from, const std::string& to,
                              std::vector<Change>& changes) {
  Renaming name("node", from, to, changes);
  if (auto fits = name.check(kTextNodeRoom); !fits) return fits;
  if (!name.is_old(to) && text.has_node(to))
    return fail({.message = fmt::format("a node is called \"{}\" already", escape_text(to))});
  if (text.has_node(from)) text.run(name, kNodePlaces, "weights", 2);
  return name.check_found();
}

Result<void> rename_text_model(TextRenamer& text, const std::string& to, std::vector<Change>& changes) {
  const std::string from = text.find("newmodel", 1);
  Renaming name("model", from, to, changes);
  if (auto fits = name.check(kotor::kFileNameRoom); !fits) return fits;
  if (auto apart = name.check_supermodel(text.find("setsupermodel", 2)); !apart) return apart;
  text.run(name, kModelPlaces, {}, 1);
  // The root is usually called as the model is.
  return text.has_node(from) ? rename_text_node(text, from, to, changes) : Result<void>();
}

bool has_notes(const Document& document) {
  return !mirror<kotor::mdl::source::Model>(document).residual.empty();
}

/// Notes hold for a tree and for lists of certain names: they are made anew, of the renamed model. Comments
/// and spelling of somebody's own would be lost.
Result<std::optional<std::string>> renamed_with_notes(const Document& document, const NewNames& names) {
  const auto binary = compile_model(document, {});
  if (!binary) return fail(binary.error());
  std::vector<Change> in_binary;
  auto file = renamed_model(mirror<kotor::mdl::File>(*binary), names, in_binary);
  if (!file) return fail(file.error());
  return kotor::mdl::ascii::write(kotor::mdl::decompile(*file, {}).model);
}

}  // namespace

Result<Renamed> rename_mdl_text(const Document& document, const NewNames& names) {
  const OptionValues no_options;
  const auto written = write(document, WriteRequest{.name = document.source().name, .options = no_options});
  if (!written) return fail(written.error());
  const ByteSpan own = document.source().blob.bytes();
  const bool is_text = !own.empty() && &document.stored_as() == &document.format();
  const std::string_view written_text = text_of(ByteSpan(written->bytes));
  const std::string_view own_text = is_text ? text_of(own) : written_text;
  TextRenamer text{std::string(own_text)};
  Renamed made;
  if (!names.model.empty())
    if (auto done = rename_text_model(text, names.model, made.changes); !done) return fail(done.error());
  for (const auto& [from, to] : names.nodes)
    if (auto done = rename_text_node(text, from, to, made.changes); !done) return fail(done.error());
  for (const auto& [from, to] : names.textures) {
    Renaming name("texture", from, to, made.changes);
    if (auto fits = name.check_stem(kotor::kFileNameRoom); !fits) return fail(fits.error());
    text.run(name, kTexturePlaces, "texturenames", 1);
    if (auto found = name.check_found(); !found) return fail(found.error());
  }
  Result<std::optional<std::string>> noted;
  const bool in_notes = has_notes(document) && (!names.model.empty() || !names.nodes.empty());
  if (in_notes && own_text == written_text) noted = renamed_with_notes(document, names);
  if (!noted) return fail(noted.error());
  if (in_notes && !*noted) made.output.losses.add(kotor::mdl::loss::NOTES_OUTDATED, "");
  const std::string result = *noted ? **std::move(noted) : text.take();
  const ByteSpan bytes = bytes_of(result);
  made.output.bytes.assign(bytes.begin(), bytes.end());
  return made;
}

}  // namespace mw::rows
