#include <meshwright/batch/detail/for_each.h>
#include <meshwright/batch/detail/tree.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include "in_order.h"

#include <new>
#include <set>
#include <utility>

namespace mw::batch {
namespace {

/// In a folder of many formats an option is for the files that it means something for.
OptionValues fitting_options(const Folder& folder, const Format& format) {
  OptionValues fitting;
  for (const auto& [name, value] : folder.options.all()) {
    OptionValues one;
    one.set(name, value);
    if (!find_misuse(one, format, folder.uses)) fitting.set(name, value);
  }
  return fitting;
}

FolderFile look_at(const Folder& folder, std::string path, const std::string& problem) {
  FolderFile file{.path = std::move(path)};
  const Result<const Format*> format =
      problem.empty() ? recognise_file(file.path) : fail({.message = problem});
  if (!format)
    file.problem = format.error();
  else if ((file.format = *format) != nullptr)
    file.options = fitting_options(folder, **format);
  return file;
}

class FolderRun {
 public:
  /// What came of one file, until it is its turn.
  struct Outcome {
    FolderFile file;
    std::function<void()> turn = {};
  };

  void add(const Outcome& outcome) {
    const FolderFile& file = outcome.file;
    if (outcome.turn)
      ++totals_.known;
    else
      unknown_.insert(lower_case(file.path));
    for (const auto& [name, value] : file.options.all()) used_.insert(name);
    if (file.format != nullptr && !file.format->companion.empty())
      companions_.insert(lower_case(replace_extension(file.path, file.format->companion)));
  }

  FolderTotals totals(const Folder& folder) {
    for (const std::string& companion : companions_) unknown_.erase(companion);
    totals_.unknown = unknown_.size();
    for (const auto& [name, value] : folder.options.all())
      if (!used_.contains(name)) totals_.idle_options.push_back(name);
    return std::move(totals_);
  }

 private:
  FolderTotals totals_;
  std::set<std::string> unknown_;  // in lower case, since the games ignore case
  std::set<std::string> companions_;
  std::set<std::string> used_;  // options
};

}  // namespace

Result<FolderTotals> for_each_file(const Folder& folder,
                                   const std::function<std::function<void()>(const FolderFile& file)>& work) {
  constexpr std::size_t kWaitingPerThread = 8;
  const auto files = list_tree(folder.path);
  if (!files) return fail(files.error());
  const std::string below = folder.path + (folder.path.ends_with('/') ? "" : "/");
  std::vector<FolderRun::Outcome> outcomes(files->size());
  const auto one = [&](std::size_t row) {
    FolderRun::Outcome& outcome = outcomes[row];
    const std::string path = below + (*files)[row].path;
    try {
      outcome.file = look_at(folder, path, (*files)[row].problem);
      if (outcome.file.format != nullptr || outcome.file.problem) outcome.turn = work(outcome.file);
    } catch (const std::bad_alloc&) {
      // Too large for one file need not be too large for the others.
      outcome.file = {.path = path, .problem = Error{.message = "there is not enough memory for it"}};
      outcome.turn = work(outcome.file);
    }
  };
  FolderRun run;
  const auto done = [&](std::size_t row) {
    const FolderRun::Outcome outcome = std::exchange(outcomes[row], {});
    if (outcome.turn) outcome.turn();
    run.add(outcome);
  };
  in_order({.count = files->size(), .threads = folder.threads, .waiting = kWaitingPerThread * folder.threads},
           one, done);
  return run.totals(folder);
}

}  // namespace mw::batch
