#include <fmt/format.h>
#include <meshwright/core/version.h>
#include <sstream>

#include "cli/arguments/arguments.h"

namespace mw::cli {
namespace {

/// Hyphens and backslashes as roff wants them; a line may not begin with a dot or an apostrophe.
std::string roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '-')
      out += "\\-";
    else if (c == '\\')
      out += "\\e";
    else
      out += c;
    line_start = c == '\n';
  }
  return out;
}

std::string option_page(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + name;
  if (!option.operand.empty()) names += (names.empty() ? "" : " ") + option.operand;
  return fmt::format(".TP\n.B {}\n{}\n", roff(names), roff(option.description));
}

std::string verb_page(const Verb& verb) {
  std::string page = fmt::format(".SS {}\n{}.\n{}\n", verb.name, roff(verb.summary), roff(verb.losses));
  for (const OptionText& option : options_of(verb.name)) page += option_page(option);
  page += ".PP\nExamples:\n.nf\n.RS\n";
  std::istringstream examples{std::string(verb.examples)};
  for (std::string line; std::getline(examples, line);) page += roff(line) + "\n";
  return page + ".RE\n.fi\n";
}

constexpr std::string_view kHead =
    ".SH NAME\nmeshwright \\- read, write, check and convert old games' meshes\n"
    ".SH SYNOPSIS\n.B meshwright\n.I VERB\n[options] ...\n.br\n.B meshwright\n.I FILE...\n"
    ".SH DESCRIPTION\n"
    "Opens the 3\\-D formats of old games, recognised by their content, never by their names alone. Every "
    "file "
    "that can be read can be written again byte for byte; every byte can be named; what is odd in a file is "
    "reported with a code and an offset. A FILE alone means info FILE; \\- is stdin or stdout. The answer "
    "goes "
    "to stdout, errors and progress go to stderr.\n";

constexpr std::string_view kTail =
    ".SH EXIT STATUS\n.TP\n.B 0\ndone, and the answer is yes\n.TP\n.B 1\ndone, and the answer is no: "
    "validation errors, files that differ\n.TP\n.B 2\ncould not be done: usage, input and output, a file "
    "that "
    "cannot be read\n"
    ".SH FILES\nAn output file has no name until it is whole and flushed, so that it is never half "
    "written, whatever ends the program. Where the file system has no files without names it is called "
    ".NAME.meshwright\\-XXXXXXXX until then, and removed by the signals INT, TERM, HUP and QUIT. An "
    "existing file needs \\-\\-force; the input itself is never replaced.\n.PP\nA file that another "
    "file names (a buffer, a material library, an MDX, a texture, a supermodel) is read only when it is "
    "a regular file in the folder of that file, in a folder given by an option, or below these, with "
    "links resolved. \\-\\-allow\\-outside permits regular files elsewhere. Names are found in any case "
    "of their letters and with the separators of either system. Of several MDX that differ in case "
    "only, the one in the case of the MDL is taken (K5.MDX of K5.MDL); \\-\\-mdx names another.\n"
    ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhen set and not empty, no colour\n";

}  // namespace

ExitCode run_man(const Arguments&, Session& session) {
  session.print(".TH MESHWRIGHT 1 \"\" \"meshwright " MESHWRIGHT_VERSION "\" \"User Commands\"\n");
  session.print(kHead);
  session.print(".SH OPTIONS\n");
  for (const OptionText& option : options_of("")) session.print(option_page(option));
  session.print(".SH VERBS\n");
  for (const Verb& verb : verbs()) session.print(verb_page(verb));
  session.print(kTail);
  return ExitCode::yes;
}

}  // namespace mw::cli
