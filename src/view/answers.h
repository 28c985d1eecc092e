#pragma once

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/formats/surface_query.h>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fields/triangle_rows.h"
#include "outliers.h"

/// The answers to the viewer's questions (docs/viewer.md) as records: their fields() make the JSON, and the
/// types of the page in viewer/src/library/answers.ts (`make docs`).
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

// ---- Fields, bytes and lines

/// The type and the value of a field.
struct Value {
  std::string type;
  std::string value;
  bool packed = false;
  std::uint32_t line = 0;  // of a text
};

void fields(auto& io, const Value& value) {
  io.field("type", value.type);
  io.field("value", value.value);
  io.field("packed", present(value.packed, value.packed));
  io.field("line", present(value.line != 0, value.line));
}

struct Field {
  std::uint64_t number = 0;
  std::string path;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Value value;
};

void fields(auto& io, const Field& field) {
  io.field("number", field.number);
  io.field("path", field.path);
  io.field("offset", field.offset);
  io.field("length", field.length);
  io.members_of(field.value);
}

struct Fields {
  std::uint64_t total = 0;
  std::uint64_t size = 0;  // of the layer
  std::vector<Field> fields = {};
};

void fields(auto& io, const Fields& answer) {
  io.field("total", answer.total);
  io.field("size", answer.size);
  io.field("fields", answer.fields);
}

struct Branch {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
  std::uint64_t fields = 0;
  std::uint64_t rows = 0;
  std::string name = {};
  std::string_view kind = {};
  std::optional<Value> value = {};  // of a field
};

void fields(auto& io, const Branch& branch) {
  io.field("path", branch.path);
  io.field("offset", branch.offset);
  io.field("end", branch.end);
  io.field("fields", branch.fields);
  io.field("rows", branch.rows);
  io.field("name", present(!branch.name.empty(), branch.name));
  io.field("kind", present(!branch.name.empty(), branch.kind));
  io.members_of(branch.value);
}

struct Tree {
  std::uint64_t total = 0;
  std::vector<Branch> branches = {};
};

void fields(auto& io, const Tree& tree) {
  io.field("total", tree.total);
  io.field("branches", tree.branches);
}

/// A row whose name has the text.
struct NamedRow {
  std::uint32_t layer = 0;
  std::string path;
  std::string name;
  std::string_view kind;
};

void fields(auto& io, const NamedRow& row) {
  io.field("layer", row.layer);
  io.field("path", row.path);
  io.field("name", row.name);
  io.field("kind", row.kind);
}

struct FieldPath {
  std::uint64_t layer = 0;
  std::string path;
  std::uint32_t offset = 0;
};

void fields(auto& io, const FieldPath& found) {
  io.field("layer", found.layer);
  io.field("path", found.path);
  io.field("offset", found.offset);
}

struct Search {
  std::vector<NamedRow> named = {};
  std::vector<FieldPath> paths = {};
  std::uint64_t total = 0;
};

void fields(auto& io, const Search& search) {
  io.field("named", search.named);
  io.field("paths", search.paths);
  io.field("total", search.total);
}

struct Lines {
  std::uint64_t total = 0;
  std::uint64_t from = 0;
  std::vector<std::uint64_t> offsets = {};
  std::vector<std::uint64_t> lengths = {};
  std::uint64_t most = 0;  // bytes of a line
  std::vector<Field> fields = {};
};

void fields(auto& io, const Lines& lines) {
  io.field("total", lines.total);
  io.field("from", lines.from);
  io.field("offsets", lines.offsets);
  io.field("lengths", lines.lengths);
  io.field("most", lines.most);
  io.field("fields", lines.fields);
}

struct Line {
  std::uint64_t line = 0;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
};

void fields(auto& io, const Line& line) {
  io.field("line", line.line);
  io.field("offset", line.offset);
  io.field("end", line.end);
}

// ---- Places

/// A row with the first byte, and the one behind the last, of everything below it.
struct Extent {
  std::uint64_t layer = 0;
  std::string path;
  std::uint64_t offset = ~std::uint64_t(0);
  std::uint64_t end = 0;
};

void fields(auto& io, const Extent& extent) {
  io.field("layer", extent.layer);
  io.field("path", extent.path);
  io.field("offset", extent.offset);
  io.field("end", extent.end);
}

struct Triangle {
  std::string why_not = {};  // it has no rows
  std::vector<Extent> rows = {};
  std::vector<Extent> beside = {};
  std::vector<Extent> vertices = {};
  std::optional<Extent> record = {};  // of its mesh
};

void fields(auto& io, const Triangle& triangle) {
  io.field("why_not", triangle.why_not);
  io.field("rows", triangle.rows);
  io.field("beside", triangle.beside);
  io.field("vertices", triangle.vertices);
  io.field("record", triangle.record);
}

struct TriangleOf {
  std::string name;
  std::optional<TrianglePlace> triangle = {};
  std::vector<TrianglePlace> triangles = {};
  std::uint64_t total = 0;
};

void fields(auto& io, const TriangleOf& found) {
  io.field("name", found.name);
  io.field("triangle", found.triangle);
  io.field("triangles", found.triangles);
  io.field("total", found.total);
}

struct Hook {
  std::optional<Extent> line = {};
};

void fields(auto& io, const Hook& hook) {
  io.field("line", hook.line);
}

struct AreaRoom {
  std::string path;
  Vec3 position{0};
  bool walkable = false;
};

