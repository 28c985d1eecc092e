// Different files on several threads at once; built with ThreadSanitizer, which sees what the results do not
// show.
#include <gtest/gtest.h>
#include <meshwright/batch/batch.h>
#include <meshwright/codec/detail/mesh_codec.h>
#include <meshwright/files/input.h>
#include <meshwright/files/output.h>
#include <meshwright/formats/registry.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "any_file.h"

namespace mw {
namespace {

constexpr std::size_t kThreads = 4;

void on_threads(const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

/// All that can be made of a file: its findings, and the file in every form.
struct Results {
  std::string findings = {};
  std::vector<any_file::File> files = {};
  bool operator==(const Results&) const = default;
};

Results work_on(const any_file::Sample& sample) {
  const std::string name = "sample" + std::string(sample.extension);
  const any_file::File file = any_file::make(sample.format, name).value();
  Results results{.findings = any_file::validate(file).value()};
  const Format& format = *find_format(sample.format);
  const std::vector<std::string> own =
      format.to_json == nullptr ? std::vector<std::string>() : std::vector<std::string>{name, "a.json"};
  for (const std::string& target : own) results.files.push_back(any_file::convert(file, target).value());
  if (!format.scene_needs.empty()) return results;
  const any_file::File glb = any_file::convert(file, "a.glb").value();
  results.files.push_back(any_file::convert(file, "a.obj").value());
  results.files.push_back(any_file::convert(file, "a.glb", "compress").value());
  results.files.push_back(any_file::convert(glb, "b.glb").value());
  results.files.push_back(glb);
  return results;
}

std::vector<Results> work_on_all() {
  std::vector<Results> all;
  for (const any_file::Sample& sample : any_file::samples()) all.push_back(work_on(sample));
  return all;
}

TEST(Threads, FilesOpenedAndConvertedAtOnceComeOutAsAlone) {
  const auto samples = any_file::samples();
  ASSERT_GE(samples.size(), kThreads);
  std::vector<std::vector<Results>> results(kThreads, std::vector<Results>(samples.size()));
  // Each thread begins with another file, so that all of them are at different ones.
  on_threads([&](std::size_t thread) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::size_t row = (thread + i) % samples.size();
      results[thread][row] = work_on(samples[row]);
    }
  });
  const std::vector<Results> alone = work_on_all();
  for (const auto& each : results) EXPECT_TRUE(each == alone);
}

TEST(Threads, TheCodecEncodesDifferentVersionsAtOnce) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 2000; ++i) indices.insert(indices.end(), {i, i + 1, i + 2});
  const Bytes alone[] = {codec::encode_triangles(indices, codec::IndexVersion::v0).value(),
                         codec::encode_triangles(indices, codec::IndexVersion::v1).value()};
  std::vector<int> wrong(kThreads);
  on_threads([&](std::size_t thread) {
    for (int round = 0; round < 50; ++round)
      if (codec::encode_triangles(indices, codec::IndexVersion(thread % 2)).value() != alone[thread % 2])
        ++wrong[thread];
  });
  EXPECT_EQ(wrong, std::vector<int>(kThreads));
}

TEST(Threads, FilesAreMappedAndReplacedAtOnce) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("meshwright-threads-" + std::to_string(std::hash<std::thread::id>{}(std::this_thread::get_id())));
  std::filesystem::create_directories(folder);
  std::vector<int> wrong(kThreads);
  on_threads([&](std::size_t thread) {
    const std::string path = folder / std::to_string(thread);
    for (std::size_t round = 1; round <= 50; ++round) {
      const Bytes bytes(round * 1000, std::byte(thread));
      if (!write_file(path, bytes, {.force = true})) ++wrong[thread];
      const auto input = InputFile::open(path);
      if (!input || Bytes(input->bytes().begin(), input->bytes().end()) != bytes) ++wrong[thread];
    }
  });
  std::filesystem::remove_all(folder);
  EXPECT_EQ(wrong, std::vector<int>(kThreads));
}

/// Journal, index and results of a folder are of all threads.
TEST(Threads, AFolderIsConvertedAsByOne) {
  std::string folder = std::filesystem::temp_directory_path() / "meshwright_threads_batch_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::filesystem::create_directories(folder + "/in");
  for (const any_file::Sample& sample : any_file::samples())
    for (int copy = 0; copy < 4; ++copy) {
      const std::string name =
          std::string(sample.format) + std::to_string(copy) + std::string(sample.extension);
      const any_file::File file = any_file::make(sample.format, name).value();
      ASSERT_TRUE(write_file(folder + "/in/" + name, file.bytes, {}));
    }
  const auto run_on = [&](unsigned threads, const std::string& output, bool again) {
    batch::Request request{.input = folder + "/in",
                           .output = folder + "/" + output,
                           .target = find_format("gltf"),
                           .extension = ".glb",
                           .threads = threads,
                           .skip_existing = again,
                           .validate = true};
    std::vector<std::string> told;
    EXPECT_TRUE(batch::run(request, [&](const batch::FileResult& result) {
      told.push_back(result.input + " " + std::string(to_string(result.outcome)) + " " +
                     std::to_string(result.bytes_out) + " " + std::to_string(result.findings.size()));
    }));
    return told;
  };
  const auto alone = run_on(1, "alone", false);
  EXPECT_GT(alone.size(), 12U);
  EXPECT_EQ(run_on(kThreads, "together", false), alone);
  const auto kept = run_on(kThreads, "together", true);
  EXPECT_NE(kept, alone);
  EXPECT_EQ(run_on(1, "alone", true), kept);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mw
