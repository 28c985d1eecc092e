#include "format_options.h"

#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include <algorithm>

namespace mw::cli {

std::vector<FormatOption> format_options(Use uses) {
  std::vector<FormatOption> all;
  const auto add = [&](const FormatOption& option) {
    if (std::ranges::find(all, option.name, &FormatOption::name) == all.end()) all.push_back(option);
  };
  for (const Format* format : formats()) {
    for (const NeighbourUse& use : format->neighbours)
      if (overlap(use.uses, uses) && !use.kind.operand.empty())
        add({use.kind.name,
             use.kind.operand,
             use.kind.help,
             {},
             nullptr,
             use.kind.search == Search::folder ? Completes::folders : Completes::files});
    for (const OptionKind& kind : format->options)
      if (overlap(kind.uses, uses)) add({kind.name, kind.operand, kind.help, kind.values, kind.problem});
  }
  return all;
}

std::vector<std::string> format_ids(bool sampled) {
  std::vector<std::string> ids;
  for (const Format* format : formats())
    if (!sampled || format->sample != nullptr) ids.emplace_back(format->id);
  return ids;
}

std::vector<std::string> target_words() {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (std::ranges::find(words, word) == words.end()) words.emplace_back(word);
  };
  for (const Format* from : formats()) {
    for (const Format* to : targets_of(*from)) {
      add(to->id);
      for (const std::string_view extension : to->extensions) add(extension.substr(1));
    }
  }
  return words;
}

}  // namespace mw::cli
