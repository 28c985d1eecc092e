#include "arguments.h"

#include "command_words.h"
#include "format_options.h"
#include "query_options.h"

#include <meshwright/batch/batch.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/version.h>
#include <meshwright/formats/convert.h>
#include <CLI/CLI.hpp>  // six seconds of compiling: included here only
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <type_traits>
#include <variant>

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

/// The error in the word of an option; empty if it is valid.
std::string not_a_distance(const std::string& word) {
  double value = 0;
  if (CLI::detail::lexical_cast(word, value) && value >= 0) return {};
  return "expected a number that is not below 0, got " + escape_text(word);
}

std::string not_a_shard(const std::string& word) {
  if (batch::parse_shard(word)) return {};
  return "expected I/N with I from 1 to N, got " + escape_text(word);
}

std::string not_a_port(const std::string& word) {
  return CLI::Range(1, 65535)(std::string(word));
}

/// By its id, or by an extension that files of it have.
std::string not_a_format(const std::string& word) {
  if (find_target(word) != nullptr) return {};
  std::string ids;
  for (const std::string& id : format_ids()) ids += (ids.empty() ? "" : ", ") + id;
  return escape_text(word) + " is no extension of a format, nor one of " + ids;
}

std::string not_a_name(const std::string& word) {
  return word.empty() ? "is empty" : "";
}

/// The target of an option's words.
using Into = std::variant<bool Arguments::*, unsigned Arguments::*, int Arguments::*, double Arguments::*,
                          std::string Arguments::*, std::vector<std::string> Arguments::*>;

enum class Needs : unsigned char { nothing, once, one_file, at_least_two, repeats };

/// An option of verbs, or an operand, whose name is in capitals.
struct OptionRow {
  std::string_view verbs;
  const char* name;
  std::string_view operand;  // the name of its word; empty without one
  Into into;
  const char* help;
  Needs needs = Needs::nothing;
  std::string (*problem)(const std::string& word) = nullptr;
};

