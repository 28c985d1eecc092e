#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <glm/geometric.hpp>

#include "decompile.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kCosine = 0.99984770F;  // of a degree

/// Compares a model with what a description without notes makes of it.
class PlainLosses {
 public:
  PlainLosses(const File& before, const File& after) : before_(before), after_(after) {}

  Losses run() {
    variant();
    names();
    numbers();
    if (before_.names.size() > after_.names.size())
      losses_.add(loss::PLAIN_NAMES_DROPPED, "", before_.names.size() - after_.names.size());
    const std::size_t rows = std::min(before_.nodes.size(), after_.nodes.size());
    for (std::size_t row = 0; row < rows; ++row)
      if (before_.nodes[row].mesh && after_.nodes[row].mesh)
        compare(node_name(before_, before_.nodes[row]), *before_.nodes[row].mesh, *after_.nodes[row].mesh);
    if (off_ != 0) losses_.add(loss::PLAIN_NORMALS_CHANGED, "", off_, vertices_);
    if (!before_.unreferenced.empty() || !before_.mdx_unreferenced.empty())
      losses_.add(loss::PLAIN_BYTES_DROPPED, "");
    return std::move(losses_);
  }

 private:
  void variant() {
    std::string options;
    if (before_.variant.game == Game::k2) options += " --game k2";
    if (before_.variant.platform == Platform::xbox) options += " --platform xbox";
    if (!options.empty())
      losses_.add(loss::PLAIN_VARIANT_DROPPED, "", to_string(before_.variant))
          .advise(": compile it with" + options);
  }

  /// Names are words in a text.
  void names() {
    std::vector<std::string> renamed;
    for (std::size_t row = 0; row < std::min(before_.nodes.size(), after_.nodes.size()); ++row) {
      const std::string before = node_name(before_, before_.nodes[row]);
      const std::string after = node_name(after_, after_.nodes[row]);
      if (before != after) renamed.push_back(fmt::format("{} becomes {}", quote_word(before), after));
    }
    if (!renamed.empty()) losses_.add(loss::PLAIN_NAME_CHANGED, "", listed(renamed));
  }

  void numbers() {
    std::size_t changed = 0;
    for (std::size_t row = 0; row < std::min(before_.nodes.size(), after_.nodes.size()); ++row)
      changed += before_.nodes[row].header.number != after_.nodes[row].header.number ? 1 : 0;
    if (changed != 0)
      losses_.add(loss::PLAIN_NUMBERS_CHANGED, "", changed).advise(": compile it with --supermodel");
  }

  void compare(const std::string& name, const Mesh& before, const Mesh& after) {
    if (before.header.vertex_count != after.header.vertex_count)
      losses_.add(loss::PLAIN_VERTICES_CHANGED, name, name, before.header.vertex_count,
                  after.header.vertex_count);
    else
      compare_normals(normals_of(before), normals_of(after));
    if (!before.mdx || !after.mdx) return;
    for (std::size_t set = 0; set < 4; ++set)
      if (has_tangents(*before.mdx, set) && !has_tangents(*after.mdx, set))
        losses_.add(loss::PLAIN_TANGENTS_DROPPED, name, name, set);
  }

  static bool has_tangents(const VertexData& data, std::size_t set) {
    return !data.rows.tangents[set].empty() || !data.rows.packed_tangents[set].empty();
  }

  static std::vector<Vec3> normals_of(const Mesh& mesh) {
    if (mesh.saber) return mesh.saber->normals;
    if (!mesh.mdx) return {};
    std::vector<Vec3> normals = mesh.mdx->rows.normals;
    for (const std::uint32_t packed : mesh.mdx->rows.packed_normals) normals.push_back(unpack_vector(packed));
    return normals;
  }

  void compare_normals(const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
      ++vertices_;
      const float lengths = glm::length(before[i]) * glm::length(after[i]);
      off_ += glm::dot(before[i], after[i]) >= kCosine * lengths ? 0 : 1;
    }
  }

  const File& before_;
  const File& after_;
  std::size_t vertices_ = 0;
  std::size_t off_ = 0;
  Losses losses_;
};

}  // namespace

Losses losses_without_notes(const File& file, const source::Model& model) {
  const auto made = compile(model, {.game = file.variant.game, .platform = file.variant.platform});
  if (!made) return {Loss(loss::MODEL_NOT_COMPILABLE, "", to_string(made.error()))};
  return PlainLosses(file, made->file).run();
}

Decompiled without_notes(source::Model model) {
  const auto before = compile(model, {});
  drop_notes(model);
  if (!before) return {std::move(model), {}};  // there is no model to lose anything of
  Losses losses = losses_without_notes(before->file, model);
  return {std::move(model), std::move(losses)};
}

}  // namespace mw::kotor::mdl
