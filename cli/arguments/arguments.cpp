#include "arguments.h"

#include "batch_options.h"
#include "command_words.h"
#include "format_options.h"
#include "query_options.h"

#include <meshwright/core/text.h>
#include <meshwright/core/version.h>
#include <meshwright/formats/convert.h>
#include <CLI/CLI.hpp>  // six seconds of compiling: included here only
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <sstream>

#include "suggest.h"

namespace mw::cli {
namespace {

constexpr std::string_view kVersion = "meshwright " MESHWRIGHT_VERSION;

const std::vector<std::string> kSeverities = {"error", "warning"};
const std::vector<std::string> kIgnorable = {"layout"};
const std::vector<std::string> kShells = {"bash", "zsh", "fish"};
const std::vector<std::string> kColours = {"never", "auto", "always"};  // in the order of Colour
const std::vector<std::string> kQuestions = {"ray", "locate", "nearest", "path", "sight"};
const std::vector<std::string> kAssetsActions = {"ls", "find", "get", "resolve", "verify"};

/// What is wrong with the word of --tolerance; empty when nothing is.
std::string not_a_distance(const std::string& word) {
  double value = 0;
  if (CLI::detail::lexical_cast(word, value) && value >= 0) return {};
  return "expected a number that is not below 0, got " + escape_text(word);
}

/// What is wrong with the word of --shard; empty when nothing is.
std::string not_a_shard(const std::string& word) {
  if (parse_shard(word)) return {};
  return "expected I/N with I from 1 to N, got " + escape_text(word);
}

/// The words that an option takes, where they are few and no format declares it.
std::vector<std::string> choices_of(const CLI::Option& option) {
  if (option.check_lname("fail-on")) return kSeverities;
  if (option.check_lname("color")) return kColours;
  if (option.check_lname("from") && option.get_type_name() == "FORMAT") return format_ids();
  if (option.check_lname("to")) return target_words();
  if (option.check_lname("ignore")) return kIgnorable;
  if (option.get_name() == "FORMAT") return sampled_formats();
  if (option.get_name() == "SHELL") return kShells;
  if (option.get_name() == "VERB") return verb_names();
  if (option.get_name() == "QUESTION") return kQuestions;
  if (option.get_name() == "ACTION") return kAssetsActions;
  return {};
}

void tell_completion(const CLI::Option& option, OptionText& text) {
  text.choices = choices_of(option);
  for (const FormatOption& declared : format_options(Use(0xFFFF))) {
    if (!option.check_lname(std::string(declared.name))) continue;
    text.choices.assign(declared.values.begin(), declared.values.end());
    text.completes = declared.completes;
  }
  if (!text.choices.empty())
    text.completes = Completes::words;
  else if (!option.nonpositional())
    text.completes = Completes::files;
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

/// The parser and the arguments it fills; they belong together because the parser points into them. It knows
/// all verbs, but the options of one only: making all of them takes longer than many a file.
struct Parser {
  Arguments arguments;
  CLI::App app{"Reads, writes, checks and converts the 3-D files of old games.", "meshwright"};

  explicit Parser(std::string_view spoken_verb) {
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", std::string(kVersion), "Print the version");
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(
        "\n`meshwright FILE...` alone means `meshwright info FILE...`; `-` is stdin or stdout.\n"
        "Exit code: 0 done, and the answer is yes; 1 done, and the answer is no; 2 could not be done.\n"
        "`meshwright help VERB` begins with examples.");
    add_common();
    for (const Verb& verb : verbs()) add_verb(verb, verb.name == spoken_verb);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

 private:
  void add_common() {
    const auto store = [this](const std::string& word) {
      arguments.colour = Colour(std::ranges::find(kColours, word) - kColours.begin());
    };
    app.add_flag("-q,--quiet", arguments.quiet, "No progress on stderr");
    app.add_option_function<std::string>("--color", store, "Colour in the answer: never, auto or always")
        ->check(CLI::IsMember(kColours).description(""))
        ->type_name("WHEN");
  }

  void add_verb(const Verb& verb, bool is_spoken) {
    CLI::App& sub = *app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    sub.callback([this, name = std::string(verb.name)] { arguments.verb = name; });
    if (is_spoken) add_options(sub, verb);
  }

  void add_options(CLI::App& sub, const Verb& verb) {
    if (verb.json) sub.add_flag("--json", arguments.json, "One JSON object per line (docs/json.md)");
    add_operands(sub, verb);
    for (const FormatOption& option : format_options(verb.uses)) add_format_option(sub, option);
    if (verb.name == "diff") add_diff_options(sub);
    if (verb.name == "info")
      sub.add_flag("--tree", arguments.tree, "Also print the tree of nodes, each with its kind");
    if (verb.name == "validate" || verb.name == "assets") {
      sub.add_option("--fail-on", arguments.fail_on, "The mildest severity that makes the exit code 1")
          ->check(CLI::IsMember(kSeverities).description(""))
          ->type_name("error|warning");
      sub.add_flag("--all", arguments.all, "Every finding, not only the first three of each kind");
    }
    if (verb.name == "convert")
      sub.add_option("--to", arguments.to, "Format of OUT by its id or extension, when its name does not say")
          ->type_name("FORMAT");
    if (verb.name == "convert") add_onto(sub);
    if (verb.name == "info" || verb.name == "validate" || verb.name == "roundtrip" || verb.name == "batch")
      sub.add_option("-j,--threads", arguments.threads,
                     "Files to work on at once; 0, or nothing said: as many as cores")
          ->type_name("N");
    if (!verb.reads()) return;
    if (verb.operands != Operands::folders)
      sub.add_option("--from", arguments.from,
                     "Read the file as this format, whatever its content looks like")
          ->check(CLI::IsMember(format_ids()).description(""))
          ->type_name("FORMAT");
    sub.add_flag("--allow-outside", arguments.allow_outside,
                 "Read what a file names even if it lies outside the file's folder");
  }

  void add_onto(CLI::App& sub) {
    sub.add_option("--onto", arguments.onto,
                   "The file that IN was made from: OUT is that file with what was changed since")
        ->type_name("ORIGINAL");
    sub.add_flag("--dry-run", arguments.dry_run, "With --onto: only tell what would change");
  }

  void add_diff_options(CLI::App& sub) {
    sub.add_flag("--scene", arguments.scene, "Compare what the common scene holds, not the fields");
    sub.add_option("--tolerance", arguments.tolerance, "Floats that are no further apart are the same")
        ->check(CLI::Validator(not_a_distance, ""))
        ->type_name("X");
    sub.add_option("--ignore", arguments.ignore, "Leave out what only says where things lie: layout")
        ->check(CLI::IsMember(kIgnorable).description(""))
        ->type_name("layout");
    sub.add_flag("--all", arguments.all, "Print every difference, not only the first lines");
    sub.add_option("--git", arguments.git, "As a driver of `git diff`, which adds the files (docs/git.md)")
        ->type_name("NAME");
  }

  static CLI::Option& required(CLI::Option* option) { return *option->required()->type_name(" "); }

  void add_operands(CLI::App& sub, const Verb& verb) {
    switch (verb.operands) {
      case Operands::none:
        return;
      case Operands::files:
        required(sub.add_option("FILE", arguments.files, "Files or folders to look at; - is stdin"));
        return;
      case Operands::in_out:
        add_input(sub, "IN", "The file to convert; - is stdin");
        return add_output(sub);
      case Operands::folders:
        return add_folders(sub);
      case Operands::files_out:
        required(sub.add_option("IN", arguments.files,
                                "Walkmeshes; several are the rooms of one area; OUT is last"))
            .expected(2, std::numeric_limits<int>::max());
        sub.add_flag("-f,--force", arguments.force, "Replace OUT if it exists");
        return add_query_options(sub, "path");
      case Operands::in_maybe_out:
        add_input(sub, "IN", "The file to build anew; - is stdin");
        sub.add_option("OUT", arguments.output, "The file to write; - is stdout")->type_name(" ");
        sub.add_flag("-f,--force", arguments.force, "Replace OUT if it exists");
        sub.add_flag("--dry-run", arguments.dry_run, "Only tell what would change; needs no OUT");
        sub.add_flag("--all", arguments.all, "Every change, not only the first five of each kind");
        return;
      case Operands::rename:
      case Operands::retexture:
        return add_names(sub, verb.operands == Operands::rename);
      case Operands::two_files:
        add_input(sub, "A", "The one file");
        return add_input(sub, "B", "The other");
      case Operands::format_out:
        required(sub.add_option("FORMAT", arguments.format, "Which format: see `meshwright formats`"))
            .check(CLI::IsMember(sampled_formats()).description(""));
        return add_output(sub);
      case Operands::question:
        required(sub.add_option("QUESTION", arguments.question, "ray, locate, nearest, path or sight"))
            .check(CLI::IsMember(kQuestions).description(""));
        required(sub.add_option("FILE", arguments.files, "Walkmeshes; several are the rooms of one area"));
        add_query_options(sub, "");
        return add_obstacles(sub);
      case Operands::shell:
        required(sub.add_option("SHELL", arguments.shell, "bash, zsh or fish"))
            .check(CLI::IsMember(kShells).description(""));
        return;
      case Operands::verb:
        sub.add_option("VERB", arguments.topic, "The verb; without one, all of them")->type_name(" ");
        return;
      case Operands::paths:
        return add_view(sub);
      case Operands::database:
        add_database(sub);
    }
  }

  void add_names(CLI::App& sub, bool is_rename) {
    add_input(sub, "FILE", "The file to change; - is stdin");
    add_output(sub);
    if (!is_rename) {
      required(sub.add_option("OLD=NEW", arguments.names, "Textures, each with its new name"));
      return;
    }
    sub.add_option("--model", arguments.model_name, "What the model, and a root of its name, is called")
        ->type_name("NAME")
        ->check([](const std::string& name) { return name.empty() ? "is empty" : ""; }, "");
    sub.add_option("--node", arguments.names, "What a node is called; may be given several times")
        ->type_name("OLD=NEW")
        ->expected(1)
        ->take_all();
  }

  void add_folders(CLI::App& sub) {
    add_input(sub, "IN_DIR", "The folder to convert");
    required(sub.add_option("OUT_DIR", arguments.output, "The folder to write to; it is made if need be"));
    sub.add_option("--to", arguments.to, "What the files should become, by id or extension")
        ->required()
        ->type_name("FORMAT");
    sub.add_flag("-f,--force", arguments.force, "Replace outputs that exist");
    sub.add_flag("--skip-existing", arguments.skip_existing,
                 "Keep outputs that an earlier run made of the same content, and make the others");
    sub.add_flag("--dry-run", arguments.dry_run, "Open everything, write nothing");
    sub.add_option("--include", arguments.include,
                   "Only files whose path below IN_DIR fits; * fits slashes too")
        ->type_name("GLOB")
        ->expected(1)
        ->take_all();
    sub.add_option("--exclude", arguments.exclude, "All but files whose path below IN_DIR fits")
        ->type_name("GLOB")
        ->expected(1)
        ->take_all();
    sub.add_option("--report", arguments.report, "Write what became of all files, and what validate finds")
        ->type_name("F.html|F.json");
    sub.add_option("--shard", arguments.shard, "Only the I-th of N parts; all of them make the whole")
        ->check(CLI::Validator(not_a_shard, ""))
        ->type_name("I/N");
  }

  void add_view(CLI::App& sub) {
    required(sub.add_option("PATH", arguments.files, "Files, and folders with files"));
    sub.add_option("--html", arguments.html, "Write one page with the files inside, and serve nothing")
        ->type_name("OUT");
    sub.add_option("--port", arguments.port, "Of the server; without it any that is free")
        ->check(CLI::Range(1, 65535).description(""))
        ->type_name("N");
    sub.add_flag("--no-open", arguments.no_open, "Only print the address");
    sub.add_flag("-f,--force", arguments.force, "Replace OUT if it exists");
  }

  void add_database(CLI::App& sub) {
    required(sub.add_option("ACTION", arguments.action, "ls, find, get, resolve or verify"))
        .check(CLI::IsMember(kAssetsActions).description(""));
    add_input(sub, "FILE", "The assets.bin; - is stdin");
    sub.add_option(
           "WHAT", arguments.what,
           "ls: a pattern (* is any text, / too, ? any character); find: the end of a path, a name or an "
           "id; get, resolve: a path or id")
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

  /// Those that have a meaning for a question; all without one.
  void add_query_options(CLI::App& sub, std::string_view question) {
    for (const QueryOption& option : query_options()) {
      if (option.questions.find(question) == option.questions.npos) continue;
      const std::string flag = "--" + std::string(option.name);
      const std::string help(option.help);
      const auto store = [this, name = option.name](const std::string& value) {
        arguments.asked.set(name, value);
      };
      if (option.operand.empty())
        sub.add_flag_callback(flag, [store] { store(""); }, help);
      else
        sub.add_option_function<std::string>(flag, store, help)->type_name(std::string(option.operand));
    }
  }

  void add_obstacles(CLI::App& sub) {
    const auto add_obstacle = [this](const std::vector<std::string>& places) {
      arguments.obstacles = places;
    };
    sub.add_option_function<std::vector<std::string>>("--obstacle", add_obstacle, std::string(kObstacleHelp))
        ->type_name("FILE@X,Y,Z[,DEGREES[,STATE]]")
        ->expected(1)
        ->take_all();
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
    if (option.completes == Completes::folders) added.check(CLI::ExistingDirectory.description(""));
  }
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::vector<std::string> option_names(std::string_view verb) {
  std::vector<std::string> names;
  for (const std::string_view part : {verb, std::string_view()})
    for (const OptionText& option : options_of(part))
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// The verbs that have an option: "convert, sample"; empty when none has.
std::string verbs_with(const std::string& option) {
  std::string found;
  for (const Verb& verb : verbs()) {
    const auto names = option_names(verb.name);
    if (std::ranges::find(names, option) != names.end())
      found += (found.empty() ? "" : ", ") + std::string(verb.name);
  }
  return found;
}

/// What is wrong with words that nothing takes; `advice` is for where nothing better is known.
std::string unexpected(const std::vector<std::string>& words, const std::string& verb,
                       const std::string& advice) {
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
  const auto option = std::ranges::find_if(words, is_option);
  if (option == words.end()) return escape_text(words.front()) + " is one operand too many" + advice;
  const std::string name = option->substr(0, option->find('='));
  const auto own = option_names(verb);
  if (std::ranges::find(own, name) != own.end())
    return name + " belongs behind the verb: meshwright " + verb + " " + name;
  const std::string elsewhere = verbs_with(name);
  if (!elsewhere.empty()) return name + " is an option of " + elsewhere + ", not of " + verb + advice;
  const std::string meant = did_you_mean(name, option_names(verb));
  return "there is no option " + escape_text(name) + (meant.empty() ? advice : meant);
}

Message usage_error(const Parser& parser, const CLI::ParseError& error) {
  const auto subs = parser.app.get_subcommands();
  const std::string verb = subs.empty() ? "" : subs.front()->get_name();
  const std::string advice = "; try `meshwright" + (verb.empty() ? "" : " " + verb) + " --help`";
  const auto left = parser.app.remaining(true);
  const bool extra = error.get_exit_code() == int(CLI::ExitCodes::ExtrasError) && !left.empty();
  return {
      "meshwright: " + (extra ? unexpected(left, verb, advice) : first_line(error.what()) + advice) + "\n",
      true};
}

/// Without a verb the parser would ask for one, whatever was misspelt.
std::optional<Message> refuse_lone_options(const std::vector<std::string>& words) {
  if (first_operand(words) < words.size()) return std::nullopt;
  const auto known = option_names("");
  const auto odd = std::ranges::find_if(words, [&](const std::string& word) {
    return word.starts_with('-') && std::ranges::find(known, word.substr(0, word.find('='))) == known.end();
  });
  if (odd == words.end()) return std::nullopt;
  const std::string meant = did_you_mean(odd->substr(0, odd->find('=')), known);
  return Message{"meshwright: there is no option " + escape_text(*odd) +
                     (meant.empty() ? "; try `meshwright --help`" : meant) + "\n",
                 true};
}

}  // namespace

std::variant<Arguments, Message> parse_arguments(std::vector<std::string> words) {
  if (words.empty()) return Message{Parser("").app.help(), true};
  if (words.size() == 1 && words[0] == "--version") return Message{std::string(kVersion) + "\n"};
  if (auto message = insert_default_verb(words)) return *std::move(message);
  if (auto message = refuse_lone_options(words)) return *std::move(message);
  take_words_of_git(words);
  Parser parser(spoken_verb(words));
  parser.arguments.words = words;
  try {
    std::ranges::reverse(words);  // the parser takes its words from the back
    parser.app.parse(words);
  } catch (const CLI::CallForHelp&) {
    const auto subs = parser.app.get_subcommands();
    return Message{subs.empty() ? parser.app.help() : subs.front()->help()};
  } catch (const CLI::CallForVersion&) {
    return Message{std::string(kVersion) + "\n"};
  } catch (const CLI::ParseError& error) {
    return usage_error(parser, error);
  }
  if (find_verb(parser.arguments.verb)->operands == Operands::files_out) {
    parser.arguments.output = parser.arguments.files.back();
    parser.arguments.files.pop_back();
  }
  return parser.arguments;
}

std::string help_text(std::string_view verb) {
  const Parser parser(verb);
  return verb.empty() ? parser.app.help() : parser.app.get_subcommand(std::string(verb))->help();
}

std::vector<OptionText> options_of(std::string_view verb) {
  const Parser parser(verb);
  const CLI::App* app = verb.empty() ? &parser.app : parser.app.get_subcommand(std::string(verb));
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app->get_options()) {
    OptionText text;
    for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
    text.operand = option->nonpositional() ? option->get_type_name() : option->get_name(true);
    text.description = option->get_description();
    if (option->get_items_expected_max() == 0) text.operand.clear();
    tell_completion(*option, text);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace mw::cli