/// Those before the options of formats, in the order in which help names them.
constexpr OptionRow kOperands[] = {
    {"info validate dump roundtrip", "FILE", " ", &Arguments::files,
     "Files or folders to look at; - is stdin", Needs::once},
    {"convert", "IN", " ", &Arguments::files, "The file to convert; - is stdin", Needs::one_file},
    {"batch", "IN_DIR", " ", &Arguments::files, "The folder to convert", Needs::one_file},
    {"plan", "IN", " ", &Arguments::files, "Walkmeshes; several are the rooms of one area; OUT is last",
     Needs::at_least_two},
    {"rebuild", "IN", " ", &Arguments::files, "The file to build anew; - is stdin", Needs::one_file},
    {"rename retexture", "FILE", " ", &Arguments::files, "The file to change; - is stdin", Needs::one_file},
    {"diff", "A", " ", &Arguments::files, "The one file", Needs::one_file},
    {"diff", "B", " ", &Arguments::files, "The other", Needs::one_file},
    {"sample", "FORMAT", " ", &Arguments::format, "Which format: see `meshwright formats`", Needs::once},
    {"query", "QUESTION", " ", &Arguments::question, "ray, locate, nearest, path or sight", Needs::once},
    {"query", "FILE", " ", &Arguments::files, "Walkmeshes; several are the rooms of one area", Needs::once},
    {"completion", "SHELL", " ", &Arguments::shell, "bash, zsh or fish", Needs::once},
    {"help", "VERB", " ", &Arguments::topic, "The verb; without one, all of them"},
    {"view", "PATH", " ", &Arguments::files, "Files, and folders with files", Needs::once},
    {"assets", "ACTION", " ", &Arguments::action, "ls, find, get, resolve or verify", Needs::once},
    {"assets", "FILE", " ", &Arguments::files, "The assets.bin; - is stdin", Needs::one_file},
    {"assets", "WHAT", " ", &Arguments::what,
     "ls: a pattern (* is any text, / too, ? any character); find: the end of a path, a name or an id; get, "
     "resolve: a path or id"},
    {"assets", "--type", "TYPE", &Arguments::type,
     "ls: only records of this type, such as visual or material"},
    {"batch", "OUT_DIR", " ", &Arguments::output, "The folder to write to; it is made if need be",
     Needs::once},
    {"convert rename retexture sample", "OUT", " ", &Arguments::output, "The file to write; - is stdout",
     Needs::once},
    {"rebuild", "OUT", " ", &Arguments::output, "The file to write; - is stdout"},
    {"view", "--html", "OUT", &Arguments::html, "Write one page with the files inside, and serve nothing"},
    {"view", "--port", "N", &Arguments::port, "Of the server; without it any that is free", Needs::nothing,
     not_a_port},
    {"view", "--no-open", "", &Arguments::no_open, "Only print the address"},
    {"batch", "--to", "FORMAT", &Arguments::to, "What the files should become, by id or extension",
     Needs::once},
    {"convert rename retexture sample plan rebuild view", "-f,--force", "", &Arguments::force,
     "Replace OUT if it exists"},
    {"batch", "-f,--force", "", &Arguments::force, "Replace outputs that exist"},
    {"batch", "--skip-existing", "", &Arguments::skip_existing,
     "Keep outputs that an earlier run made of the same content, and make the others"},
    {"batch", "--dry-run", "", &Arguments::dry_run, "Open everything, write nothing"},
    {"batch", "--include", "GLOB", &Arguments::include,
     "Only files whose path below IN_DIR fits; * fits slashes too", Needs::repeats},
    {"batch", "--exclude", "GLOB", &Arguments::exclude, "All but files whose path below IN_DIR fits",
     Needs::repeats},
    {"batch", "--report", "F.html|F.json", &Arguments::report,
     "Write what became of all files, and what validate finds"},
    {"batch", "--shard", "I/N", &Arguments::shard, "Only the I-th of N parts; all of them make the whole",
     Needs::nothing, not_a_shard},
    {"rebuild", "--dry-run", "", &Arguments::dry_run, "Only tell what would change; needs no OUT"},
    {"rebuild", "--all", "", &Arguments::all, "Every change, not only the first five of each kind"},
    {"retexture", "OLD=NEW", " ", &Arguments::names, "Textures, each with its new name", Needs::once},
    {"rename", "--model", "NAME", &Arguments::model_name, "What the model, and a root of its name, is called",
     Needs::nothing, not_a_name},
    {"rename", "--node", "OLD=NEW", &Arguments::names, "What a node is called; may be given several times",
     Needs::repeats},
};

/// Those after them.
constexpr OptionRow kOptions[] = {
    {"diff", "--scene", "", &Arguments::scene, "Compare what the common scene holds, not the fields"},
    {"diff", "--tolerance", "X", &Arguments::tolerance, "Floats that are no further apart are the same",
     Needs::nothing, not_a_distance},
    {"diff", "--ignore", "layout", &Arguments::ignore, "Leave out what only says where things lie: layout"},
    {"diff", "--all", "", &Arguments::all, "Print every difference, not only the first lines"},
    {"diff", "--git", "NAME", &Arguments::git,
     "As a driver of `git diff`, which adds the files (docs/git.md)"},
    {"info", "--tree", "", &Arguments::tree, "Also print the tree of nodes, each with its kind"},
    {"validate assets", "--fail-on", "error|warning", &Arguments::fail_on,
     "The mildest severity that makes the exit code 1"},
    {"validate assets", "--all", "", &Arguments::all, "Every finding, not only the first three of each kind"},
    {"convert", "--to", "FORMAT", &Arguments::to,
     "Format of OUT by its id or extension, when its name does not say"},
    {"convert", "--onto", "ORIGINAL", &Arguments::onto,
     "The file that IN was made from: OUT is that file with what was changed since"},
    {"convert", "--dry-run", "", &Arguments::dry_run, "With --onto: only tell what would change"},
    {"info validate roundtrip batch", "-j,--threads", "N", &Arguments::threads,
     "Files to work on at once; 0, or nothing said: as many as cores"},
    {"info validate dump roundtrip convert rebuild rename retexture diff", "--from", "FORMAT",
     &Arguments::from,
     "Read the file as this format, by its id or extension, whatever its content looks like", Needs::nothing,
     not_a_format},
    {"info validate dump roundtrip convert rebuild rename retexture diff batch", "--allow-outside", "",
     &Arguments::allow_outside, "Read what a file names even if it lies outside the file's folder"},
};

