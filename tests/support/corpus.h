#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace mw::test {

/// The real game files with one of these extensions in a folder of the corpus; none without a corpus.
inline std::vector<std::filesystem::path> corpus_files(const std::string& folder,
                                                       const std::string& extension) {
  const char* root = std::getenv("MESHWRIGHT_CORPUS");
  std::vector<std::filesystem::path> files;
  if (root == nullptr || *root == '\0') return files;
  const std::filesystem::path path = std::filesystem::path(root) / folder;
  if (!std::filesystem::is_directory(path)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace mw::test

/// A test whose data is missing says so.
#define SKIP_WITHOUT_CORPUS(files) \
  if ((files).empty()) GTEST_SKIP() << "no real files here; name a folder of them in MESHWRIGHT_CORPUS"
