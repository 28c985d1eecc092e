// generate_docs FOLDER: writes the pages of docs/ that are made from tables in the code.
#include <meshwright/formats/registry.h>

#include <fstream>
#include <string>

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ofstream(std::string(words[1]) + "/ISSUES.md") << mw::findings_as_markdown();
}
