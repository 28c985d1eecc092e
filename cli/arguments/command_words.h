#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"

/// The words of the command line before they are parsed.
namespace mw::cli {

/// Where the first word is that is neither an option nor the word of one.
std::size_t first_operand(const std::vector<std::string>& words);

/// Empty without one.
std::string_view spoken_verb(const std::vector<std::string>& words);

/// `meshwright FILE` means `meshwright info FILE`: inserts the verb if the first operand is not one. A word
/// that is not a file either is a misspelt verb.
std::optional<Message> insert_default_verb(std::vector<std::string>& words);

/// Keeps only the name and the two files of git's additional words.
void take_words_of_git(std::vector<std::string>& words);

}  // namespace mw::cli
