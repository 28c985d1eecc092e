#pragma once

#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>

#include "rows.h"

/// What the rows of formats that mirror one file share. `File` is the format's mirror; `validate`, `write`
/// and `to_json` are looked up beside it, and `read(bytes, trace)` is the format's own.
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

/// An offset in an error of writing a document that came from JSON means that parts do not fit where the JSON
/// says they were: it has been edited.
inline Error with_hint_to_lay_out(const Document& document, Error error) {
  if (&document.stored_as() == &kJson && error.offset)
    error.message += " (remove \"layout\" and \"unreferenced\" from the JSON to place everything anew)";
  return error;
}

/// A mirror as a file.
Result<Output> written(const Document& document, const auto& file) {
  return write(file)
      .map([](Bytes bytes) { return Output{.bytes = std::move(bytes)}; })
      .map_error([&](Error error) { return with_hint_to_lay_out(document, std::move(error)); });
}

template <class File>
Result<Output> write_document(const Document& document, const WriteRequest& /*request*/) {
  return written(document, mirror<File>(document));
}

template <class File>
void json_of_document(const Document& document, JsonWriter& json) {
  to_json(mirror<File>(document), json);
}

template <const Format& format, auto from_json>
Result<Document> document_of_json(const JsonText& json) {
  return from_json(json).map([](auto file) { return Document(format, std::move(file)); });
}

/// The document with another mirror; what else is known of it stays.
template <class File>
Document with_mirror(const Document& document, File file) {
  Document changed(document.format(), std::move(file));
  changed.set_stored(document.stored_as(), document.source());
  changed.companion = document.companion;
  changed.losses = document.losses;
  return changed;
}

}  // namespace mw::rows
