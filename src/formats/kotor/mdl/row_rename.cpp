#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include "formats/kotor/shared/file_names.h"

#include <algorithm>

#include "library/rename/renaming.h"
#include "library/verbs.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;

/// Names of nodes have a NUL behind them in fields of 32 bytes.
constexpr std::size_t kNodeRoom = 31;

class MdlRenamer {
 public:
  MdlRenamer(mdl::File file, std::vector<Change>& changes) : file_(std::move(file)), changes_(changes) {}

  Result<mdl::File> run(const NewNames& names) {
    if (auto done = rename_all(names); !done) return fail(done.error());
    if (moved_) mdl::lay_out(file_, mdl::family_of(file_));
    return std::move(file_);
  }

 private:
  Result<void> rename_all(const NewNames& names) {
    if (!names.model.empty())
      if (auto done = rename_model(names.model); !done) return done;
    for (const auto& [from, to] : names.nodes)
      if (auto done = rename_node(from, to); !done) return done;
    for (const auto& [from, to] : names.textures)
      if (auto done = rename_texture(from, to); !done) return done;
    return {};
  }

  /// The root is usually called as the model is.
  Result<void> rename_model(const std::string& to) {
    const std::string from(file_.geometry.name.view());
    Renaming name("model", from, to, changes_);
    if (auto fits = name.check(kotor::kFileNameRoom); !fits) return fits;
    if (auto apart = name.check_supermodel(file_.model.supermodel.view()); !apart) return apart;
    if (auto done = name.put(file_.geometry.name, "geometry.name"); !done) return done;
    const std::size_t root = file_.nodes.empty() ? file_.names.size() : file_.nodes[0].header.name_index;
    if (root >= file_.names.size() || !name.is_old(file_.names[root].text)) return {};
    return rename_node(from, to);
  }

  Result<void> rename_node(const std::string& from, const std::string& to) {
    Renaming name("node", from, to, changes_);
    if (auto fits = name.check(kNodeRoom); !fits) return fits;
    const auto is_taken = [&](const mdl::Name& each) { return lower_case(each.text) == lower_case(to); };
    if (!name.is_old(to) && std::ranges::any_of(file_.names, is_taken))
      return fail({.message = fmt::format("a node is called \"{}\" already", escape_text(to))});
    for (std::size_t row = 0; row < file_.names.size(); ++row)
      put_text(file_.names[row], name, fmt::format("names[{}]", row));
    if (auto found = name.check_found(); !found) return found;
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      if (auto done =
              name.put(file_.animations[row].header.root_name, fmt::format("animations[{}].root_name", row));
          !done)
        return done;
    return {};
  }

  /// What follows moves where the length is another.
  void put_text(mdl::Name& text, Renaming& name, const std::string& where) {
    const std::size_t before = text.text.size();
    if (name.put(text.text, where) && text.text.size() != before) moved_ = true;
  }

  Result<void> rename_texture(const std::string& from, const std::string& to) {
    Renaming name("texture", from, to, changes_);
    if (auto fits = name.check_stem(kotor::kFileNameRoom); !fits) return fits;
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      if (auto done = retexture_node(file_.nodes[row], name, fmt::format("nodes[{}]", row)); !done)
        return done;
    return name.check_found();
  }

  Result<void> retexture_node(mdl::Node& node, Renaming& name, const std::string& where) {
    Result<void> result;
    const auto put = [&](auto& text, std::string_view field) {
      const auto done = name.put(text, fmt::format("{}.{}", where, field));
      if (!done && result) result = done;
    };
    if (node.mesh) {
      put(node.mesh->header.texture_1, "mesh.texture_1");
      put(node.mesh->header.texture_2, "mesh.texture_2");
      put(node.mesh->header.texture_3, "mesh.texture_3");
      put(node.mesh->header.texture_4, "mesh.texture_4");
    }
    if (node.emitter) {
      put(node.emitter->texture, "emitter.texture");
      put(node.emitter->depth_texture, "emitter.depth_texture");
    }
    if (!node.light) return result;
    for (std::size_t row = 0; row < node.light->textures.size(); ++row)
      put_text(node.light->textures[row], name, fmt::format("{}.light.textures[{}]", where, row));
    return result;
  }

  mdl::File file_;
  std::vector<Change>& changes_;
  bool moved_ = false;
};

}  // namespace

Result<mdl::File> renamed_model(mdl::File file, const NewNames& names, std::vector<Change>& changes) {
  return MdlRenamer(std::move(file), changes).run(names);
}

Result<Renamed> rename_mdl(const Document& document, const NewNames& names) {
  Renamed made;
  auto file = renamed_model(mirror<mdl::File>(document), names, made.changes);
  if (!file) return fail(file.error());
  auto output = write(with_mirror(document, *std::move(file)));
  if (!output) return fail(output.error());
  made.output = *std::move(output);
  return made;
}

}  // namespace mw::rows
