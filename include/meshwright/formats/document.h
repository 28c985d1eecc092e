#pragma once

// Example:
//
//     #include <meshwright/formats/document.h>
//
//     /// Whether a file that was read into memory has no error in it.
//     bool is_sound(mw::Bytes bytes, std::string name) {
//       const auto document = mw::open({.blob = mw::Blob(std::move(bytes)), .name = std::move(name)});
//       mw::Findings findings;
//       return document && mw::validate(*document, findings) && findings.count(mw::Severity::error) == 0;
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/change.h>
#include <meshwright/core/detail/sink.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/core/neighbours.h>
#include <meshwright/formats/detail/options.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A file of any format, opened once: every other question goes to it, and nothing reads the bytes again. A
/// program that knows its format uses that format's own header instead.
namespace mw {

struct Format;
class JsonWriter;

/// What a document is opened from.
struct Source {
  Blob blob;
  std::string name = {};  // of the file: for messages, and for variants that the bytes do not identify
  std::shared_ptr<Neighbours> neighbours = {};  // null: nothing is beside it
  const Format* format = nullptr;               // null: recognise the content
};

/// The second file that a format's data is spread over.
struct Companion {
  std::string file;
  Blob blob;
};

/// An opened file: the structures that mirror it (`as`), and its neighbours. Copies share the mirror, which
/// is constant, and the neighbours: a document and its copies belong to one thread at a time.
class Document {
 public:
  /// One that was made by code; reading gives its `source` too.
  template <class Mirror>
  Document(const Format& format, Mirror mirror, Source source = {})
      : format_(&format),
        source_(std::move(source)),
        mirror_(std::make_shared<const Mirror>(std::move(mirror))),
        type_(&kType<Mirror>) {}

  const Format& format() const { return *format_; }
  const Source& source() const { return source_; }

  /// The mirror, if it has that type: `document.as<kotor::mdl::File>()`. Null otherwise. Walkmeshes that were
  /// read are a kotor::walkmesh::View of the source's bytes; glTF and OBJ are a scene::Scene.
  template <class Mirror>
  const Mirror* as() const {
    return type_ == &kType<Mirror> ? static_cast<const Mirror*>(mirror_.get()) : nullptr;
  }

  std::optional<Companion> companion = {};
  Losses losses = {};  // on the way to this document

  /// The format of the bytes it was opened from: its own, or JSON.
  const Format& stored_as() const { return *stored_as_; }
  /// For JSON: its documents have the format that it holds.
  void set_stored(const Format& format, Source source) {
    stored_as_ = &format;
    source_ = std::move(source);
  }

 private:
  /// Its address identifies the type: the browser build has no run-time type information.
  template <class Mirror>
  static constexpr char kType = 0;

  const Format* format_;
  const Format* stored_as_ = format_;
  Source source_;
  std::shared_ptr<const void> mirror_;
  const char* type_;
};

/// Recognises a file by its content, or uses the format that its source names, and opens it. JSON of one of
/// the formats opens as that format.
Result<Document> open(Source source);

/// Listeners to the fields of a file and of its companion.
struct FileTraces {
  const Trace* file = nullptr;
  const Trace* companion = nullptr;
};

/// One node of a file, in the order of the tree.
struct TreeNode {
  std::string name;
  std::string_view kind = {};
  std::uint32_t depth = 0;  // 0 at the root
};

void fields(auto& io, const TreeNode& node) {
  io.field("name", node.name);
  io.field("kind", node.kind);
  io.field("depth", node.depth);
}

void fields(auto& io, const Box& box) {
  io.field("min", box.min);
  io.field("max", box.max);
}

/// What is in a file, in the terms all formats share.
struct Info {
  std::string variant;
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  std::optional<Box> bounds;
  JsonObject details;               // further details of this format
  std::vector<TreeNode> tree = {};  // parents before their children; empty without nodes
};

/// Counts, bounds and details for people, a line each.
std::string to_text(const Info& info);
/// The tree for people: a line for each node, deeper ones farther to the right.
std::string to_text(std::span<const TreeNode> tree);

/// Its geometry in numbers.
struct Totals {
  std::uint64_t meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};

/// Bytes to write.
struct Output {
  Bytes bytes;
  std::optional<Bytes> companion = {};
  std::string_view companion_extension = {};  // ".mdx"
  Losses losses = {};
};

// Questions about a document. Each fails if the format cannot answer: "is a gltf, which cannot be validated".

Result<Info> info(const Document& document);
Result<void> validate(const Document& document, Findings& findings);
/// Tells of every field of the file and its companion. The bytes of a field are good for the call only.
Result<void> trace(const Document& document, const FileTraces& traces);
/// Every byte of the file and its companion by its name, for people: a line per field, as it is read. A
/// document from JSON is dumped as it would be written.
Result<void> dump_text(const Document& document, const TextSink& sink);
/// The same as one line of JSON.
Result<void> dump_json(const Document& document, const TextSink& sink);
/// The file as it would be written from its structures.
Result<Output> write(const Document& document);
/// One JSON object, from which `open` gives the same document.
Result<void> to_json(const Document& document, JsonWriter& json);
Result<scene::Scene> to_scene(const Document& document, const OptionValues& options = {});

/// The document with the options of its format applied: another game, another version, a new layout. The
/// losses of that are added to its losses.
Result<Document> changed(const Document& document, const OptionValues& options);

/// Tells of the fields of a file that may not open: of all that could be read before the failure.
Result<void> trace_bytes(const Source& source, const FileTraces& traces);
/// The lines of dump_text() for these.
void dump_unreadable(const Source& source, const TextSink& sink);

/// A document with rebuilt derived tables, and the changes.
struct Rebuilt {
  Document document;
  std::vector<Change> changes;
};

/// Recomputes all derived data of a document. The option `fix` first makes the repairs that are safe. Fails
/// for a format without such tables.
Result<Rebuilt> rebuild(const Document& document, const OptionValues& options = {});

/// The new names; old names match in upper or lower case.
struct NewNames {
  std::string model = {};  // empty: stays
  std::vector<std::pair<std::string, std::string>> nodes = {};
  std::vector<std::pair<std::string, std::string>> textures = {};
};

/// The file with the new names, and each place of one.
struct Renamed {
  Output output;
  std::vector<Change> changes;
};

/// Replaces old names by new ones in all places of a file; everything else stays byte for byte, but blocks
/// move if a text of a binary model becomes longer or shorter. Fails for a format without names, for a name
/// that does not occur, for one that another node already has (textures may share one), and for one that is
/// too long for the format.
Result<Renamed> rename(const Document& document, const NewNames& names);

}  // namespace mw
