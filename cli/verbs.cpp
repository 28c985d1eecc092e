#include "verbs.h"

#include <algorithm>

namespace mw::cli {
namespace {

constexpr std::string_view kReadsOnly = "Nothing is written; the files stay as they are.";

constexpr Verb kVerbs[] = {
    {"info", "What a file is and what is in it",
     "meshwright info room.wok\n"
     "meshwright info --json *.wok | jq .counts\n"
     "meshwright room.wok                  (info is the verb when none is given)",
     kReadsOnly, run_info},
    {"validate", "Report all that is odd in a file",
     "meshwright validate room.wok\n"
     "meshwright validate --fail-on warning *.wok\n"
     "meshwright validate --json room.wok | jq -r .code",
     kReadsOnly, run_validate},
    {"dump", "Name every byte of a file",
     "meshwright dump room.wok | less\n"
     "meshwright dump room.wok | grep unreferenced\n"
     "meshwright dump --json room.wok | jq .coverage",
     kReadsOnly, run_dump},
    {"roundtrip", "Read a file, write it again and compare",
     "meshwright roundtrip room.wok\n"
     "meshwright roundtrip --json *.wok",
     kReadsOnly, run_roundtrip},
    {"convert", "Turn a file into another format",
     "meshwright convert room.wok room.json\n"
     "meshwright convert room.json edited.wok\n"
     "meshwright convert --to json room.wok - | jq .vertices",
     "JSON keeps everything: converting back gives the same bytes. What any other conversion leaves out is "
     "listed\n"
     "in `losses` and on stderr.",
     run_convert},
    {"sample", "Write a small built-in example of a format",
     "meshwright sample kotor-walkmesh room.wok\n"
     "meshwright sample kotor-walkmesh crate.pwk\n"
     "meshwright sample kotor-walkmesh - | meshwright info -",
     "An existing file is kept unless --force is given.", run_sample},
    {"formats", "What can be done with which format",
     "meshwright formats\n"
     "meshwright formats --json | jq -r .id",
     kReadsOnly, run_formats},
    {"completion", "Print a shell's completion script",
     "meshwright completion bash > ~/.local/share/bash-completion/completions/meshwright\n"
     "meshwright completion zsh > ~/.zfunc/_meshwright\n"
     "meshwright completion fish > ~/.config/fish/completions/meshwright.fish",
     kReadsOnly, run_completion},
    {"man", "Print the manual page",
     "meshwright man | man -l -\n"
     "meshwright man > meshwright.1",
     kReadsOnly, run_man},
};

}  // namespace

std::span<const Verb> verbs() {
  return kVerbs;
}

const Verb* find_verb(std::string_view name) {
  const auto* verb = std::ranges::find(kVerbs, name, &Verb::name);
  return verb == std::end(kVerbs) ? nullptr : verb;
}

}  // namespace mw::cli
