#include <cli/arguments/arguments.h>
#include <cli/opened.h>
#include <gtest/gtest.h>

#include <new>

#include "support/command.h"

/// A verb on a folder, in this process, so that the verb can be one that fails.
namespace mw::cli {
namespace {

using test::TemporaryFolder;
using Verb = Answer (*)(const Opened& input, const Arguments& arguments, Session& session);

struct Said {
  Answer answer;
  std::string errors;
};

/// Of a folder with two walkmeshes, a.wok and b.wok.
Said said_of(Verb verb) {
  const TemporaryFolder folder;
  for (const char* name : {"a.wok", "b.wok"})
    EXPECT_EQ(test::meshwright({"sample", "kotor-walkmesh", folder / name}).code, 0);
  const auto parsed = parse_arguments({"info", folder / ""});
  testing::internal::CaptureStderr();
  Session session(false, Colour::never);
  const Answer answer = for_each_below(folder / "", *std::get_if<Arguments>(&parsed), session, verb);
  std::string errors = testing::internal::GetCapturedStderr();
  for (auto at = errors.find(folder / ""); at != errors.npos; at = errors.find(folder / ""))
    errors.erase(at, (folder / "").size());
  return {answer, errors};
}

bool is_first(const Opened& input) {
  return input.path().ends_with("a.wok");
}

TEST(Folders, TheWorstAnswerIsThatOfTheFolder) {
  EXPECT_EQ(said_of([](const Opened&, const Arguments&, Session&) { return Answer::yes; }).answer,
            Answer::yes);
  EXPECT_EQ(said_of([](const Opened& input, const Arguments&, Session&) {
              return is_first(input) ? Answer::no : Answer::yes;
            }).answer,
            Answer::no);
  EXPECT_EQ(said_of([](const Opened& input, const Arguments&, Session&) {
              return is_first(input) ? Answer::failed : Answer::no;
            }).answer,
            Answer::failed);
}

/// Too much for one file is told and is a failure; the others are looked at all the same.
TEST(Folders, AFileThatTakesTooMuchMemoryFailsAlone) {
  const Said said = said_of([](const Opened& input, const Arguments&, Session& session) -> Answer {
    if (is_first(input)) throw std::bad_alloc();
    session.note("looked at " + input.path().substr(input.path().size() - 5));
    return Answer::yes;
  });
  EXPECT_EQ(said.answer, Answer::failed);
  EXPECT_EQ(said.errors, "meshwright: a.wok: there is not enough memory for it\nlooked at b.wok\n");
}

}  // namespace
}  // namespace mw::cli
