#include "command_words.h"

#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <filesystem>
#include <set>

#include "format_options.h"
#include "suggest.h"

namespace mw::cli {
namespace {

bool may_be_a_file(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("./") != word.npos || word == "-" || std::filesystem::exists(word, ignored);
}

}  // namespace

std::size_t first_operand(const std::vector<std::string>& words) {
  std::set<std::string> with_a_word = {"--color", "--from", "-j", "--threads"};
  for (const FormatOption& option : format_options(Use::info))
    if (!option.operand.empty()) with_a_word.insert("--" + std::string(option.name));
  std::size_t first = 0;
  while (first < words.size() && words[first] != "-" && words[first].starts_with('-'))
    first += with_a_word.contains(words[first]) ? 2 : 1;
  return first;
}

std::string_view spoken_verb(const std::vector<std::string>& words) {
  const std::size_t first = first_operand(words);
  return first < words.size() ? std::string_view(words[first]) : std::string_view();
}

std::optional<Message> insert_default_verb(std::vector<std::string>& words) {
  const std::size_t first = first_operand(words);
  if (first >= words.size() || find_verb(words[first]) != nullptr) return std::nullopt;
  if (!may_be_a_file(words[first])) {
    const std::string meant = did_you_mean(words[first], verb_names());
    return Message{"meshwright: " + escape_text(words[first]) + " is neither a verb nor a file" +
                       (meant.empty() ? "; try `meshwright --help`" : meant) + "\n",
                   true};
  }
  words.insert(words.begin(), "info");
  return std::nullopt;
}

/// git calls a driver with the name, then file, hash and mode of the old and of the new one, and for a
/// renamed file also its new name and the similarity. Only the name and the two files matter.
void take_words_of_git(std::vector<std::string>& words) {
  const auto git = std::ranges::find(words, "--git");
  const auto given = std::size_t(words.end() - git);
  if (words.empty() || words.front() != "diff" || (given != 8 && given != 10)) return;
  const std::vector<std::string> kept = {git[1], git[2], git[5]};
  words.erase(git + 1, words.end());
  words.insert(words.end(), kept.begin(), kept.end());
}

}  // namespace mw::cli