void fields(auto& io, const AreaRoom& room) {
  io.field("path", room.path);
  io.field("position", room.position);
  io.field("walkable", room.walkable);
}

struct Area {
  std::vector<AreaRoom> rooms = {};
  std::vector<std::string> missing = {};  // rooms without a file
};

void fields(auto& io, const Area& area) {
  io.field("rooms", area.rooms);
  io.field("missing", area.missing);
}

/// How much can be walked on.
struct Ground {
  std::uint64_t faces = 0;
  std::uint64_t walkable = 0;
  std::uint32_t islands = 0;
};

void fields(auto& io, const Ground& ground) {
  io.field("faces", ground.faces);
  io.field("walkable", ground.walkable);
  io.field("islands", ground.islands);
}

/// A place on a face, as `meshwright query locate` answers it.
struct Place {
  FloorPlace place = {};
  std::string file = {};  // the room; empty for the file itself
  std::string_view material_name = {};
  bool walkable = false;
  Vec3 at{0};  // in the axes of the file
  std::optional<std::uint32_t> island = {};
};

void fields(auto& io, const Place& place) {
  io.members_of(place.place);
  io.field("file", present(!place.file.empty(), place.file));
  io.field("material_name", place.material_name);
  io.field("walkable", place.walkable);
  io.field("at", place.at);
  io.field("island", place.island);
}

struct Locate {
  std::optional<Place> place = {};
};

void fields(auto& io, const Locate& answer) {
  io.field("place", answer.place);
}

/// Paths as `meshwright query path` answers them, with points in the picture.
struct Paths {
  bool start_on_floor = false;
  double start_below = 0;
  bool goal_on_floor = false;
  double goal_below = 0;
  std::optional<FoundPath> fast = {};
  std::optional<FoundPath> exact = {};
};

void fields(auto& io, const Paths& paths) {
  io.field("start_on_floor", paths.start_on_floor);
  io.field("start_below", paths.start_below);
  io.field("goal_on_floor", paths.goal_on_floor);
  io.field("goal_below", paths.goal_below);
  io.field("fast", paths.fast);
  io.field("exact", paths.exact);
}

/// A primitive with numbers of 32 bits in the bytes of the answer: one for each of so many triangles.
struct NumberedMesh {
  std::string mesh;
  std::uint32_t occurrence = 0;
  std::uint32_t primitive = 0;
  std::uint64_t triangles = 0;
};

void fields(auto& io, const NumberedMesh& mesh) {
  io.field("mesh", mesh.mesh);
  io.field("occurrence", mesh.occurrence);
  io.field("primitive", mesh.primitive);
  io.field("triangles", mesh.triangles);
}

struct Islands {
  std::string file;  // the room; empty for the file itself
  NumberedMesh mesh;
};

void fields(auto& io, const Islands& islands) {
  io.field("file", islands.file);
  io.members_of(islands.mesh);
}

// ---- What differs in two files

struct Difference {
  std::string_view where;
  std::string_view a;
  std::string_view b;
  std::string_view words;
  bool all = false;
  bool layout = false;
  std::uint64_t layer = 0;
  std::optional<std::string> path_a = {};
  std::optional<std::string> path_b = {};
};

void fields(auto& io, const Difference& difference) {
  io.field("where", difference.where);
  io.field("a", difference.a);
  io.field("b", difference.b);
  io.field("words", difference.words);
  io.field("all", difference.all);
  io.field("layout", difference.layout);
  io.field("layer", difference.layer);
  io.field("path_a", difference.path_a);
  io.field("path_b", difference.path_b);
}

/// Of all differences.
struct DifferenceTotals {
  bool through_scene = false;
  std::uint64_t total = 0;
  std::uint64_t layout = 0;
};

void fields(auto& io, const DifferenceTotals& totals) {
  io.field("through_scene", totals.through_scene);
  io.field("total", totals.total);
  io.field("layout", totals.layout);
}

struct Differences {
  std::vector<Difference> differences = {};
  std::uint64_t matching = 0;
  DifferenceTotals totals = {};
};

void fields(auto& io, const Differences& answer) {
  io.field("differences", answer.differences);
  io.field("matching", answer.matching);
  io.members_of(answer.totals);
}

/// What differences are in, and the place of the first.
struct DifferingPart {
  std::string part;
  std::uint64_t count = 0;
  std::string_view where;
};

void fields(auto& io, const DifferingPart& part) {
  io.field("part", part.part);
  io.field("count", part.count);
  io.field("where", part.where);
}

struct DifferingParts {
  std::vector<DifferingPart> parts = {};
  std::uint64_t part_total = 0;
  std::uint64_t matching = 0;
  bool any_all = false;
  DifferenceTotals totals = {};
};

void fields(auto& io, const DifferingParts& answer) {
  io.field("parts", answer.parts);
  io.field("part_total", answer.part_total);
  io.field("matching", answer.matching);
  io.field("any_all", answer.any_all);
  io.members_of(answer.totals);
}

struct Marks {
  std::vector<NumberedMesh> meshes = {};
  std::vector<std::string> names = {};  // of meshes and nodes of other differences
};

void fields(auto& io, const Marks& marks) {
  io.field("meshes", marks.meshes);
  io.field("names", marks.names);
}

}  // namespace mw::view::answer

namespace mw::view {

/// An error without the options of the command line that it advises.
answer::Failure failure_of(const Error& error);

}  // namespace mw::view
