#pragma once

#include "support/cases/corpus_cases.h"

namespace mw::kotor::mdl {

inline test::Paths real_models() {
  test::Paths files;
  for (const char* folder : {"kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"})
    for (const auto& path : test::corpus_files(folder, ".mdl")) files.push_back(path);
  return files;
}

inline test::Paths game_models() {
  return test::game_files("kotor/models_k2", ".mdl");
}

}  // namespace mw::kotor::mdl