bool has_word(std::string_view words, std::string_view word) {
  const auto at = words.find(word);
  if (at == words.npos) return false;
  const auto end = at + word.size();
  if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  return has_word(words.substr(end), word);
}

/// The accepted words of an option, if they are few and no format declares it.
std::vector<std::string> choices_of(const CLI::Option& option) {
  if (option.check_lname("fail-on")) return kSeverities;
  if (option.check_lname("color")) return kColours;
  if (option.check_lname("from") && option.get_type_name() == "FORMAT") return format_ids();
  if (option.check_lname("to")) return target_words();
  if (option.check_lname("ignore")) return kIgnorable;
  if (option.get_name() == "FORMAT") return format_ids(true);
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

/// Help that begins with examples and ends with the losses of the verb.
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

/// The parser and the arguments it fills, together because the parser points into them. It knows all verbs,
/// but the options of one only: making all of them takes longer than converting many a file.
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
    for (const OptionRow& row : kOperands)
      if (has_word(row.verbs, verb.name)) add_row(sub, row);
    if (verb.name == "plan") add_query_options(sub, "path");
    if (verb.name == "query") add_query_options(sub, "");
    if (verb.name == "query") add_obstacles(sub);
    for (const FormatOption& option : format_options(verb.uses)) add_format_option(sub, option);
    for (const OptionRow& row : kOptions)
      if (has_word(row.verbs, verb.name)) add_row(sub, row);
  }

  void add_row(CLI::App& sub, const OptionRow& row) {
    const auto store = [this](const std::string& path) { arguments.files.push_back(path); };
    CLI::Option* const option =
        row.needs == Needs::one_file
            ? sub.add_option_function<std::string>(row.name, store, row.help)
            : std::visit([&](auto into) { return add_bound(sub, row, arguments.*into); }, row.into);
    if (row.operand.empty()) return;
    option->type_name(std::string(row.operand));
    if (row.needs != Needs::nothing && row.needs != Needs::repeats) option->required();
    if (row.needs == Needs::at_least_two) option->expected(2, std::numeric_limits<int>::max());
    if (row.needs == Needs::repeats) option->expected(1)->take_all();
    if (row.problem != nullptr) option->check(CLI::Validator(row.problem, ""));
    // Searched later, or among more than their choices.
    for (const Into into : {Into(&Arguments::to), Into(&Arguments::topic), Into(&Arguments::from)})
      if (row.into == into) return;
    if (const auto choices = choices_of(*option); !choices.empty())
      option->check(CLI::IsMember(choices).description(""));
  }

  template <class T>
  static CLI::Option* add_bound(CLI::App& sub, const OptionRow& row, T& value) {
    if constexpr (std::is_same_v<T, bool>)
      return sub.add_flag(row.name, value, row.help);
    else
      return sub.add_option(row.name, value, row.help);
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

/// The verbs that have an option: "convert, sample"; empty if none has.
std::string verbs_with(const std::string& option) {
  std::string found;
  for (const Verb& verb : verbs()) {
    const auto names = option_names(verb.name);
    if (std::ranges::find(names, option) != names.end())
      found += (found.empty() ? "" : ", ") + std::string(verb.name);
  }
  return found;
}

/// The error for words that no option accepts; `advice` is the fallback.
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

/// Without a verb the parser would ask for one, whatever the misspelling.
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
  if (parser.arguments.verb == "plan") {
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
