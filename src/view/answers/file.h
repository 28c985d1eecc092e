#pragma once

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "outliers.h"

/// Answers about a whole file, and what is made of it.
namespace mw::view::answer {

/// Why a file cannot be read, or a question not be answered.
struct Failure {
  std::optional<std::uint64_t> offset = {};
  std::optional<std::uint64_t> line = {};
  std::optional<std::uint64_t> column = {};
  std::string field;
  std::string message;
  std::string text;  // all of it in one sentence
};

void fields(auto& io, const Failure& failure) {
  io.field("offset", failure.offset);
  io.field("line", failure.line);
  io.field("column", failure.column);
  io.field("field", failure.field);
  io.field("message", failure.message);
  io.field("text", failure.text);
}

// ---- Without an opened file

struct Sample {
  std::string_view format;
  std::string_view name;
  std::string file;
};

void fields(auto& io, const Sample& sample) {
  io.field("format", sample.format);
  io.field("name", sample.name);
  io.field("file", sample.file);
}

/// What a file is by its first bytes.
struct Recognised {
  std::string_view format;
  bool lists_rooms = false;
};

void fields(auto& io, const Recognised& recognised) {
  io.field("format", recognised.format);
  io.field("lists_rooms", recognised.lists_rooms);
}

struct Archive {
  std::string archive;  // a sentence
};

void fields(auto& io, const Archive& archive) {
  io.field("archive", archive.archive);
}

// ---- The whole file

/// How the file lies in the picture.
struct Orientation {
  Vec3 front{0};
  std::array<Vec3, 3> axes{};
};

void fields(auto& io, const Orientation& orientation) {
  io.field("front", orientation.front);
  io.field("axes", orientation.axes);
}

/// What a conversion or an edit does not keep.
struct Loss {
  std::string_view code;
  std::string_view severity;
  std::string subject;
  std::string message;
};

void fields(auto& io, const Loss& loss) {
  io.field("code", loss.code);
  io.field("severity", loss.severity);
  io.field("subject", loss.subject);
  io.field("message", loss.message);
}

/// A format that the file can be downloaded as.
struct Target {
  std::string_view format;
  std::string_view name;
  std::string_view extension;
  std::string file;
  std::vector<std::string_view> adds = {};
};

void fields(auto& io, const Target& target) {
  io.field("format", target.format);
  io.field("name", target.name);
  io.field("extension", target.extension);
  io.field("file", target.file);
  io.field("adds", target.adds);
}

/// Of a file that could be opened.
struct Contents {
  std::string_view format;
  std::string_view format_name;
  bool walkable = false;
  bool has_ways = false;
  bool lists_rooms = false;
  Orientation orientation = {};
  std::uint32_t first_level = 0;
  bool has_fields = false;
  bool renames = false;
  bool has_findings = false;
  std::string variant = {};
  std::vector<std::pair<std::string_view, std::uint64_t>> counts = {};
  JsonObject details = {};
  std::optional<Failure> info_error = {};
  std::vector<Loss> losses = {};
  std::vector<Target> targets = {};
};

void fields(auto& io, const Contents& contents) {
  io.field("format", contents.format);
  io.field("format_name", contents.format_name);
  io.field("walkable", contents.walkable);
  io.field("has_ways", contents.has_ways);
  io.field("lists_rooms", contents.lists_rooms);
  io.members_of(contents.orientation);
  io.field("first_level", contents.first_level);
  io.field("has_fields", contents.has_fields);
  io.field("renames", contents.renames);
  io.field("has_findings", contents.has_findings);
  io.field("variant", contents.variant);
  io.field("counts", contents.counts);
  io.field("details", contents.details);
  io.field("info_error", contents.info_error);
  io.field("losses", contents.losses);
  io.field("targets", contents.targets);
}

/// The bytes of the file, or of its companion.
struct LayerTotals {
  std::string_view name;
  std::uint64_t bytes = 0;
  std::uint64_t fields = 0;
  std::uint64_t left_out = 0;  // further fields
  std::uint64_t named = 0;     // bytes with a field
  std::uint64_t unreferenced = 0;
  std::uint64_t lines = 0;  // of a text
};

void fields(auto& io, const LayerTotals& layer) {
  io.field("name", layer.name);
  io.field("bytes", layer.bytes);
  io.field("fields", layer.fields);
  io.field("left_out", layer.left_out);
  io.field("named", layer.named);
  io.field("unreferenced", layer.unreferenced);
  io.field("lines", layer.lines);
}

struct About {
  std::string file;
  std::uint64_t bytes = 0;
  std::optional<Failure> error = {};
  bool is_part = false;
  bool is_archive = false;
  bool is_cut = false;
  bool has_rest = false;
  std::optional<Contents> contents = {};
  std::optional<Orientation> rest = {};  // of a readable part
  std::vector<LayerTotals> layers = {};
};

void fields(auto& io, const About& about) {
  io.field("file", about.file);
  io.field("bytes", about.bytes);
  io.field("error", about.error);
  io.field("is_part", about.is_part);
  io.field("is_archive", about.is_archive);
  io.field("is_cut", about.is_cut);
  io.field("has_rest", about.has_rest);
  io.members_of(about.contents);
  io.members_of(about.rest);
  io.field("layers", about.layers);
}

struct Finding {
  std::string file;  // the room; empty for the file itself
  std::uint32_t layer = 0;
  std::string path;
  std::string_view code;
  std::string_view severity;
  std::string where;
  std::string name;
  std::optional<std::uint64_t> offset = {};
  std::optional<TextPosition> position = {};
  std::string message;
};

void fields(auto& io, const Finding& finding) {
  io.field("file", finding.file);
  io.field("layer", finding.layer);
  io.field("path", finding.path);
  io.field("code", finding.code);
  io.field("severity", finding.severity);
  io.field("where", finding.where);
  io.field("name", finding.name);
  io.field("offset", finding.offset);
  const TextPosition position = finding.position.value_or(TextPosition());
  io.field("line", present(finding.position.has_value(), position.line));
  io.field("column", present(finding.position.has_value(), position.column));
  io.field("message", finding.message);
}

struct KindOfFinding {
  std::string_view code;
  std::string_view severity;
  std::string_view meaning;
  std::uint64_t count = 0;
  bool follows = false;  // from a damage that is reported by itself
};

void fields(auto& io, const KindOfFinding& kind) {
  io.field("code", kind.code);
  io.field("severity", kind.severity);
  io.field("meaning", kind.meaning);
  io.field("count", kind.count);
  io.field("follows", kind.follows);
}

struct Findings {
  std::vector<Finding> findings = {};
  std::vector<KindOfFinding> kinds = {};
};

void fields(auto& io, const Findings& findings) {
  io.field("findings", findings.findings);
  io.field("kinds", findings.kinds);
}

struct FileNames {
  std::string file;
  std::string companion = {};
};

void fields(auto& io, const FileNames& names) {
  io.field("file", names.file);
  io.field("companion", names.companion);
}

struct Uses {
  std::vector<std::string> uses;
};

void fields(auto& io, const Uses& uses) {
  io.field("uses", uses.uses);
}

struct MissingFile {
  std::string_view kind;
  std::string name;
};

void fields(auto& io, const MissingFile& file) {
  io.field("kind", file.kind);
  io.field("name", file.name);
}

struct Lacks {
  std::vector<MissingFile> lacks = {};
};

void fields(auto& io, const Lacks& lacks) {
  io.field("lacks", lacks.lacks);
}

// ---- What is made of the file

struct Made {
  std::vector<Loss> losses = {};
  std::string_view companion_extension;
  std::span<const std::pair<std::string_view, std::string_view>> words = {};  // explain properties of nodes
  std::span<const std::string_view> hashes = {};                              // properties that are hashes
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};

void fields(auto& io, const Made& made) {
  io.field("losses", made.losses);
  io.field("companion_extension", made.companion_extension);
  io.field("words", made.words);
  io.field("hashes", made.hashes);
  io.field("vertices", made.vertices);
  io.field("triangles", made.triangles);
}

struct Scene {
  Made made = {};
  std::optional<Failure> error = {};  // because of which something is missing
  std::optional<std::array<float, 6>> within = {};
  std::vector<Outlier> apart = {};
};

void fields(auto& io, const Scene& scene) {
  io.members_of(scene.made);
  io.field("error", scene.error);
  io.field("within", scene.within);
  io.field("apart", scene.apart);
}

struct Edit {
  FileNames names;
  std::string path;
  std::string was;
  std::string now;
  std::vector<std::string> places = {};
  std::vector<Loss> losses = {};
};

void fields(auto& io, const Edit& edit) {
  io.members_of(edit.names);
  io.field("path", edit.path);
  io.field("was", edit.was);
  io.field("now", edit.now);
  io.field("places", edit.places);
  io.field("losses", edit.losses);
}

struct Choices {
  std::vector<std::string> names;
};

void fields(auto& io, const Choices& choices) {
  io.field("names", choices.names);
}

}  // namespace mw::view::answer
