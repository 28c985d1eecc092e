#include <meshwright/core/neighbours.h>
#include <meshwright/core/text.h>

namespace mw {

Result<Blob> load(const NeighbourKind& kind, const Neighbour& neighbour) {
  return neighbour.load().map_error([&](Error error) {
    error.field = std::string(kind.name) + " " + escape_text(neighbour.file);
    return error;
  });
}

Result<std::optional<Blob>> load_neighbour(Neighbours* neighbours, const NeighbourKind& kind,
                                           const std::string& name) {
  if (neighbours == nullptr) return std::nullopt;
  const auto found = neighbours->find(kind, name);
  if (!found) return fail(found.error());
  if (!*found) return std::nullopt;
  return load(kind, **found).map([](Blob blob) { return std::optional(std::move(blob)); });
}

}  // namespace mw
