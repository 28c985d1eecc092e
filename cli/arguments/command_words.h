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

/// `meshwright FILE` means `meshwright info FILE`: puts the verb in when the first operand is none. A word
/// that is no file either is a verb that was spelled wrong.
std::optional<Message> insert_default_verb(std::vector<std::string>& words);

/// Keeps of what git adds only the name and the two files.
void take_words_of_git(std::vector<std::string>& words);

}  // namespace mw::cli
