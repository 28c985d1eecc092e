#include <fcntl.h>
#include <fmt/format.h>
#include <meshwright/formats/convert.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "support/bench.h"
#include "support/real_files.h"

extern char** environ;

/// The command itself: what it takes before it does anything, and when everything is cold.
namespace mw::bench {
namespace {

namespace fs = std::filesystem;

/// Runs a program to its end, with nothing to be seen of it.
void run(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0)
    waitpid(child, nullptr, 0);
  posix_spawn_file_actions_destroy(&actions);
}

void write_file(const fs::path& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

RealModel largest_model() {
  std::vector<RealModel> models = real_models();
  return *std::ranges::max_element(models, {}, &RealModel::size);
}

}  // namespace

void start_up(std::vector<Row>& rows) {
  const std::string program = MESHWRIGHT_PROGRAM;
  const Times start = measure([&] { run({program, "--version"}); }, [] { run({"/bin/true"}); }, 100);
  rows.push_back({"P17", "start the command / start /bin/true", start.first / start.second, 2});

  const RealModel model = largest_model();
  const fs::path folder = folder_in_memory() / fmt::format("meshwright_bench_{}", getpid());
  fs::create_directory(folder);
  write_file(folder / "a.mdl", model.pair.mdl);
  write_file(folder / "a.mdx", *model.pair.mdx);
  const auto cold = [&] { run({program, "convert", folder / "a.mdl", folder / "a.glb", "--force"}); };
  const Document document(*find_format("kotor-mdl"),
                          kotor::mdl::read(model.pair.mdl, *model.pair.mdx).value());
  const auto warm = [&] {
    keep(kotor::mdl::read(model.pair.mdl, *model.pair.mdx));
    keep(convert(document, {.format = find_format("gltf")}));
  };
  const Times conversion = measure(cold, warm, 20);
  rows.push_back(
      {"P17",
       fmt::format("convert a {} model of {:.1f} MB with the command / warm in memory", kind_of_files(),
                   double(model.size()) / 1e6),
       conversion.first / conversion.second, 2,
       "A new process is loaded, and touches each page of its memory for the first time; the ratio moves "
       "by a tenth from run to run."});
  fs::remove_all(folder);
}

}  // namespace mw::bench
