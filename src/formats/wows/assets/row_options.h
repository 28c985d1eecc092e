#pragma once

#include <meshwright/formats/detail/options.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/assets_scene.h>
#include <string>
#include <string_view>
#include <vector>

/// What the rows of World of Warships share: which model of a database is meant, and how it is read.
namespace mw::rows {

inline constexpr OptionKind kModel{.name = "model",
                                   .operand = "PATH",
                                   .help = "Which model of an assets.bin, by its path",
                                   .uses = Use::to_scene};

inline constexpr std::string_view kAssumptions[] = {"0.10", "14.1"};
inline constexpr OptionKind kAssumeLayout{
    .name = "assume-layout",
    .operand = "0.10|14.1",
    .help = "Read records of an unknown version as those of this game version",
    .uses = Use::to_scene | Use::roundtrip | Use::rewrite | Use::json | Use::assets,
    .values = kAssumptions};

/// A database of its own, read as the options say.
Result<wows::assets::Database> open_assets(const Blob& blob, const OptionValues& options);
void assume(wows::assets::Database& database, const OptionValues& options);

struct ChosenChain {
  wows::assets::Chain chain;
  Losses losses;
};

/// The model that the user names, or the one that shows a .geometry of that name.
Result<ChosenChain> chain_for(const wows::assets::Database& database, std::string_view file_name,
                              const wows::geometry::File& file, const OptionValues& options);

}  // namespace mw::rows
