#include <fmt/format.h>
#include <meshwright/kotor/mdl_compile.h>
#include <algorithm>
#include <glm/geometric.hpp>

namespace mw::kotor::mdl {
namespace {

constexpr float kOff = 0.9962F;  // the cosine of 5 degrees: what is nearer nobody sees

struct Count {
  std::size_t off = 0;
  std::size_t all = 0;
};

Count count_off(const File& given, const File& made) {
  Count count;
  for (std::size_t row = 0; row < given.nodes.size(); ++row) {
    const Node& node = given.nodes[row];
    if (!node.mesh || !node.mesh->mdx || !made.nodes[row].mesh->mdx) continue;
    const std::vector<Vec3>& before = node.mesh->mdx->rows.normals;
    const std::vector<Vec3>& after = made.nodes[row].mesh->mdx->rows.normals;
    count.all += before.size();
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
      count.off += glm::dot(before[i], after[i]) >= kOff ? 0 : 1;
  }
  return count;
}

}  // namespace

std::vector<std::string> drop_normals(source::Model& model) {
  const auto has_normals = [](const source::Node& node) { return node.mesh && !node.mesh->normals.empty(); };
  if (std::ranges::none_of(model.nodes, has_normals)) return {};
  const auto given = compile(model, {});
  for (source::Node& node : model.nodes)
    if (node.mesh) node.mesh->normals.clear();
  const auto made = compile(model, {});
  if (!given || !made) return {};
  const Count count = count_off(given->file, made->file);
  if (count.off == 0) return {};
  return {
      fmt::format("the normals of {} of {} vertices: a text has groups of smooth faces instead, which make "
                  "others of more than 5 degrees from them",
                  count.off, count.all)};
}

}  // namespace mw::kotor::mdl
