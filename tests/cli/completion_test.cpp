#include <gtest/gtest.h>

#include <filesystem>

#include "support/command.h"

/// What the TAB key does in the shells themselves.
namespace mw::test {
namespace {

namespace fs = std::filesystem;

bool has_program(const std::string& name) {
  return shell("command -v " + name).code == 0;
}

std::vector<std::string> lines_with_words(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = 0; (end = text.find('\n', start)) != text.npos; start = end + 1) {
    std::string line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.pop_back();
    const auto words = line.find("<<");
    if (words != line.npos && line.ends_with(">>")) lines.push_back(line.substr(words));
  }
  return lines;
}

/// Keys, and what the command gets when they are typed into a folder with "my room.wok", "a.glb", "mine/".
struct Typed {
  std::string keys;
  std::string words;
};

const std::vector<Typed> kTyped = {
    {"meshwright validate my\\ r\t", "<<validate|my room.wok>>"},
    {"meshwright validate a.glb my\\ r\t", "<<validate|a.glb|my room.wok>>"},
    {"meshwright vali\t x", "<<validate|x>>"},
    {"meshwright my\\ r\t", "<<my room.wok>>"},
    {"meshwright convert --to kotor-w\t x", "<<convert|--to|kotor-walkmesh|x>>"},
    {"meshwright convert --to gltf a.g\t", "<<convert|--to|gltf|a.glb>>"},
    {"meshwright --color=al\t x", "<<--color=always|x>>"},
    {"meshwright validate --fail-on w\t x", "<<validate|--fail-on|warning|x>>"},
    {"meshwright convert --textures mi\t x", "<<convert|--textures|mine|x>>"},
    {"meshwright convert --forc\t x", "<<convert|--force|x>>"},
    {"meshwright convert --allow\t x", "<<convert|--allow-outside|x>>"},
    {"meshwright sample bw\t x", "<<sample|bw2-bwm|x>>"},
    {"meshwright help rou\t", "<<help|roundtrip>>"},
};

class Completion : public ::testing::Test {
 protected:
  Completion() {
    fs::create_directory(folder / "mine");
    for (const char* name : {"my room.wok", "a.glb"}) write_text(folder / name, "x");
  }

  /// `set_up` runs in the shell first; then the command tells what it gets.
  std::vector<std::string> type_into(const std::string& start, const std::string& set_up) {
    std::string keys;
    for (const Typed& typed : kTyped) keys += typed.keys + "\n";
    write_text(folder / "set_up",
               "PS1='$ '\n" + set_up +
                   "\nmeshwright() { local IFS='|'; set -- \"${@%/}\"; printf '<<%s>>\\n' \"$*\"; }\n");
    write_text(folder / "keys", keys + "exit\n");
    const Outcome outcome =
        shell("cd " + folder.path().string() + " && export TERM=dumb ZDOTDIR=" + folder.path().string() +
              " && script -qec '" + start + "' /dev/null < keys");
    return lines_with_words(outcome.out);
  }
  static std::vector<std::string> expected() {
    std::vector<std::string> words;
    for (const Typed& typed : kTyped) words.push_back(typed.words);
    return words;
  }

  TemporaryFolder folder;
};

TEST_F(Completion, Bash) {
  EXPECT_EQ(type_into("bash --rcfile set_up -i", "source <($MESHWRIGHT completion bash)"), expected());
}

/// The script is loaded at the first TAB, as it is when it is installed, and answers it.
TEST_F(Completion, Zsh) {
  if (!has_program("zsh")) GTEST_SKIP() << "zsh is not installed";
  fs::create_directory(folder / "functions");
  write_text(folder / "functions/_meshwright", meshwright({"completion", "zsh"}).out);
  write_text(folder / ".zshrc", "source " + (folder / "set_up") + "\n");
  EXPECT_EQ(type_into("zsh -i",
                      "fpath=(" + (folder / "functions") + " $fpath); autoload -U compinit; compinit -u -D"),
            expected());
}

TEST_F(Completion, Fish) {
  if (!has_program("fish")) GTEST_SKIP() << "fish is not installed";
  const auto complete = [&](const std::string& line) {
    return shell("cd " + folder.path().string() +
                 " && HOME=$PWD fish -c 'source ($MESHWRIGHT completion fish | psub); complete -C \"" + line +
                 "\"' | cut -f1")
        .out;
  };
  EXPECT_EQ(complete("meshwright validate my"), "my room.wok\n");
  EXPECT_EQ(complete("meshwright convert --to gl"), "glb\ngltf\n");
  EXPECT_EQ(complete("meshwright convert --textures mi"), "mine/\n");
  EXPECT_EQ(complete("meshwright --color=al"), "--color=always\n");
  EXPECT_EQ(complete("meshwright help rou"), "roundtrip\n");
}

/// Formats and extensions, and nothing that nothing becomes.
TEST_F(Completion, ToListsWhatThereIs) {
  const Outcome all = shell(
      "source <($MESHWRIGHT completion bash); COMP_WORDS=(meshwright convert --to \"\"); COMP_CWORD=3; "
      "_meshwright; printf '%s\\n' \"${COMPREPLY[@]}\" | sort | tr '\\n' ' '");
  for (const char* word : {" glb ", " gltf ", " obj ", " json ", " wok ", " pwk ", " bw2-bwm "})
    EXPECT_NE((" " + all.out).find(word), std::string::npos) << word << all.out;
  EXPECT_EQ(all.err, "");
}

}  // namespace
}  // namespace mw::test
