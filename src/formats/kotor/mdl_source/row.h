#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl_source.h>
#include <optional>
#include <string>
#include <string_view>

#include "library/common_options.h"

/// The two forms of one model, for their rows: the text's own row is in row.cpp.
namespace mw::rows {

inline constexpr std::string_view kModelExtensions[] = {".mdl"};
inline constexpr NeighbourKind kSupermodelKind = {.name = "supermodel",
                                                  .operand = "FILE_OR_DIR",
                                                  .help = kSupermodelHelp,
                                                  .search = Search::file_or_folder,
                                                  .extensions = kModelExtensions};

// Options of a model that is made of a scene.
inline constexpr std::string_view kClassifications[] = {"other", "effect",     "tile",      "character",
                                                        "door",  "lightsaber", "placeable", "flyer"};
inline constexpr OptionKind kClassification{
    .name = "classification",
    .operand = "KIND",
    .help =
        "What a new model is: other (rooms), effect, tile, character, door, lightsaber, placeable or flyer",
    .uses = Use::from_scene,
    .values = kClassifications};

/// Of a scene: a model, and the text of one.
Result<Document> model_from_scene(scene::Scene scene, const SceneRequest& request);
Result<Document> text_model_from_scene(scene::Scene scene, const SceneRequest& request);

/// A binary model of a text one.
Result<Document> compile_model(const Document& text, const OptionValues& options);
/// The same of one that was made of a scene, whose tree is that of another program.
Result<Document> compile_scene_model(const Document& text, kotor::mdl::Variant variant);

/// What can be drawn of a text that cannot be read to its end, or not be compiled.
Result<Rest> read_rest_of_mdl_text(const Source& from, const FileTraces& traces);

/// The name of a file where it is not that of the model in it, in any case; nothing where they are the same,
/// or the file has none ("-").
std::optional<std::string> other_file_name(std::string_view model, std::string_view path);

/// What a node is called in trees and comparisons, as that of a binary model is.
std::string_view kind_of(const kotor::mdl::source::Node& node);

}  // namespace mw::rows
