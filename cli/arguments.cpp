#include "arguments.h"

#include <meshwright/formats/registry.h>
#include <CLI/CLI.hpp>  // six seconds of compiling: included here only
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>

namespace mw::cli {
namespace {

constexpr std::string_view kVersion = "meshwright " MESHWRIGHT_VERSION;

const std::vector<std::string> kSeverities = {"error", "warning"};
const std::vector<std::string> kShells = {"bash", "zsh", "fish"};
const std::vector<std::string> kActions = {"ls", "find", "get", "resolve", "verify"};

/// An option or a neighbour that formats declare, under one name.
struct FormatOption {
  std::string_view name;
  std::string_view operand;
  std::string_view help;
  std::span<const std::string_view> values = {};
  std::string (*problem)(std::string_view) = nullptr;
  bool is_folder = false;
};

/// What any format can be told for these uses, each once, in the order of the formats.
std::vector<FormatOption> format_options(Use uses) {
  std::vector<FormatOption> all;
  const auto add = [&](const FormatOption& option) {
    if (std::ranges::find(all, option.name, &FormatOption::name) == all.end()) all.push_back(option);
  };
  for (const Format* format : formats()) {
    for (const NeighbourUse& use : format->neighbours)
      if (overlap(use.uses, uses) && !use.kind.operand.empty())
        add({use.kind.name, use.kind.operand, use.kind.help, {}, nullptr, use.kind.search == Search::folder});
    for (const OptionKind& kind : format->options)
      if (overlap(kind.uses, uses)) add({kind.name, kind.operand, kind.help, kind.values, kind.problem});
  }
  return all;
}

std::vector<std::string> sampled_formats() {
  std::vector<std::string> ids;
  for (const Format* format : formats())
    if (format->sample != nullptr) ids.emplace_back(format->id);
  return ids;
}

/// The words that an option takes, where they are few.
std::vector<std::string> choices_of(const CLI::Option& option) {
  if (option.check_lname("fail-on")) return kSeverities;
  if (option.check_lname("color")) return {"never", "auto", "always"};
  if (option.get_name() == "FORMAT") return sampled_formats();
  if (option.get_name() == "SHELL") return kShells;
  if (option.get_name() == "ACTION") return kActions;
  for (const FormatOption& declared : format_options(Use(0xFFFF)))
    if (option.check_lname(std::string(declared.name)))
      return {declared.values.begin(), declared.values.end()};
  return {};
}

/// Help that begins with examples and ends with what the verb does not preserve.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const Verb* verb = find_verb(app->get_name());
    if (verb == nullptr) return CLI::Formatter::make_help(app, name, mode);
    std::ostringstream text;
    text << "Examples:\n";
    std::istringstream examples{std::string(verb->examples)};
    for (std::string line; std::getline(examples, line);) text << "  " << line << "\n";
    text << "\n" << verb->summary << ".\n" << verb->losses << "\n\n";
    text << make_usage(app, "meshwright " + std::string(verb->name)) << make_positionals(app)
         << make_groups(app, mode);
    return text.str();
  }
};

/// The parser and the arguments it fills; they belong together because the parser points into them.
struct Parser {
  Arguments arguments;
  CLI::App app{"Reads, writes, checks and converts the 3-D files of old games.", "meshwright"};

