#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "support/bench.h"
#include "support/real_files.h"

namespace mw::bench {
namespace {

namespace fs = std::filesystem;

/// Work that needs neither memory nor the system: what two threads gain here is what the machine has to give.
void calculate(unsigned threads) {
  constexpr std::uint64_t kSteps = 200'000'000;
  const auto run = [](std::uint64_t steps) {
    std::uint64_t value = steps;
    for (std::uint64_t i = 0; i < steps; ++i) value = value * 6364136223846793005U + 1442695040888963407U;
    keep(value);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i) workers.emplace_back(run, kSteps / threads);
}

/// Models of real sizes, each several times, in a folder that is removed at the end.
class Tree {
 public:
  Tree() : path_(folder_in_memory() / fmt::format("meshwright-bench-batch-{}", getpid())) {
    constexpr int kCopies = 4;
    fs::create_directories(path_ / "in");
    for (const RealModel& model : real_models())
      for (int copy = 0; copy < kCopies; ++copy) {
        const fs::path name = path_ / "in" / fmt::format("{}_{}", copy, model.name);
        (void)write_file(name.string() + ".mdl", model.pair.mdl, {.flush = false});
        (void)write_file(name.string() + ".mdx", *model.pair.mdx, {.flush = false});
      }
  }
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  /// Seconds of a conversion into a new folder: replacing a file makes some file systems wait for the disk.
  double convert(unsigned threads) const {
    fs::remove_all(path_ / "out");
    const auto start = std::chrono::steady_clock::now();
    const auto done = batch::run({.input = path_ / "in",
                                  .output = path_ / "out",
                                  .target = find_format("gltf"),
                                  .extension = ".glb",
                                  .threads = threads},
                                 [](const batch::FileResult& result) {
                                   if (result.outcome != batch::Outcome::converted) std::abort();
                                 });
    keep(done);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  fs::path path_;
};

}  // namespace

void batch_bench(std::vector<Row>& rows) {
  const Tree tree;
  const Times numbers = measure([] { calculate(1); }, [] { calculate(2); }, 5);
  Times files{1e9, 1e9};
  for (int round = 0; round < 9; ++round) {
    files.first = std::min(files.first, tree.convert(1));
    files.second = std::min(files.second, tree.convert(2));
  }
  const double machine = numbers.first / numbers.second;
  const double batch = files.first / files.second;
  rows.push_back({"P12",
                  fmt::format("two threads make arithmetic {:.2f} times as fast / a batch in memory, into a "
                              "new folder, {:.2f} times",
                              machine, batch),
                  machine / batch, 1 / 0.85});
}

}  // namespace mw::bench
