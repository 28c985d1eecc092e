#include <meshwright/core/detail/text.h>
#include <meshwright/core/neighbours.h>

namespace mw {

Error error_in(const NeighbourKind& kind, std::string_view file, const Error& error) {
  return {.field = std::string(kind.name) + " " + escape_text(file), .message = to_string(error)};
}

Result<Blob> load(const NeighbourKind& kind, const Neighbour& neighbour) {
  return neighbour.load().map_error(
      [&](const Error& error) { return error_in(kind, neighbour.file, error); });
}

Result<std::optional<LoadedNeighbour>> find_and_load(Neighbours* neighbours, const NeighbourKind& kind,
                                                     const std::string& name) {
  if (neighbours == nullptr) return std::nullopt;
  const auto found = neighbours->find(kind, name);
  if (!found) return fail(found.error());
  if (!*found) return std::nullopt;
  return load(kind, **found).map([&](Blob blob) {
    return std::optional(LoadedNeighbour{(*found)->file, std::move(blob)});
  });
}

Result<std::optional<Blob>> load_neighbour(Neighbours* neighbours, const NeighbourKind& kind,
                                           const std::string& name) {
  return find_and_load(neighbours, kind, name).map([](std::optional<LoadedNeighbour> loaded) {
    return loaded ? std::optional(std::move(loaded->blob)) : std::nullopt;
  });
}

}  // namespace mw
