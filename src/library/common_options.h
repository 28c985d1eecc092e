#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/scene/scene.h>

/// Options of several formats, and their meaning for a scene.
namespace mw::rows {

inline constexpr OptionKind kRawAxes{.name = "raw-axes",
                                     .operand = {},
                                     .help = "Keep the file's numbers: no change of axes",
                                     .uses = Use::to_scene};
inline constexpr OptionKind kHidden{
    .name = "hidden", .operand = {}, .help = "Hidden meshes too", .uses = Use::to_scene};
inline constexpr OptionKind kCollision{
    .name = "collision", .operand = {}, .help = "Collision shapes too", .uses = Use::to_scene};
inline constexpr OptionKind kArmor{
    .name = "armor", .operand = {}, .help = "Armor plates too", .uses = Use::to_scene};

inline constexpr OptionKind kSplit{
    .name = "split",
    .operand = {},
    .help = "Divide meshes of which a new file cannot hold the vertices, faces, bones or materials in one",
    .uses = Use::from_scene};

/// "0", "12" or "all".
std::string problem_of_lod(std::string_view value);
inline constexpr OptionKind kLod{
    .name = "lod",
    .operand = "N|all",
    .help = "Level of detail: its number, or all; the finest that there is without it",
    .uses = Use::to_scene,
    .values = {},
    .problem = problem_of_lod};

/// Degrees from 0 to 180.
std::string problem_of_crease(std::string_view value);
inline constexpr std::string_view kCreaseHelp =
    "Faces that meet at a larger angle are not smooth: in texts whatever their groups, in scenes where there "
    "are no normals";

inline constexpr OptionKind kRelayout{.name = "relayout",
                                      .operand = {},
                                      .help = "Place every block anew by the rule of the file's family",
                                      .uses = Use::roundtrip};

/// Models inherit animations of their supermodel; compiled ones also take the numbers of its nodes.
inline constexpr std::string_view kSupermodelHelp =
    "The supermodel's MDL, or a folder to find it in by name: for inherited animations, and for node numbers "
    "where a model is made of a text or a scene";

/// Advice if parts of an edited JSON do not fit in their places.
inline constexpr std::string_view kPlaceAnew =
    "remove \"layout\" and \"unreferenced\" from the JSON to place everything anew";

/// Of the step into the scene.
scene::Options scene_options(const SceneWishes& wishes);

}  // namespace mw::rows
