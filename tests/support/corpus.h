#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace mw::test {

/// A folder that a variable of the environment names; empty without.
inline std::filesystem::path folder_named_by(const char* variable) {
  const char* folder = std::getenv(variable);
  return folder != nullptr ? folder : "";
}

/// Files with an extension in a folder; none without a root.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& root,
                                                      const std::string& folder,
                                                      const std::string& extension) {
  std::vector<std::filesystem::path> files;
  if (root.empty()) return files;
  const std::filesystem::path path = root / folder;
  if (!std::filesystem::is_directory(path)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The real game files with one of these extensions in a folder of the corpus; none without a corpus.
inline std::vector<std::filesystem::path> corpus_files(const std::string& folder,
                                                       const std::string& extension) {
  return files_below(folder_named_by("MESHWRIGHT_CORPUS"), folder, extension);
}

/// The same of whole games, which are apart from the corpus: in MESHWRIGHT_GAME, or in `game` beside it.
inline std::vector<std::filesystem::path> game_files(const std::string& folder,
                                                     const std::string& extension) {
  std::filesystem::path root = folder_named_by("MESHWRIGHT_GAME");
  const std::filesystem::path corpus = folder_named_by("MESHWRIGHT_CORPUS");
  if (root.empty() && !corpus.empty()) root = (corpus / ".." / "game").lexically_normal();
  return files_below(root, folder, extension);
}

}  // namespace mw::test

/// A test whose data is missing says so.
#define SKIP_WITHOUT_CORPUS(files)                                                                          \
  if ((files).empty())                                                                                      \
  GTEST_SKIP() << "no real files here; name a folder of them in MESHWRIGHT_CORPUS, or MESHWRIGHT_GAME for " \
                  "those of whole games"
