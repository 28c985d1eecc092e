#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/kotor/mdl.h>

#include <filesystem>
#include <string>
#include <vector>

/// Files of real sizes: those of the corpus (MESHWRIGHT_CORPUS), or where there is none generated ones of the
/// same shape and number.
namespace mw::bench {

struct RealFile {
  std::string name;
  Bytes bytes;
};

struct RealModel {
  std::string name;
  kotor::mdl::Pair pair;

  std::size_t size() const { return pair.mdl.size() + (pair.mdx ? pair.mdx->size() : 0); }
};

/// "real", or "generated" without a corpus.
std::string_view kind_of_files();

std::vector<RealFile> real_walkmeshes();
std::vector<RealFile> real_geometries();
std::vector<RealFile> real_bwms();
/// Those that are readable, with their MDX, over 40 KB.
std::vector<RealModel> real_models();
/// All of the corpus, with their MDX or without; none without a corpus.
std::vector<RealModel> every_real_model();

/// Where files cost the processor and nothing else, if there is such a place: a disk has its own pace.
std::filesystem::path folder_in_memory();

}  // namespace mw::bench
