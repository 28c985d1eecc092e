#pragma once

// Example:
//
//     #include <meshwright/bw2/bwm_info.h>
//     #include <cstdio>
//
//     void describe(const mw::bw2::bwm::File& file) {
//       const mw::bw2::bwm::Info info = mw::bw2::bwm::info(file);
//       std::printf("%s, %llu triangles\n", info.kind.data(), (unsigned long long)info.triangles);
//     }

#include <meshwright/bw2/bwm.h>
#include <meshwright/core/math.h>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Facts about a model besides its tables.
namespace mw::bw2::bwm {

struct Info {
  std::string_view kind;  // "static model (triangle lists)"
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  std::uint64_t uv_sets = 0;
  std::optional<Box> bounds;
  std::string_view likely_writer;  // docs/formats/bw2-bwm.md
};
Info info(const File& file);

/// By Header::type; "unknown" for an unknown one.
std::string_view kind_of(const File& file);

struct TextureUse {
  std::string_view role;  // "diffuse"
  std::string_view file;
};
/// The roles of a material that are filled; it must outlive them.
std::vector<TextureUse> textures_of(const Material& material);

}  // namespace mw::bw2::bwm