  Parser() {
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", std::string(kVersion), "Print the version");
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(
        "\n`meshwright FILE...` alone means `meshwright info FILE...`; `-` is stdin or stdout.\n"
        "Exit code: 0 done, and the answer is yes; 1 done, and the answer is no; 2 could not be done.\n"
        "`meshwright VERB --help` begins with examples.");
    add_common();
    for (const Verb& verb : verbs()) add_verb(verb);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

 private:
  void add_common() {
    static const std::map<std::string, Colour> kColours = {
        {"never", Colour::never}, {"auto", Colour::automatic}, {"always", Colour::always}};
    app.add_flag("-q,--quiet", arguments.quiet, "No progress on stderr");
    app.add_option("--color", arguments.colour, "Colour in the answer: never, auto or always")
        ->transform(CLI::CheckedTransformer(kColours).description(""))
        ->type_name("WHEN");
  }

  void add_verb(const Verb& verb) {
    CLI::App& sub = *app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    sub.callback([this, name = std::string(verb.name)] { arguments.verb = name; });
    if (verb.json) sub.add_flag("--json", arguments.json, "One JSON object per line (docs/json.md)");
    add_operands(sub, verb);
    for (const FormatOption& option : format_options(verb.uses)) add_format_option(sub, option);
    if (verb.name == "validate")
      sub.add_option("--fail-on", arguments.fail_on, "The mildest severity that makes the exit code 1")
          ->check(CLI::IsMember(kSeverities).description(""))
          ->type_name("error|warning");
    if (verb.name == "convert")
      sub.add_option("--to", arguments.to, "Format of OUT, when its extension does not say")
          ->type_name("FORMAT");
  }

  static CLI::Option& required(CLI::Option* option) { return *option->required()->type_name(" "); }

  void add_operands(CLI::App& sub, const Verb& verb) {
    switch (verb.operands) {
      case Operands::none:
        return;
      case Operands::files:
        required(sub.add_option("FILE", arguments.files, "Files to look at; - is stdin"));
        return;
      case Operands::in_out:
        add_input(sub, "IN", "The file to convert; - is stdin");
        return add_output(sub);
      case Operands::two_files:
        add_input(sub, "A", "The one file");
        return add_input(sub, "B", "The other");
      case Operands::format_out:
        required(sub.add_option("FORMAT", arguments.format, "Which format: see `meshwright formats`"))
            .check(CLI::IsMember(sampled_formats()).description(""));
        return add_output(sub);
      case Operands::shell:
        required(sub.add_option("SHELL", arguments.shell, "bash, zsh or fish"))
            .check(CLI::IsMember(kShells).description(""));
        return;
      case Operands::database:
        add_database(sub);
    }
  }

  void add_database(CLI::App& sub) {
    required(sub.add_option("ACTION", arguments.action, "ls, find, get, resolve or verify"))
        .check(CLI::IsMember(kActions).description(""));
    add_input(sub, "FILE", "The assets.bin; - is stdin");
    sub.add_option("WHAT", arguments.what, "ls: a pattern; find: a name or id; get, resolve: a path or id")
        ->type_name(" ");
    sub.add_option("--type", arguments.type, "ls: only records of this type, such as visual or material")
        ->type_name("TYPE");
  }

  void add_input(CLI::App& sub, const char* name, const char* help) {
    const auto store = [this](const std::string& path) { arguments.files.push_back(path); };
    required(sub.add_option_function<std::string>(name, store, help));
  }

  void add_output(CLI::App& sub) {
    required(sub.add_option("OUT", arguments.output, "The file to write; - is stdout"));
    sub.add_flag("-f,--force", arguments.force, "Replace OUT if it exists");
  }

  void add_format_option(CLI::App& sub, const FormatOption& option) {
    const std::string flag = "--" + std::string(option.name);
    const std::string help(option.help);
    if (option.operand.empty()) {
      sub.add_flag_callback(flag, [this, name = option.name] { arguments.options.set(name); }, help);
      return;
    }
    const auto store = [this, name = option.name](const std::string& value) {
      arguments.options.set(name, value);
    };
    CLI::Option& added = *sub.add_option_function<std::string>(flag, store, help);
    added.type_name(std::string(option.operand));
    if (!option.values.empty())
      added.check(CLI::IsMember(std::vector<std::string>(option.values.begin(), option.values.end()))
                      .description(""));
    if (option.problem != nullptr)
      added.check(
          CLI::Validator([check = option.problem](const std::string& word) { return check(word); }, ""));
    if (option.is_folder) added.check(CLI::ExistingDirectory.description(""));
  }
};

/// `meshwright FILE` means `meshwright info FILE`: puts the verb in when the first operand is none.
void insert_default_verb(std::vector<std::string>& words) {
  std::set<std::string> with_a_word = {"--color"};
  for (const FormatOption& option : format_options(Use::info))
    if (!option.operand.empty()) with_a_word.insert("--" + std::string(option.name));
  std::size_t first = 0;
  while (first < words.size() && words[first] != "-" && words[first].starts_with('-'))
    first += with_a_word.contains(words[first]) ? 2 : 1;
  if (first >= words.size() || find_verb(words[first]) != nullptr) return;
  words.insert(words.begin(), "info");
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::variant<Arguments, Message> parse_arguments(std::vector<std::string> words) {
  Parser parser;
  if (words.empty()) return Message{parser.app.help(), true};
  insert_default_verb(words);
  try {
    std::ranges::reverse(words);  // the parser takes its words from the back
    parser.app.parse(words);
  } catch (const CLI::CallForHelp&) {
    const auto subs = parser.app.get_subcommands();
    return Message{subs.empty() ? parser.app.help() : subs.front()->help()};
  } catch (const CLI::CallForVersion&) {
    return Message{std::string(kVersion) + "\n"};
  } catch (const CLI::ParseError& error) {
    const auto subs = parser.app.get_subcommands();
    const std::string verb = subs.empty() ? "" : " " + subs.front()->get_name();
    return Message{"meshwright: " + first_line(error.what()) + "; try `meshwright" + verb + " --help`\n",
                   true};
  }
  return parser.arguments;
}

std::vector<OptionText> options_of(std::string_view verb) {
  const Parser parser;
  const CLI::App* app = verb.empty() ? &parser.app : parser.app.get_subcommand(std::string(verb));
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app->get_options()) {
    OptionText text;
    for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
    text.operand = option->nonpositional() ? option->get_type_name() : option->get_name(true);
    text.description = option->get_description();
    if (option->get_items_expected_max() == 0) text.operand.clear();
    text.choices = choices_of(*option);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace mw::cli
