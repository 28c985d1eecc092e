#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_source.h>
//
//     /// A square under the root, which compile() makes a model of (mdl_source.h).
//     mw::kotor::mdl::source::Model square() {
//       namespace source = mw::kotor::mdl::source;
//       source::Model model;
//       model.name = "square";
//       model.nodes.emplace_back().name = "square";
//       source::Node& node = model.nodes.emplace_back();
//       node.name = "plate";
//       node.parent = "square";
//       node.type |= mw::kotor::mdl::kNodeMesh;
//       source::Mesh& mesh = node.mesh.emplace();
//       mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
//       mesh.faces = {{.vertices = {0, 1, 2}, .group = 1}, {.vertices = {0, 2, 3}, .group = 1}};
//       return model;
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/boxed.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/kotor/mdl.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A model as people and programs describe it: without the data that a compiler computes. Text models mirror
/// this (mdl_source.h), binary ones are compiled from it (mdl_source.h).
namespace mw::kotor::mdl::source {

/// The text lines of a list's rows; all 0 for a list made by code.
struct Lines {
  std::uint64_t head = 0;                                      // of the list's keyword
  std::vector<std::pair<std::size_t, std::uint64_t>> jumps{};  // rows that do not follow the line before
  std::uint64_t of(std::size_t row) const;
  /// Tells of the next row.
  void add(std::size_t row, std::uint64_t line);
};

/// One member of a binary record that has no keyword in a description: a line of the notes of a text
/// (docs/formats/kotor-mdl-ascii.md).
struct Note {
  enum class Kind : std::uint8_t {
    value,     // of a field; of a table of parts their count, of an array its place
    tail,      // the bytes after a fixed text
    reserved,  // the second count of an array
    size,      // how many rows a table has
    rows,      // of a table, from `first` on
    name,      // such a row of a table of names; as a place, the stored one
    unknown,   // a line that makes no sense: compiling refuses it
    idle,      // a line that says nothing here
  };
  /// A line that stays as it is.
  struct Spelling {
    std::string path;  // its first word
    std::string text;
  };

  Kind kind = Kind::value;
  bool place = false;          // a place, which the layout of the model fills in
  std::int32_t index = -1;     // of a list of indices
  std::string_view part = {};  // "mesh.skin"; names of members last as long as the program
  std::string_view name = {};  // "serials"
  FieldType type = {};         // of the value, of a row
  std::uint64_t first = 0;
  Bytes bytes = {};
  std::uint64_t line = 0;          // of a text; 0 if made by code
  std::uint32_t rows_in_line = 0;  // likewise: rows take this line and the following ones
  Boxed<Spelling> spelling = {};

  /// "mesh.skin.serials"
  std::string path() const;
};

/// Notes about lists: they apply while the lists are unchanged and no note is missing.
struct GuardedNotes {
  std::optional<std::uint64_t> hash;  // of the lists; none: no list has it
  std::uint64_t missing = 0;          // notes deleted from the text
  std::vector<Note> notes;

  bool hold(std::uint64_t now) const { return missing == 0 && hash == now; }
};

/// What a node or an animation has that no word of a description is about.
struct Residual {
  std::optional<std::uint32_t> parent;  // its row, if its name does not identify it
  std::optional<std::uint16_t> type;    // likewise
  std::vector<Note> notes;
  Boxed<GuardedNotes> geometry;          // derived from the lists of the mesh
  Boxed<GuardedNotes> keys;              // ... from the controllers
  std::uint64_t line = 0;                // of the first note
  std::optional<std::size_t> text_size;  // of all notes; none if made by code

  bool empty() const { return !parent && !type && notes.empty() && !geometry && !keys; }
};

/// Likewise for a model.
struct ModelResidual {
  /// The tree that rows and names in notes are about.
  struct Tree {
    std::optional<std::uint64_t> hash;
    std::int64_t nodes = 0;
  };
  /// Places in notes apply to files of these sizes.
  struct Layout {
    Family family = Family::original;
    std::uint64_t mdl_size = 0;
    std::uint64_t mdx_size = 0;
  };

  std::optional<Variant> variant;
  std::optional<Tree> tree;
  bool without_mdx = false;
  std::optional<Layout> layout;
  std::vector<Note> notes;
  std::optional<std::size_t> text_size;

