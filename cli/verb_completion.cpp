#include <fmt/format.h>
#include <map>

#include "arguments.h"

namespace mw::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string verb_names() {
  std::string names;
  for (const Verb& verb : verbs()) names += (names.empty() ? "" : " ") + std::string(verb.name);
  return names;
}

/// The words that the first operand of a verb can be: "kotor-walkmesh kotor-mdl".
std::string operand_choices(std::string_view verb) {
  for (const OptionText& option : options_of(verb))
    if (option.names.empty() && !option.choices.empty()) return joined(option.choices);
  return {};
}

std::string option_names(std::string_view verb) {
  std::vector<std::string> names;
  for (const OptionText& option : options_of(verb))
    names.insert(names.end(), option.names.begin(), option.names.end());
  return joined(names);
}

/// The options that take one of a few words, over all verbs: "--color" -> "never auto always".
std::map<std::string, std::string> choices() {
  std::map<std::string, std::string> found;
  const auto collect = [&](std::string_view verb) {
    for (const OptionText& option : options_of(verb))
      for (const std::string& name : option.names)
        if (!option.choices.empty()) found[name] = joined(option.choices);
  };
  collect("");
  for (const Verb& verb : verbs()) collect(verb.name);
  return found;
}

std::string bash() {
  std::string script =
      "# bash completion for meshwright\n"
      "_meshwright() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
      "  case $previous in\n";
  for (const auto& [name, words] : choices())
    script +=
        fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n", name, words);
  script += fmt::format(
      "    sample) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n"
      "    completion) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n"
      "    assets) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n"
      "  esac\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} {}\" -- \"$current\") $(compgen -f -- \"$current\")); return\n"
      "  fi\n"
      "  case $current in\n"
      "    -*) case $verb in\n",
      operand_choices("sample"), operand_choices("completion"), operand_choices("assets"), verb_names(),
      option_names(""));
  for (const Verb& verb : verbs())
    script += fmt::format("      {}) COMPREPLY=($(compgen -W \"{} {}\" -- \"$current\")) ;;\n", verb.name,
                          option_names(verb.name), option_names(""));
  return script +
         "    esac ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _meshwright meshwright\n";
}

/// Apostrophes end a quoted word in both shells below.
std::string quoted(std::string_view text, std::string_view apostrophe) {
  std::string out = "'";
  for (const char c : text) c == '\'' ? out += apostrophe : out += c;
  return out + "'";
}

std::string zsh() {
  std::string script = "#compdef meshwright\n_meshwright() {\n  local -a verbs\n  verbs=(\n";
  for (const Verb& verb : verbs())
    script += "    " + quoted(fmt::format("{}:{}", verb.name, verb.summary), "'\\''") + "\n";
  script +=
      "  )\n  if (( CURRENT == 2 )); then _describe verb verbs; _files; return; fi\n  case $words[CURRENT-1] "
      "in\n";
  for (const auto& [name, words] : choices())
    script += fmt::format("    {}) compadd {}; return ;;\n", name, words);
  for (const char* verb : {"sample", "completion", "assets"})
    script += fmt::format("    {}) compadd {}; return ;;\n", verb, operand_choices(verb));
  script += "  esac\n";
  script += "  case $words[2] in\n";
  for (const Verb& verb : verbs())
    script += fmt::format("    {}) [[ $PREFIX == -* ]] && compadd -- {} {} || _files ;;\n", verb.name,
                          option_names(verb.name), option_names(""));
  return script + "    *) _files ;;\n  esac\n}\ncompdef _meshwright meshwright\n";
}

std::string fish_option(const OptionText& option, std::string_view condition) {
  std::string line = "complete -c meshwright" + std::string(condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) line += " -xa " + quoted(joined(option.choices), "\\'");
  return line + " -d " + quoted(option.description, "\\'") + "\n";
}

std::string fish() {
  std::string script = "# fish completion for meshwright\n";
  for (const Verb& verb : verbs())
    script += fmt::format("complete -c meshwright -n __fish_use_subcommand -a {} -d {}\n", verb.name,
                          quoted(verb.summary, "\\'"));
  for (const OptionText& option : options_of("")) script += fish_option(option, "");
  for (const Verb& verb : verbs())
    for (const OptionText& option : options_of(verb.name))
      if (!option.names.empty())
        script += fish_option(option, fmt::format(" -n '__fish_seen_subcommand_from {}'", verb.name));
  return script + fmt::format(
                      "complete -c meshwright -n '__fish_seen_subcommand_from sample' -a '{}'\n"
                      "complete -c meshwright -n '__fish_seen_subcommand_from completion' -xa '{}'\n"
                      "complete -c meshwright -n '__fish_seen_subcommand_from assets' -a '{}'\n",
                      operand_choices("sample"), operand_choices("completion"), operand_choices("assets"));
}

}  // namespace

Answer run_completion(const Arguments& arguments, Session& session) {
  session.print(arguments.shell == "bash" ? bash() : arguments.shell == "zsh" ? zsh() : fish());
  return Answer::yes;
}

}  // namespace mw::cli
