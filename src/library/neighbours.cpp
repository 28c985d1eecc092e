#include <fmt/format.h>
#include <meshwright/core/detail/text.h>

#include "verbs.h"

/// What rows do with the files beside a file.
namespace mw::rows {

Result<std::optional<Blob>> load_text(Neighbours* neighbours, const NeighbourKind& kind) {
  auto loaded = find_and_load(neighbours, kind);
  if (!loaded) return fail(loaded.error());
  if (!*loaded) return std::nullopt;
  const ByteSpan bytes = (*loaded)->blob.bytes();
  if (const auto offset = first_byte_of_no_text(bytes))
    return fail(error_in(kind, (*loaded)->file,
                         {.offset = *offset,
                          .message = fmt::format("the byte {} does not belong into a text",
                                                 to_hex(bytes.subspan(*offset, 1)))}));
  return std::move((*loaded)->blob);
}

Result<Document> open_neighbour(const NeighbourKind& kind, const LoadedNeighbour& loaded,
                                const Format& expected, std::shared_ptr<Neighbours> beside) {
  auto document = open({.blob = loaded.blob, .name = loaded.file, .neighbours = std::move(beside)});
  if (document && &document->format() != &expected)
    document = fail({.message = fmt::format("is {}, not {}", with_article(document->format().id),
                                            with_article(expected.id))});
  if (!document) return fail(error_in(kind, loaded.file, document.error()));
  return document;
}

}  // namespace mw::rows
