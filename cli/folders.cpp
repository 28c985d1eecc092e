#include <fmt/format.h>
#include <meshwright/batch/in_order.h>
#include <meshwright/batch/tree.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/convert.h>

#include <algorithm>
#include <set>

#include "batch_options.h"
#include "opened.h"

namespace mw::cli {
namespace {

using Run = Answer (*)(const Opened& input, const Arguments& arguments, Session& session);

/// What came of one file of a folder; nothing was said yet.
struct Heard {
  std::unique_ptr<Session> session;
  Answer answer = Answer::yes;
  bool is_known = false;             // its format
  std::string companion;             // the second file that belongs to it, in lower case
  std::vector<std::string> fitting;  // options that meant something for it
};

/// In a folder of many formats an option is for the files that it means something for.
Arguments with_fitting_options(const Arguments& arguments, const Format& format) {
  Arguments fitting = arguments;
  fitting.options = {};
  for (const auto& [name, value] : arguments.options.all()) {
    OptionValues one;
    one.set(name, value);
    if (!find_misuse(one, format, find_verb(arguments.verb)->uses)) fitting.options.set(name, value);
  }
  return fitting;
}

Heard hear(const std::string& path, const std::string& problem, const Arguments& arguments,
           const Session& session, Run run) {
  Heard heard;
  heard.session.reset(new Session(session.recording()));
  const Result<const Format*> format =
      problem.empty() ? batch::recognise_file(path) : fail({.message = problem});
  heard.is_known = !format || *format != nullptr;
  if (!succeeded(*heard.session, path, format)) {
    heard.answer = Answer::failed;
    return heard;
  }
  if (!heard.is_known) return heard;
  if (!(*format)->companion.empty())
    heard.companion = lower_case(replace_extension(path, (*format)->companion));
  const Arguments fitting = with_fitting_options(arguments, **format);
  for (const auto& [name, value] : fitting.options.all()) heard.fitting.push_back(name);
  const auto input = open_input(*heard.session, path, fitting);
  heard.answer = input ? run(*input, fitting, *heard.session) : Answer::failed;
  return heard;
}

/// Too much for one file need not be too much for the others.
Heard without_memory(const std::string& path, const Session& session) {
  Heard heard{.session = std::unique_ptr<Session>(new Session(session.recording())),
              .answer = Answer::failed,
              .is_known = true,
              .companion = {},
              .fitting = {}};
  heard.session->complain(path, {.message = "there is not enough memory for it"});
  return heard;
}

}  // namespace

Answer for_each_below(const std::string& folder, const Arguments& arguments, Session& session, Run run) {
  constexpr std::size_t kWaitingPerThread = 8;
  const auto files = batch::list_tree(folder);
  if (!succeeded(session, folder, files)) return Answer::failed;
  const unsigned threads = thread_count(arguments.threads);
  const auto path_of = [&](std::size_t row) {
    return folder + (folder.ends_with('/') ? "" : "/") + (*files)[row].path;
  };
  std::vector<Heard> heard(files->size());
  Answer answer = Answer::yes;
  std::set<std::string> unknown;  // in lower case, as the games know no other
  std::set<std::string> companions;
  std::size_t known = 0;
  std::set<std::string> used;
  const auto work = [&](std::size_t row) {
    try {
      heard[row] = hear(path_of(row), (*files)[row].problem, arguments, session, run);
    } catch (const std::bad_alloc&) {
      heard[row] = without_memory(path_of(row), session);
    }
  };
  const auto say = [&](std::size_t row) {
    const Heard said = std::exchange(heard[row], {});
    session.replay(*said.session);
    answer = worst(answer, said.answer);
    if (said.is_known)
      ++known;
    else
      unknown.insert(lower_case(path_of(row)));
    companions.insert(said.companion);
    used.insert(said.fitting.begin(), said.fitting.end());
  };
  batch::in_order({.count = files->size(), .threads = threads, .waiting = kWaitingPerThread * threads}, work,
                  say);
  for (const std::string& companion : companions) unknown.erase(companion);
  if (!unknown.empty() && !arguments.quiet)
    session.note(fmt::format("meshwright: {}: {} file{} of no known format", display_name(folder),
                             unknown.size(), unknown.size() == 1 ? " is" : "s are"));
  if (known == 0) {
    session.complain(folder, {.message = "has no file of a known format"});
    answer = Answer::failed;
  }
  for (const auto& [name, value] : arguments.options.all()) {
    if (used.contains(name)) continue;
    session.complain(folder, {.message = fmt::format("--{} has no meaning for any of the files", name)});
    answer = Answer::failed;
  }
  return answer;
}

}  // namespace mw::cli
