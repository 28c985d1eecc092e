#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace mw::test {

/// Files with an extension in a folder below the one that a variable of the environment names; none without.
inline std::vector<std::filesystem::path> files_below(const char* variable, const std::string& folder,
                                                      const std::string& extension) {
  const char* root = std::getenv(variable);
  std::vector<std::filesystem::path> files;
  if (root == nullptr || *root == '\0') return files;
  const std::filesystem::path path = std::filesystem::path(root) / folder;
  if (!std::filesystem::is_directory(path)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The real game files with one of these extensions in a folder of the corpus; none without a corpus.
inline std::vector<std::filesystem::path> corpus_files(const std::string& folder,
                                                       const std::string& extension) {
  return files_below("MESHWRIGHT_CORPUS", folder, extension);
}

/// The same of whole games, which are apart from the corpus.
inline std::vector<std::filesystem::path> game_files(const std::string& folder,
                                                     const std::string& extension) {
  return files_below("MESHWRIGHT_GAME", folder, extension);
}

}  // namespace mw::test

/// A test whose data is missing says so.
#define SKIP_WITHOUT_CORPUS(files) \
  if ((files).empty()) GTEST_SKIP() << "no real files here; name a folder of them in MESHWRIGHT_CORPUS"
