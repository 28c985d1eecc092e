#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>
#include <map>

#include "cli/arguments/arguments.h"

namespace mw::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// If a mark is missing, the whole text.
std::string replaced(std::string_view text, std::string_view mark, const std::string& by) {
  std::string made(text);
  const auto at = made.find(mark);
  return at == made.npos ? made : made.replace(at, mark.size(), by);
}

std::vector<OptionText> options_only(std::string_view verb) {
  std::vector<OptionText> options = options_of(verb);
  std::erase_if(options, [](const OptionText& option) { return option.names.empty(); });
  return options;
}

std::vector<OptionText> operands_of(std::string_view verb) {
  std::vector<OptionText> operands = options_of(verb);
  std::erase_if(operands, [](const OptionText& option) { return !option.names.empty(); });
  return operands;
}

/// The shell's action for the word after an option, in the order of Completes.
using Answers = std::array<std::string_view, 4>;
constexpr Answers kBash = {"_meshwright_words \"\"", "_meshwright_words \"{}\"", ":",
                           "compopt +o default -o dirnames 2>/dev/null"};
constexpr Answers kZsh = {" ", "({})", "_files", "_files -/"};
constexpr Answers kFish = {" -x", " -xa '{}'", " -rF", " -xa '(__fish_complete_directories)'"};

std::string answer(const Answers& answers, const OptionText& option) {
  return replaced(answers[std::size_t(option.completes)], "{}", joined(option.choices));
}

/// The words that the first operand of a verb can be: "kotor-walkmesh kotor-mdl".
std::string operand_choices(std::string_view verb) {
  const auto operands = operands_of(verb);
  return operands.empty() ? std::string() : joined(operands.front().choices);
}

/// Those of the verb and those of the program.
std::string joined_option_names(std::string_view verb) {
  std::vector<std::string> names;
  for (const std::string_view part : {verb, std::string_view()})
    for (const OptionText& option : options_only(part))
      names.insert(names.end(), option.names.begin(), option.names.end());
  return joined(names);
}

/// The options that take a word, over all verbs, each under its names: "--color", "-f|--force".
std::map<std::string, OptionText> options_with_a_word() {
  std::map<std::string, OptionText> found;
  const auto collect = [&](std::string_view verb) {
    for (const OptionText& option : options_only(verb))
      if (!option.operand.empty()) found.emplace(fmt::format("{}", fmt::join(option.names, "|")), option);
  };
  collect("");
  for (const Verb& verb : verbs()) collect(verb.name);
  return found;
}

