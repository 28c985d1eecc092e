#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the row of walkmeshes is made of, and what other rows ask of it.
namespace mw::rows {

/// The tables of a document of walkmeshes, wherever they are.
kotor::walkmesh::View view_of(const Document& document);
kotor::walkmesh::File file_of(const Document& document);

inline constexpr NeighbourKind kSurfacesKind = {
    .name = "surfaces", .operand = "2DA", .help = "A surfacemat.2da that tells what is walkable"};
// Among dropped files it is the one layout, whatever it is called: it serves all rooms.
inline constexpr std::string_view kLayoutExtensions[] = {".lyt"};
inline constexpr NeighbourKind kLayoutKind = {
    .name = "layout",
    .operand = "LYT",
    .help = "The area's layout: which rooms it has and where they are",
    .extensions = kLayoutExtensions};
inline constexpr NeighbourKind kTransitionsKind = {
    .name = "transitions",
    .operand = "WOK",
    .help = "A walkmesh whose transitions are kept where its edges are"};

/// The user's table of surface materials, or the built-in one.
Result<kotor::SurfaceMaterials> surfaces_beside(Neighbours* neighbours);
/// The user's layout; nothing without one.
Result<std::optional<kotor::Layout>> layout_beside(Neighbours* neighbours);
/// Where the layout puts a room.
Result<Vec3> position_in(const kotor::Layout& layout, std::string_view room);

/// Where the layout beside them puts rooms; nothing without a layout.
Result<std::vector<Vec3>> positions_of_rooms(std::span<const Document> rooms);

/// What validate would say of a walkmesh that was just made, in one line; nothing when that is nothing.
void tell_findings(const kotor::walkmesh::File& file, const kotor::SurfaceMaterials& surfaces, Severity least,
                   Losses& losses);

inline constexpr OptionKind kDefaultSurface = {.name = "default-surface",
                                               .operand = "ID|NAME",
                                               .help = "The surface material of faces that come without one",
                                               .uses = Use::from_scene};

/// What is wrong with a value of --tolerance; empty when nothing is.
std::string problem_of_tolerance(std::string_view value);

Result<Document> walkmesh_from_scene(scene::Scene scene, const SceneRequest& request);
Result<Patched> apply_walkmesh_edits(const Document& original, const edit::EditedScene& edits);
Result<Document> walkmesh_from_model(const Document& model, const OptionValues& options);
Result<Document> compile_walkmesh(const Document& text, const OptionValues& options);
Result<Rebuilt> rebuild_walkmesh(const Document& document, const OptionValues& options);

}  // namespace mw::rows
