#pragma once

#include <meshwright/core/neighbours.h>

#include <string_view>

/// One kind of each way to look for a file.
namespace mw {

inline constexpr std::string_view kImages[] = {".png", ".tga"};
inline constexpr std::string_view kModels[] = {".mdl"};
inline constexpr std::string_view kMdx[] = {".mdx"};

inline constexpr NeighbourKind kCompanion{
    .name = "mdx", .operand = "MDX", .help = {}, .search = Search::beside, .extensions = kMdx};
inline constexpr NeighbourKind kLinked{.name = "linked", .operand = {}, .help = {}, .search = Search::linked};
inline constexpr NeighbourKind kTextures{
    .name = "textures", .operand = "DIR", .help = {}, .search = Search::folder, .extensions = kImages};
inline constexpr NeighbourKind kSupermodel{.name = "supermodel",
                                           .operand = "FILE_OR_DIR",
                                           .help = {},
                                           .search = Search::file_or_folder,
                                           .extensions = kModels};
inline constexpr NeighbourKind kUpper{
    .name = "supermodel", .operand = {}, .help = {}, .search = Search::near_given, .extensions = kModels};

}  // namespace mw
