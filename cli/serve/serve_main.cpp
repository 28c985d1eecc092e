// meshwright-serve: what `meshwright view` becomes when it serves.
#include "cli/program.h"
#include "view_server.h"

int main(int count, char** words) {
  return mw::cli::run_program(count, words, mw::cli::run_server);
}
