#pragma once

#include <meshwright/formats/registry.h>

/// The rows of the registry, each in a file of its own that only calls the format's verbs.
namespace mw::rows {

extern const Format kKotorMdl;
extern const Format kKotorMdlAscii;
extern const Format kKotorWalkmesh;
extern const Format kKotorWalkmeshAscii;
extern const Format kKotorLayout;
extern const Format kBw2Bwm;
extern const Format kWowsGeometry;
extern const Format kWowsPrimitives;
extern const Format kWowsSplash;
extern const Format kWowsAssets;
extern const Format kGltf;
extern const Format kObj;
extern const Format kJson;

}  // namespace mw::rows
