#pragma once

#include <meshwright/formats/detail/options.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"

namespace mw::cli {

/// An option or a neighbour that formats declare, under one name.
struct FormatOption {
  std::string_view name;
  std::string_view operand;
  std::string_view help;
  std::span<const std::string_view> values = {};
  std::string (*problem)(std::string_view) = nullptr;
  Completes completes = Completes::nothing;
};

/// The options of all formats for these uses, each once, in the order of the formats.
std::vector<FormatOption> format_options(Use uses);

/// The words of --to: the ids of all targets, and their extensions.
std::vector<std::string> target_words();

/// Of all formats that can read a file, or that have a built-in example.
std::vector<std::string> format_ids(bool sampled = false);

}  // namespace mw::cli