/// The shell itself completes files (-o default), because it knows how to quote them; they are listed here
/// only beside verbs. These words need no quotes.
constexpr std::string_view kBashHead = R"(# bash completion for meshwright
_meshwright_words() {
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_meshwright() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= word
  COMPREPLY=()
  # "--color=never" comes as three words.
  if [[ $current == "=" ]]; then current=
  elif [[ $previous == "=" ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in VERBS) verb=$word; break ;; esac
  done
  case $previous in
)";

constexpr std::string_view kBashTail = R"(  esac
  if [[ -z $verb ]]; then
    COMPREPLY=($(compgen -W "WORDS" -- "$current"))
    [[ ${#COMPREPLY[@]} -eq 0 || $current == -* ]] && return
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -o default -F _meshwright meshwright
)";

std::string bash() {
  std::string script = replaced(kBashHead, "VERBS", fmt::format("{}", fmt::join(verb_names(), "|")));
  for (const auto& [names, option] : options_with_a_word())
    script += fmt::format("    {}) {}; return ;;\n", names, answer(kBash, option));
  script += "  esac\n  case $verb in\n";
  for (const Verb& verb : verbs()) {
    script += fmt::format("    {}) if [[ $current == -* ]]; then _meshwright_words \"{}\"", verb.name,
                          joined_option_names(verb.name));
    if (const std::string choices = operand_choices(verb.name); !choices.empty())
      script +=
          fmt::format("; elif [[ $previous == {} ]]; then _meshwright_words \"{}\"", verb.name, choices);
    script += "; fi ;;\n";
  }
  return script + replaced(kBashTail, "WORDS", joined(verb_names()) + " " + joined_option_names(""));
}

/// Apostrophes end a quoted word in both shells below.
std::string quoted(std::string_view text, std::string_view apostrophe) {
  std::string out = "'";
  for (const char c : text) c == '\'' ? out += apostrophe : out += c;
  return out + "'";
}

/// Escapes text in a specification of zsh's _arguments.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_option(const OptionText& option) {
  const std::string word =
      option.operand.empty() ? "" : fmt::format(":{}:{}", plain(option.operand), answer(kZsh, option));
  std::string text;
  for (const std::string& name : option.names) {
    const std::string others = option.names.size() > 1 ? "(" + joined(option.names) + ")" : "";
    const std::string_view sign = option.operand.empty() || !name.starts_with("--") ? "" : "=";
    text += " " +
            quoted(fmt::format("{}{}{}[{}]{}", others, name, sign, plain(option.description), word), "'\\''");
  }
  return text;
}

std::string zsh_arguments(const Verb& verb) {
  std::string text = "_arguments";
  for (const std::string_view part : {verb.name, std::string_view()})
    for (const OptionText& option : options_only(part)) text += zsh_option(option);
  const auto operands = operands_of(verb.name);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool many = operands.size() == 1 && operands[i].operand == "FILE";
    const std::string place = many ? "*" : std::to_string(i + 1);
    text +=
        " " + quoted(fmt::format("{}:{}:{}", place, operands[i].operand, answer(kZsh, operands[i])), "'\\''");
  }
  return text;
}

/// The file is loaded as the body of the function at the first completion, which has to be answered too.
constexpr std::string_view kZshTail = R"(
if [[ $funcstack[1] == _meshwright ]]; then _meshwright "$@"; else compdef _meshwright meshwright; fi
)";

std::string zsh() {
  std::string script = "#compdef meshwright\n_meshwright_verbs() {\n  local -a verbs\n  verbs=(\n";
  for (const Verb& verb : verbs())
    script += "    " + quoted(fmt::format("{}:{}", verb.name, verb.summary), "'\\''") + "\n";
  script +=
      "  )\n  _describe -t verbs verb verbs\n}\n_meshwright() {\n"
      "  local curcontext=$curcontext state line\n  typeset -A opt_args\n  _arguments -C";
  for (const OptionText& option : options_only("")) script += zsh_option(option);
  script +=
      " '1: :->first' '*:: :->rest'\n  case $state in\n"
      "    first) _alternative 'verbs:verb:_meshwright_verbs' 'files:file:_files' ;;\n"
      "    rest) case $words[1] in\n";
  for (const Verb& verb : verbs()) script += fmt::format("      {}) {} ;;\n", verb.name, zsh_arguments(verb));
  return script + "      *) _files ;;\n    esac ;;\n  esac\n}" + std::string(kZshTail);
}

std::string fish_option(const OptionText& option, std::string_view condition) {
  std::string line = "complete -c meshwright" + std::string(condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.operand.empty()) line += answer(kFish, option);
  return line + " -d " + quoted(option.description, "\\'") + "\n";
}

std::string fish() {
  std::string script = "# fish completion for meshwright\n";
  for (const Verb& verb : verbs())
    script += fmt::format("complete -c meshwright -n __fish_use_subcommand -a {} -d {}\n", verb.name,
                          quoted(verb.summary, "\\'"));
  for (const OptionText& option : options_only("")) script += fish_option(option, "");
  for (const Verb& verb : verbs()) {
    const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", verb.name);
    for (const OptionText& option : options_only(verb.name)) script += fish_option(option, condition);
    if (const std::string choices = operand_choices(verb.name); !choices.empty())
      script += fmt::format("complete -c meshwright{} {} '{}'\n", condition,
                            verb.name == "sample" ? "-a" : "-xa", choices);
  }
  return script;
}

}  // namespace

ExitCode run_completion(const Arguments& arguments, Session& session) {
  session.print(arguments.shell == "bash" ? bash() : arguments.shell == "zsh" ? zsh() : fish());
  return ExitCode::yes;
}

}  // namespace mw::cli
