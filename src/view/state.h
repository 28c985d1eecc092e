#pragma once

#include <meshwright/core/detail/coverage.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>
#include <meshwright/formats/surface_query.h>
#include <meshwright/view/detail/opened_file.h>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dropped_files.h"
#include "fields/field_index.h"
#include "fields/triangle_rows.h"
#include "rooms.h"

namespace mw::view {

/// The bytes that are looked at, with all fields in them: the file, or its companion.
struct Layer {
  std::string name;
  Blob blob;
  FieldIndex fields = {};
  Coverage coverage = {};
  std::vector<std::uint64_t> lines = {};  // where each line of a text begins; empty for what is none
};

/// A file that the picture of another has over it; no path where there is none.
struct LaidOver {
  std::string path;
  std::set<std::string> meshes;
};

/// What questions about places need, each made once.
struct Walkable {
  explicit Walkable(const Area& walked);

  const Area& area;
  WalkSurface ground;
  nav::FaceTree faces;  // walls too
};

/// A file with everything that was asked of it so far and may be asked again.
struct OpenedFile::State {
  std::shared_ptr<const DroppedFiles> files;
  std::shared_ptr<DroppedNeighbours> beside;  // what it asked for among them
  Source source;
  std::optional<Document> document;  // nothing when it could not be opened:
  Error error;                       // why
  std::optional<Document> rest;      // then, what is left of it
  bool is_cut = false;               // its end was cut off, and that is all that is wrong
  bool is_padded = false;            // what is missing of it was taken for zeros
  std::optional<Document> drawn;     // what is left of one that is no whole scene
  LaidOver laid_over = {};           // its picture
  bool is_part = false;              // it is a part of another file, and that is all that is wrong
  bool is_archive = false;           // it holds other files

  /// The file, and its companion where it has one; made at the first use.
  const std::vector<Layer>& layers();
  const TriangleTables& triangles();
  /// Where rows of its triangles, and of tables with names, lie in a layer.
  const RowExtents& extents(std::size_t layer);
  /// Of a layout: those of its rooms that were dropped with it.
  const std::vector<Room>& rooms();
  /// A sentence for each walkmesh of a room that is none to walk on.
  Losses rooms_without_floor();
  /// With at least one floor.
  Result<const Area*> area();
  Result<const Walkable*> walkable();

  /// What the picture is made of, in place of the document.
  void set_drawn(Document part);
  /// What is left of a file that could not be opened.
  void add_rest(const Error& why);

  /// Calls one listener with the fields of the file, the other with those of its companion.
  void trace_all(const FileTraces& traces) const;
  /// The error of a file that cannot be opened; otherwise the document.
  Result<const Document*> opened() const;
  /// The document, or what is left of one; null where there is neither.
  const Document* readable() const;

 private:
  void add_layers();
  const Result<Area>& found_area();

  std::vector<Layer> layers_;
  std::optional<TriangleTables> triangles_;
  std::optional<RowExtents> extents_[2];  // by layer
  std::optional<Result<Area>> area_;
  std::unique_ptr<Walkable> walkable_;
};

/// A dropped file opened as far as that goes.
std::unique_ptr<OpenedFile::State> open_state(std::shared_ptr<const DroppedFiles> files,
                                              const std::string& path);

/// The values of these fields as people read them, in one pass over the file where that is needed.
std::vector<std::string> value_texts(OpenedFile::State& state, std::size_t layer,
                                     const std::vector<std::size_t>& fields);

/// One of the dropped files, with the others beside it.
Result<Document> open_dropped(const std::shared_ptr<const DroppedFiles>& files, const std::string& path);

// What `words` say; the fallback where they do not.
std::string text_in(const JsonValue& words, std::string_view name);
bool is_true(const JsonValue& words, std::string_view name);
std::uint64_t natural_in(const JsonValue& words, std::string_view name, std::uint64_t fallback = 0);
/// The layer that is asked about.
Result<std::size_t> layer_in(OpenedFile::State& state, const JsonValue& words);
Result<Vec3> point_in(const JsonValue& words, std::string_view name);

}  // namespace mw::view
