#include "plan.h"

#include <meshwright/batch/detail/tree.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/glob.h>
#include <meshwright/core/detail/text.h>
#include "in_order.h"

#include <algorithm>
#include <map>
#include <set>

#include "content_hash.h"

namespace mw::batch {
namespace {

bool fits_any(const std::vector<std::string>& patterns, const std::string& path) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches(pattern, path); });
}

bool is_wanted(const Request& request, const std::string& path) {
  return (request.include.empty() || fits_any(request.include, path)) && !fits_any(request.exclude, path);
}

void recognise_task(const std::string& folder, Task& task) {
  if (!task.problem.empty()) return;
  const auto format = recognise_file(in(folder, task.input));
  if (format)
    task.format = *format;
  else
    task.problem = to_string(format.error());
}

bool can_become(const Task& task, const Format& target) {
  const auto targets = targets_of(*task.format);
  // The format inside JSON is known only after opening.
  return task.format->id == "json" || std::ranges::find(targets, &target) != targets.end();
}

/// Drops the second files of recognised pairs.
std::size_t drop_companions(std::vector<Task>& tasks) {
  std::set<std::string> companions;  // in lower case, as the games do not care
  for (const Task& task : tasks)
    if (task.format != nullptr && !task.format->companion.empty())
      companions.insert(lower_case(replace_extension(task.input, task.format->companion)));
  return std::erase_if(tasks, [&](const Task& task) {
    return task.format == nullptr && companions.contains(lower_case(task.input));
  });
}

/// The rows whose names occur more than once, in upper or lower case.
std::vector<std::size_t> clashing(const std::vector<Task>& tasks) {
  std::map<std::string, std::vector<std::size_t>> wanted;
  for (std::size_t row = 0; row < tasks.size(); ++row)
    if (!tasks[row].output.empty()) wanted[lower_case(tasks[row].output)].push_back(row);
  std::vector<std::size_t> rows;
  for (const auto& [name, takers] : wanted)
    if (takers.size() > 1) rows.insert(rows.end(), takers.begin(), takers.end());
  return rows;
}

void name_outputs(std::vector<Task>& tasks, const Request& request) {
  for (Task& task : tasks)
    if (task.format != nullptr && can_become(task, *request.target))
      task.output = replace_extension(task.input, request.extension);
  // A longer name may be that of another file (a.wok and a.wok.glb): repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::size_t row : clashing(tasks)) {
      Task& task = tasks[row];
      changed |= task.output != task.input + request.extension;
      task.output = task.input + request.extension;
    }
  }
}

}  // namespace

std::string in(const std::string& folder, const std::string& path) {
  return folder.ends_with('/') ? folder + path : folder + "/" + path;
}

Result<Plan> make_plan(const Request& request) {
  const auto files = list_tree(request.input, request.output);
  if (!files) return fail(files.error());
  Plan plan;
  for (const FoundFile& file : *files)
    if (is_wanted(request, file.path))
      plan.tasks.push_back({.input = file.path, .output = {}, .problem = file.problem, .bytes = file.bytes});
  const auto look = [&](std::size_t row) { recognise_task(request.input, plan.tasks[row]); };
  in_order({.count = plan.tasks.size(), .threads = request.threads}, look, [](std::size_t) {});
  plan.companions = drop_companions(plan.tasks);
  name_outputs(plan.tasks, request);
  plan.of_all_shards = plan.tasks.size();
  std::erase_if(plan.tasks, [&](const Task& task) {
    return hash_of_path(task.input) % request.shard.count != request.shard.number - 1;
  });
  return plan;
}

}  // namespace mw::batch
