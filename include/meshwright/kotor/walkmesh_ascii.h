#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_ascii.h>
//
//     /// The binary file of a text walkmesh.
//     mw::Result<mw::Bytes> compiled(std::string_view text) {
//       namespace ascii = mw::kotor::walkmesh::ascii;
//       const auto source = ascii::read(mw::bytes_of(text));
//       if (!source) return mw::fail(source.error());
//       const auto made = ascii::compile(*source);
//       if (!made) return mw::fail(made.error());
//       return mw::kotor::walkmesh::write(made->file);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/kotor/walkmesh.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The text form of walkmeshes of Knights of the Old Republic (.wok.ascii .pwk.ascii .dwk.ascii), in the
/// dialect of the games (node aabb) and in that of editors (node trimesh). Both, and how the games read them:
/// docs/formats/kotor-walkmesh-ascii.md
namespace mw::kotor::walkmesh::ascii {

struct Face {
  walkmesh::Face corners{};
  std::array<std::int32_t, 4> unused{1, 0, 0, 0};  // smoothing group and texture corners: the games drop them
  std::uint32_t material = 0;
  std::uint64_t line = 0;  // lines count from 1; 0 without a text
};

/// A row of the tree of boxes, which are in pre-order. The games grow them (EngineRules).
struct BoxRow {
  Vec3 min{0};
  Vec3 max{0};
  std::int32_t face = kNoFace;  // in the order of the text; -1 for an inner node
  std::uint64_t line = 0;
};

/// A transition to another room.
struct RoomLink {
  std::uint32_t edge = 0;  // 3 x face + side, in the order of the text
  std::int32_t room = kNoTransition;
  std::uint64_t line = 0;
};

enum class NodeKind : std::uint8_t { aabb, trimesh, dummy };

struct Node {
  NodeKind kind = NodeKind::aabb;
  std::string name = {};
  std::string parent = {};
  Vec3 position{0};                      // for information in a mesh: the vertices include it
  std::optional<Vec4> orientation = {};  // axis and angle
  std::vector<Vec3> vertices = {};
  std::vector<Face> faces = {};
  std::vector<RoomLink> links = {};
  std::vector<BoxRow> boxes = {};
  std::uint64_t line = 0;

  bool is_mesh() const { return kind != NodeKind::dummy; }
};

/// What is odd in a text that could be read.
struct Remark {
  enum class Kind : std::uint8_t {
    unknown_keyword,
    count_mismatch,
    missing_end,
    line_too_long,
    // Oddities that the games' own reader changes.
    line_in_list,
    capitals,
    node_spacing,
  };
  Kind kind{};
  TextPosition position = {};
  std::string where = {};
  std::string subject = {};
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
};

struct Text {
  std::vector<Node> nodes;
  std::vector<Remark> remarks;
};

/// The changes that the games make to a text. All off: the text is read literally, and the tree is rebuilt.
struct EngineRules {
  bool cut_lines = false;    // at 255 bytes: the rest is a line of its own
  bool order_boxes = false;  // a minimum above its maximum changes places with it
  bool grow_boxes = false;   // by 0.01 on every side
  bool use_boxes = false;    // the tree is that of the text

  static constexpr EngineRules all() { return {true, true, true, true}; }
};

/// The longest line that the games read as one.
inline constexpr std::size_t kLongestLine = 255;

/// Whether the text begins as a walkmesh does: with a node.
bool sniff(ByteSpan text);

/// Reads a text. Fails, with line and column, on a malformed line; mere oddities are among the remarks.
Result<Text> read(ByteSpan text, const EngineRules& rules = {});

/// The readable part of a text that read() refuses: everything before the malformed line.
Text read_before_error(ByteSpan text);

/// Reports every line of a text, blank lines and comments too, with the part that it belongs to.
void trace(ByteSpan text, const Trace& trace);

/// With floats in their shortest form that reads back as the same; the first line names the writer, unless
/// the text is plain.
std::string write(const Text& text, bool plain = false);

/// Reports all that is odd, by line; codes in docs/ISSUES.md.
void validate(const Text& text, Findings& findings,
              const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
std::span<const FindingKind> finding_kinds();

/// Which walkmesh of a door.
enum class DoorState : std::uint8_t { closed, open1, open2 };
inline constexpr std::array<std::string_view, 3> kDoorStates = {"closed", "open1", "open2"};

struct CompileOptions {
  std::optional<Type> type = {};  // without it an object if there are hooks or names of one, else an area
  std::optional<DoorState> state = {};  // of a text that has several; without it the first
  EngineRules rules = {};
};

struct Compiled {
  File file;
  std::size_t node = 0;                // the row of the text's node that it is made of
  std::vector<std::uint32_t> sources;  // for each face of the file its number in the text
  Losses losses;
};

/// The binary file: walkable faces first, every derived table made by build(). Vertices, faces, materials,
/// transitions and hooks have the bits of the text.
Result<Compiled> compile(const Text& text, const CompileOptions& options = {},
                         const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

struct DecompileOptions {
  NodeKind dialect = NodeKind::aabb;    // or trimesh
  std::string name = "walkmesh";        // of the file, without its extension
  std::optional<DoorState> state = {};  // of a door
};

/// The text of a file: compiling it restores its vertices, faces, materials, transitions and hooks bit for
/// bit. The boxes are smaller, because the games grow them.
Text decompile(const File& file, const DecompileOptions& options = {});

/// "0-11 -> 5-16, 12 -> 0": the new places of faces, for people; empty if all stayed.
std::string face_map_text(std::span<const std::uint32_t> sources);

/// The built-in examples of binary walkmeshes, decompiled.
Text sample(Sample which);

}  // namespace mw::kotor::walkmesh::ascii
