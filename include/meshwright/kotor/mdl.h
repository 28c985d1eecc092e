#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl.h>
//
//     mw::Result<mw::kotor::mdl::Pair> rename_root(mw::ByteSpan mdl, mw::ByteSpan mdx) {
//       auto file = mw::kotor::mdl::read(mdl, mdx);
//       if (!file) return mw::fail(file.error());
//       file->names[file->nodes.at(0).header.name_index].text = "my_room";
//       lay_out(*file, family_of(*file));  // the name may have another length
//       return write(*file);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/kotor/mdl_format.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
namespace kotor::walkmesh {
struct File;
}
}  // namespace mw

/// What can be done with a model of Knights of the Old Republic. Nothing here throws or touches a file.
namespace mw::kotor::mdl {

/// Whether the bytes begin as a binary model does.
bool sniff(ByteSpan mdl);

/// Told of every byte of the two files.
struct Traces {
  const Trace* mdl = nullptr;
  const Trace* mdx = nullptr;
};

/// Reads a model. Fails only on an MDL that cannot be represented: a table or node outside the file. An MDX
/// that is missing, or whose rows do not fit, leaves meshes without vertex data; validate() lists them.
Result<File> read(ByteSpan mdl, std::optional<ByteSpan> mdx, const Traces& traces = {});

/// Reads the rest of a truncated MDL: the nodes and animations that begin in it, and the stored parts of
/// their tables; the remainder is zero. Fails for a complete file, and for one whose own size is invalid. A
/// trace gets fields beyond the end too.
Result<File> read_cut(ByteSpan mdl, std::optional<ByteSpan> mdx, const Traces& traces = {});

/// The bytes of both files.
struct Pair {
  Bytes mdl;
  std::optional<Bytes> mdx;  // none for a model that was read without
};

/// Writes a model; an unchanged one gives the bytes it was read from. Fails if its parts do not fit together:
/// blocks that share bytes and disagree, bytes that nothing covers. Reports the same fields as reading.
Result<Pair> write(const File& file, const Traces& traces = {});

/// Who lays the blocks of a file out so: known programs have two orders (docs/formats/kotor-mdl.md).
enum class Family : std::uint8_t {
  original,  // the games' own compiler; MDLEdit and mdlops follow it
  kotor_blender,
};

/// The family whose order the blocks are in; that of the original compiler if it is neither.
Family family_of(const File& file);

/// Lays out every block by a family's rule and drops bytes that nothing referred to.
void lay_out(File& file, Family family);

/// Readable, lossless JSON of both files, and back. A "layout" of "original" or "kotor-blender" lays out the
/// blocks again.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
/// Reports contradictions between the walkmesh inside a room's model and the room's own (.wok).
void validate_against(const File& file, const walkmesh::File& wok, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// A model for the other game or machine. The geometry stays; the losses list data that the target cannot
/// hold.
struct Converted {
  File file;
  Losses losses;
};
Converted convert(const File& file, Variant target);
std::string_view to_string(Variant variant);  // "k1-pc"
std::optional<Variant> parse_variant(std::string_view text);

/// The node of a row of `nodes`, for people; its number if it has no name.
std::string node_name(const File& file, const Node& node);

/// The first animation of that name, in upper or lower case, as the games search it; null if the model has
/// none. Its supermodel may have one.
const Animation* find_animation(const File& file, std::string_view name);

/// What a node is: "dummy", "mesh", "skin", "light", ...
std::string_view node_kind(const Node& node);

/// Whether a name of a supermodel or a texture is missing: empty or "NULL". Real files have NULL and null;
/// any case counts.
bool names_nothing(std::string_view name);

/// The positions of a mesh: those of its rows in the MDX, which are drawn, or without rows the MDL's copy.
const std::vector<Vec3>& positions_of(const Mesh& mesh);

/// The row of the node where animations start; nothing if the file has none.
std::optional<std::uint32_t> head_row(const File& file);

/// The target of a controller, by the type of its node (in animations: of the model's node of that number);
/// empty for an unknown one.
std::string_view controller_name(std::uint16_t node_type, std::uint32_t controller_type);

/// A controller of one kind of nodes.
struct ControllerKind {
  std::uint16_t node_type = kNodeHeader;  // NodeBit: of which nodes
  std::uint32_t type = 0;
};
/// What such a name means, in any case; no two kinds of nodes share one.
std::optional<ControllerKind> find_controller(std::string_view name);

/// Floats in a row of a controller, without the time.
std::size_t controller_columns(const Controller& controller);
/// Whether its rows hold orientations of one word each.
bool is_compressed(const Controller& controller);

/// Orientations of one word, x y z w.
std::array<float, 4> unpack_quaternion(std::uint32_t word);
std::uint32_t pack_quaternion(const std::array<float, 4>& quaternion);

/// Vectors of one word: 11, 11 and 10 bits with sign (Xbox).
Vec3 unpack_vector(std::uint32_t word);
std::uint32_t pack_vector(const Vec3& vector);

/// Who probably wrote a model, by its padding and order of blocks (docs/formats/kotor-mdl.md).
std::string_view likely_writer(const File& file);

/// What a model is for: "character", "door", ...; "unknown (3)" for a number without a name.
std::string classification_name(std::uint8_t classification);

/// A texture that the model names, and its role: "base_color", "lightmap", "texture_3", "texture_4",
/// "emitter", "emitter_depth", "flare"; each once, in the order of the file.
struct TextureUse {
  std::string name;
  std::vector<std::string_view> roles = {};
};
std::vector<TextureUse> texture_uses(const File& file);

/// Every texture the model names, each once, in the order of the nodes.
std::vector<std::string> textures(const File& file);

/// Bounds of the meshes' vertices in the model's rest pose; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in example: a small creature with a skin, animations, and one node of every other kind.
File sample(Variant variant);

// The animations that a model inherits from its supermodel, which inherits its own, and so on.

/// The name of the model's supermodel; empty without one ("NULL" in any case).
std::string_view supermodel_name(const File& model);

/// Adds the animations of a supermodel that the model lacks (by name, in upper or lower case) and returns the
/// number of their nodes that the model lacks. They become the model's own: pose() and to_scene() play them,
/// and after lay_out() they can be written.
///
/// A node is the model's of the same number and name (in any case), or of the same name; the root is the
/// root. Their positions are multiplied by the model's animation scale.
std::size_t inherit_animations(File& model, const File& supermodel);

/// The MDL of a model by its name; nothing without one.
using FindModel = std::function<Result<std::optional<Bytes>>(const std::string& name)>;

/// The same along the whole chain, the nearest first. Returns the losses: missing models (`place` says where
/// they were searched) or models with another name inside, nodes that this model lacks, an endless chain. A
/// model without a supermodel inherits nothing. Fails on a supermodel that cannot be read.
Result<Losses> inherit_animations(File& model, const FindModel& find, std::string_view place);

/// validate(), with contradictions between a model and its supermodel: for animations, nodes in both are the
/// same only if their numbers are.
void validate(const File& model, const File& supermodel, Findings& findings);

}  // namespace mw::kotor::mdl
