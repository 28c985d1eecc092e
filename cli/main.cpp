#include "program.h"

int main(int count, char** words) {
  return mw::cli::run_program(count, words,
                              [](const mw::cli::Arguments& arguments, mw::cli::Session& session) {
                                return mw::cli::find_verb(arguments.verb)->run(arguments, session);
                              });
}
