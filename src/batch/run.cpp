#include <meshwright/batch/batch.h>
#include <meshwright/files/output.h>
#include "in_order.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <numeric>

#include "convert_file.h"

namespace mw::batch {
namespace {

namespace fs = std::filesystem;

std::string how_of(const Request& request) {
  std::string how = request.made_by + " to " + std::string(request.target->id) + request.extension;
  for (const auto& [name, value] : request.options.all()) how += " --" + name + " " + value;
  for (const auto& [name, value] : request.named) how += " --" + name + " " + value;
  return how;
}

/// The largest first, so that no thread is left alone with one at the end.
std::vector<std::size_t> largest_first(const std::vector<Task>& tasks) {
  std::vector<std::size_t> rows(tasks.size());
  std::iota(rows.begin(), rows.end(), std::size_t(0));
  std::ranges::stable_sort(rows, std::ranges::greater(), [&](std::size_t row) { return tasks[row].bytes; });
  return rows;
}

Result<void> make_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return fail({.field = folder, .message = failed.message()});
  return {};
}

std::vector<std::string> idle_options(const Shared& shared) {
  std::vector<std::string> idle;
  if (shared.request.shard.count > 1) return idle;
  for (const auto& [name, value] : shared.request.options.all())
    if (!shared.used_options.contains(name)) idle.push_back(name);
  return idle;
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::converted:
      return "converted";
    case Outcome::kept:
      return "kept";
    case Outcome::planned:
      return "planned";
    case Outcome::failed:
      return "failed";
    case Outcome::unsuitable:
      return "unsuitable";
    case Outcome::unrecognised:
      break;
  }
  return "unrecognised";
}

Result<Summary> run(const Request& request, const std::function<void(const FileResult&)>& result,
                    const std::function<void(const Progress&)>& progress) {
  const auto plan = make_plan(request);
  if (!plan) return fail(plan.error());
  Shared shared{.request = request, .how = how_of(request)};
  if (!request.dry_run)
    if (auto made = make_folder(request.output); !made) return fail(made.error());
  auto opened = Journal::open(request.output, request.shard);
  if (!opened) return fail(opened.error());
  shared.journal = opened->get();

  const std::vector<Task>& tasks = plan->tasks;
  std::vector<FileResult> results(tasks.size());
  const auto order = largest_first(tasks);
  std::uint64_t bytes = 0;
  for (const Task& task : tasks) bytes += task.bytes;
  std::atomic<std::uint64_t> bytes_done = 0;
  const auto work = [&](std::size_t row) {
    results[row] = convert_file(shared, tasks[row]);
    bytes_done += tasks[row].bytes;
  };
  const auto done = [&](std::size_t row) { result(std::exchange(results[row], {})); };
  const auto finished = [&](std::size_t count) {
    if (progress) progress({tasks.size(), count, bytes, bytes_done});
  };
  in_order({.count = tasks.size(), .threads = request.threads, .begin_with = order}, work, done, finished);
  if (!request.dry_run)
    if (auto flushed = flush_folder(request.output); !flushed) return fail(flushed.error());
  return Summary{plan->of_all_shards, plan->companions, idle_options(shared)};
}

}  // namespace mw::batch
