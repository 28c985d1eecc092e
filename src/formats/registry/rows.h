#pragma once

#include <meshwright/formats/registry.h>

/// The rows of the registry, each in a file of its own that only calls the format's verbs.
///
/// Each file has a namespace of its own, because all of them have a read(), an info() and a kOptions: a
/// layer's sources can then be compiled as one.
namespace mw::rows {

#define MW_ROW(file, row)  \
  namespace file {         \
  extern const Format row; \
  }                        \
  using file::row;

MW_ROW(kotor_mdl, kKotorMdl)
MW_ROW(kotor_mdl_ascii, kKotorMdlAscii)
MW_ROW(kotor_walkmesh, kKotorWalkmesh)
MW_ROW(kotor_walkmesh_ascii, kKotorWalkmeshAscii)
MW_ROW(kotor_layout, kKotorLayout)
MW_ROW(bw2_bwm, kBw2Bwm)
MW_ROW(wows_geometry, kWowsGeometry)
MW_ROW(wows_primitives, kWowsPrimitives)
MW_ROW(wows_splash, kWowsSplash)
MW_ROW(wows_assets, kWowsAssets)
MW_ROW(gltf_and_obj, kGltf)
MW_ROW(gltf_and_obj, kObj)
MW_ROW(json_text, kJson)

#undef MW_ROW

}  // namespace mw::rows
