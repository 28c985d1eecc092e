#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/verbs/verbs.h"

namespace mw::cli {

/// A text to print instead of running a verb: help, the version, or a usage error.
struct Message {
  std::string text;
  bool is_error = false;
};

std::variant<Arguments, Message> parse_arguments(std::vector<std::string> words);

/// What --help prints for a verb, or for the program with an empty name.
std::string help_text(std::string_view verb);

/// The kind of word after an option, or of an operand.
enum class Completes : unsigned char { nothing, words, files, folders };

/// An option or operand of a verb, for the man page and the completions.
struct OptionText {
  std::vector<std::string> names;  // "-q", "--quiet"; empty for an operand
  std::string operand;             // "FILE"; empty for an option that is given or not
  std::string description;
  std::vector<std::string> choices = {};  // the words, if they are few
  Completes completes = Completes::nothing;
};

/// The options of a verb, or those of the program for an empty name.
std::vector<OptionText> options_of(std::string_view verb);

}  // namespace mw::cli