  bool empty() const { return !variant && !tree && !without_mdx && !layout && notes.empty(); }
};

/// An oddity in a text after which reading could continue.
struct Remark {
  enum class Kind : std::uint8_t {
    unknown_keyword,
    count_mismatch,
    text_too_long,
    missing_end,
    repeated_list,
    numbers_left_over,
    name_of_many_words,
  };
  Kind kind = Kind::unknown_keyword;
  TextPosition position;
  std::string where;    // "nodes[3].verts"
  std::string subject;  // the keyword or the name
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
};

/// Lines of a text that nothing is made of.
struct PassedOver {
  std::uint64_t comments = 0;    // not notes, nor those at the start of every text
  std::uint64_t statements = 0;  // words without a meaning here, or unknown ones
};

/// A controller: a value that stays, or keys.
struct Keys {
  ControllerKind controller;
  bool keyed = false;           // rows begin with their time
  bool bezier = false;          // value, handle in, handle out
  std::uint32_t width = 0;      // numbers of a row
  std::vector<double> numbers;  // row after row; orientations are an axis and an angle
  Lines lines;

  std::size_t rows() const { return width == 0 ? 0 : numbers.size() / width; }
  const double* row(std::size_t index) const { return numbers.data() + index * width; }
};

struct Face {
  std::array<std::uint32_t, 3> vertices{};
  std::uint32_t group = 0;  // bits; faces with a bit in common are smooth across their shared positions
  std::array<std::uint32_t, 3> uvs{};
  std::uint32_t material = 0;
};

struct UvSet {
  std::vector<glm::vec2> uvs;
  std::vector<std::array<std::uint32_t, 3>> corners;  // of the faces; the first set has its in the faces
  Lines uv_lines;
  Lines corner_lines;
};

struct BoneWeight {
  std::uint32_t bone = 0;  // row of Skin::bones
  float weight = 0;
};

struct Skin {
  std::vector<std::string> bones;  // names, each once, by first use
  std::vector<BoneWeight> weights;
  std::vector<std::uint32_t> ends;  // for each vertex, where its weights end
  Lines lines;

  std::size_t begin(std::size_t vertex) const { return vertex == 0 ? 0 : ends[vertex - 1]; }
};

struct Dangly {
  float displacement = 0;
  float tightness = 0;
  float period = 0;
  std::vector<float> constraints;
  Lines lines;
};

/// A row of a tree over the faces, depth first.
struct AabbRow {
  Vec3 min{0};
  Vec3 max{0};
  std::int32_t face = -1;
};

/// A transition from a walkmesh to another room: an MDL does not store it, the room's WOK does.
struct RoomLink {
  std::uint32_t edge = 0;  // 3 x face + side
  std::int32_t room = -1;  // row of the layout
};

struct Mesh {
  Vec3 diffuse{0.8F};
  Vec3 ambient{0.2F};
  std::uint32_t transparency_hint = 0;
  std::uint32_t animate_uv = 0;
  std::array<float, 2> uv_direction{};
  float uv_jitter = 0;
  float uv_jitter_speed = 0;
  std::uint8_t lightmapped = 0;
  std::uint8_t rotate_texture = 0;
  std::uint8_t background_geometry = 0;
  std::uint8_t shadow = 0;
  std::uint8_t beaming = 0;
  std::uint8_t render = 1;
  MeshDirt dirt{.texture = 1, .coordinate_space = 1};
  std::uint8_t tangent_space = 0;
  std::optional<std::uint32_t> counter;  // the inverted counter; none: the next one
  std::array<std::string, 4> textures;   // the second is the light map
  std::vector<Vec3> vertices;
  std::vector<Vec3> normals;  // of the vertices; empty: made of the faces and their groups, as of a text
  std::vector<Face> faces;
  std::array<UvSet, 4> uv_sets;
  Boxed<Skin> skin;
  Boxed<Dangly> dangly;
  std::vector<AabbRow> aabb;
  std::array<std::uint64_t, 4> texture_lines{};
  Lines vertex_lines;
  Lines face_lines;
  Lines aabb_lines;
  std::vector<RoomLink> room_links;
  Lines room_link_lines;
};

struct Node {
  std::uint64_t line = 0;
  std::uint16_t type = kNodeHeader;  // NodeBit
  std::string name;
  std::string parent;  // empty for the root
  std::uint64_t parent_line = 0;
  std::vector<Keys> controllers;
  Boxed<Light> light;
  Boxed<Emitter> emitter;
  Boxed<Reference> reference;
  Boxed<Mesh> mesh;
  Residual residual;
};

struct Animation {
  std::uint64_t line = 0;
  std::string name;
  std::string root;
  float length = 0;      // seconds
  float transition = 0;  // seconds
  std::vector<Event> events;
  Lines event_lines;
  std::vector<Node> nodes;
  Residual residual;
};

struct Model {
  std::string name;
  std::string supermodel = "NULL";
  std::uint8_t classification = 0;
  std::uint8_t subclassification = 0;
  std::uint8_t ignore_fog = 0;
  float animation_scale = 1;
  std::uint8_t compress_quaternions = 0;
  std::uint8_t headlink = 0;
  Vec3 box_min{-5, -5, -1};
  Vec3 box_max{5, 5, 10};
  std::optional<float> radius;  // none: 40 with an emitter, 7 without
  std::vector<Node> nodes;
  std::vector<Animation> animations;
  ModelResidual residual;
  std::vector<Remark> remarks;
  PassedOver passed_over;
};

}  // namespace mw::kotor::mdl::source

