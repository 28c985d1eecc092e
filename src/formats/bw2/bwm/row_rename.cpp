#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>

#include "library/rename/renaming.h"
#include "library/verbs.h"

namespace mw::rows {
namespace {

namespace bwm = bw2::bwm;

Result<void> rename_bwm_node(bwm::File& file, Renaming& name) {
  const auto is_taken = [&](const auto& each) {
    return lower_case(each.name.view()) == lower_case(name.to());
  };
  if (!name.is_old(name.to()) &&
      (std::ranges::any_of(file.meshes, is_taken) || std::ranges::any_of(file.entities, is_taken)))
    return fail({.message = fmt::format("a node is called \"{}\" already", escape_text(name.to()))});
  for (std::size_t row = 0; row < file.meshes.size(); ++row)
    if (auto done = name.put(file.meshes[row].name, fmt::format("meshes[{}].name", row)); !done) return done;
  for (std::size_t row = 0; row < file.entities.size(); ++row)
    if (auto done = name.put(file.entities[row].name, fmt::format("entities[{}].name", row)); !done)
      return done;
  return name.check_found();
}

Result<void> rename_bwm_texture(bwm::File& file, Renaming& name) {
  Result<void> result;
  for (std::size_t row = 0; row < file.materials.size(); ++row)
    bwm::for_each_texture(file.materials[row], [&](std::string_view role, auto& texture) {
      const auto done = name.put(texture, fmt::format("materials[{}].{}", row, role));
      if (!done && result) result = done;
    });
  return result ? name.check_found() : result;
}

}  // namespace

Result<Renamed> rename_bwm(const Document& document, const NewNames& names) {
  if (!names.model.empty()) return fail({.message = "is a bw2-bwm, which has no name of its own"});
  constexpr std::size_t kRoom = 63;
  bwm::File file = mirror<bwm::File>(document);
  Renamed made;
  const auto apply = [&](std::string_view kind, const auto& pairs, auto put) -> Result<void> {
    for (const auto& [from, to] : pairs) {
      Renaming name(kind, from, to, made.changes);
      if (auto fits = name.check(kRoom); !fits) return fits;
      if (auto done = put(file, name); !done) return done;
    }
    return {};
  };
  if (auto done = apply("node", names.nodes, rename_bwm_node); !done) return fail(done.error());
  if (auto done = apply("texture", names.textures, rename_bwm_texture); !done) return fail(done.error());
  auto output = write(with_mirror(document, std::move(file)));
  if (!output) return fail(output.error());
  made.output = *std::move(output);
  return made;
}

}  // namespace mw::rows
