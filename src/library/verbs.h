#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>

#include "rows.h"

/// Code that rows of formats with one file share. `File` is the format's mirror; `validate`, `write` and
/// `to_json` are looked up beside it, and `read(bytes, trace)` is the format's own.
namespace mw::rows {

/// The mirror of a document of the row's format.
template <class File>
const File& mirror(const Document& document) {
  return *document.as<File>();
}

template <const Format& format, auto read>
Result<Document> read_document(const Source& source, const FileTraces& traces) {
  return read(source.blob.bytes(), traces.file).map([&](auto file) {
    return Document(format, std::move(file), source);
  });
}

template <class File>
Result<void> validate_document(const Document& document, Findings& findings) {
  validate(mirror<File>(document), findings);
  return {};
}

template <class File>
Result<void> trace_document(const Document& document, const FileTraces& traces) {
  return write(mirror<File>(document), traces.file).map([](const Bytes&) {});
}

/// A mirror as a file.
Result<Output> written(const auto& file) {
  return write(file).map([](Bytes bytes) { return Output{.bytes = std::move(bytes)}; });
}

template <class File>
Result<Output> write_document(const Document& document, const WriteRequest& /*request*/) {
  return written(mirror<File>(document));
}

template <class File>
void json_of_document(const Document& document, JsonWriter& json) {
  to_json(mirror<File>(document), json);
}

template <const Format& format, auto from_json>
Result<Document> document_of_json(const JsonText& json) {
  return from_json(json).map([](auto file) { return Document(format, std::move(file)); });
}

/// A neighbour that must be text; nothing without one.
Result<std::optional<Blob>> load_text(Neighbours* neighbours, const NeighbourKind& kind);

/// The content of a neighbour, as a file of its format or as JSON of it. `beside`: its own neighbours.
Result<Document> open_neighbour(const NeighbourKind& kind, const LoadedNeighbour& loaded,
                                const Format& expected, std::shared_ptr<Neighbours> beside = {});

/// Properties that a new document takes from its source: the name, and the neighbours.
inline Source place_of(const Document& document) {
  return {.blob = {}, .name = document.source().name, .neighbours = document.source().neighbours};
}

/// The document with another mirror; everything else stays.
template <class File>
Document with_mirror(const Document& document, File file) {
  Document changed(document.format(), std::move(file));
  changed.set_stored(document.stored_as(), document.source());
  changed.companion = document.companion;
  changed.losses = document.losses;
  return changed;
}

}  // namespace mw::rows
