#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "verbs.h"

namespace mw::cli {

/// A text to print instead of running a verb: help, the version, or a usage error.
struct Message {
  std::string text;
  bool is_error = false;
};

std::variant<Arguments, Message> parse_arguments(std::vector<std::string> words);

/// An option or operand of a verb, for the man page and the completions.
struct OptionText {
  std::vector<std::string> names;  // "-q", "--quiet"; empty for an operand
  std::string operand;             // "FILE"
  std::string description;
  std::vector<std::string> choices;
};

/// The options of a verb, or those of the program for an empty name.
std::vector<OptionText> options_of(std::string_view verb);

}  // namespace mw::cli
