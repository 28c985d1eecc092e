#include "arguments.h"

#include <meshwright/formats/registry.h>
#include <CLI/CLI.hpp>  // six seconds of compiling: included here only
#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

namespace mw::cli {
namespace {

constexpr std::string_view kVersion = "meshwright " MESHWRIGHT_VERSION;

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
    if (verb.name == "convert") return add_convert(sub);
    if (verb.name == "diff") return add_diff(sub);
    if (verb.name == "sample") return add_sample(sub);
    if (verb.name == "completion") return add_completion(sub);
    if (verb.name == "man") return;
    add_json(sub);
    if (verb.name == "formats") return;
    add_files(sub);
    add_companion(sub);
    if (verb.name == "roundtrip")
      sub.add_flag("--relayout", arguments.relayout,
                   "Place every block anew by the rule of the file's family");
    if (verb.name == "info" || verb.name == "validate") add_surfaces(sub);
    if (verb.name == "validate") {
      sub.add_option("--wok", arguments.wok, "Compare the walkmesh inside a room's model with this one")
          ->type_name("WOK");
      sub.add_option("--fail-on", arguments.fail_on, "The mildest severity that makes the exit code 1")
          ->check(CLI::IsMember({"error", "warning"}).description(""))
          ->type_name("error|warning");
    }
  }

  void add_json(CLI::App& sub) {
    sub.add_flag("--json", arguments.json, "One JSON object a line (docs/json.md)");
  }

  void add_files(CLI::App& sub) {
    sub.add_option("FILE", arguments.files, "Files to look at; - is stdin")->required()->type_name(" ");
  }

  void add_output(CLI::App& sub) {
    sub.add_option("OUT", arguments.output, "The file to write; - is stdout")->required()->type_name(" ");
    sub.add_flag("-f,--force", arguments.force, "Replace OUT if it exists");
  }

  void add_companion(CLI::App& sub) {
    sub.add_option("--mdx", arguments.companion, "The MDX of an MDL, when it is not beside it")
        ->type_name("MDX");
  }

  void add_surfaces(CLI::App& sub) {
    sub.add_option("--surfaces", arguments.surfaces, "A surfacemat.2da that tells what is walkable")
        ->type_name("2DA");
  }

  void add_variant(CLI::App& sub) {
    sub.add_option("--game", arguments.game, "The game that OUT is for")
        ->check(CLI::IsMember({"k1", "k2"}).description(""))
        ->type_name("k1|k2");
    sub.add_option("--platform", arguments.platform, "The machine that OUT is for")
        ->check(CLI::IsMember({"pc", "xbox"}).description(""))
        ->type_name("pc|xbox");
  }

  void add_convert(CLI::App& sub) {
    add_json(sub);
    add_companion(sub);
    add_surfaces(sub);
    add_variant(sub);
    sub.add_option("--bwm-version", arguments.bwm_version, "The version of a Black & White 2 OUT")
        ->check(CLI::IsMember({5, 6}).description(""))
        ->type_name("5|6");
    sub.add_option("IN", arguments.name, "The file to convert; - is stdin")->required()->type_name(" ");
    add_output(sub);
    sub.add_option("--to", arguments.to, "Format of OUT, when its extension does not say")
        ->type_name("FORMAT");
    sub.add_option("--lod", arguments.lod, "Level of detail, 0 the finest (the default), or all")
        ->check(CLI::Validator(
            [](const std::string& word) {
              const bool number =
                  !word.empty() && word.size() < 4 && word.find_first_not_of("0123456789") == word.npos;
              return number || word == "all" ? "" : "expected a number or \"all\", got " + word;
            },
            ""))
        ->type_name("N|all");
    sub.add_option("--names", arguments.names, "More names of World of Warships shapes, one a line")
        ->type_name("FILE");
    sub.add_option("--supermodel", arguments.supermodel,
                   "Bring in inherited animations: the supermodel's MDL, or a folder to find it in by name")
        ->type_name("FILE_OR_DIR");
    sub.add_flag("--armor", arguments.armor, "Armor plates too");
    sub.add_flag("--collision", arguments.collision, "Collision shapes too");
    sub.add_flag("--hidden", arguments.hidden, "Hidden meshes too");
    sub.add_flag("--raw-axes", arguments.raw_axes, "Keep the file's numbers: no change of axes");
    sub.add_flag("--compress", arguments.compress, "Write compressed glTF (EXT_meshopt_compression)");
    sub.add_option("--textures", arguments.textures,
                   "Folder to find the textures in: PNG, JPEG, TGA, DDS, in any case")
        ->check(CLI::ExistingDirectory.description(""))
        ->type_name("DIR");
  }

  void add_diff(CLI::App& sub) {
    add_json(sub);
    sub.add_option("A", arguments.name, "The one file")->required()->type_name(" ");
    sub.add_option("B", arguments.output, "The other")->required()->type_name(" ");
  }

  void add_sample(CLI::App& sub) {
    std::vector<std::string> ids;
    for (const Format* format : formats())
      if (format->sample != nullptr) ids.emplace_back(format->id);
    add_json(sub);
    add_variant(sub);
    sub.add_option("FORMAT", arguments.name, "Which format: see `meshwright formats`")
        ->required()
        ->check(CLI::IsMember(ids).description(""))
        ->type_name(" ");
    add_output(sub);
  }

  void add_completion(CLI::App& sub) {
    sub.add_option("SHELL", arguments.name, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""))
        ->type_name(" ");
  }
};

/// `meshwright FILE` means `meshwright info FILE`: puts the verb in when the first operand is none.
void insert_default_verb(std::vector<std::string>& words) {
  constexpr std::string_view kWithAWord[] = {"--color", "--mdx", "--surfaces"};
  std::size_t first = 0;
  while (first < words.size() && words[first] != "-" && words[first].starts_with('-'))
    first += std::ranges::find(kWithAWord, words[first]) != std::end(kWithAWord) ? 2 : 1;
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
    if (text.operand == "error|warning") text.choices = {"error", "warning"};
    if (text.operand == "k1|k2") text.choices = {"k1", "k2"};
    if (text.operand == "pc|xbox") text.choices = {"pc", "xbox"};
    if (text.operand == "5|6") text.choices = {"5", "6"};
    if (text.operand == "WHEN") text.choices = {"never", "auto", "always"};
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace mw::cli
