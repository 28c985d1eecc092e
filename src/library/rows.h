#pragma once

#include <meshwright/formats/registry.h>

namespace mw {

/// Whether bytes are neither a text nor zeros alone.
bool is_binary(ByteSpan bytes);

}  // namespace mw

/// The rows of the registry, each in a file of its own that only calls the format's verbs.
///
/// Each file has a namespace of its own, because all of them have a read(), an info() and a kOptions: so a
/// layer's sources can be compiled together.
namespace mw::rows {

namespace kotor_mdl {
extern const Format kKotorMdl;
}
namespace kotor_mdl_ascii {
extern const Format kKotorMdlAscii;
}
namespace kotor_walkmesh {
extern const Format kKotorWalkmesh;
}
namespace kotor_walkmesh_ascii {
extern const Format kKotorWalkmeshAscii;
}
namespace kotor_layout {
extern const Format kKotorLayout;
}
namespace bw2_bwm {
extern const Format kBw2Bwm;
}
namespace wows_geometry {
extern const Format kWowsGeometry;
}
namespace wows_primitives {
extern const Format kWowsPrimitives;
}
namespace wows_splash {
extern const Format kWowsSplash;
}
namespace wows_assets {
extern const Format kWowsAssets;
}
namespace gltf_and_obj {
extern const Format kGltf;
}
namespace gltf_and_obj {
extern const Format kObj;
}
namespace json_text {
extern const Format kJson;
}

using bw2_bwm::kBw2Bwm;
using gltf_and_obj::kGltf;
using gltf_and_obj::kObj;
using json_text::kJson;
using kotor_layout::kKotorLayout;
using kotor_mdl::kKotorMdl;
using kotor_mdl_ascii::kKotorMdlAscii;
using kotor_walkmesh::kKotorWalkmesh;
using kotor_walkmesh_ascii::kKotorWalkmeshAscii;
using wows_assets::kWowsAssets;
using wows_geometry::kWowsGeometry;
using wows_primitives::kWowsPrimitives;
using wows_splash::kWowsSplash;

}  // namespace mw::rows
