#include <fmt/format.h>
#include <meshwright/batch/in_order.h>
#include <meshwright/batch/tree.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/convert.h>

#include <algorithm>
#include <set>

#include "cli/arguments/batch_options.h"
#include "opened.h"

namespace mw::cli {
namespace {

using Run = Answer (*)(const Opened& input, const Arguments& arguments, Session& session);

/// What came of one file of a folder; nothing was said yet.
struct Heard {
  std::unique_ptr<Session> session;
  Answer answer = Answer::yes;
  bool is_known = false;             // its format
  bool is_suitable = true;           // for the verb
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

/// Texts and scenes (GLB, glTF, OBJ) are read and made anew; only what is kept byte for byte can be compared
/// that way.
bool is_suitable(const Document& document, std::string_view verb) {
  return verb != "roundtrip" || &document.stored_as() != &document.format() ||
         (document.format().write != nullptr && document.format().keeps_bytes);
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
  heard.is_suitable = !input || is_suitable(input->document, arguments.verb);
  if (!input)
    heard.answer = Answer::failed;
  else if (heard.is_suitable)
    heard.answer = run(*input, fitting, *heard.session);
  return heard;
}

/// Too much for one file need not be too much for the others.
Heard without_memory(const std::string& path, const Session& session) {
  Heard heard{.session = std::unique_ptr<Session>(new Session(session.recording())),
              .answer = Answer::failed,
              .is_known = true,
              .is_suitable = true,
              .companion = {},
              .fitting = {}};
  heard.session->complain(path, {.message = "there is not enough memory for it"});
  return heard;
}

/// What came of all of them.
class Tally {
 public:
  void add(const std::string& path, const Heard& heard) {
    answer_ = worst(answer_, heard.answer);
    if (heard.is_known)
      ++known_;
    else
      unknown_.insert(lower_case(path));
    if (!heard.is_suitable) ++unsuitable_;
    companions_.insert(heard.companion);
    used_.insert(heard.fitting.begin(), heard.fitting.end());
  }

  Answer tell(const std::string& folder, const Arguments& arguments, Session& session) {
    for (const std::string& companion : companions_) unknown_.erase(companion);
    if (!arguments.quiet) {
      note(session, folder, unknown_.size(), "of no known format");
      note(session, folder, unsuitable_, "of a format that is not written again byte for byte");
    }
    if (known_ == 0)
      complain(session, folder, "has no file of a known format");
    else if (unsuitable_ == known_)
      complain(session, folder, "has no file of a format that is written again byte for byte");
    for (const auto& [name, value] : arguments.options.all())
      if (!used_.contains(name))
        complain(session, folder, fmt::format("--{} has no meaning for any of the files", name));
    return answer_;
  }

 private:
  static void note(Session& session, const std::string& folder, std::size_t count, std::string_view what) {
    if (count == 0) return;
    session.note(fmt::format("meshwright: {}: {} {} {}", display_name(folder), count,
                             count == 1 ? "file is" : "files are", what));
  }

  void complain(Session& session, const std::string& folder, std::string message) {
    session.complain(folder, {.message = std::move(message)});
    answer_ = Answer::failed;
  }

  Answer answer_ = Answer::yes;
  std::set<std::string> unknown_;  // in lower case, as the games know no other
  std::set<std::string> companions_;
  std::size_t known_ = 0;
  std::size_t unsuitable_ = 0;
  std::set<std::string> used_;  // options
};

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
  Tally tally;
  const FindingCounts before = std::exchange(session.found, {});
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
    tally.add(path_of(row), said);
  };
  batch::in_order({.count = files->size(), .threads = threads, .waiting = kWaitingPerThread * threads}, work,
                  say);
  const FindingCounts found = std::exchange(session.found, before);
  if (found.files > 0) print_folder_counts(session, folder, found);
  return tally.tell(folder, arguments, session);
}

}  // namespace mw::cli
