#include <cli/arguments/arguments.h>
#include <cli/opened.h>
#include <gtest/gtest.h>

#include <new>

#include "support/command.h"

/// A verb on a folder, in this process, so that the verb can be one that fails.
namespace mw::cli {
namespace {

using test::TemporaryFolder;
using Verb = ExitCode (*)(const Opened& input, const Arguments& arguments, Session& session);

struct Said {
  ExitCode answer;
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
  const ExitCode answer = for_each_below(folder / "", *std::get_if<Arguments>(&parsed), session, verb);
  std::string errors = testing::internal::GetCapturedStderr();
  for (auto at = errors.find(folder / ""); at != errors.npos; at = errors.find(folder / ""))
    errors.erase(at, (folder / "").size());
  return {answer, errors};
}

bool is_first(const Opened& input) {
  return input.path().ends_with("a.wok");
}

TEST(Folders, TheWorstAnswerIsThatOfTheFolder) {
  EXPECT_EQ(said_of([](const Opened&, const Arguments&, Session&) { return ExitCode::yes; }).answer,
            ExitCode::yes);
  EXPECT_EQ(said_of([](const Opened& input, const Arguments&, Session&) {
              return is_first(input) ? ExitCode::no : ExitCode::yes;
            }).answer,
            ExitCode::no);
  EXPECT_EQ(said_of([](const Opened& input, const Arguments&, Session&) {
              return is_first(input) ? ExitCode::failed : ExitCode::no;
            }).answer,
            ExitCode::failed);
}

/// Too much for one file is told and is a failure; the others are looked at all the same.
TEST(Folders, AFileThatTakesTooMuchMemoryFailsAlone) {
  const Said said = said_of([](const Opened& input, const Arguments&, Session& session) -> ExitCode {
    if (is_first(input)) throw std::bad_alloc();
    session.note("looked at " + input.path().substr(input.path().size() - 5));
    return ExitCode::yes;
  });
  EXPECT_EQ(said.answer, ExitCode::failed);
  EXPECT_EQ(said.errors, "meshwright: a.wok: there is not enough memory for it\nlooked at b.wok\n");
}

}  // namespace
}  // namespace mw::cli
