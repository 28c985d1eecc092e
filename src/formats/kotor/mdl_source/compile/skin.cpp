#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

/// By which weights descend; what is no number comes last.
float order_of(const source::BoneWeight& weight) {
  return std::isnan(weight.weight) ? -std::numeric_limits<float>::infinity() : weight.weight;
}

/// A vertex has room for four: they make up for those that are cut.
void cut_to_heaviest(std::vector<source::BoneWeight>& sorted) {
  if (sorted.size() <= kMostBones) return;
  sorted.resize(kMostBones);
  double sum = 0;
  for (const source::BoneWeight& each : sorted) sum += double(each.weight);
  if (!(sum > 0) || !std::isfinite(sum)) return;
  for (source::BoneWeight& each : sorted) each.weight = float(double(each.weight) / sum);
}

/// For each bone of a skin the row of its node.
Result<std::vector<std::uint32_t>> bone_rows(const source::Skin& skin, const File& file,
                                             const std::string& where) {
  NodeNames names;
  for (std::uint32_t row = 0; row < file.nodes.size(); ++row)
    names.add(file.names[file.nodes[row].header.name_index].text, row);
  std::vector<std::uint32_t> rows;
  for (const std::string& bone : skin.bones) {
    const auto row = names.first(bone);
    if (!row)
      return fail(wrong(skin.lines.head, where + ".weights",
                        fmt::format("bone {} is no node of the model{}", quote_word(bone),
                                    names_nothing(file.model.supermodel.view())
                                        ? ""
                                        : ", and those of its supermodel cannot be bones")));
    rows.push_back(*row);
  }
  return rows;
}

}  // namespace

Result<std::vector<std::uint32_t>> compile_weights(const source::Skin& skin, const SplitMesh& split,
                                                   const File& file, const std::string& where, Mesh& mesh) {
  const auto rows = bone_rows(skin, file, where);
  if (!rows) return fail(rows.error());
  std::vector<std::uint32_t> slots(file.nodes.size(), kNoRow);  // a node may be called in several cases
  std::vector<std::uint32_t> bones;
  std::vector<source::BoneWeight> sorted;
  for (std::size_t vertex = 0; vertex < split.origins.size(); ++vertex) {
    const std::size_t origin = split.origins[vertex];
    if (origin >= skin.ends.size()) continue;
    sorted.assign(skin.weights.begin() + std::ptrdiff_t(skin.begin(origin)),
                  skin.weights.begin() + std::ptrdiff_t(skin.ends[origin]));
    std::ranges::stable_sort(sorted, std::greater{}, order_of);
    cut_to_heaviest(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const std::uint32_t row = (*rows)[sorted[i].bone];
      std::uint32_t& slot = slots[row];
      if (slot == kNoRow) {
        slot = std::uint32_t(bones.size());
        bones.push_back(row);
      }
      mesh.mdx->rows.weights[vertex][i] = sorted[i].weight;
      mesh.mdx->rows.bones[vertex][i] = float(slot);
    }
  }
  return bones;
}

}  // namespace mw::kotor::mdl
