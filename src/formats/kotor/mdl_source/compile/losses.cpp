#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "parts.h"

namespace mw::kotor::mdl {
namespace {

class LossFinder {
 public:
  LossFinder(const source::Model& model, const CompileOptions& options, const Assembly& assembly)
      : model_(model), options_(options), assembly_(assembly) {}

  Losses run() {
    text("model.name", model_.name, kNameRoom);
    text("model.supermodel", model_.supermodel, kNameRoom);
    for (const source::Remark& remark : model_.remarks) {
      if (remark.kind == source::Remark::Kind::text_too_long)
        text(remark.where, remark.subject, remark.expected);
      if (remark.kind == source::Remark::Kind::name_of_many_words)
        losses_.add(loss::NAME_TO_FIRST_WORD, remark.subject, remark.where, quote_word(remark.subject));
    }
    supermodel();
    for (std::size_t row = 0; row < assembly_.order.size(); ++row) node(row);
    for (std::size_t row = 0; row < model_.animations.size(); ++row) animation(row);
    return std::move(losses_);
  }

 private:
  void text(std::string_view where, std::string_view text, std::size_t room) {
    if (text.size() > room) losses_.add(loss::NAME_TO_ROOM, std::string(text), where, quote_word(text), room);
  }

  void supermodel() {
    const std::string name = quote_word(model_.supermodel);
    if (names_nothing(model_.supermodel) || model_.nodes.size() < 2) return;
    if (options_.supermodel != nullptr && options_.by_name && assembly_.numbered < model_.nodes.size())
      losses_.add(loss::SUPERMODEL_NODES_SHARED, model_.supermodel, assembly_.numbered, model_.nodes.size(),
                  quote_word(options_.supermodel->geometry.name.view()));
    if (options_.supermodel == nullptr) {
      if (!model_.residual.tree)  // notes have the numbers that nodes had
        losses_.add(loss::NUMBERS_UNKNOWN, model_.supermodel, name).advise("; --supermodel says where it is");
    } else if (!same_in_any_case(options_.supermodel->geometry.name.view(), model_.supermodel)) {
      losses_.add(loss::NUMBERS_OF_OTHER, model_.supermodel, name,
                  quote_word(options_.supermodel->geometry.name.view()));
    }
  }

  void node(std::size_t row) {
    const source::Node& from = model_.nodes[assembly_.order[row]];
    const std::string where = fmt::format("nodes[{}]", assembly_.order[row]);
    for (const source::Keys& keys : from.controllers) order_of(keys, where);
    if (!from.mesh) return;
    if (!from.mesh->room_links.empty())
      losses_.add(loss::ROOM_LINKS_DROPPED, from.name, where,
                  counted(from.mesh->room_links.size(), "way to another room", "ways to other rooms"));
    for (std::size_t i = 0; i < from.mesh->textures.size(); ++i)
      text(where + ".bitmap", from.mesh->textures[i], kTextureRooms[i]);
    if (!assembly_.exact[row] && assembly_.file.nodes[row].mesh)
      mesh(*from.mesh, *assembly_.file.nodes[row].mesh, where);
  }

  void order_of(const source::Keys& keys, const std::string& where) {
    if (!keys.keyed) return;
    for (std::size_t row = 1; row < keys.rows(); ++row)
      if (keys.row(row)[0] < keys.row(row - 1)[0])
        return void(losses_.add(loss::KEYS_UNORDERED, where, where,
                                controller_name(keys.controller.node_type, keys.controller.type)));
  }

  void mesh(const source::Mesh& from, const Mesh& made, const std::string& where) {
    const std::size_t vertices = from.vertices.size();
    for (std::size_t set = 0; set < from.uv_sets.size(); ++set) {
      const bool kept = made.saber ? set == 0 : made.mdx && !made.mdx->rows.uvs[set].empty();
      if (!from.uv_sets[set].uvs.empty() && !kept && vertices != 0)
        losses_.add(loss::UV_SET_DROPPED, where, where, set);
    }
    if (from.dangly && from.dangly->constraints.size() < vertices)
      losses_.add(loss::CONSTRAINTS_MISSING, where, where, vertices - from.dangly->constraints.size());
    if (from.skin) skin(*from.skin, vertices, where + ".weights");
  }

  void skin(const source::Skin& skin, std::size_t vertices, const std::string& where) {
    if (skin.ends.size() < vertices)
      losses_.add(loss::WEIGHTS_MISSING, where, where, vertices - skin.ends.size());
    std::size_t crowded = 0;
    for (std::size_t row = 0; row < skin.ends.size(); ++row)
      crowded += skin.ends[row] - skin.begin(row) > kMostBones ? 1 : 0;
    if (crowded != 0) losses_.add(loss::WEIGHTS_CUT, where, where, kMostBones, crowded);
  }

  void animation(std::size_t row) {
    const source::Animation& from = model_.animations[row];
    const std::string where = fmt::format("animations[{}]", row);
    text(where + ".name", from.name, kNameRoom);
    text(where + ".animroot", from.root, kNameRoom);
    const std::vector<std::uint32_t>& order = assembly_.animated_order[row];
    for (std::size_t i = 0; i < order.size(); ++i) {
      const source::Node& node = from.nodes[order[i]];
      const std::string path = fmt::format("{}.nodes[{}]", where, order[i]);
      for (const source::Keys& keys : node.controllers) order_of(keys, path);
      if (assembly_.animated_rows[row][i] == kNoRow && !node.controllers.empty() && node.residual.empty())
        losses_.add(loss::KEYS_OF_STRANGER, node.name, path, quote_word(node.name));
    }
  }

  const source::Model& model_;
  const CompileOptions& options_;
  const Assembly& assembly_;
  Losses losses_;
};

}  // namespace

Losses losses_of(const source::Model& model, const CompileOptions& options, const Assembly& assembly) {
  return LossFinder(model, options, assembly).run();
}

}  // namespace mw::kotor::mdl
