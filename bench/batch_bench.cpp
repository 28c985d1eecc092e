#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/files/output.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "bench.h"
#include "landscape.h"

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

/// Files of many sizes in a folder that is removed at the end.
class Tree {
 public:
  Tree() : path_(fs::temp_directory_path() / "meshwright-bench-batch") {
    fs::remove_all(path_);
    fs::create_directories(path_ / "in");
    for (int i = 0; i < 120; ++i) {
      const Bytes bytes = landscape(0.02 * double(1 + i % 10));
      (void)write_file(path_ / "in" / fmt::format("{}.wok", i), bytes, {.flush = false});
    }
  }
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void convert(unsigned threads) const {
    const auto done = batch::run({.input = path_ / "in",
                                  .output = path_ / "out",
                                  .target = find_format("gltf"),
                                  .extension = ".glb",
                                  .threads = threads,
                                  .force = true},
                                 [](const batch::FileResult& result) {
                                   if (result.outcome != batch::Outcome::converted) std::abort();
                                 });
    keep(done);
  }

 private:
  fs::path path_;
};

}  // namespace

void batch_bench(std::vector<Row>& rows) {
  const Tree tree;
  const Times numbers = measure([] { calculate(1); }, [] { calculate(2); }, 5);
  const Times files = measure([&] { tree.convert(1); }, [&] { tree.convert(2); }, 9);
  const double machine = numbers.first / numbers.second;
  const double batch = files.first / files.second;
  rows.push_back(
      {"P12",
       fmt::format("two threads make arithmetic {:.2f} times as fast / a batch {:.2f} times", machine, batch),
       machine / batch, 1 / 0.85});
}

}  // namespace mw::bench
