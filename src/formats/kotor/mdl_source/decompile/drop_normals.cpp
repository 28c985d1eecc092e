#include <fmt/format.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_source.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

namespace mw::kotor::mdl {
namespace {

constexpr float kOff = 0.9962F;  // the cosine of 5 degrees: what is nearer nobody sees

struct Count {
  std::size_t off = 0;
  std::size_t all = 0;
};

/// A normal of length 0, or one that is no number, says nothing that could be lost.
bool is_off(const Vec3& given, const Vec3& made) {
  const float length = glm::length(given);
  return length > 0 && std::isfinite(length) && !(glm::dot(given, made) >= kOff * length);
}

/// Vertices may be others after compiling, but faces and their corners are the same.
Count count_off(const std::vector<Vec3>& given, const std::vector<source::Face>& faces, const Mesh& made) {
  const std::vector<Vec3>& normals = made.mdx->rows.normals;
  std::vector<bool> off(given.size());
  for (std::size_t row = 0; row < std::min(faces.size(), made.faces.size()); ++row)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t vertex = faces[row].vertices[corner];
      const std::uint16_t now = made.faces[row].vertices[corner];
      if (vertex < given.size() && now < normals.size() && is_off(given[vertex], normals[now]))
        off[vertex] = true;
    }
  return {std::size_t(std::ranges::count(off, true)), given.size()};
}

/// Those of the Xbox are packed.
File for_pc(File file) {
  if (file.variant.platform == Platform::pc) return file;
  return convert(file, {file.variant.game, Platform::pc}).file;
}

}  // namespace

bool has_normals(const source::Model& model) {
  return std::ranges::any_of(
      model.nodes, [](const source::Node& node) { return node.mesh && !node.mesh->normals.empty(); });
}

Result<Losses> drop_normals(source::Model& model, const CompileOptions& options) {
  std::vector<std::vector<Vec3>> given(model.nodes.size());
  for (std::size_t row = 0; row < given.size(); ++row)
    if (model.nodes[row].mesh) given[row] = std::exchange(model.nodes[row].mesh->normals, {});
  auto compiled = compile(model, options);
  if (!compiled) return fail(compiled.error());
  const File made = for_pc(std::move(compiled->file));
  Count count;
  for (std::size_t row = 0; row < made.nodes.size(); ++row) {
    const std::size_t from = compiled->order[row];
    if (given[from].empty() || !made.nodes[row].mesh || !made.nodes[row].mesh->mdx) continue;
    const Count of_mesh = count_off(given[from], model.nodes[from].mesh->faces, *made.nodes[row].mesh);
    count.off += of_mesh.off;
    count.all += of_mesh.all;
  }
  if (count.off == 0) return Losses();
  return Losses{Loss(loss::NORMALS_TO_GROUPS, "", count.off, count.all)};
}

}  // namespace mw::kotor::mdl