/// Compiles a description of a model to the binary one, and back. The rules are those of the original
/// compiler, as far as real files show them (docs/formats/kotor-mdl-ascii.md).
namespace mw::kotor::mdl {

struct CompileOptions {
  std::optional<Game> game = std::nullopt;          // none: as the notes say, else the first
  std::optional<Platform> platform = std::nullopt;  // none: as the notes say, else the PC
  const File* supermodel = nullptr;  // has the numbers of the nodes that it shares; notes then do not count
  /// Also matches a node that the supermodel has elsewhere, if its name is unique: trees of other programs
  /// have an additional root, or leave nodes out. The number of these is reported.
  bool by_name = false;
  enum class Weighting : std::uint8_t { area, angle, none };
  Weighting weighting = Weighting::area;       // of faces in the normals of vertices
  std::optional<float> crease = std::nullopt;  // degrees; faces that meet at a larger angle are not smooth
  bool weld = false;                           // equal vertices become one, whatever their rows
};

struct Compiled {
  File file;
  Losses losses;
  std::vector<std::uint32_t> order = {};  // for each node of the file its row in the description
};

/// Makes a model and lays it out. Notes apply while their lists are unchanged, so a decompiled model is the
/// same to the last bit; after an edit of a list its derived data is recomputed. Options about vertices and
/// normals recompute these everywhere.
///
/// Fails on an impossible model: no root or several, a missing parent, a bone that is not a node, a face's
/// corner without a vertex, more vertices, faces or keys than the format can count.
Result<Compiled> compile(const source::Model& model, const CompileOptions& options);

/// The rows of the parents; kNoRow without one. A parent is the nearest node of that name above, or the first
/// below, unless a note decides.
std::vector<std::uint32_t> parents_of(const std::vector<source::Node>& nodes);

struct DecompileOptions {
  bool plain = false;  // without notes
};

/// A description from which compile() makes the same model. Without notes that is one with the same triangles
/// and keys, and with normals, tangents and all else worked out.
struct Decompiled {
  source::Model model;
  Losses losses;  // losses of a later compile()
};
Decompiled decompile(const File& file, const DecompileOptions& options);

/// Whether a description has normals of its own, which a text cannot hold.
bool has_normals(const source::Model& model);
/// Removes them from a description that becomes a text; compiling computes normals from faces and groups.
/// Returns how many vertices then have one that is more than 5 degrees off, and fails if compile() does.
Result<Losses> drop_normals(source::Model& model, const CompileOptions& options);

/// The same description without notes.
Decompiled without_notes(source::Model model);

}  // namespace mw::kotor::mdl

/// The text form of models of Knights of the Old Republic (.mdl.ascii), in which they are edited. The dialect
/// and the lines that only this project reads: docs/formats/kotor-mdl-ascii.md
namespace mw::kotor::mdl::ascii {

/// Whether the text begins as a model does.
bool sniff(ByteSpan text);

/// Reads a text. Fails, with line and column, on a malformed line; mere oddities are among the model's
/// remarks.
Result<source::Model> read(ByteSpan text);

/// The readable part of a text that read() refuses: everything before the malformed line.
source::Model read_before_error(ByteSpan text);

/// Reports every line of a text, blank lines and comments too, with the part that it belongs to.
void trace(ByteSpan text, const Trace& trace);

/// With floats in their shortest form that reads back as the same. The notes become comment lines, which
/// other programs pass over.
std::string write(const source::Model& model);

/// What of a text that was read is not written again. The order and the spelling of its lines are not either.
Losses rewriting_losses(const source::Model& model);

/// Reports all that is odd, by line; codes in docs/ISSUES.md. With the text that the model was read from,
/// findings also have columns.
void validate(const source::Model& model, Findings& findings, ByteSpan text = {});
/// The same for a text that is known to compile; checking that takes most of the time.
void validate_compiled(const source::Model& model, Findings& findings, ByteSpan text = {});
std::span<const FindingKind> finding_kinds();

/// The built-in example: that of binary models, decompiled.
source::Model sample(Variant variant = {});

}  // namespace mw::kotor::mdl::ascii
